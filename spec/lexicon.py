"""Which concepts a text's words mean: the longest form first, each word read once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from rulecheck.spec.folding import fold
from rulecheck.spec.languages import Concept, Language
from rulecheck.spec.text import bare, folded_words, number_phrases, shape

REACH: Final = 6
"""Words that `..` lets stand between the two parts of a form."""

_SURE: Final = 5
"""Letters from which on a word is also known by its shape, as scanners misread it."""

_STOP: Final = re.compile(r"[.!?…;:]")


class LexiconError(ValueError):
    """Two concepts claim one form: which, and what to do."""

    def __init__(self, form: str, first: str, second: str) -> None:
        super().__init__(f"`{form}` means {first} and {second}; take it out of one, or let one share it (shares)")
        self.form = form
        self.concepts = (first, second)


@frozen
class Sighted:
    """A concept, met in a text."""

    concept: str
    """Its id."""
    group: str
    start: int
    end: int
    """Offsets into the text that was read."""
    words: str
    """The folded words that say it."""
    also: tuple[str, ...] = ()
    """Other concepts that the words can mean."""


@frozen
class _Pattern:
    parts: tuple[tuple[str, ...], ...]
    """Runs of neighbouring words, with a gap between two runs; a word can end in `*`."""
    concepts: tuple[Concept, ...]

    is_word: bool = False
    """Whether it is a single word."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """More words first, then fewer beginnings, then more letters."""
        words = [word for part in self.parts for word in part]
        beginnings = sum(1 for word in words if word.endswith("*"))
        return (-len(words), beginnings, -sum(len(w.rstrip("*")) for w in words))


class Lexicon:
    """Concepts of a language pack and of a game, ready to be found in texts of one language."""

    def __init__(self, concepts: Iterable[Concept], language: Language, *, all_senses: bool = False) -> None:
        """Raise LexiconError where two concepts claim one form and neither shares it.

        With `all_senses` a word also means what it is another form of: `gains` that of `gain*`.
        """
        self.language = language
        self.all_senses = all_senses
        claims: dict[str, list[Concept]] = {}
        for concept in concepts:
            for form in concept.forms:
                others = claims.setdefault(form, [])
                if others and not concept.shares and not any(other.shares for other in others):
                    raise LexiconError(form, others[0].id, concept.id)
                others.append(concept)
        self.concepts = {concept.id: concept for claimed in claims.values() for concept in claimed}
        self._accented = frozenset(w.rstrip("*") for form in claims for w in form.split() if w != fold(w))
        self._known: dict[str, tuple[_Pattern, ...]] = {}
        self._alike: dict[tuple[str, str], bool] = {}
        self._exact: dict[str, list[_Pattern]] = {}
        self._beginnings: dict[str, list[_Pattern]] = {}
        self._shapes: dict[str, list[_Pattern]] = {}
        for form in language.nothing:
            claims.setdefault(form, [])
        for form, claimed in claims.items():
            parts = tuple(tuple(part.split()) for part in form.split(".."))
            pattern = _Pattern(parts, tuple(claimed), is_word=len(parts) == 1 == len(parts[0]))
            if any(not part for part in pattern.parts):
                continue
            first = pattern.parts[0][0]
            if first.endswith("*"):
                self._beginnings.setdefault(first[:-1], []).append(pattern)
            else:
                self._exact.setdefault(first, []).append(pattern)
                if len(first) >= _SURE:
                    self._shapes.setdefault(shape(first), []).append(pattern)
        self._bare: dict[str, list[_Pattern]] = {}
        for word, patterns in self._exact.items():
            if plain := bare(word, language):
                self._bare.setdefault(plain, []).extend(patterns)
        for index in (self._exact, self._beginnings, self._shapes, self._bare):
            for patterns in index.values():
                patterns.sort(key=lambda pattern: pattern.rank)

    def read(self, text: str, start: int = 0, end: int | None = None) -> tuple[Sighted, ...]:
        """The concepts that a stretch of a text speaks of, in the order of their first words."""
        stretch = text[start:end]
        words = folded_words(stretch, self.language)
        if self._accented:
            words = [self._as_written(stretch, word) for word in words]
        used = {n for run in number_phrases(stretch, words, self.language) for n in run}
        sighted: list[Sighted] = []
        for at in range(len(words)):
            if at in used:
                continue
            best = self._best(stretch, words, at, used)
            if best is None:
                continue
            pattern, places = best
            used.update(places)
            if not pattern.concepts:
                continue
            concept, *others = pattern.concepts
            if self.all_senses:
                others += self._others(pattern, stretch, words, at, used.difference(places), places)
            sighted.append(
                Sighted(
                    concept=concept.id,
                    group=concept.group,
                    start=start + words[places[0]][1],
                    end=start + words[places[-1]][2],
                    words=" ".join(words[n][0] for n in places),
                    also=tuple(other.id for other in others),
                )
            )
        return tuple(sighted)

    def _as_written(self, text: str, word: tuple[str, int, int]) -> tuple[str, int, int]:
        """A word with its accents, where a form is told from another word by them alone."""
        raw = text[word[1] : word[2]].lower()
        return (raw, word[1], word[2]) if raw in self._accented else word

    def _best(
        self, text: str, words: Sequence[tuple[str, int, int]], at: int, used: set[int]
    ) -> tuple[_Pattern, list[int]] | None:
        """The best pattern that begins at a word; none that a longer one further on would need words of."""
        for pattern in self._candidates(words[at][0]):
            places = self._met(pattern, text, words, at, used)
            if places and not any(
                len(longer) > len(places)
                for place in places[1:]
                if (longer := self._longest(text, words, place, used)) is not None
            ):
                return pattern, places
        return None

    def _others(
        self,
        best: _Pattern,
        text: str,
        words: Sequence[tuple[str, int, int]],
        at: int,
        used: set[int],
        places: list[int],
    ) -> list[Concept]:
        """What the words of the best pattern mean as forms of other concepts."""
        others = {
            concept.id: concept
            for pattern in self._candidates(words[at][0])
            if pattern is not best and self._met(pattern, text, words, at, used) == places
            for concept in pattern.concepts
        }
        return [concept for id, concept in others.items() if id not in {c.id for c in best.concepts}]

    def _longest(self, text: str, words: Sequence[tuple[str, int, int]], at: int, used: set[int]) -> list[int] | None:
        for pattern in self._candidates(words[at][0]):
            if places := self._met(pattern, text, words, at, used):
                return places
        return None

    def _candidates(self, word: str) -> tuple[_Pattern, ...]:
        """Patterns that can begin with a word, the best first: those known by their shape only come last."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = tuple(self._beginning_with(word))
        return known

    def _beginning_with(self, word: str) -> Iterator[_Pattern]:
        patterns = list(self._exact.get(word, ()))
        if word in self._accented:
            patterns += (p for p in self._exact.get(fold(word), ()) if len(p.parts[0]) > 1)
        for cut in range(len(word), 0, -1):
            patterns += self._beginnings.get(word[:cut], ())
        yield from sorted(patterns, key=lambda pattern: pattern.rank)
        if len(word) >= _SURE and word not in self.language.plain and word not in self._exact:
            yield from self._shapes.get(shape(word), ())
        if self._bare and word not in self.language.plain:
            yield from self._bare.get(bare(word, self.language), ())

    def _is(self, word: str, wanted: str) -> bool:
        """Whether a word of a text is a form's, or one of those that begin so."""
        known = self._alike.get((word, wanted))
        if known is None:
            known = self._alike[word, wanted] = self._fits(word, wanted)
        return known

    def _fits(self, word: str, wanted: str) -> bool:
        if wanted.endswith("*"):
            return word.startswith(wanted[:-1])
        if wanted in (word, fold(word)) or (len(wanted) >= _SURE and shape(word) == shape(wanted)):
            return True
        return bool(plain := bare(word, self.language)) and plain == bare(wanted, self.language)

    def _met(
        self, pattern: _Pattern, text: str, words: Sequence[tuple[str, int, int]], at: int, used: set[int]
    ) -> list[int] | None:
        """The places of a pattern's words if it stands here, else None."""
        if pattern.is_word:
            return [at] if at not in used and self._is(words[at][0], pattern.parts[0][0]) else None
        places: list[int] = []
        for number, part in enumerate(pattern.parts):
            reach = 0 if number == 0 else REACH
            for begin in range(at, min(at + reach + 1, len(words) - len(part) + 1)):
                run = range(begin, begin + len(part))
                if not used.intersection(run) and all(self._is(words[n][0], w) for n, w in zip(run, part, strict=True)):
                    break
            else:
                return None
            if places and _STOP.search(text[words[places[-1]][2] : words[begin][1]]):
                return None
            places += run
            at = begin + len(part)
        return places
