"""Settlers: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections import defaultdict

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import final
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.surveyors import is_trapper
from rulecheck.reference_engines.new_world.table import FARMER, Settling, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.new_world.tiles import PLAIN, TRAIL
from rulecheck.spec.rules import Rules
from tests.faults.held_out.new_world.frontiers import scored, standing
from tests.faults.held_out.new_world.settlements import FarSettlersBlockNothing
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.surveyors", sort="supply", shows="state")
class OneSurveyorBeginsAhead(NewWorld):
    """One surveyor begins on a start space, the other one a column further west."""

    def start(self) -> Table:
        return changed(super().start(), surveyors=(0, 1))


@planted("settler.occupied", sort="option", shows="lists")
class RobbersAndSheriffsJoinTheirOwn(FarSettlersBlockNothing):
    """A settler may be placed on a trail or in a town where all settlers are the player's own."""

    def joining(self, state: Table) -> dict[Move, int]:
        phase = state.phase
        if not isinstance(phase, Settling):
            return {}
        face = self.g.faces[state.land.grid[phase.at]]
        return {
            self.g.settle[spot]: root
            for (kind, _, _, _), spot, root in zip(face.groups, face.spots, phase.roots, strict=False)
            if kind != PLAIN and root in state.on and all(settler & 7 == state.turn for settler in state.on[root])
        }


@planted("trail.tiles", sort="price", shows="state")
class TrailsForgetTheNewTile(NewWorld):
    """A complete trail brings no point for the tile that has completed it."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        number, settlers = scored(self.g, state, move, after)
        if number < 0 or state.land.features[number].kind != TRAIL:
            return after
        scores = after.scores
        for seat in majority(settlers, ())[0]:
            scores = plus(scores, seat, -self.g.trail_tile)
        return changed(after, scores=scores)


@planted("remove.behind", sort="price", shows="state")
class LeftBehindTheyAreScored(NewWorld):
    """Settlers that the surveyors leave behind bring what their unfinished features would bring at the end."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        _, settlers = scored(self.g, state, move, after)
        if "remove.behind" not in after.events or not settlers:
            return after
        left: dict[int, list[int]] = defaultdict(list)
        for settler in sorted(standing(self.g, state, move) - {*after.settlers, *settlers}):
            if not is_trapper(settler):
                left[self._feature(state, settler)].append(settler)
        scores = after.scores
        for number, there in left.items():
            if number < 0:
                points, _ = final.farm_points(self.g, state, -number, ())
            else:
                points, _ = final.unfinished_points(self.g, state.land.features[number], ())
            for seat in majority(tuple(there), ())[0]:
                scores = plus(scores, seat, points)
        return changed(after, scores=scores)

    def _feature(self, state: Table, settler: int) -> int:
        """The feature that a settler stands on: one that was placed just now stands on the tile just laid."""
        for number, there in state.on.items():
            if settler in there:
                return number
        cell, spot = settler >> 8, settler >> 3 & 31
        roots: tuple[int, ...] = getattr(state.phase, "roots", ())
        return -cell if spot == FARMER else roots[self.g.faces[state.land.grid[cell]].group_at[spot]]


@planted("final.towns", "final.flags", sort="price", shows="state outcome")
class UnfinishedTownsBringNothing(NewWorld):
    """At the end unfinished towns are worth nothing, their flags neither."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_town_tile = self.g.final_flag = 0
