"""A text as its sentences are compared: numbers, concepts, words, and whether they are items or headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from attrs import field, frozen

from rulecheck.solvers.translation.everyday import everyday
from rulecheck.spec.languages import Concept, Language
from rulecheck.spec.lexicon import Lexicon, Sighted
from rulecheck.spec.text import Sentence, Text, Unit

_ITEM: Final = re.compile(r"[ \t]*(?:[-*•‣◦>–—]|\d{1,2}[.)]|[a-z]\))[ \t]+$")


_LABEL: Final = re.compile(r"^[ \t]*(\d{1,3})[ \t]+(?=[^\W\d_])", re.M)

_ROWS: Final = 3
"""So many lines with rising numbers are the rows of a table."""

_INLINE: Final = re.compile(r"\s[-–•*]\s*$")
"""What stands before an item that does not begin a line."""


@frozen
class Word:
    """A word that is no number and no concept of the language pack."""

    text: str
    """Folded."""
    stem: str
    """What stands for all its forms."""
    start: int
    end: int


@frozen(eq=False)
class Passage:
    """One sentence, or several that are taken together."""

    first: int
    last: int
    """The numbers of its first and last sentence."""
    start: int
    end: int
    """Offsets into the text."""
    numbers: tuple[Unit, ...] = field(repr=False)
    ones: int = field(repr=False)
    """Words for one, and articles."""
    concepts: tuple[Sighted, ...] = field(repr=False)
    words: tuple[Word, ...] = field(repr=False)
    things: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    """Everyday words, by where they begin, with what they can mean."""
    is_item: bool = False
    is_heading: bool = False

    @property
    def length(self) -> int:
        """In characters."""
        return self.end - self.start

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Its numbers, in order."""
        return tuple(sorted(unit.value for unit in self.numbers if unit.value is not None))

    @cached_property
    def ids(self) -> frozenset[str]:
        """The concepts it speaks of."""
        return frozenset(id for sighted in self.concepts for id in (sighted.concept, *sighted.also))

    @cached_property
    def meant(self) -> frozenset[str]:
        """What it speaks of: concepts, those that languages say in one another's place made one, and everyday words."""
        return frozenset(meaning for _, meaning in self.meanings)

    @cached_property
    def meanings(self) -> tuple[tuple[int, str], ...]:
        """The same, each with the place where its word begins."""
        concepts = ((s.start, broad(id)) for s in self.concepts for id in (s.concept, *s.also))
        return (*concepts, *self.things)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The first letters of its stems, by which names and borrowed words are known again."""
        return frozenset(own[:4] for own in self.stems if len(own) > 4)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(word.stem for word in self.words)


def joined(passages: Sequence[Passage]) -> Passage:
    """Neighbouring passages as one."""
    first, last = passages[0], passages[-1]
    return Passage(
        first=first.first,
        last=last.last,
        start=first.start,
        end=last.end,
        numbers=tuple(unit for passage in passages for unit in passage.numbers),
        ones=sum(passage.ones for passage in passages),
        concepts=tuple(sighted for passage in passages for sighted in passage.concepts),
        words=tuple(word for passage in passages for word in passage.words),
        things=tuple(thing for passage in passages for thing in passage.things),
        is_item=first.is_item,
        is_heading=all(passage.is_heading for passage in passages),
    )


@frozen(eq=False)
class Side:
    """One of the two texts, read."""

    text: Text
    passages: tuple[Passage, ...] = field(repr=False)
    has_pack: bool = True
    """Whether there is a language pack for it; without one only numbers in digits and learnt words are seen."""
    terms: tuple[Concept, ...] = field(default=(), repr=False)
    """The translator's glossary in its language."""

    def quote(self, passage: Passage) -> str:
        """The user's own words."""
        return self.text.quote(passage.start, passage.end)


def read_side(
    text: Text, glossary: Iterable[Concept] = (), *, has_pack: bool = True, lemma: Callable[[str], str] | None = None
) -> Side:
    """A text's sentences; concepts of a glossary are read beside those of the language pack.

    `lemma` gives a word's form in the dictionary; without it words that begin alike are taken for forms of one word.
    """
    glossary = tuple(glossary)
    lexicon = Lexicon((*glossary, *text.language.concepts.values()), text.language)
    stems = stems_of({unit.text for unit in text.units})
    if lemma is not None:
        stems = {unit.text: text.language.fold(lemma(text.text[unit.start : unit.end])) for unit in text.units}
    return Side(text, tuple(_passages(text, lexicon, stems)), has_pack, glossary)


def stems_of(words: Iterable[str]) -> dict[str, str]:
    """For each word of a text the shortest one that it seems to be a form of: ferries, ferry."""
    stems: dict[str, str] = {}
    by_beginning: dict[str, list[str]] = {}
    for word in sorted(set(words), key=lambda word: (len(word), word)):
        near = by_beginning.setdefault(word[:3], [])
        stem = next((known for known in near if _is_form(word, known)), None)
        if stem is None:
            near.append(word)
        stems[word] = stem or word
    return stems


def _is_form(word: str, known: str) -> bool:
    """Whether a word differs from a shorter one only in its ending."""
    shared = 0
    while shared < len(known) and word[shared] == known[shared]:
        shared += 1
    if len(known) < 4:
        return shared == len(known) and len(word) - shared < 2
    return shared >= max(4, len(known) - 2) and len(word) - shared < 4


def _passages(text: Text, lexicon: Lexicon, stems: Mapping[str, str]) -> Iterable[Passage]:
    known = everyday(text.language.code)
    labels = _labels(text.text)
    for number, (first, last) in enumerate(_sentences(text)):
        units = text.units[first:last]
        start, end = units[0].start, units[-1].end
        concepts = lexicon.read(text.text, start, end)
        taken = {at for sighted in concepts for at in range(sighted.start, sighted.end)}
        words = tuple(
            Word(unit.text, stems[unit.text], unit.start, unit.end)
            for unit in units
            if _is_content(unit, text.language) and unit.start not in taken
        )
        line_start = text.text.rfind("\n", 0, start) + 1
        opening = text.text[line_start:start]
        is_item = bool(_ITEM.fullmatch(opening)) or bool(_INLINE.search(text.text[max(0, start - 4) : start]))
        yield Passage(
            first=number,
            last=number,
            start=start,
            end=end,
            numbers=tuple(
                u
                for u in units
                if u.is_number and u.start not in labels and not (is_item and _is_mark(text.text, u, line_start))
            ),
            ones=sum(1 for u in units if u.value == 1),
            concepts=concepts,
            words=words,
            things=tuple((unit.start, thing) for unit in units for thing in sorted(known.meanings(unit.text))),
            is_item=is_item,
            is_heading=not opening.strip() and _is_heading(text.text, end, len(units)) and not is_item,
        )


def _sentences(text: Text) -> Iterable[tuple[int, int]]:
    """A text's sentences as runs of units; items within a line and headings before a sentence are their own."""
    for sentence in text.sentences:
        edges = {sentence.first, sentence.last, *_inline_items(text, sentence), *_capitals(text, sentence)}
        yield from pairwise(sorted(edges))


def _inline_items(text: Text, sentence: Sentence) -> list[int]:
    """Where items begin that stand in one line: after bullets, or after dashes if most of them begin alike."""
    gaps = {
        at: text.text[text.units[at - 1].end : text.units[at].start]
        for at in range(sentence.first + 1, sentence.last)
        if _INLINE.search(text.text[text.units[at - 1].end : text.units[at].start])
    }
    words = Counter(text.units[at].text for at in gaps)
    often = max(words.values(), default=0)
    if often > 1 and 2 * often >= len(gaps):
        return list(gaps)
    return [at for at, gap in gaps.items() if "•" in gap]


def _capitals(text: Text, sentence: Sentence) -> Iterable[int]:
    """Where headings in capitals begin and end that stand in one line with a sentence."""
    at = sentence.first
    while at < sentence.last:
        first = at
        while at < sentence.last and _is_capital(text, at):
            at += 1
        letters = sum(unit.end - unit.start for unit in text.units[first:at])
        if letters > 5 and at < sentence.last and not text.text[text.units[at].start].islower():
            yield from (first, at)
        at = max(at, first + 1)


def _is_capital(text: Text, at: int) -> bool:
    word = text.text[text.units[at].start : text.units[at].end]
    return word.isupper() and word.replace(" ", "").isalpha()


def _is_content(unit: Unit, language: Language) -> bool:
    return (
        not unit.is_number
        and unit.value is None
        and len(unit.text) > 2
        and unit.text not in language.common
        and not unit.text.isdecimal()
    )


def _is_mark(text: str, unit: Unit, line_start: int) -> bool:
    """Whether a number only counts the items of a list."""
    return not text[line_start : unit.start].strip() and text[unit.end : unit.end + 1] in (".", ")")


def _labels(text: str) -> frozenset[int]:
    """Where numbers stand that only name the rows of a table: three lines and more begin with rising ones."""
    runs: list[list[re.Match[str]]] = [[]]
    for label in _LABEL.finditer(text):
        run = runs[-1]
        if run and int(label[1]) <= int(run[-1][1]):
            runs.append([])
        runs[-1].append(label)
    return frozenset(match.start(1) for run in runs if len(run) >= _ROWS for match in run)


def _is_heading(text: str, end: int, words: int) -> bool:
    line_end = text.find("\n", end)
    rest = text[end : line_end if line_end >= 0 else len(text)]
    return words <= 8 and not rest.strip()


_SAME: Final = {
    "whose.each-player": "every",
    "whose.all-players": "every",
    "quantity.each": "every",
    "quantity.all": "every",
    "quantity.any": "every",
    "whose.other-player": "other",
    "other.other": "other",
    "whose.nobody": "not",
    "quantity.none": "not",
    "denial.no": "not",
    "denial.never": "not",
    "mode.must-not": "not",
    "mode.need-not": "not",
    "mode.optional": "mode.may",
    "repeat.once": "one",
    "quantity.one": "one",
    "bound.larger": "bound.more",
}
"""Concepts that languages say in one another's place."""


def broad(id: str) -> str:
    """A concept, made one with those that languages say in its place."""
    return _SAME.get(id, id)
