"""How much two passages look like one another: numbers, concepts, names, learnt words, length."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.translation.dictionary import Chances
from rulecheck.solvers.translation.passages import Passage

_NUMBER: Final = 1.6
_CONCEPT: Final = 0.7
_WORD: Final = 1.0
"""What a shared number, concept or word weighs, times how rare it is."""

_SPREAD: Final = 6.8
"""Variance of a translation's length for each character, after Gale and Church."""


@define
class Likeness:
    """Compares passages of two texts."""

    source: Sequence[Passage]
    target: Sequence[Passage]
    forward: Chances = field(factory=dict)
    """Learnt: chances of target stems for a source stem."""
    backward: Chances = field(factory=dict)
    _rarity: dict[str, float] = field(init=False, factory=dict)
    ratio: float = field(init=False, default=1.0)
    """Characters of the target for one of the source."""
    _known: dict[Passage, Weighed] = field(init=False, factory=dict)
    _met_by: tuple[_Meeting, _Meeting] = field(init=False)

    def __attrs_post_init__(self) -> None:
        count: Counter[str] = Counter()
        for passage in (*self.source, *self.target):
            count.update({*_features(passage)})
        whole = len(self.source) + len(self.target)
        self._rarity = {name: math.log(1 + whole / often) / math.log(1 + whole) for name, often in count.items()}
        lengths = [sum(p.length for p in side) or 1 for side in (self.source, self.target)]
        self.ratio = lengths[1] / lengths[0]
        stems = [frozenset(stem for p in side for stem in p.stems) for side in (self.source, self.target)]
        self._met_by = (_Meeting(stems[0], self.forward), _Meeting(stems[1], self.backward))

    def weighed(self, passage: Passage) -> Weighed:
        """What a passage says, each thing with what it weighs."""
        known = self._known.get(passage)
        if known is None:
            rarity = self._rarity
            known = Weighed(
                numbers={v: _NUMBER * rarity.get(f"#{v}", 1.0) for v in passage.values},
                concepts={id: _CONCEPT * rarity.get(f"@{id}", 1.0) for id in passage.meant},
                words={stem: _WORD * rarity.get(stem, 1.0) for stem in passage.stems},
            )
            self._known[passage] = known
        return known

    def of(self, source: Passage, target: Passage, *, by_numbers: bool = True) -> float:
        """From 0, nothing in common, to 1; without `by_numbers` by everything else."""
        left, right = self.weighed(source), self.weighed(target)
        shared = whole = 0.0
        if by_numbers:
            for value in source.values:
                whole += left.numbers[value]
            for value in target.values:
                whole += right.numbers[value]
            for value, weight in left.numbers.items():
                if value in right.numbers:
                    shared += 2 * weight * min(source.values.count(value), target.values.count(value))
        whole += left.concept_weight + right.concept_weight
        for id, weight in left.concepts.items():
            if id in right.concepts:
                shared += 2 * weight
        whole += left.word_weight + right.word_weight
        reached = self._met_by[0].by(target)
        for stem, weight in left.words.items():
            if stem in reached:
                shared += weight * reached[stem]
        reached = self._met_by[1].by(source)
        for stem, weight in right.words.items():
            if stem in reached:
                shared += weight * reached[stem]
        likeness = shared / whole if whole else 0.0
        if source.is_item != target.is_item:
            likeness -= 0.06
        if source.is_heading != target.is_heading:
            likeness -= 0.1
        elif source.is_heading:
            likeness += 0.1
        return max(0.0, min(1.0, likeness))

    def covered(self, passage: Passage, partner: Passage, *, is_source: bool) -> float:
        """The share of what a passage says that stands in another one of the other text too."""
        own, other = self.weighed(passage), self.weighed(partner)
        reached = self._met_by[0 if is_source else 1].by(partner)
        shared = sum(weight * reached.get(stem, 0.0) for stem, weight in own.words.items())
        shared += sum(weight for id, weight in own.concepts.items() if id in other.concepts)
        shared += sum(weight for value, weight in own.numbers.items() if value in other.numbers)
        whole = own.word_weight + own.concept_weight + sum(own.numbers.values())
        return shared / whole if whole else 1.0

    def length(self, source: Passage, target: Passage) -> float:
        """The logarithm of how likely a passage of this length stands for the other, at most 0."""
        expected = source.length * self.ratio
        spread = math.sqrt(_SPREAD * (source.length + target.length / max(self.ratio, 0.1)) / 2) or 1.0
        return max(-6.0, -0.5 * ((target.length - expected) / (2.5 * spread)) ** 2)


@frozen
class Weighed:
    """What a passage says, each thing with what it weighs."""

    numbers: Mapping[int, float]
    concepts: Mapping[str, float]
    words: Mapping[str, float]

    @cached_property
    def concept_weight(self) -> float:
        """Of all its concepts together."""
        return sum(self.concepts.values())

    @cached_property
    def word_weight(self) -> float:
        """Of all its words together."""
        return sum(self.words.values())


class _Meeting:
    """For a passage, the words of the other text that it has a translation of, each with how surely."""

    def __init__(self, stems: frozenset[str], chances: Chances) -> None:
        self.stems = stems
        self.known: dict[Passage, Mapping[str, float]] = {}
        self.by_beginning: dict[str, list[str]] = defaultdict(list)
        for stem in stems:
            if len(stem) > 4:
                self.by_beginning[stem[:4]].append(stem)
        self.turned: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for stem, others in chances.items():
            for other, chance in others.items():
                self.turned[other].append((stem, chance))

    def by(self, partner: Passage) -> Mapping[str, float]:
        known = self.known.get(partner)
        if known is None:
            sums: dict[str, float] = defaultdict(float)
            for other in partner.stems:
                for stem, chance in self.turned.get(other, ()):
                    sums[stem] += 2.5 * chance
            reached = {stem: min(1.0, share) for stem, share in sums.items()}
            for beginning in partner.beginnings:
                for stem in self.by_beginning.get(beginning, ()):
                    reached[stem] = 1.0
            for other in partner.stems:
                if other in self.stems:
                    reached[other] = 1.0
            known = self.known[partner] = reached
        return known


def met(stem: str, partner: Passage, chances: Chances) -> float:
    """How surely a word is among those of a partner, from 0 to 1: the same letters, or a learnt translation."""
    return _Meeting(frozenset((stem,)), {stem: chances.get(stem, {})}).by(partner).get(stem, 0.0)


def _features(passage: Passage) -> Iterable[str]:
    yield from (f"#{value}" for value in passage.values)
    yield from (f"@{id}" for id in passage.meant)
    yield from passage.stems
