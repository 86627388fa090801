"""Clauses that say what one move does in different cases: what is wrong in the same way in all of them is one cause.

Where the ship has a colonist it comes from there, else from the supply: a program that puts it in another place does so
whichever of the two clauses is carried out, and no clause was at work both times.
"""

from __future__ import annotations

from typing import Final

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common

_SURELY: Final = 0.9
"""The part of the times that a clause is at work that is as good as all."""
_LEAST: Final = 2
"""Places that have to differ: one number may be out by as much in two ways."""

Change = frozenset[tuple[str, int]]
"""The parts of a position that differ, each with by how much."""


def are_alternatives(common: Common, cause: Cause, other: Cause) -> bool:
    """Whether the same goes wrong, whichever of two clauses of a paragraph is carried out by a kind of move.

    It has to do so whenever either is, as good as always, and both never be at work in one step.  It shows sooner in
    the other.
    """
    clauses = [each.suspects[0] if each.suspects else "" for each in (cause, other)]
    if cause.rank < other.rank or clauses[0] == clauses[1] or len({_paragraph(clause) for clause in clauses}) > 1:
        return False
    change = _change(cause)
    if change is None or change != _change(other) or _afters(cause) != _afters(other):
        return False
    for each, own, others in zip((cause, other), clauses, reversed(clauses), strict=True):
        partings = [shown.sighting for shown in each.sightings]
        if any(own not in parting.clauses or others in parting.clauses for parting in partings):
            return False
        if common.spectrum.share(partings[:1], own) < _SURELY:
            return False
    return True


def _paragraph(clause: str) -> str:
    return clause.partition(".")[0]


def _afters(cause: Cause) -> set[str]:
    return {shown.sighting.after for shown in cause.sightings}


def _change(cause: Cause) -> Change | None:
    """What differs in every game of a cause, if that is the same in all: some numbers, each by as much."""
    if cause.kind != "state":
        return None
    seen = set[Change]()
    for shown in cause.sightings:
        apart = shown.sighting.differences
        numbers = [place for place in apart if type(place.ours) is int and type(place.theirs) is int]
        if len(numbers) < len(apart) or len(apart) < _LEAST:
            return None
        seen.add(frozenset((place.part, place.theirs - place.ours) for place in numbers))
    return seen.pop() if len(seen) == 1 else None
