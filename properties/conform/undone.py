"""What a move leaves undone on one side: more than one part of the position may stay as it was by one fault.

A marker that is not moved leaves the order that it stands in as it was, too.  What differs so is told apart from the
marker, since that is seen to stay by itself as well; but it is never seen without it.
"""

from __future__ import annotations

from collections.abc import Collection

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.observation import place_in
from rulecheck.properties.conform.waiting import says_whose


def is_beside(common: Common, cause: Cause, other: Cause) -> bool:
    """Whether one cause is seen nowhere but beside another, and as undone as it, or a turn or phase by its clause.

    Both are positions that differ.  The likeliest clause of the other has to be at work each time.  What two clauses
    of one step bring may be put down to one of them: that is not enough for more than who is to move, and what for.
    """
    if not cause.kind == other.kind == "state" or not other.suspects:
        return False
    of_other = [seen.sighting for example in (other, *other.members) for seen in example.sightings]
    alone = {frozenset(parting.parts) for parting in of_other if parting.kind == "state"}
    clause = other.suspects[0]
    for shown in cause.sightings:
        parting = shown.sighting
        if clause not in parting.clauses or not any(parts <= parting.beside for parts in alone):
            return False
    if cause.suspects[:1] == other.suspects[:1] and all(map(says_whose, cause.parts)):
        return True
    return is_undone(common, cause) and is_undone(common, other)


def is_undone(common: Common, cause: Cause, but: Collection[str] = ()) -> bool:
    """Whether all that differs in a cause stays as it was before a move, but for who is to move.

    `but` are kinds of moves after which it must not be seen.
    """
    for shown in cause.candidates.soonest:
        parting = shown.sighting
        rig, moves, states = played(common, shown.game, parting.at)
        if not moves or parting.after in but:
            return False
        before = rig.engine.to_json(states[-2])
        apart = (place for place in parting.differences if not says_whose(place.part))
        if any(place_in(before, place.path) != place.theirs for place in apart):
            return False
    return True
