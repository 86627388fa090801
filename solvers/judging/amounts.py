"""Amounts compared: what a text's number or quantifier is to the clause's."""

from __future__ import annotations

import math
from typing import Final

from rulecheck.solvers.judging.concepts import Relation
from rulecheck.spec.reading.frames import Quantity

WHOLE: Final = frozenset({"all", "each", "both"})
HALVES: Final = frozenset({"half", "half-down", "half-up"})

Interval = tuple[float, float]


def interval(amount: Quantity) -> Interval | None:
    """The numbers that an amount allows; None for one that is none (all, a half, a difference)."""
    match amount.how, amount.value, amount.upper:
        case "exactly", int(value), _:
            return value, value
        case "at-least", int(value), _:
            return value, math.inf
        case "at-most", int(value), _:
            return 0, value
        case "between", int(value), int(upper):
            return value, upper
        case "some", _, _:
            return 1, math.inf
        case "none", _, _:
            return 0, 0
    return None


def compared(wanted: Quantity, said: Quantity, *, may: bool = False, is_one_each: bool = True) -> Relation:
    """What an amount of a text is to the clause's.

    `may`: of something that need not be done at all.  `is_one_each`: of nouns of which one stands for each, "a player".
    """
    if wanted.cases or said.cases:
        return _cases(wanted, said)
    if wanted.how in WHOLE and said.how in WHOLE:
        return Relation.SAME
    if {wanted.how, said.how} == {"any"}:
        return Relation.SAME
    if wanted.how in HALVES and said.how in HALVES:
        is_same = wanted.how == said.how
        return Relation.SAME if is_same else Relation.LOOSE if "half" in (wanted.how, said.how) else Relation.OTHER
    if {"more", "less"} & {wanted.how, said.how}:
        if wanted == said:
            return Relation.SAME
        turned = {wanted.how, said.how} == {"more", "less"}
        return Relation.OTHER if turned or wanted.value != said.value else Relation.LOOSE  # "one", of "one more"
    ours, theirs = interval(wanted), interval(said)
    if ours is not None and theirs is not None:
        return _numbers(ours, theirs, may=may)
    if "any" in (wanted.how, said.how):
        other = said if wanted.how == "any" else wanted
        is_free = said.how == "any" and wanted.how == "at-most"  # as many as one likes
        return Relation.OTHER if other.how in WHOLE or is_free else Relation.LOOSE
    if "unlimited" in (wanted.how, said.how):
        return Relation.SAME if wanted.how == said.how else Relation.OTHER
    number = theirs if ours is None else ours
    if number is not None and {wanted.how, said.how} & WHOLE:  # "all twelve"
        is_whole = number[0] > 1 or (is_one_each and number == (1, 1))
        return Relation.LOOSE if is_whole else Relation.OTHER
    return Relation.OTHER


def _numbers(ours: Interval, theirs: Interval, *, may: bool) -> Relation:
    if ours == theirs:
        return Relation.SAME
    if may and ours[1] == theirs[1] and min(ours[0], theirs[0]) == 0 and ours[1] < math.inf:
        return Relation.SAME  # "may take two" is "at most two"
    if (1, 1) in (ours, theirs) and (1, math.inf) in (ours, theirs):
        return Relation.LOOSE  # "a colonist" and "at least one"
    return Relation.OTHER


def _cases(wanted: Quantity, said: Quantity) -> Relation:
    """Numbers for numbers of players: each that both tell; a single number may be one of them."""
    if wanted.cases and said.cases:
        ours, theirs = dict(wanted.cases), dict(said.cases)
        shared = ours.keys() & theirs.keys()
        if any(ours[count] != theirs[count] for count in shared):
            return Relation.OTHER
        return Relation.SAME if shared else Relation.LOOSE
    cases, number = (wanted, interval(said)) if wanted.cases else (said, interval(wanted))
    if number is None:
        return Relation.LOOSE
    return Relation.LOOSE if any(number[0] <= value <= number[1] for _, value in cases.cases) else Relation.OTHER
