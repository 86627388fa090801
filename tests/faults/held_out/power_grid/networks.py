"""Networks: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import auction, ending, fuel, network
from rulecheck.reference_engines.power_grid import table as p
from rulecheck.reference_engines.power_grid.arithmetic import is_reached
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.moves import Auction, Build, Buy, Move, Run
from rulecheck.reference_engines.power_grid.table import COAL, OIL, Table
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


@planted("auction.again", sort="order", shows="turn")
class TheChooserHasHadTheirChance(_Listed):
    """Lets nobody choose again whose chosen plant was bought by another player."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, p.Bidding | p.Opening) or after.sold == state.sold:
            return after
        out = state.phase.out
        chooser = 1 << next(seat for seat in state.order if not out >> seat & 1)
        phase = after.phase
        if isinstance(phase, p.Scrapping):
            return changed(after, phase=p.Scrapping(phase.out | chooser, phase.plant))
        if isinstance(phase, p.Drawing) and isinstance(phase.after, p.Offering):
            return changed(after, phase=p.Drawing(p.OFFERING[phase.after.out | chooser]))
        if isinstance(phase, p.Offering):
            return auction.ask(self.g, after, phase.out | chooser, after.events)
        return after


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


@planted("income.burn", sort="supply", shows="state")
class BurntFuelIsSoldAgain(_Listed):
    """Puts the fuel that a plant burns straight into the fuel market."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Run):
            return after
        plant = self.g.plant_number[move.number]
        burnt = [0, 0, 0, 0]
        if self.g.is_hybrid[plant]:
            burnt[COAL], burnt[OIL] = move.coal, move.oil
        elif self.g.kinds[plant]:
            burnt[self.g.kinds[plant][0]] = self.g.needs[plant]
        back = tuple(min(count, there) for count, there in zip(burnt, after.supply, strict=True))
        tokens = tuple(a + b for a, b in zip(after.fuel, back, strict=True))
        supply = tuple(a - b for a, b in zip(after.supply, back, strict=True))
        return changed(after, fuel=tokens, supply=supply)


@planted("step3.market", sort="option", shows="misses")
class TheFutureMarketLasts(_Listed):
    """Offers in Step 3 only the four lowest plants, as in the Steps before."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves = super().legal_moves(state)
        if not isinstance(state.phase, p.Offering) or state.step != 3:
            return moves
        later = {self.g.numbers[plant] for plant in state.market[self.g.row :]}
        return tuple(move for move in moves if not isinstance(move, Auction) or move.number not in later)


@planted("end.start", sort="order", shows="turn state outcome")
class TheLastCityEndsTheGame(_Listed):
    """Ends the game as soon as a player has cities enough, though others have still to build."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Build) or isinstance(after.phase, p.Finished):
            return after
        if not is_reached(after.most, self.g.end_cities) or after.is_ending:
            return after
        return ending.finish(self.g, ending.begin(self.g, after), after.events)
