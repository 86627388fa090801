"""Where a seat was asked, or passed over, only for moves that are listed wrongly: which of what was seen follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.waiting import ALIKE, LISTS, Moves

_SIDES: Final = {kind: side for side, kinds in ALIKE.items() for kind in kinds}


def follow_from_moves(partings: Mapping[Identity, Parting]) -> dict[Identity, Identity]:
    """For each turn and position that follows from moves that are listed wrongly, or missing, what was seen of those.

    One step may do and the next may not: a wrong order of play beside a wrong list is told where the seats have more
    to do.
    """
    known: dict[str, dict[Moves, Identity]] = {side: {} for side in ALIKE}
    for identity, parting in sorted(partings.items(), key=lambda seen: seen[0]):
        side = _SIDES.get(parting.kind)
        if side is not None:
            known[side].setdefault(_moves(side, parting), identity)
    return {
        identity: first
        for identity, parting in partings.items()
        for first in [_first(parting, known)]
        if first is not None
    }


def _moves(side: str, parting: Parting) -> Moves:
    return parting.about, parting.clauses[0] if side == LISTS and parting.clauses else ""


def _first(parting: Parting, known: Mapping[str, Mapping[Moves, Identity]]) -> Identity | None:
    """What was seen of the moves that a seat waits for in a parting, if they are all that it waits for."""
    for waits in parting.waits:
        moves = known[waits.side]
        if waits.follows_from(moves):
            kinds = {kind for kind, _ in waits.moves}
            exact = [identity for move, identity in moves.items() if move in waits.moves]
            alike = [identity for (kind, _), identity in moves.items() if kind in kinds]
            return (*exact, *alike)[0]
    return None
