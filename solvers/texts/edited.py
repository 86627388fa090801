"""What somebody has changed in a text since it was looked at, where that makes another rule.

A sentence that still has most of its words is the one of before with a change: what it says besides, or no more, is
what was changed.  One that was worded anew has other words for everything: there only what excludes what was said
before is told, and what its clauses do not speak of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, pairwise
from typing import Final
from zlib import crc32

from rulecheck.solvers.judging.concepts import Concepts, Relation
from rulecheck.solvers.judging.verdicts import DENIALS
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.stretches import Fault, Meant, Stretch
from rulecheck.spec.contrasts import DENYING, excludes, is_alike, is_manner, said_in_english
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.reading.frames import Noted
from rulecheck.spec.vocabulary import KINDS

NEARLY: Final = 0.7
"""The share of its words that a sentence has in common with one of before to be that one with a change."""

NEARLY_NAMED: Final = 0.75
"""The same for the concepts of the game that it names."""

_STEM: Final = 6
"""Letters by which a word is known: endings come and go."""

_ANYWHERE: Final = frozenset({"thing", "place", "person"})
"""Kinds of a game's concepts that are another rule where the clause does not speak of them, in whatever words;"""

_NAMED: Final = _ANYWHERE | {"measure"}
"""and in one that is nearly as it was."""

_NEAR: Final = 6
"""Letters before an item in which its number stands."""

_NUMBERED: Final = re.compile(r"\d[.)]\s*$")
"""What stands before an item of a numbered list."""


def noted(meaning: Meaning) -> tuple[Noted, ...]:
    """What an edition keeps of each sentence of its text."""
    return tuple(
        Noted(*row, tuple((s.concept, *s.also) for s in meaning.everyday(n))) for n, row in _rows(meaning).items()
    )


def edits(meaning: Meaning) -> Iterator[tuple[Stretch, Fault]]:
    """What differs in the sentences that were changed since, and is not what their clauses say."""
    before, now = meaning.edition.reviewed.sentences, _rows(meaning)
    numbers = list(now)
    kept = [(row.words, row.named) for row in before]
    for tag, first, last, start, end in _matcher(kept, list(now.values())).get_opcodes():
        if tag != "replace":
            continue
        edit, told = _Edit(meaning, before[first:last], {n: now[n] for n in numbers[start:end]}), set[tuple[int, str]]()
        for stretch, fault in edit.faults():
            if (stretch.number, fault.concept) not in told:
                told.add((stretch.number, fault.concept))
                yield stretch, fault


def exchanged(meaning: Meaning) -> Iterator[tuple[int, int]]:
    """Numbered items, each with the next, that stood the other way round when somebody looked at the text."""
    text, before = meaning.text, [row.words for row in meaning.edition.reviewed.sentences]
    often = Counter(before)
    place = {row: at for at, row in enumerate(before) if often[row] == 1}
    items = [
        (number, row)
        for number, (row, _) in _rows(meaning).items()
        if row in place and _NUMBERED.search(text.text, max(0, (at := text.sentences[number].start) - _NEAR), at)
    ]
    for (number, row), (other, after) in pairwise(items):
        if 0 < place[row] - place[after] <= len(items):
            yield number, other


def _stretch(meaning: Meaning, number: int) -> Stretch | None:
    """The stretch of a sentence that is held against what stood there; none for one in which a fault is known, as what
    mends it may be any change."""
    stretch = meaning.by_sentence.get(number)
    if stretch is None or meaning.is_example(number):
        return None
    faulty = (said for said in stretch.said if said.passage.literally or said.passage.wrong)
    places = (at for said in faulty for at in said.match.units if at is not None)
    return None if any(meaning.text.sentence_of(at) == number for at in places) else stretch


def _rows(meaning: Meaning) -> dict[int, tuple[bytes, tuple[str, ...]]]:
    """By number of each sentence that has a word: a byte for each, and the concepts of the game in their order."""
    return {
        number: (bytes(map(_byte, words)), tuple(s.concept for s in meaning.sighted(number)))
        for number in range(len(meaning.text.sentences))
        if (words := meaning.words(number))
    }


@cache
def _byte(word: str) -> int:
    return crc32(word[:_STEM].encode()) & 0xFF


def _matcher(then: Sequence[Hashable], now: Sequence[Hashable]) -> SequenceMatcher[Hashable]:
    return SequenceMatcher(None, then, now, autojunk=False)


def _likeness(then: Sequence[Hashable], now: Sequence[Hashable], least: float) -> float:
    """The share that two rows have in common, 0 below the least: that mostly shows without comparing their order."""
    matcher = _matcher(then, now)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0


def _senses(words: Iterable[Iterable[str]]) -> frozenset[str]:
    return frozenset(chain.from_iterable(words))


def _is_alike(senses: Iterable[str], others: Set[str]) -> bool:
    """Whether one of some words can stand for a word."""
    return any(is_alike(sense, other) for sense in senses for other in others)


class _Edit:
    """Sentences that stand for others."""

    def __init__(
        self, meaning: Meaning, before: Sequence[Noted], numbers: Mapping[int, tuple[bytes, tuple[str, ...]]]
    ) -> None:
        self.meaning, self.glossary = meaning, meaning.glossary
        self.before, self.numbers = before, numbers
        self.named = _senses(row.named for row in before)
        self.naming = _senses((s.concept, *s.also) for n in numbers for s in meaning.sighted(n))
        self.said = _senses(senses for row in before for senses in row.said)
        self.everyday = {number: meaning.everyday(number) for number in numbers}
        self.now = _senses((s.concept, *s.also) for row in self.everyday.values() for s in row)

    def faults(self) -> Iterator[tuple[Stretch, Fault]]:
        """What they say besides, or no more, and their clauses say otherwise."""
        changed = [(then, *self._changed(then)) for then in self.before]
        for number in self.numbers:
            if (stretch := _stretch(self.meaning, number)) is None:
                continue
            stated = self._stated(stretch)
            for then, now, is_light in changed:
                if now == number:
                    yield from ((stretch, fault) for fault in self._named_otherwise(stretch, stated, then, number))
                    if is_light:
                        yield from ((stretch, fault) for fault in self._said_otherwise(stretch, stated, then, number))
            yield from ((stretch, fault) for fault in self._turned(stretch, stated, number))

    def _changed(self, then: Noted) -> tuple[int | None, bool]:
        """The sentence that is nearly one of before, if any, and whether in its words, not only in what it names."""
        for at, (kept, least) in enumerate(((then.words, NEARLY), (then.named, NEARLY_NAMED))):
            alike = ((ratio, -n) for n, row in self.numbers.items() if (ratio := _likeness(kept, row[at], least)))
            if (best := max(alike, default=None)) is not None:
                return -best[1], at == 0
        return None, False

    def _stated(self, stretch: Stretch) -> frozenset[str]:
        """What the clauses of a stretch name and say."""
        clauses = {c for said in stretch.said for c in said.passage.clauses if c in self.glossary.rulebook.clauses}
        said = (said_in_english(self.glossary.rulebook.clauses[c].text) for c in clauses)
        return _senses(map(self.glossary.stated, clauses)) | _senses(said)

    def _said_otherwise(self, stretch: Stretch, stated: Set[str], then: Noted, number: int) -> Iterator[Fault]:
        """Everyday words that a sentence that is nearly as it was says besides, or no more."""
        replaced = set[str]()
        for place in self.everyday[number]:
            senses = {place.concept, *place.also}
            if senses & self.said or (lost := self._excluded(senses, stated)) is None:
                continue
            if lost:
                replaced.add(lost)
                yield Fault("clash", place.concept, lost, meant=Meant(place.concept, place))
            elif not (stated | stretch.allowed) & senses and self._is_manner(senses, self.said):
                yield Fault("foreign", place.concept, meant=Meant(place.concept, place))
        yield from self._exchanged(then, number)
        for row in then.said:
            if not (self.now | replaced) & {*row} and stated & {*row} and self._is_manner(row, self.now):
                yield Fault("lost", row[0])

    def _exchanged(self, then: Noted, number: int) -> Iterator[Fault]:
        """Words that exclude one another and stand the other way round."""
        before = [row[0] for row in then.said]
        now = [place.concept for place in self.everyday[number]]
        for place, (first, second) in zip(self.everyday[number], pairwise(now), strict=False):
            is_once = all(row.count(c) == 1 for row in (before, now) for c in (first, second))
            if is_once and excludes(first, second) and before.index(second) < before.index(first):
                yield Fault("clash", first, second, meant=Meant(first, place))

    def _turned(self, stretch: Stretch, stated: Set[str], number: int) -> Iterator[Fault]:
        """In a sentence in whatever words: what excludes what was said, and things that the rule does not name."""
        for place in self.everyday[number]:
            senses = {place.concept, *place.also}
            if not senses & self.said and (gone := self._excluded(senses, stated)):
                yield Fault("clash", place.concept, gone, meant=Meant(place.concept, place))
        for place in self.meaning.sighted(number):
            if place.concept not in self.named and self._is_foreign(place.concept, _ANYWHERE, stretch):
                yield Fault("foreign", place.concept, meant=Meant(place.concept, place))

    def _excluded(self, senses: Set[str], stated: Set[str]) -> str | None:
        """What is said no more and excludes a new word; empty if nothing does, None where a denial turned it round."""
        lost = self.said - self.now
        gone = next((c for c in sorted(lost) if any(excludes(c, sense) for sense in senses)), "")
        if not gone or (gone not in stated and stated & senses) or _is_alike(senses, lost - {gone}):
            return ""
        denies = bool({gone, *senses} & DENYING)
        return gone if denies or bool(self.said & DENYING) == bool(self.now & DENYING) else None

    @staticmethod
    def _is_manner(senses: Collection[str], others: Set[str]) -> bool:
        """Whether a word says how, when or whether, and none of others can stand for it."""
        return all(map(is_manner, senses)) and not _is_alike(senses, others)

    def _is_foreign(self, concept: str, kinds: Collection[str], stretch: Stretch) -> bool:
        is_own = concept not in self.glossary.of_packs
        return is_own and self.glossary.kinds.get(concept) in kinds and concept not in stretch.allowed

    def _named_otherwise(self, stretch: Stretch, stated: Set[str], before: Noted, number: int) -> Iterator[Fault]:
        """What a sentence that names nearly what it named names besides, or no more."""
        concepts = Concepts.of(self.glossary)
        judged = {word for s in stretch.said for name in s.passage.right for word in name.split()}
        lost, new = _differing(concepts, before.named, self.meaning.sighted(number))
        words = _matcher(before.words, self.numbers[number][0]).get_opcodes()
        is_cut = {tag for tag, *_ in words} == {"equal", "delete"}
        is_small = sum(tag != "equal" for tag, *_ in words) == 1
        for gone in lost:
            instead = next((s for s in new if concepts.relation(gone, s.concept) == Relation.OTHER), None)
            if instead is not None:
                new.remove(instead)
            if gone not in stretch.allowed or gone in judged:
                continue
            if instead is None:
                is_denial = gone in DENIALS - self.now and not _is_alike((gone,), self.now - self.said)
                if is_denial or (is_cut and gone in stated - self.naming and self.glossary.kinds.get(gone) != "word"):
                    yield Fault("lost", gone)
            elif (
                instead.concept not in judged
                and self.glossary.kinds.get(gone) != "act"
                and (gone in stated or instead.concept not in stated)
            ):
                yield Fault("clash", instead.concept, gone, meant=Meant(instead.concept, instead))
        for place in new:
            concept = place.concept
            is_denial = concept in DENIALS and concept not in stated and not _is_alike((concept,), self.said)
            is_foreign = self._is_foreign(concept, KINDS if is_small else _NAMED, stretch)
            if (is_denial or is_foreign) and concept not in judged:
                yield Fault("foreign", concept, meant=Meant(concept, place))


def _differing(concepts: Concepts, then: Sequence[str], now: Sequence[Sighted]) -> tuple[list[str], list[Sighted]]:
    """What is gone from a sentence and what is new in it; a word that stands elsewhere in it now is neither."""
    lost: list[str] = []
    new: list[Sighted] = []
    opcodes = _matcher(then, [s.concept for s in now]).get_opcodes()
    for _, first, last, start, end in (row for row in opcodes if row[0] != "equal"):
        lost += then[first:last]
        new += now[start:end]
    for gone in tuple(lost):
        is_same = (s for s in new if concepts.relation(gone, s.concept) <= Relation.LOOSE or gone in s.also)
        if (other := next(is_same, None)) is not None:
            lost.remove(gone)
            new.remove(other)
    return lost, new
