"""Furnaces: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import NEXT_BUILDER, OIL, Building, Drawing, Seat, Table
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted
from tests.faults.held_out.power_grid.utilities import OrdersOtherwise

Move = m.Move


@planted("setup.fuel", "setup.first-prices", sort="supply", shows="state")
class OilFillsTheMarket(PowerGrid):
    """All oil lies in the fuel market at the start, as all coal does."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.fuel_start = replaced(self.g.fuel_start, OIL, self.g.fuel_total[OIL])


@planted("auction.raise", sort="order", shows="turn state")
class BidsGoInTheOrderOfPlay(PowerGrid):
    """In an auction players bid in the order of play, and not clockwise."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.bid_clockwise = False


@planted("order.plants", sort="order", shows="turn state")
class OnlyCitiesMakeTheOrder(OrdersOtherwise):
    """Players with as many cities stay in the order that they were in, whatever plants they own."""

    def rank(self, owner: Seat) -> tuple[int, int]:
        return -owner.cities.bit_count(), 0


@planted("network.money", "network.done", sort="option", shows="turn state")
class OneCityARound(PowerGrid):
    """Each player connects one city at most in a round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Build):
            return after
        if isinstance(after.phase, Drawing) and isinstance(after.phase.after, Building):
            return changed(after, phase=Drawing(NEXT_BUILDER))
        if isinstance(after.phase, Building) and after.turn == state.turn:
            return super().apply(after, self.g.done)
        return after


@planted("network.space", sort="price", shows="state misses")
class LaterHousesCostTenMore(PowerGrid):
    """The second house in a city costs 20 and the third 30."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        first = self.g.house_price[0]
        self.g.house_price = (first, first + 10, first + 20)
