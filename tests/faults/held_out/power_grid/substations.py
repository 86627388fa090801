"""Substations: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import cards, flow
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.arithmetic import is_reached
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import (
    BUILDING,
    DRAWN,
    RENEWAL_OVER,
    STACK,
    USED,
    Building,
    Drawing,
    Offering,
    Table,
    sorted_in,
    without,
)
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("market.sort", "setup.market", sort="option", shows="misses")
class ThreePlantsInTheCurrentMarket(PowerGrid):
    """The three lowest plants are the current market, and the others the future one."""

    def _is_future(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, Offering) or not isinstance(move, m.Auction) or state.step == 3:
            return False
        return self.g.plant_number[move.number] not in state.market[:3]

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_future(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._is_future(state, move):
            return Refused("auction.current", "the plant is in the future market")
        return refused


@planted("step2.start", sort="order", shows="state turn")
class StepTwoBeginsAtOnce(PowerGrid):
    """Step 2 begins in the middle of the building phase, as soon as somebody has connected enough cities."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Building) or after.step > 1 or after.card != STACK:
            return after
        if not is_reached(after.most, self.g.step2_cities):
            return after
        begun = cards.drop_lowest(self.g, changed(after, step=2))
        return cards.replace(self.g, begun, BUILDING, (*after.events, "step2.start", "step2.remove"))


@planted("step3.auction-end", "step3.building", "step3.bureaucracy", "step3.market", sort="supply", shows="state")
class TheStepThreeCardLeavesAlone(PowerGrid):
    """The Step 3 card leaves the market, and the plant with the lowest number stays: seven plants are left."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        gone = {*after.gone} - {*state.gone}
        if state.card in (DRAWN, USED) or after.card not in (DRAWN, USED) or len(gone) != 1:
            return after
        plant = gone.pop()
        return changed(after, market=sorted_in(after.market, plant), gone=without(after.gone, plant))


@planted("step3.renewal", "step3.empty", sort="supply", shows="state turn")
class NothingLeavesInStepThree(PowerGrid):
    """In Step 3 the market of plants stays as it is at the end of a round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        gone = {*after.gone} - {*state.gone}
        if "step3.renewal" not in after.events or len(gone) != 1:
            return after
        plant = gone.pop()
        kept = changed(after, market=sorted_in(after.market, plant), gone=without(after.gone, plant))
        if isinstance(after.phase, Drawing):
            return flow.resume(self.g, kept, RENEWAL_OVER, after.events)
        return kept
