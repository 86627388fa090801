"""Mistakes that a text could have: one word of a rule-bearing sentence changed, put in or left out.

They are made from the language pack and the game's concepts, in words that the text itself uses, and never from an
edition's key phrases.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.spec.folding import fold
from rulecheck.spec.lexicon import Sighted

CLASSES: Final = {
    "swap": "a thing or deed in the place of a sibling",
    "foreign": "a thing or deed in the place of one of another group",
    "own": "own, the other's, each, all, nobody in one another's place",
    "when": "turn, round, phase, game; first, last, next; before, after in one another's place",
    "side": "left, right, up, down, clockwise, face up in one another's place",
    "not": "a `not` put in",
    "only": "an `only` put in",
    "left out": "a word of the vocabulary or a rule word left out",
    "any word": "any longer word of a sentence, in a concept or not, in the place of which stands another of the text",
    "word out": "any longer word left out",
    "put in": "a foreign sentence put in",
}
"""The classes of mistakes that are made in a text's words; numbers, rule words and whole sentences come besides."""

_WHOSE: Final = frozenset({"whose"})
_WHO_ELSE: Final = frozenset({"each", "all", "none", "other", "same", "any"})
_WHEN: Final = frozenset({"period", "order", "time"})
_SIDE: Final = frozenset({"place", "rotation", "face"})
_LONG: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]+")


@frozen
class Mutant:
    """One mistake: what stands between two offsets becomes something else."""

    mistake: str
    """Its class."""
    start: int
    end: int
    after: str

    def applied(self, text: str) -> str:
        """The text with the mistake."""
        return text[: self.start] + self.after + text[self.end :]


@define
class Mutator:
    """Makes mistakes in one text."""

    check: TextCheck
    meaning: Meaning
    rng: random.Random
    sentences: dict[int, tuple[Sighted, ...]] = field(init=False)
    """The rule-bearing sentences, each with its concepts."""
    words: dict[str, list[str]] = field(init=False, factory=dict)
    """By concept: words of the text, or of the language pack, that say it."""

    def __attrs_post_init__(self) -> None:
        self.sentences = {n: self.meaning.sighted(n) for n, _ in self.check.laid.rule_bearing()}
        for sighted in (s for places in self.sentences.values() for s in places):
            if not sighted.also:
                said = self.check.text.quote(sighted.start, sighted.end).lower()
                self.words.setdefault(sighted.concept, []).append(said)
        for concept in self.meaning.lexicon.concepts.values():
            plain = [f for f in concept.forms if "*" not in f and ".." not in f]
            if concept.id not in self.words and plain and concept.id in self.meaning.glossary.of_packs:
                self.words[concept.id] = plain

    def made(self, mistake: str, count: int | None) -> list[Mutant]:
        """Mistakes of a class, so many of them at random places, or one at each place."""
        make = self._makers()[mistake]
        every = list(make())
        if count is not None and len(every) > count:
            every = self.rng.sample(every, count)
        return every

    def _makers(self) -> Mapping[str, Callable[[], Iterator[Mutant]]]:
        glossary = self.meaning.glossary
        return {
            "swap": lambda: self._swapped("swap", lambda s: s.concept not in glossary.of_packs),
            "foreign": self._foreign,
            "own": lambda: self._swapped(
                "own", lambda s: glossary.dimension(s.concept) in _WHOSE or s.concept in _WHO_ELSE
            ),
            "when": lambda: self._swapped("when", lambda s: s.group in _WHEN),
            "side": lambda: self._swapped("side", lambda s: s.group in _SIDE),
            "not": lambda: self._put_in("not", "no"),
            "only": lambda: self._put_in("only", "only"),
            "left out": self._left_out,
            "any word": lambda: self._any_word(is_swap=True),
            "word out": lambda: self._any_word(is_swap=False),
            "put in": self._sentence,
        }

    def _places(self) -> Iterator[Sighted]:
        yield from (s for places in self.sentences.values() for s in places)

    def _swapped(self, mistake: str, fits: Callable[[Sighted], bool]) -> Iterator[Mutant]:
        for sighted in self._places():
            if not fits(sighted):
                continue
            senses = {sighted.concept, *sighted.also}
            others = [
                c for sense in senses for c in self._siblings(mistake, sense) if c in self.words and c not in senses
            ]
            if others:
                yield self._instead(mistake, sighted, self.rng.choice(sorted(set(others))))

    def _siblings(self, mistake: str, concept: str) -> tuple[str, ...]:
        if mistake == "own" and concept in _WHO_ELSE:
            return tuple(sorted(_WHO_ELSE - {concept, "same", "any"}))
        return self.meaning.glossary.siblings(concept)

    def _instead(self, mistake: str, sighted: Sighted, other: str) -> Mutant:
        """Another concept's word, of those the one that ends most like the word that stood there."""
        before = fold(self.check.text.text[sighted.start : sighted.end])
        best = max(sorted(set(self.words[other])), key=lambda w: _common_end(fold(w), before))
        after = best.capitalize() if self.check.text.text[sighted.start].isupper() else best
        return Mutant(mistake, sighted.start, sighted.end, after)

    def _foreign(self) -> Iterator[Mutant]:
        glossary = self.meaning.glossary
        own = sorted(c for c in self.words if c not in glossary.of_packs)
        for sighted in self._places():
            if sighted.concept in glossary.of_packs:
                continue
            groups = {glossary.group_of[c] for c in (sighted.concept, *sighted.also)}
            others = [c for c in own if glossary.group_of[c] not in groups]
            if others:
                yield self._instead("foreign", sighted, self.rng.choice(others))

    def _put_in(self, mistake: str, concept: str) -> Iterator[Mutant]:
        """A small word before a word of each sentence, drawn at random; before a deed where there is one."""
        words = self.words.get(concept, [])
        if not words:
            return
        word = max(sorted(set(words)), key=words.count)
        modes = {"may", "must"}
        for number, places in self.sentences.items():
            sentence = self.check.text.sentences[number]
            group_of = self.meaning.glossary.group_of
            starts = [s.start for s in places if s.concept in modes or group_of[s.concept] == "doing"]
            if mistake == "only" or not starts:
                starts = [
                    sentence.start + m.start()
                    for m in _WORD.finditer(self.check.text.text[sentence.start : sentence.end])
                    if len(m[0]) > 2
                ]
            if starts:
                at = self.rng.choice(starts)
                yield Mutant(mistake, at, at, f"{word} ")

    def _left_out(self) -> Iterator[Mutant]:
        for sighted in self._places():
            yield Mutant("left out", sighted.start, sighted.end, "")

    def _any_word(self, *, is_swap: bool) -> Iterator[Mutant]:
        """Every word of some length, whether a concept has it or not: what nobody looks after shows here."""
        text = self.check.text
        every = [
            (text.sentences[n].start + m.start(), m[0])
            for n in self.sentences
            for m in _WORD.finditer(text.text[text.sentences[n].start : text.sentences[n].end])
            if len(m[0]) >= _LONG and fold(m[0]) not in self.check.edition.language.common
        ]
        words = sorted({word.lower() for _, word in every})
        for at, word in every:
            if not is_swap:
                yield Mutant("word out", at, at + len(word), "")
                continue
            some = [other for other in self.rng.sample(words, min(12, len(words))) if fold(other) != fold(word)]
            if some:
                best = max(some, key=lambda other: _common_end(fold(other), fold(word)))
                yield Mutant("any word", at, at + len(word), best)

    def _sentence(self) -> Iterator[Mutant]:
        """After each sentence, another one of the text in which two things are others."""
        numbers = sorted(self.sentences)
        text = self.check.text
        for number in numbers:
            source = self.rng.choice([n for n in numbers if n != number])
            place = text.sentences[source]
            swaps = [m for m in self._swaps_in(source)]
            said = text.text[place.start : place.end]
            for swap in sorted(swaps[:2], key=lambda m: -m.start):
                said = said[: swap.start - place.start] + swap.after + said[swap.end - place.start :]
            said = " ".join(said.split())
            at = text.sentences[number].end
            stop = re.match(r"[^\s\w]*", text.text[at:])
            at += stop.end() if stop else 0
            yield Mutant("put in", at, at, f". {said[:1].upper()}{said[1:]}. ")

    def _swaps_in(self, sentence: int) -> Iterator[Mutant]:
        places = list(self.sentences[sentence])
        self.rng.shuffle(places)
        for sighted in places:
            siblings = [c for c in self.meaning.glossary.siblings(sighted.concept) if c in self.words]
            if siblings:
                yield self._instead("put in", sighted, self.rng.choice(siblings))


def _common_end(word: str, other: str) -> int:
    """How many letters two words have in common at their ends."""
    n = 0
    while n < min(len(word), len(other)) and word[-1 - n] == other[-1 - n]:
        n += 1
    return n
