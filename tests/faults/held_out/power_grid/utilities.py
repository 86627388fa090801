"""Utilities: 9 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.power_grid import auction, fuel, network
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.table import (
    FUELING,
    Building,
    Finished,
    Fueling,
    Offering,
    Opening,
    Producing,
    Regions,
    Seat,
    Table,
)
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


class ListsMore(PowerGrid):
    """What is listed is legal, whatever the clauses say."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


@planted("setup.adjacent", sort="option", shows="lists")
class RegionsNeedNotTouch(ListsMore):
    """Any regions may be chosen, side by side or not."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        if not isinstance(state.phase, Regions):
            return super().legal_moves(state)
        return [move for k, move in enumerate(self.g.choose) if not state.regions >> k & 1]


@planted("auction.minimum", sort="option", shows="lists")
class TheOpenerMayPass(ListsMore):
    """Who has chosen a plant may still pass instead of bidding for it."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [*legal, self.g.pass_] if isinstance(state.phase, Opening) else legal

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Opening) and isinstance(move, m.Pass):
            return auction.ask(self.g, state, state.phase.out | 1 << state.turn, auction.PASSED)
        return super().apply(state, move)


class OrdersOtherwise(PowerGrid):
    """From the second round on the order of play is that of a rank of its own, the lowest first."""

    def rank(self, owner: Seat) -> tuple[int, int]:
        """What players compare."""
        raise NotImplementedError

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.round == state.round or not isinstance(after.phase, Offering):
            return after
        order = tuple(sorted(state.order, key=lambda seat: self.rank(after.seats[seat])))
        return auction.ask(self.g, changed(after, order=order), 0, after.events)


@planted("order.plants", sort="order", shows="state turn")
class SmallPlantsGoFirst(OrdersOtherwise):
    """Of players with as many cities the one whose highest plant is the lowest comes first."""

    def rank(self, owner: Seat) -> tuple[int, int]:
        return -owner.cities.bit_count(), owner.plants[-1] if owner.plants else -1


@planted("fuel.order", sort="order", shows="turn")
class FuelInTheOrderOfPlay(PowerGrid):
    """The first in the order of play buys fuel first."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Fueling):
            after = super().apply(state, move)
            return self._ask(after, 0, after.events) if isinstance(after.phase, Fueling) else after
        place = state.order.index(state.turn) + 1
        if not isinstance(move, m.Buy):
            return self._ask(state, place, ())
        after = super().apply(state, move)
        if isinstance(after.phase, Fueling) and fuel.open_fuels(self.g, after.fuel, after.seats[state.turn]):
            return after
        return self._ask(after, place, fuel.BOUGHT) if isinstance(after.phase, Fueling | Building) else after

    def _ask(self, state: Table, place: int, events: Events) -> Table:
        for seat in state.order[place:]:
            mask = fuel.open_fuels(self.g, state.fuel, state.seats[seat])
            if mask:
                return changed(state, turn=seat, phase=FUELING[mask], events=events)
        return network.begin(self.g, state, events)


@planted("network.through", sort="option", shows="misses turn")
class NoWayThroughCities(PowerGrid):
    """Only cities directly beside the network can be connected."""

    def _is_far(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, Building) or not isinstance(move, m.Build):
            return False
        board, own = self.g.board(state.regions), state.seats[state.turn].cities
        city = board.number.get(move.city)
        return city is not None and own != 0 and not any(own >> near & 1 for near, _ in board.direct[city])

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_far(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._is_far(state, move):
            return Refused("network.connect", "no connection leads there from a city of the player")
        return refused


@planted("income.surplus", "income.paid", sort="price", shows="state")
class SurplusIsPaid(PowerGrid):
    """Income is paid for what the plants could supply, also beyond the player's cities."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        phase, who = state.phase, state.turn
        if not isinstance(phase, Producing) or state.is_ending:
            return after
        if isinstance(after.phase, Producing) and after.turn == who:
            return after
        run = phase.run | (1 << self.g.plant_number[move.number] if isinstance(move, m.Run) else 0)
        most, cities = self.g.capacity(run), state.seats[who].cities.bit_count()
        if most <= cities:
            return after
        more = self.g.income(most) - self.g.income(cities)
        seat = changed(after.seats[who], money=after.seats[who].money + more)
        return changed(after, seats=replaced(after.seats, who, seat))


@planted("refill.amount", sort="supply", shows="state")
class TheSupplyIsNeverUsedUp(PowerGrid):
    """Fuel that refills the market is not taken out of the supply."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "refill.amount" not in after.events:
            return after
        supply = tuple(
            there + max(0, now - then) for there, now, then in zip(after.supply, after.fuel, state.fuel, strict=True)
        )
        return changed(after, supply=supply)


@planted("end.start", sort="order", shows="turn outcome state")
class TheGameEndsOneCityLate(PowerGrid):
    """The game ends when somebody has more cities than the table says, not as many."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.end_cities += 1


@planted("win.money", "win.cities", sort="tie", shows="outcome")
class CitiesBreakTies(PowerGrid):
    """Of those who supply equally many cities the one with the most cities wins, before money is looked at."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or not isinstance(state.phase, Finished):
            return outcome

        def rank(seat: Seat) -> tuple[int, int, int]:
            return seat.supplied, seat.cities.bit_count(), seat.money

        best = max(map(rank, state.seats))
        winners = [name for name, seat in zip(self.seats, state.seats, strict=True) if rank(seat) == best]
        return evolve(outcome, winners=tuple(winners))
