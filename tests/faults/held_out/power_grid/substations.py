"""Substations: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import bureaucracy, cards, flow
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.arithmetic import is_reached
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import (
    BUILDING,
    DRAWN,
    NO_FUEL,
    RENEWAL_OVER,
    STACK,
    USED,
    Bidding,
    Building,
    Drawing,
    Offering,
    Opening,
    Producing,
    Scrapping,
    Table,
    sorted_in,
    without,
)
from rulecheck.reference_engines.tuples import plus, replaced
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.supply", sort="supply", shows="state")
class NothingLiesBesideTheBoard(PowerGrid):
    """The fuel that does not lie in the market at the start goes back to the box: the supply is empty."""

    def start(self) -> Table:
        return changed(super().start(), supply=NO_FUEL)


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


@planted("auction.one-plant", "auction.pass", sort="order", shows="turn state")
class EverybodyBidsInEveryAuction(PowerGrid):
    """Who has bought or passed in a round may still bid for the plants that others choose."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if not isinstance(phase, Opening) or not phase.out:
            return super().apply(state, move)
        after = super().apply(changed(state, phase=Opening(0, phase.plant)), move)
        if not isinstance(after.phase, Bidding):
            return super().apply(state, move)
        return changed(after, phase=changed(after.phase, out=phase.out))


@planted("plants.move-fuel", "fuel.rearrange", sort="supply", shows="state turn")
class ScrappedPlantsTakeTheirFuel(PowerGrid):
    """A plant that is given up takes with it all the fuel that it can have stored, whatever room there is elsewhere."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Scrapping) or not isinstance(move, m.Scrap):
            return super().apply(state, move)
        plant = self.g.plant_number[move.number]
        seat, supply = state.seats[state.turn], state.supply
        fuel, left = seat.fuel, self.g.storage_times * self.g.needs[plant]
        for kind in self.g.kinds[plant]:
            lost = min(left, fuel[kind])
            fuel, supply, left = plus(fuel, kind, -lost), plus(supply, kind, lost), left - lost
        seats = replaced(state.seats, state.turn, changed(seat, fuel=fuel))
        return super().apply(changed(state, seats=seats, supply=supply), move)


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


@planted("income.order", sort="order", shows="turn state")
class TheLastIsPaidFirst(PowerGrid):
    """Plants run and incomes are paid in the reverse order of play, like fuel and building."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Producing):
            after = super().apply(changed(state, order=state.order[::-1]), move)
            return after if after.round != state.round else changed(after, order=state.order)
        after = super().apply(state, move)
        if not isinstance(after.phase, Producing):
            return after
        seats = after.seats
        for seat in after.order[: after.order.index(after.turn)]:  # these could run nothing and were paid for that
            seats = replaced(seats, seat, changed(seats[seat], money=seats[seat].money - self.g.income(0)))
        reverse = changed(after, seats=seats, order=after.order[::-1])
        return changed(bureaucracy.ask(self.g, reverse, 0, after.events), order=after.order)


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
