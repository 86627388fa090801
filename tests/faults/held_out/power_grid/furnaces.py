"""Furnaces: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid import network
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import (
    COAL,
    NEXT_BUILDER,
    OIL,
    Building,
    Drawing,
    Seat,
    Table,
    sorted_in,
    without,
)
from rulecheck.reference_engines.tuples import plus, replaced
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


@planted("income.burn", sort="supply", shows="state")
class BurntFuelLeavesTheGame(PowerGrid):
    """What plants burn is out of the game, and not in the supply."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, m.Run):
            return super().apply(state, move)
        plant, supply = self.g.plant_number[move.number], state.supply
        if self.g.is_hybrid[plant]:
            supply = plus(plus(supply, COAL, -move.coal), OIL, -move.oil)
        elif self.g.kinds[plant]:
            supply = plus(supply, self.g.kinds[plant][0], -self.g.needs[plant])
        return super().apply(changed(state, supply=supply), move)


@planted("renewal.bury", sort="supply", shows="state turn")
class TheLowestPlantIsBuried(PowerGrid):
    """At the end of a round the plant with the lowest number goes under the stack, and not the highest."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        highest = set(after.buried) - set(state.buried)
        if "renewal.bury" not in after.events or not isinstance(after.phase, Drawing) or not highest:
            return after
        high, low = highest.pop(), after.market[0]
        buried = sorted_in(without(after.buried, high), low)
        return changed(after, market=sorted_in(without(after.market, low), high), buried=buried)


@planted("end.start", sort="order", shows="turn state outcome")
class TheGameEndsInMidBuilding(PowerGrid):
    """The game is over as soon as somebody connects the city that ends it: those who follow do not build."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Build) or after.is_ending or after.most < self.g.end_cities:
            return after
        return network.over(self.g, after, after.events)
