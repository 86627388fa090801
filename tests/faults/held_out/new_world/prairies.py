"""Prairies: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.new_world import final, placing, scoring, surveyors
from rulecheck.reference_engines.new_world import table as p
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.land import lay
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.moves import Move, NoSettler, Place, ScoreFarm, ScoreSide
from rulecheck.reference_engines.new_world.table import CELLS, FARMER, NORTH_ROW, Counts, Table, column_of
from rulecheck.spec.new_world.tiles import PLAIN, SIDES
from tests.faults.held_out.planting import planted


class _Listed(NewWorld):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("turn.then", "this is not open")


def _placed(g: Kit, t: Table, phase: p.Settling, move: Move) -> Table:
    """The table with a settler on the tile just laid, before anything is scored."""
    if isinstance(move, NoSettler):
        return t
    spot = g.spot_of[move]
    face = g.faces[t.land.grid[phase.at]]
    settler = phase.at << 8 | spot << 3 | t.turn
    settlers = list(t.settlers)
    insort(settlers, settler)
    supply = tuple(count - (seat == t.turn) for seat, count in enumerate(t.supply))
    feature = -phase.at if spot == FARMER else phase.roots[face.group_at[spot]]
    return changed(t, settlers=tuple(settlers), supply=supply, on={**t.on, feature: (settler,)})


def _where(move: ScoreSide | ScoreFarm) -> int:
    """What a move scores, as a position names it: a side of the tile just laid, or the cell of a farm."""
    if isinstance(move, ScoreSide):
        return SIDES.index(move.side)
    return CELLS * move.column + move.row + NORTH_ROW


def _scored(g: Kit, t: Table, move: Move) -> Iterator[tuple[Table, int, Table]]:
    """What a move has scored: the table before, the feature, and the table after that scoring."""
    phase = t.phase
    due: Counts
    if isinstance(phase, p.Settling):
        t, cell, roots, due = _placed(g, t, phase, move), phase.at, phase.roots, phase.due
    elif isinstance(phase, p.Scoring):
        assert isinstance(move, ScoreSide | ScoreFarm)
        where = _where(move)
        cell, roots, due = phase.at, phase.roots, tuple(other for other in phase.due if other != where)
        before, (t, _) = t, scoring.score_one(g, t, cell, roots, where, ())
        yield before, scoring.feature_of(g, before, cell, roots, where), t
    elif isinstance(phase, p.Placing):
        assert isinstance(move, Place)
        if isinstance(placing.place(g, t, phase, move).phase, p.Settling):
            return
        cell = CELLS * move.column + move.row + NORTH_ROW
        face = g.faces[phase.tile << 2 | move.turned]
        land, on, roots = lay(g, t.land, t.on, cell, face)
        t = changed(t, land=land, on=on)
        due, _ = scoring.completed(g, t, cell, face, roots, ())
    else:
        return
    due = scoring.still_due(g, t, cell, roots, due)
    if len(due) == 1:
        after, _ = scoring.score_one(g, t, cell, roots, due[0], ())
        yield t, scoring.feature_of(g, t, cell, roots, due[0]), after


def _more(t: Table, seat: int, points: int) -> Table:
    """The table with more points for somebody."""
    scores = list(t.scores)
    scores[seat] += points
    return changed(t, scores=tuple(scores))


@planted("remove.placed-behind", sort="option", shows="misses")
class NobodyStandsBehindTheSurveyors(_Listed):
    """Lets nobody but trappers onto a tile that was laid east of the surveyors."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves, phase = super().legal_moves(state), state.phase
        if not isinstance(phase, p.Settling) or column_of(phase.at) >= state.surveyors[0]:
            return moves
        open_ = tuple(
            move for move in moves if isinstance(move, NoSettler) or p.TRAPPER <= self.g.spot_of[move] < FARMER
        )
        return open_ or (self.g.no_settler,)


@planted("bonus.points", sort="order", shows="state")
class TheBonusFollowsTheMove(_Listed):
    """Moves the surveyor first and then looks which of the scored settlers are in a surveyor's column."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        for before, number, then in _scored(self.g, state, move):
            settlers = before.on[number]
            winners = [settlers[0] & 7] if number < 0 else majority(settlers, ())[0]
            for seat in winners:
                mine = tuple(settler for settler in settlers if settler & 7 == seat)
                was, _ = surveyors.bonus_of(self.g, before.surveyors, mine)
                now, _ = surveyors.bonus_of(self.g, then.surveyors, mine)
                after = _more(after, seat, now - was)
        return after


@planted("remove.behind", sort="supply", shows="state")
class TheSurveyorsColumnIsClearedToo(_Listed):
    """Removes after a surveyor's move also the standing settlers in the very column of the eastern surveyor."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.surveyors == state.surveyors or isinstance(after.phase, p.Finished):
            return after
        eastern = after.surveyors[0]
        behind = [
            settler
            for settler in after.settlers
            if column_of(settler >> 8) == eastern and not surveyors.is_trapper(settler)
        ]
        after = surveyors.send_home(after, behind)
        phase = after.phase
        if not isinstance(phase, p.Scoring):
            return after
        due = scoring.still_due(self.g, after, phase.at, phase.roots, phase.due)
        if not due:
            return scoring.end_turn(self.g, after, after.events)
        return changed(after, phase=p.Scoring(phase.at, due, phase.roots, phase.empty))


@planted("final.farms", sort="price", shows="state outcome")
class UnfinishedFarmsAreWorthNothing(_Listed):
    """Leaves out the farms that are not surrounded in the final scoring."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, p.Finished) and not isinstance(state.phase, p.Finished):
            for number, settlers in after.on.items():
                if number < 0:
                    points, _ = final.farm_points(self.g, after, -number, ())
                    after = _more(after, settlers[0] & 7, -points)
        return after


@planted("final.plains", sort="price", shows="state outcome")
class OnlyTheTrappersTileHasAnimals(_Listed):
    """Counts at the end the animals on the tiles where the trappers lie, not those on the whole plain."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, p.Finished) and not isinstance(state.phase, p.Finished):
            for number, settlers in after.on.items():
                if number < 0 or after.land.features[number].kind != PLAIN:
                    continue
                whole, _ = final.plain_points(self.g, after.land.features[number], False, ())
                for seat in majority(settlers, ())[0]:
                    animals = sum(self._animals(after, settler) for settler in settlers if settler & 7 == seat)
                    after = _more(after, seat, animals * self.g.per_animal - whole)
        return after

    def _animals(self, t: Table, settler: int) -> int:
        face = self.g.faces[t.land.grid[settler >> 8]]
        return face.groups[face.group_at[settler >> 3 & 31]][2]
