"""Abbeys: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS, MARKET, SHIP
from rulecheck.reference_engines.castles_of_burgundy.table import NO_GOODS, Fetching, Table, Warehouse
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.workers", sort="supply", shows="state")
class TheFirstHasTheMostWorkers(CastlesOfBurgundy):
    """The first player begins with the most workers and the last one with one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_workers = self.g.start_workers[::-1]


@planted("worker.change", sort="option", shows="lists")
class WorkersChangeADieByTwo(CastlesOfBurgundy):
    """A worker changes the number of a die by one or by two, also without knowledge tile 8."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.usual_steps = (1, -1, 2, -2)  # type: ignore[assignment]


@planted("ship.kinds", sort="option", shows="state turn")
class RoomForAllGoods(CastlesOfBurgundy):
    """A player keeps goods of as many kinds as there are."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.goods_room = len(NO_GOODS)


@planted("animals.again", sort="price", shows="state")
class AllAnimalsScoreAgain(CastlesOfBurgundy):
    """Who places animals scores all others in the pasture again, whatever their kind."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Place):
            return after
        g, seat, kind = self.g, state.seats[state.turn], self.g.tile_number[move.tile]
        ground, space = g.grounds[seat.board], move.space - 1
        if g.colour[kind] != ANIMALS or ground.colour[space] != ANIMALS:
            return after
        there = [seat.estate[k] for k in ground.cells[space] if seat.estate[k] >= 0]
        others = [tile for tile in there if g.colour[tile] == ANIMALS and g.species[tile] != g.species[kind]]
        more = sum(g.animals[tile] for tile in others)
        if seat.knowledge >> 7 & 1:
            more += g.animal_point * len(others)
        scored = after.seats[state.turn]
        return changed(after, seats=replaced(after.seats, state.turn, changed(scored, points=scored.points + more)))


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


@planted("colour.first", "colour.second", sort="price", shows="state")
class BonusTilesAsWithFour(CastlesOfBurgundy):
    """The bonus tiles of the colours bring what they bring with four players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.large_bonus, self.g.small_bonus = 7, 4
