"""Abbeys: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import MARKET, SHIP
from rulecheck.reference_engines.castles_of_burgundy.table import NO_GOODS, Fetching, Table, Warehouse
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy import knowledge as knowledge_faults
from tests.faults.castles_of_burgundy import regions as regions_faults
from tests.faults.castles_of_burgundy import setup as setup_faults
from tests.faults.castles_of_burgundy import ships as ships_faults
from tests.faults.castles_of_burgundy import tiles as tiles_faults
from tests.faults.held_out.planting import again, planted

Move = m.Move


TheFirstHasTheMostWorkers = again(setup_faults.FirstPlayerHasMostWorkers, "setup.workers", sort="supply", shows="state")
WorkersChangeADieByTwo = again(
    knowledge_faults.EverybodyChangesDiceByTwo, "worker.change", sort="option", shows="lists"
)
RoomForAllGoods = again(ships_faults.AnyNumberOfKindsIsKept, "ship.kinds", sort="option", shows="state turn")
AllAnimalsScoreAgain = again(
    tiles_faults.AllAnimalsOfThePastureScoreAgain, "animals.again", sort="price", shows="state"
)


@planted("market.take", sort="option", shows="misses")
class MarketsBringAnimalsOnly(CastlesOfBurgundy):
    """A market brings animals, and no ship."""

    def _is_ship(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, Fetching) or state.phase.building != MARKET or not isinstance(move, m.Take):
            return False
        return self.g.colour[self.g.tile_number[move.tile]] == SHIP

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_ship(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._is_ship(state, move):
            return Refused("market.take", "a market brings animals")
        return super().refusal(state, move)


@planted("warehouse.sell", sort="option", shows="state")
class WarehousesSellEverything(CastlesOfBurgundy):
    """With a warehouse goods of all kinds are sold, as one sale."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Warehouse) or not isinstance(move, m.Sell):
            return after
        seat = after.seats[state.turn]
        sold = tuple(there + more for there, more in zip(seat.sold, seat.goods, strict=True))
        points = seat.points + self.g.sell_points * sum(seat.goods)
        seat = changed(seat, goods=NO_GOODS, sold=sold, points=points)
        return changed(after, seats=replaced(after.seats, state.turn, seat))


@planted("region.phase", sort="price", shows="state")
class PhasePointsFallByOne(CastlesOfBurgundy):
    """A complete region brings one point fewer in each phase than in the phase before."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        first, *others = self.g.phase_points
        self.g.phase_points = (first, *(first - k for k in range(1, len(others) + 1)))


BonusTilesAsWithFour = again(
    regions_faults.BonusPointsAreThoseOfFourPlayers, "colour.first", "colour.second", sort="price", shows="state"
)
