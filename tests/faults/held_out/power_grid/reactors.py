"""Reactors: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import GARBAGE, Seat
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted
from tests.faults.held_out.power_grid.utilities import OrdersOtherwise


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
