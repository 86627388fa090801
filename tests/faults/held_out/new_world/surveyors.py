"""Surveyors: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.surveyors import is_trapper, send_home
from rulecheck.reference_engines.new_world.table import (
    AROUND,
    CELLS,
    STEPS,
    Drawing,
    Finished,
    Placing,
    Table,
    column_of,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("box.tiles", sort="supply", shows="state")
class OneTileTooFew(NewWorld):
    """Of the first kind of tile there is one copy too few."""

    def start(self) -> Table:
        start = super().start()
        return changed(start, pile=plus(start.pile, 0, -1))


@planted("tile.corner", "tile.attach", sort="option", shows="lists")
class TilesMeetAtCorners(NewWorld):
    """A tile may be laid where it touches another one by a corner only."""

    def _places(self, state: Table) -> tuple[Move, ...]:
        if not isinstance(state.phase, Placing):
            return ()
        grid = state.land.grid
        open_cells = {entry >> 8 for entry in state.land.frontier}
        corners = {cell + step for cell in grid for step in AROUND if step not in STEPS and cell >= CELLS}
        cells = sorted(cell for cell in corners if cell >= CELLS and cell not in grid and cell not in open_cells)
        return tuple(self.g.places(cell)[turns] for cell in cells for turns in self.g.turns[state.phase.tile])

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return (*super().legal_moves(state), *self._places(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self._places(state) else super().refusal(state, move)


@planted("tile.attach", sort="option", shows="misses")
class TilesFollowTiles(NewWorld):
    """Once a tile lies, every other one touches a tile: the start spaces are for the first."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Placing) or not state.tiles:
            return legal
        return [move for move in legal if self._follows(state, move)] or legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(state.phase, Placing) and move not in self.legal_moves(state):
            return Refused("tile.attach", "it would touch no tile")
        return refused

    def _follows(self, state: Table, move: Move) -> bool:
        if not isinstance(move, m.Place):
            return True
        beside = [cell_at(move.column, move.row) + step for step in STEPS]
        return any(cell >= CELLS and cell in state.land.grid for cell in beside)


@planted("bonus.points", sort="price", shows="state")
class SurveyorsBringThree(NewWorld):
    """A surveyor brings three points to a settler that is scored in its column."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.bonus_each = 3


@planted("remove.trappers", "plain.stay", sort="supply", shows="state")
class TrappersAreLeftBehindToo(NewWorld):
    """When a surveyor has moved, trappers east of the surveyors go back to their owners like all the others."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.surveyors == state.surveyors or isinstance(after.phase, Finished):
            return after
        eastern = after.surveyors[0]
        behind = [s for s in after.settlers if column_of(s >> 8) < eastern and is_trapper(s)]
        return send_home(after, behind) if behind else after


@planted("end.last-tile", sort="order", shows="turn state outcome")
class EverybodyHasEquallyManyTurns(NewWorld):
    """The game ends when there are not tiles enough for another turn of each player."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Drawing) or after.turn or not state.turn:
            return after
        if sum(after.pile) >= self.g.players:
            return after
        return scoring.end_game(self.g, after, (*after.events, "end.last-tile"))


@planted("final.farms", sort="price", shows="state outcome")
class UnfinishedFarmsForgetThemselves(NewWorld):
    """An unfinished farm brings the points of the tiles around it only."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_farm = 0
