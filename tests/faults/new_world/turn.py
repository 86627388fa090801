"""Mistakes in a turn."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Draw, Move, NoSettler
from rulecheck.reference_engines.new_world.table import Counts, Drawing, Placing, Scoring, Settling, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.new_world.common import Events, Wrong


@breaks("turn.order")
class TurnsGoCounterClockwise(Wrong):
    """Turns go round counter-clockwise."""

    def next_seat(self, seat: int, players: int) -> int:
        return (seat - 1) % players


@breaks("turn.order", "turn.then")
class WhoScoresHasAnotherTurn(Wrong):
    """A player whose tile has something scored has another turn."""

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        after = super().end_turn(g, t, events)
        again = isinstance(after.phase, Drawing) and "score.completed" in events
        return changed(after, turn=t.turn) if again else after


@breaks("turn.draw")
class PlayersChooseTheirTile(Wrong):
    """Players take whichever tile they like instead of drawing one."""

    def actor(self, state: Table) -> int:
        return state.turn if isinstance(state.phase, Drawing) else super().actor(state)


@breaks("tile.unplaceable", "turn.draw")
class OnlyTilesThatFitAreDrawn(Wrong):
    """Only tiles that can be laid somewhere are drawn, the others wait in the pile."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Drawing):
            return legal
        return tuple(move for move in legal if self.ways(state, self.kind_of(move))) or legal

    def weights(self, state: Table) -> Sequence[int]:
        return [state.pile[self.kind_of(move)] for move in self.legal_moves(state)]

    def kind_of(self, move: Move) -> int:
        """The kind that is drawn."""
        return self.g.kind_number[move.kind] if isinstance(move, Draw) else -1


@breaks("turn.place")
class TheProgramLaysTheTile(Wrong):
    """The tile is laid in the first place where it fits, the player does not choose."""

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        return super().ways(t, kind)[:1]


@breaks("turn.place", "tile.unplaceable")
class ATileMayBePutAside(Wrong):
    """A player may put the tile into the box instead of laying it."""

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        moves = super().ways(t, kind)
        return (*moves, self.g.no_settler) if moves else ()

    def apply(self, state: Table, move: Move) -> Table:
        if not (isinstance(state.phase, Placing) and isinstance(move, NoSettler)):
            return super().apply(state, move)
        boxed = changed(state, box=plus(state.box, state.phase.tile, 1))
        return scoring.end_turn(self.g, boxed, ("turn.place",))


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
