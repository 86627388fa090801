"""Trappers: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.land import lay
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.scoring import completed, feature_of, points_of
from rulecheck.reference_engines.new_world.table import FARMER, Counts, Finished, Placing, Scoring, Settling, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


def scored(g: Kit, state: Table, move: Move, after: Table) -> tuple[int, Counts]:
    """The feature that a move has scored, with the settlers on it; -1 unless it has scored one alone."""
    phase, on = state.phase, dict(state.on)
    if not isinstance(phase, Settling | Scoring) or after.events.count("score.completed") != 1:
        return -1, ()
    if isinstance(phase, Settling) and (spot := g.spot_of.get(move, FARMER)) != FARMER:
        number = phase.roots[g.faces[state.land.grid[phase.at]].group_at[spot]]
        on[number] = (phase.at << 8 | spot << 3 | state.turn,)
    due = {feature_of(g, state, phase.at, phase.roots, where) for where in phase.due}
    gone = [number for number in due if number in on and number not in after.on]
    return (gone[0], on[gone[0]]) if len(gone) == 1 else (-1, ())


def standing(g: Kit, state: Table, move: Move) -> set[int]:
    """The settlers on the land once a move has placed one, before anything is scored."""
    there = {*state.settlers}
    if isinstance(state.phase, Settling) and move in g.spot_of:
        there.add(state.phase.at << 8 | g.spot_of[move] << 3 | state.turn)
    return there


def laid(g: Kit, state: Table, move: Move) -> Table:
    """The position that a tile just laid makes before anybody is asked for a settler; other moves change nothing."""
    phase = state.phase
    if not isinstance(phase, Placing) or not isinstance(move, m.Place):
        return state
    cell, number = cell_at(move.column, move.row), phase.tile << 2 | move.turned
    land, on, roots = lay(g, state.land, state.on, cell, g.faces[number])
    tiles = tuple(sorted((*state.tiles, cell << 10 | number)))
    after = changed(state, tiles=tiles, land=land, on=on)
    due, _ = completed(g, after, cell, g.faces[number], roots, ())
    return changed(after, phase=Settling(cell, (), roots, due))


@planted("tile.one-turn", sort="option", shows="misses")
class TilesAreNotTurned(NewWorld):
    """A tile that can be laid as it was drawn may not be turned."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Placing):
            return legal
        return [move for move in legal if isinstance(move, m.Place) and not move.turned] or legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(state.phase, Placing) and move not in self.legal_moves(state):
            return Refused("tile.one-turn", "the tile can be laid as it was drawn")
        return refused


@planted("settler.farmer", sort="option", shows="misses")
class FarmsTakeNoFarmers(NewWorld):
    """No settler may be placed on a farm."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not isinstance(move, m.Farmer)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(move, m.Farmer):
            return Refused("settler.farmer", "nobody settles on farms")
        return refused


@planted("score.unoccupied", sort="price", shows="state")
class EmptyFeaturesPayTheActive(NewWorld):
    """A completed trail, town or farm on which nobody stands is scored by the player who has completed it."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, Settling) or "score.unoccupied" not in after.events:
            return after
        state = laid(self.g, state, move)
        phase = state.phase
        if not isinstance(phase, Settling):
            return after
        occupied = set(state.on)
        spot = self.g.spot_of.get(move)
        if spot is not None:
            group_at = self.g.faces[state.land.grid[phase.at]].group_at
            occupied.add(-phase.at if spot == FARMER else phase.roots[group_at[spot]])
        scores = after.scores
        for where in phase.due:
            number = feature_of(self.g, state, phase.at, phase.roots, where)
            if number < 0 and number not in occupied:
                scores = plus(scores, state.turn, self.g.farm_points)
            elif number not in occupied:
                scores = plus(scores, state.turn, points_of(self.g, state.land.features[number], ())[0])
        return changed(after, scores=scores)


@planted("surveyor.move", sort="order", shows="state")
class OnlyOwnScoringsMoveSurveyors(NewWorld):
    """No surveyor moves for a feature that brings the player whose turn it is nothing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "score.completed" not in after.events:
            return after
        state = laid(self.g, state, move)
        _, settlers = scored(self.g, state, move, after)
        if not settlers or isinstance(after.phase, Finished) or state.turn in majority(settlers, ())[0]:
            return after
        supply, on = after.supply, dict(after.on)
        behind = standing(self.g, state, move) - {*after.settlers, *settlers}
        for settler in behind:
            number = self._feature(state, settler)
            on[number] = tuple(sorted((*on.get(number, ()), settler)))
            supply = plus(supply, settler & 7, -1)
        back = tuple(sorted((*after.settlers, *behind)))
        return changed(after, surveyors=state.surveyors, settlers=back, supply=supply, on=on)

    def _feature(self, state: Table, settler: int) -> int:
        """The feature that a settler stands on: one that was placed just now stands on the tile just laid."""
        for number, there in state.on.items():
            if settler in there:
                return number
        cell, spot = settler >> 8, settler >> 3 & 31
        roots: tuple[int, ...] = getattr(state.phase, "roots", ())
        return -cell if spot == FARMER else roots[self.g.faces[state.land.grid[cell]].group_at[spot]]


@planted("final.trails", sort="price", shows="state outcome")
class UnfinishedTrailsBringTwo(NewWorld):
    """At the end an unfinished trail brings two points for each tile."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_trail_tile = 2
