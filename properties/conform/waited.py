"""Where a seat was asked, or passed over, only for moves that are listed wrongly: which of what was seen follows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from attrs import evolve

from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.echoes import as_told
from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.steps import Sighting
from rulecheck.properties.conform.waiting import ALIKE, LISTS, Moves, listed_beside, says_whose

_SIDES: Final = {kind: side for side, kinds in ALIKE.items() for kind in kinds}


def follow_from_moves(partings: Mapping[Identity, Parting]) -> dict[Identity, Identity]:
    """For each turn and position that follows from moves that are listed wrongly, or missing, what was seen of those.

    One step may do and the next may not: a wrong order of play beside a wrong list is told where the seats have more
    to do.  A kind of move that is listed against several clauses is one cause, whichever forbids it here.  Of missing
    moves nobody sees whether all of them are missing there, and by passing one comes to any seat: what is alike but
    for that must follow, too.
    """
    known: dict[str, dict[Moves, Identity]] = {side: {} for side in ALIKE}
    for identity, parting in sorted(partings.items(), key=lambda seen: seen[0]):
        side = _SIDES.get(parting.kind)
        if side is not None:
            for clause in (*parting.clauses[:1], ""):
                known[side].setdefault((parting.about, clause), identity)
    first = {identity: _first(parting, known) for identity, parting in partings.items()}
    others = {_alike(partings[identity]) for identity, cause in first.items() if cause is None}
    return {
        identity: cause
        for identity, cause in first.items()
        if cause is not None and (partings[cause].kind in ALIKE[LISTS] or _alike(partings[identity]) not in others)
    }


def beside_known(common: Common, seen: Mapping[Identity, Sighting]) -> dict[Identity, Parting]:
    """What was seen, with what a seat is asked for where the position differs besides in parts that do so elsewhere.

    A price that is got wrong hides that a seat is asked for nothing but what cannot be paid by our rules.
    """
    known = {frozenset(parting.parts) for parting in (shown.sighting for shown in seen.values()) if _is_alone(parting)}
    return {identity: _with_waits(common, shown, known) for identity, shown in seen.items()}


def _is_alone(parting: Parting) -> bool:
    """Whether a position differs, and not in whose turn it is."""
    return parting.kind == "state" and not any(map(says_whose, parting.parts))


def _with_waits(common: Common, shown: Sighting, known: Collection[frozenset[str]]) -> Parting:
    parting = shown.sighting
    if parting.kind != "turn" or parting.waits or not parting.open:
        return parting
    parts = {place.part for place in parting.there}
    owed = frozenset[str]().union(*(some for some in known if some <= parts))
    rest = [place for place in parting.there if place.part not in owed]
    if not owed or not rest:
        return parting
    rig, _, states = played(common, shown.game, parting.at)
    told = as_told(rig.engine.to_json(states[-1]), rest)
    return evolve(parting, waits=listed_beside(rig, states[-1], told, parting.open))


def _alike(parting: Parting) -> tuple[str, ...]:
    """What is the same in partings that differ in what a seat waits for."""
    return (parting.key, *parting.clauses[:1])


def _first(parting: Parting, known: Mapping[str, Mapping[Moves, Identity]]) -> Identity | None:
    """What was seen of the moves that a seat waits for in a parting, if they are all that it waits for."""
    for waits in parting.waits:
        moves = known[waits.side]
        if waits.follows_from(moves.keys()):
            some = sorted(waits.moves)
            return next(moves[move] for move in (*some, *((kind, "") for kind, _ in some)) if move in moves)
    return None
