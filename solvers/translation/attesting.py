"""How far partners look alike by what the *other* pairs taught: two sentences once laid together learn each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.translation.dictionary import Attested, Chances, Pair, attested, learn
from rulecheck.solvers.translation.likeness import Likeness
from rulecheck.solvers.translation.passages import Passage

OFTEN: Final = 0.9
"""So often a word has to be met elsewhere for its absence to speak against a pair."""

_CHANCE: Final = 1.5
"""What the chance of a word's translations counts."""

_PRIOR: Final = 0.6
_EXPECTED: Final = 0.4
"""What is taken for granted of a pair that nothing is known of, and what that weighs."""


@frozen
class Said:
    """What of some words stands in the partner."""

    shared: float
    """The weight of what stands there."""
    known: float
    """The weight of all of which it is known whether it stands there."""
    unknown: float
    """The weight of words that no other pair has."""

    @property
    def share(self) -> float:
        """From 0 to 1, what is taken for granted included."""
        return (self.shared + _PRIOR * _EXPECTED) / (self.known + _PRIOR)


@define(slots=False)
class Attesting:
    """Pairs of two texts, each looked at with what the others taught."""

    pairs: Sequence[tuple[Passage, Passage, float]]
    """With how sure they are."""
    likeness: Likeness
    _numbers: Mapping[int, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._numbers = {id(left): number for number, (left, *_rest) in enumerate(self.pairs)}

    @cached_property
    def _both(self) -> tuple[Attested, Attested]:
        bags = bags_of(self.pairs)
        return attested(bags, self.likeness.forward), attested(turned(bags), self.likeness.backward)

    def of(self, left: Passage, right: Passage) -> float:
        """How far two partners look alike, from 0 to 1."""
        ours, theirs = self.said(left, right, is_source=True), self.said(right, left, is_source=False)
        both = Said(ours.shared + theirs.shared, ours.known + theirs.known, ours.unknown + theirs.unknown)
        return both.share

    def said(
        self,
        passage: Passage,
        partner: Passage,
        *,
        is_source: bool,
        start: int | None = None,
        end: int | None = None,
        but: int | None = None,
    ) -> Said:
        """What of a passage, or of a stretch of it but for the word at one place, stands in its partner."""
        pair = self._numbers.get(id(passage if is_source else partner))
        words = self._both[0 if is_source else 1]
        own, other = self.likeness.weighed(passage), self.likeness.weighed(partner)
        low, high = passage.start if start is None else start, passage.end if end is None else end
        shared = known = unknown = 0.0
        for value in (
            u.value for u in passage.numbers if low <= u.start < high and u.start != but and u.value is not None
        ):
            known += own.numbers[value]
            shared += own.numbers[value] if value in other.numbers else 0.0
        for concept in {meaning for at, meaning in passage.meanings if low <= at < high and at != but}:
            known += own.concepts[concept]
            shared += own.concepts[concept] if concept in other.concepts else 0.0
        for stem in {word.stem for word in passage.words if low <= word.start < high}:
            weight = own.words[stem]
            if stem in partner.stems or (len(stem) > 4 and stem[:4] in partner.beginnings):
                known += weight
                shared += weight
            elif words.known(stem, pair) >= OFTEN:
                known += weight
                shared += weight * min(1.0, _CHANCE * words.chance(stem, partner.stems, pair))
            else:
                unknown += weight
        return Said(shared, known, unknown)


def bags_of(pairs: Iterable[tuple[Passage, Passage, float]]) -> list[Pair]:
    """The words of pairs, to learn from."""
    return [Pair(sorted(left.stems), sorted(right.stems), sure) for left, right, sure in pairs]


def turned(bags: Iterable[Pair]) -> list[Pair]:
    """The same with source and target exchanged."""
    return [Pair(bag.target, bag.source, bag.weight) for bag in bags]


def learnt(pairs: Iterable[tuple[Passage, Passage, float]]) -> tuple[Chances, Chances]:
    """Both dictionaries of some pairs."""
    bags = bags_of(pairs)
    return learn(bags), learn(turned(bags))
