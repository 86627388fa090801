"""Settlements: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.table import FARMER, STEPS, Counts, Feature, Settling, Table, column_of
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.new_world.colonies import SettlersJoin
from tests.faults.held_out.new_world.frontiers import PlainsBringOtherPoints, paid, scored, standing
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.surveyors", sort="supply", shows="state")
class SurveyorsBeginInTheFirstColumn(NewWorld):
    """The surveyors begin west of the start spaces, where the first tiles will lie."""

    def start(self) -> Table:
        return changed(super().start(), surveyors=(1, 1))


@planted("settler.occupied", sort="option", shows="lists")
class FarSettlersBlockNothing(SettlersJoin):
    """A settler keeps others off its trail, town or plain on neighbouring tiles only."""

    def joining(self, state: Table) -> dict[Move, int]:
        phase = state.phase
        if not isinstance(phase, Settling):
            return {}
        beside = {phase.at + step for step in STEPS}
        spots = self.g.faces[state.land.grid[phase.at]].spots
        return {
            self.g.settle[spot]: root
            for spot, root in zip(spots, phase.roots, strict=False)
            if root in state.on and all(settler >> 8 not in beside for settler in state.on[root])
        }

    def apply(self, state: Table, move: Move) -> Table:
        root = self.joining(state).get(move)
        if root is None:
            return super().apply(state, move)
        settlers = standing(self.g, state, move)  # all of them stand there when the feature is scored
        (settler,) = settlers - {*state.settlers}
        joined = changed(
            state,
            settlers=tuple(sorted(settlers)),
            supply=plus(state.supply, state.turn, -1),
            on={**state.on, root: tuple(sorted((*state.on[root], settler)))},
        )
        return super().apply(joined, self.g.no_settler)


@planted("remove.placed-behind", sort="option", shows="misses")
class NobodySettlesBehind(NewWorld):
    """Only trappers may be placed on a tile that lies east of the surveyors."""

    def _is_behind(self, state: Table, move: Move) -> bool:
        phase = state.phase
        if not isinstance(phase, Settling) or not isinstance(move, m.Sheriff | m.Robber | m.Farmer):
            return False
        return column_of(phase.at) < state.surveyors[0]

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_behind(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._is_behind(state, move):
            return Refused("remove.behind", "the surveyors have passed")
        return super().refusal(state, move)


@planted("remove.behind", sort="supply", shows="state")
class FarmersAreNotLeftBehind(NewWorld):
    """Farmers stay on their farms when the surveyors have passed, like trappers on their plains."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        _, settlers = scored(self.g, state, move, after)
        if "remove.behind" not in after.events or not settlers:
            return after
        left = standing(self.g, state, move) - {*after.settlers, *settlers}
        farmers = [settler for settler in left if settler >> 3 & 31 == FARMER]
        supply, on = after.supply, {**after.on}
        for farmer in farmers:
            supply = plus(supply, farmer & 7, -1)
            on[-(farmer >> 8)] = (farmer,)
        return changed(after, settlers=tuple(sorted((*after.settlers, *farmers))), supply=supply, on=on)


@planted("bonus.points", sort="price", shows="state")
class TwoSurveyorsPayOnce(NewWorld):
    """A settler in a column with both surveyors brings the bonus once."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        scores = after.scores
        for settler in paid(self.g, state, move, after):
            if state.surveyors.count(column_of(settler >> 8)) > 1:
                scores = plus(scores, settler & 7, -self.g.bonus_each)
        return changed(after, scores=scores)


@planted("final.plains", sort="price", shows="state outcome")
class AnimalsAroundTheTrappers(PlainsBringOtherPoints):
    """At the end trappers bring the animals of their own segments, and not those of the whole plain."""

    def more(self, state: Table, plain: Feature, settlers: Counts) -> Iterator[tuple[int, int]]:
        for seat in majority(settlers, ())[0]:
            there = sum(self._animals(state, settler) for settler in settlers if settler & 7 == seat)
            yield seat, there - plain.marks

    def _animals(self, state: Table, settler: int) -> int:
        face = self.g.faces[state.land.grid[settler >> 8]]
        return face.groups[face.group_at[settler >> 3 & 31]][2]


@planted("final.flags", sort="price", shows="state outcome")
class FlagsAreForgottenAtTheEnd(NewWorld):
    """Flags in unfinished towns bring nothing."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_flag = 0
