"""What a free translation may say otherwise and be right: such a difference is counted, not shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from attrs import define, field

from rulecheck.solvers.translation.attesting import Attesting
from rulecheck.solvers.translation.clashes import DENIALS, Clash
from rulecheck.solvers.translation.passages import Passage, Side

SAID: Final = 0.5
"""So much of what stands around a lost word has to stand in the partner for the word to be missed."""

EVEN: Final = 0.65
"""So long a sentence has to be, against what its partner would be by the length of both texts."""

LITTLE: Final = 0.4
NEARLY: Final = 0.85
"""So little may be known of these words that the length alone has to tell, and how even it has to be then."""

CLOSE: Final = 3
"""A word so near after a denial is denied by it."""

ELSEWHERE: Final = 0.6
"""So much of a sentence without a partner that stands in one other sentence is said there."""

BESIDE: Final = 2
"""Units between a number and a word that is about it."""

_DEGREES: Final = frozenset(
    f"bound.{a}>bound.{b}" for pair in (("less", "least"), ("more", "most")) for a, b in (pair, pair[::-1])
)
_DIFFERENT: Final = frozenset(("other.same>other.different", "other.different>other.same"))

_EDGE: Final = re.compile(r"[,;:()–—]")


@define
class Doubting:
    """Two texts, and what their pairs taught."""

    source: Side
    target: Side
    attesting: Attesting = field(repr=False)

    # -- concepts --------------------------------------------------------------------------------------------------

    def of_clash(self, clash: Clash, left: Passage, right: Passage) -> str:
        """Why two partners may differ in a concept and say the same; empty if they may not."""
        if clash.key in _DEGREES:
            return "of two, more is the most"
        if clash.key in _DIFFERENT and bool(left.ids & DENIALS) != bool(right.ids & DENIALS):
            return "one of the two denies the opposite"
        if clash.key[:-1] == "only.only" and (shared := self._is_by_number(clash, left, right)) is not None:
            return "only beside a number says that it is few" if shared else ""
        if clash.source and clash.target and not clash.key.startswith("not"):
            if self._is_denied(left, clash.source[0], is_source=True) != self._is_denied(
                right, clash.target[0], is_source=False
            ):
                return "one of the two is denied there"
            return ""
        if clash.key[:-1] in ("place.left", "place.right"):
            return "only one of the two names a side"
        is_source = bool(clash.source) and (not clash.target or clash.key == "not-")
        return self._of_surplus(left, right, (clash.source or clash.target)[0], is_source=is_source)

    def _is_by_number(self, clash: Clash, left: Passage, right: Passage) -> bool | None:
        """Whether both have the number that the word for "only" stands by; None if it stands by none.

        With the number a whole restriction is gone ("with two players only").
        """
        own, other, places, side = (
            (left, right, clash.source, self.source) if clash.source else (right, left, clash.target, self.target)
        )
        units = [unit.start for unit in side.text.units if own.start <= unit.start < own.end]
        near = [
            number.value in other.values
            for number in own.numbers
            for at in places
            if sum(1 for start in units if min(at, number.start) < start <= max(at, number.start)) <= BESIDE
        ]
        return any(near) if near else None

    def _of_surplus(self, left: Passage, right: Passage, at: int, *, is_source: bool) -> str:
        """Why what only one of the two says may be a detail."""
        own, other = (left, right) if is_source else (right, left)
        if self._length(own, other, is_source=is_source) < EVEN:
            return "the other sentence is much shorter"
        start, end = self._stretch(own, at, is_source=is_source)
        if (start, end) == (own.start, own.end):
            return ""
        said = self.attesting.said(own, other, is_source=is_source, start=start, end=end, but=at)
        if said.known < LITTLE and self._length(own, other, is_source=is_source) >= NEARLY:
            return ""
        return "" if said.share >= SAID else "the words around it stand in one of the two only"

    def _length(self, own: Passage, other: Passage, *, is_source: bool) -> float:
        """How long the partner is against what it should be."""
        ratio = self.attesting.likeness.ratio
        expected = own.length * ratio if is_source else own.length / ratio
        return other.length / max(1.0, expected)

    def _stretch(self, passage: Passage, at: int, *, is_source: bool) -> tuple[int, int]:
        """The part of a sentence between commas, colons and brackets that a place lies in."""
        text = (self.source if is_source else self.target).text.text
        edges = [m.start() for m in _EDGE.finditer(text, passage.start, passage.end)]
        start = max((edge + 1 for edge in edges if edge < at), default=passage.start)
        return start, min((edge for edge in edges if edge >= at), default=passage.end)

    def _is_denied(self, passage: Passage, at: int, *, is_source: bool) -> bool:
        """Whether a denial stands just before a word."""
        units = (self.source if is_source else self.target).text.units
        before = [sighted.start for sighted in passage.concepts if sighted.concept in DENIALS and sighted.start < at]
        if not before:
            return False
        return sum(1 for unit in units if max(before) < unit.start <= at) <= CLOSE

    # -- numbers ---------------------------------------------------------------------------------------------------

    def of_numbers(self, less: Counter[int], more: Counter[int], left: Passage, right: Passage) -> str:
        """Why two partners may have other numbers and say the same; empty if they may not."""
        shared = sum((Counter(left.values) & Counter(right.values)).values())
        if not {*less, *more} - {1}:
            return "one of a thing need not be counted"
        own_rest, other_rest = (sum(c for value, c in count.items() if value != 1) for count in (less, more))
        if own_rest and other_rest:
            if max(own_rest, other_rest) <= max(1, shared):
                return ""
            return "several numbers differ: a table or a list may be laid out otherwise"
        is_source = own_rest > 0 or (not other_rest and bool(less))
        own = left if is_source else right
        (value, *rest) = sorted((less if is_source else more).elements(), reverse=True)
        if rest and rest[0] != 1:
            return "several numbers stand in one of the two only"
        if _is_worked_out(value, left.values if is_source else right.values) or _is_worked_out(
            value, right.values if is_source else left.values
        ):
            return "it can be worked out from the other numbers"
        place = next(unit for unit in own.numbers if unit.value == value)
        if not place.text.isdecimal():
            return "the number is a word"
        return self._of_surplus(left, right, place.start, is_source=is_source)

    # -- sentences without a partner ---------------------------------------------------------------------------------

    def of_gap(self, passage: Passage, beside: Sequence[tuple[Passage, Passage]], *, is_source: bool) -> str:
        """Why a sentence without a partner may be said all the same; empty if it is not."""
        if passage.is_heading:
            return "a heading"
        others = self.target.passages if is_source else self.source.passages
        covered = self.attesting.likeness.covered
        if any(covered(passage, other, is_source=is_source) >= ELSEWHERE for other in others):
            return "most of its words stand together elsewhere"
        for left, right in beside:
            own, other = (left, right) if is_source else (right, left)
            if self._length(own, other, is_source=is_source) >= 1 + EVEN * passage.length / max(1, own.length):
                return "the sentence beside it is long enough to say it too"
        return ""


def _is_worked_out(value: int, values: Sequence[int]) -> bool:
    """Whether a number is the sum or the product of some others, or a product and one more: "46 worth 1, 8 worth 5"."""
    others = [other for other in values if other != value][:8]
    if value == 0:
        return False
    return any(
        sum(chosen) == value
        or (size == 2 and chosen[0] * chosen[1] == value)
        or (size == 3 and value - sum(chosen) in [a * b - a - b for a, b in combinations(chosen, 2)])
        for size in range(2, len(others) + 1)
        for chosen in combinations(others, size)
    )
