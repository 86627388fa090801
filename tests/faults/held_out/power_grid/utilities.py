"""Utilities: 9 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import auction, fuel, network
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.table import FUELING, Building, Fueling, Offering, Seat, Table
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


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
