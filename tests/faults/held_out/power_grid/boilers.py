"""Boilers: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid import network
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.table import Building, Cut, Drawing, Phase, Table
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

WITH_FOUR = ((5, 3, 2, 1), (6, 4, 3, 2), (4, 5, 4, 2))
"""For each Step the coal, oil, garbage and uranium that the market receives with four players."""


def _waiting(phase: Phase) -> Phase:
    """The phase that goes on when a card has been drawn."""
    while isinstance(phase, Drawing | Cut):
        phase = phase.after
    return phase


@planted("setup.money", sort="supply", shows="state")
class FortyElektroAtTheStart(PowerGrid):
    """Everybody begins with 40 Elektro."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_money = 40


@planted("network.order", sort="order", shows="turn state")
class TheFirstBuildsFirst(PowerGrid):
    """Networks are built in the order of play, and not in reverse."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(_waiting(state.phase), Building):
            after = super().apply(state, move)
            return self._ask(after, 0, after.events) if isinstance(after.phase, Building) else after
        place = state.order.index(state.turn)
        if isinstance(move, m.Done):
            return self._ask(state, place + 1, ("network.done",))
        others = tuple(seat for seat in state.order if seat != state.turn)
        after = super().apply(changed(state, order=(*others, state.turn)), move)
        if not isinstance(_waiting(after.phase), Building):
            return super().apply(state, move)
        after = changed(after, order=state.order)
        if isinstance(after.phase, Building) and after.turn != state.turn:
            return self._ask(after, place + 1, after.events)
        return after

    def _ask(self, state: Table, place: int, events: Events) -> Table:
        for seat in state.order[place:]:
            cities = network.open_cities(self.g, state, state.seats[seat])
            if cities:
                return changed(state, turn=seat, phase=Building(cities), events=events)
        return network.over(self.g, state, events)


@planted("network.found", sort="price", shows="state")
class TheFirstCityIsFree(PowerGrid):
    """Nothing is paid for the city with which a network is founded."""

    def apply(self, state: Table, move: Move) -> Table:
        seat = state.seats[state.turn]
        if not isinstance(move, m.Build) or seat.cities:
            return super().apply(state, move)
        houses = state.houses[self.g.board(state.regions).number[move.city]]
        money = seat.money + network.prices_of(self.g, state, seat)[houses]
        return super().apply(changed(state, seats=replaced(state.seats, state.turn, changed(seat, money=money))), move)


@planted("plant.storage", "fuel.room", sort="option", shows="lists turn state")
class PlantsStoreThreeRuns(PowerGrid):
    """A plant stores the fuel of three runs."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.storage_times = 3


@planted("refill.amount", sort="supply", shows="state")
class RefilledAsWithFour(PowerGrid):
    """The fuel market receives what it receives with four players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.refill = WITH_FOUR
