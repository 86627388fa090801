"""Networks: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import auction, fuel, network
from rulecheck.reference_engines.power_grid import table as p
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.moves import Build, Buy, Move
from rulecheck.reference_engines.power_grid.table import Table
from rulecheck.reference_engines.tuples import plus, replaced
from tests.faults.held_out.planting import planted


class _Listed(PowerGrid):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if not isinstance(state.phase, p.Building | p.Offering):
            return super().refusal(state, move)
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("round.phases", "this is not open")


@planted("order.plants", sort="order", shows="state turn")
class TheSmallerPlantGoesFirst(_Listed):
    """Puts among players with the same number of cities the one first whose highest plant is the lowest."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.round == state.round or not isinstance(after.phase, p.Offering):
            return after

        def rank(seat: int) -> tuple[int, int]:
            owner = after.seats[seat]
            return -owner.cities.bit_count(), owner.plants[-1] if owner.plants else len(self.g.numbers)

        order = tuple(sorted(state.order, key=rank))
        return auction.ask(self.g, changed(after, order=order), 0, after.events)


@planted("fuel.order", sort="order", shows="turn")
class TheLeaderBuysFuelFirst(_Listed):
    """Lets the players buy fuel in the order of play, the first of them at first."""

    def apply(self, state: Table, move: Move) -> Table:
        g = self.g
        if not isinstance(state.phase, p.Fueling):
            after = super().apply(state, move)
            if not isinstance(after.phase, p.Fueling):
                return after
            first = fuel.ask(g, changed(after, order=after.order[::-1]), g.players - 1, after.events)
            return changed(first, order=after.order)
        after = super().apply(changed(state, order=state.order[::-1]), move)
        if isinstance(after.phase, p.Fueling):
            return changed(after, order=state.order)
        if isinstance(move, Buy):
            kind, seat = g.fuel_number[move.fuel], state.seats[state.turn]
            money = seat.money - fuel.price(g, state.fuel, kind)
            seat = changed(seat, money=money, fuel=plus(seat.fuel, kind, 1))
            seats = replaced(state.seats, state.turn, seat)
            state = changed(state, seats=seats, fuel=plus(state.fuel, kind, -1))
        return network.begin(g, state, after.events)


@planted("network.through", "network.connect", sort="option", shows="misses")
class OnlyNeighboursAreConnected(_Listed):
    """Offers only cities that a single connection joins to a city of the player's own."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves = super().legal_moves(state)
        own = state.seats[state.turn].cities
        if not isinstance(state.phase, p.Building) or not own:
            return moves
        board = self.g.board(state.regions)
        return tuple(
            move
            for move in moves
            if not isinstance(move, Build) or any(own >> near & 1 for near, _ in board.direct[board.number[move.city]])
        )


@planted("network.space", "network.connect", sort="price", shows="state misses")
class ThePriceOfAHouseGoesByTheStep(_Listed):
    """Takes for every house the price of the Step's last space: 15 in Step 2, 20 in Step 3, wherever it stands."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves = super().legal_moves(state)
        if not isinstance(state.phase, p.Building) or state.step == 1:
            return moves
        seat = state.seats[state.turn]
        board = self.g.board(state.regions)
        return tuple(
            move
            for move in moves
            if not isinstance(move, Build)
            or seat.ways[board.number[move.city]] + self.g.house_price[state.step - 1] <= seat.money
        )

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Build) or state.step == 1:
            return super().apply(state, move)
        houses = state.houses[self.g.board(state.regions).number[move.city]]
        more = self.g.house_price[state.step - 1] - self.g.house_price[houses]
        seat = state.seats[state.turn]
        seats = replaced(state.seats, state.turn, changed(seat, money=seat.money - more))
        return super().apply(changed(state, seats=seats), move)
