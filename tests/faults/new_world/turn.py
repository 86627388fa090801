"""Mistakes in a turn."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Move
from rulecheck.reference_engines.new_world.table import Counts, Drawing, Scoring, Settling, Table
from tests.faults.new_world.common import Events, Wrong


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


@breaks("turn.then", "settler.just-completed", "home.same-turn")
class ScoringComesBeforeTheSettler(Wrong):
    """Completed features are scored as soon as the tile lies, and only then a settler may be placed."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if isinstance(phase, Settling):
            return super().apply(changed(state, phase=changed(phase, due=())), move)
        after = super().apply(state, move)
        if isinstance(after.phase, Settling) and after.phase.due:
            at, roots, due = after.phase.at, after.phase.roots, after.phase.due
            with self.swapped():
                return scoring.score_all(self.g, after, at, roots, due, after.events)
        return after

    def score_rest(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int) -> Table:
        if len(due) > 1:
            return changed(t, phase=Scoring(cell, due, roots, empty), events=events)
        for where in due:
            t, events = scoring.score_one(g, t, cell, roots, where, events)
        spots = self.spots(t, cell, self.face_at(t, cell), roots)
        if not spots or any(settler >> 8 == cell for settler in t.settlers):
            return scoring.end_turn(g, t, events)
        return changed(t, phase=Settling(cell, self.settlings(spots), roots, ()), events=events)
