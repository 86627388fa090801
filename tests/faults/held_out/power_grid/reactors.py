"""Reactors: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import GARBAGE, Finished, Opening, Seat, Table, sorted_in
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted
from tests.faults.held_out.power_grid.utilities import OrdersOtherwise

Move = m.Move


@planted("setup.fuel", "setup.first-prices", sort="supply", shows="state")
class GarbageBeginsAtSix(PowerGrid):
    """Three more garbage lie in the market at the start, so that the first costs 6."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.fuel_start = plus(self.g.fuel_start, GARBAGE, 3)


@planted("network.room", "step2.second-house", sort="option", shows="lists")
class TwoHousesInStepOne(PowerGrid):
    """A city has room for two players from the beginning on."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        _, second, third = self.g.houses_allowed
        self.g.houses_allowed = (second, second, third)


@planted("auction.minimum", sort="option", shows="misses")
class OpeningBidsAreTheNumber(PowerGrid):
    """Who chooses a plant bids its number, and no more."""

    def _is_more(self, state: Table, move: Move) -> bool:
        phase = state.phase
        return isinstance(phase, Opening) and isinstance(move, m.Bid) and move.amount > self.g.numbers[phase.plant]

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:1] if isinstance(state.phase, Opening) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._is_more(state, move):
            return Refused("auction.minimum", "the first bid is the plant's number")
        return super().refusal(state, move)


@planted("income.paid", sort="price", shows="state")
class EveryCityIsPaid(PowerGrid):
    """Income is paid for all cities of the network, supplied or not."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        every = len(self.g.map.cities)
        self.g.capacity = lambda run: every  # type: ignore[method-assign]


@planted("renewal.bury", sort="supply", shows="state")
class TheHighestPlantIsThrownAway(PowerGrid):
    """The highest plant of the future market leaves the game at the end of a round instead of going under the stack."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        gone = after.gone
        for plant in set(after.buried) - set(state.buried):
            gone = sorted_in(gone, plant)
        buried = tuple(plant for plant in after.buried if plant in state.buried)
        return changed(after, buried=buried, gone=gone)


@planted("step2.start", sort="order", shows="turn state")
class StepTwoAtSixCities(PowerGrid):
    """Step 2 begins when somebody has six cities, as with six players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.step2_cities = 6


@planted("order.cities", sort="order", shows="turn state")
class TheFewestCitiesGoFirst(OrdersOtherwise):
    """Who has connected the fewest cities comes first in the order of play."""

    def rank(self, owner: Seat) -> tuple[int, int]:
        return owner.cities.bit_count(), -owner.plants[-1] if owner.plants else 1


@planted("win.supplied", "plant.needs", sort="price", shows="outcome state")
class NoFuelForTheLastSupply(PowerGrid):
    """At the end everybody supplies what their plants could, whatever fuel there is for them."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Finished) or isinstance(state.phase, Finished):
            return after
        seats = []
        for seat in after.seats:
            most = sum(self.g.plant_cities[plant] for plant in seat.plants)
            seats.append(changed(seat, supplied=min(most, seat.cities.bit_count())))
        return changed(after, seats=tuple(seats))
