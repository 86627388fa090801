"""Mistakes in a turn."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.new_world.moves import Move
from rulecheck.reference_engines.new_world.table import Drawing, Table
from tests.faults.new_world.common import Wrong


@breaks("turn.order")
class TurnsGoCounterClockwise(Wrong):
    """Turns go round counter-clockwise."""

    def next_seat(self, seat: int, players: int) -> int:
        return (seat - 1) % players


@breaks("turn.draw")
class PlayersChooseTheirTile(Wrong):
    """Players take whichever tile they like instead of drawing one."""

    def actor(self, state: Table) -> int:
        return state.turn if isinstance(state.phase, Drawing) else super().actor(state)


@breaks("turn.place")
class TheProgramLaysTheTile(Wrong):
    """The tile is laid in the first place where it fits, the player does not choose."""

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        return super().ways(t, kind)[:1]
