"""Mistakes in the incomes: who runs what, what is burnt, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import bureaucracy
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Move, Run, Supply
from rulecheck.reference_engines.power_grid.running import capacity
from rulecheck.reference_engines.power_grid.table import NO_FUEL, URANIUM, Counts, Producing, Seat, Table
from rulecheck.reference_engines.tuples import replaced
from rulecheck.reference_engines.values import bits
from tests.faults.planting import swapping
from tests.faults.power_grid.common import Events, Wrong

_paid = bureaucracy.paid
_open_runs = bureaucracy.open_runs
_income = Kit.income

# ---- who runs plants, and which


@breaks("income.order")
@Wrong.instead(bureaucracy.ask)
def TheLastRunsPlantsFirst(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The players run their plants in the reverse order of play, beginning with the last."""
    place = g.players - 1 if place == 0 else place - 2
    while place >= 0:
        seat = t.order[place]
        open = bureaucracy.open_runs(g, t.seats[seat], 0)
        if open:
            return changed(t, turn=seat, phase=Producing(0, open), events=events)
        t, events = bureaucracy.pay(g, t, seat, 0, events)
        place -= 1
    return bureaucracy.produced(g, t, events)


@breaks("income.order")
@Wrong.instead(bureaucracy.ask)
def PlantsAreRunClockwise(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The first player runs plants first, and it goes on clockwise, not in the order of play."""
    first = t.order[0]
    for step in range((t.order[place - 1] - first) % g.players + 1 if place else 0, g.players):
        seat = (first + step) % g.players
        open = bureaucracy.open_runs(g, t.seats[seat], 0)
        if open:
            return changed(t, turn=seat, phase=Producing(0, open), events=events)
        t, events = bureaucracy.pay(g, t, seat, 0, events)
    return bureaucracy.produced(g, t, events)


def _all_asked(g: Kit, t: Table, place: int, events: Events) -> Table:
    if place == g.players:
        return bureaucracy.produced(g, t, events)
    seat = t.order[place]
    return changed(t, turn=seat, phase=Producing(0, bureaucracy.open_runs(g, t.seats[seat], 0)), events=events)


@breaks("income.run", "income.order")
class RunningEndsWithDoneOnly(Wrong):
    """Each player is asked which plants run until they say that they are done, whether any can or not."""

    swaps = ((bureaucracy.ask, _all_asked),)

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Run):
            return super().apply(state, move)
        with swapping([(bureaucracy, "fewer", lambda g, seat, run: (g.done,))]):
            return super().apply(state, move)


@breaks("income.run", "income.fewer")
class WhatCanRunMustRun(Wrong):
    """A player has to run all plants for which there is fuel."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:-1] or legal if isinstance(state.phase, Producing) else legal


@breaks("income.run")
@Wrong.instead(bureaucracy.open_runs)
def PlantsRunInAscendingOrder(g: Kit, seat: Seat, run: int) -> tuple[Move, ...]:
    """Plants can be run only from the lowest to the highest: those below one that ran are skipped."""
    open = _open_runs(g, seat, run)
    return tuple(move for move in open if isinstance(move, Run) and not run >> g.plant_number[move.number])


# ---- what is burnt


class _Burns(PowerGrid):
    """Power Grid in which burnt fuel goes somewhere else."""

    def moved(self, g: Kit, t: Table, burnt: Counts) -> Table:
        """The position with what was burnt where it should not be."""
        return t

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Run):
            return super().apply(state, move)
        kinds = self.g.kinds[self.g.plant_number[move.number]]
        burnt: Counts = NO_FUEL
        if len(kinds) == 1:
            burnt = replaced(burnt, kinds[0], self.g.needs[self.g.plant_number[move.number]])
        elif kinds:
            burnt = (move.coal, move.oil, 0, 0)
        return super().apply(self.moved(self.g, state, burnt), move)


def _added(counts: Counts, more: Counts, sign: int = 1) -> Counts:
    return tuple(a + sign * b for a, b in zip(counts, more, strict=True))


@breaks("income.burn", "box.fuel")
class BurntFuelLeavesTheGame(_Burns):
    """Fuel that is burnt does not come back to the supply."""

    def moved(self, g: Kit, t: Table, burnt: Counts) -> Table:
        return changed(t, supply=_added(t.supply, burnt, -1))


@breaks("income.burn", "box.fuel")
class BurntUraniumLeavesTheGame(_Burns):
    """Uranium that is burnt does not come back to the supply, as other fuel does."""

    def moved(self, g: Kit, t: Table, burnt: Counts) -> Table:
        return changed(t, supply=_added(t.supply, (0, 0, 0, burnt[URANIUM]), -1))


@breaks("income.burn")
class BurntFuelGoesToTheMarket(_Burns):
    """Fuel that is burnt is put back into the fuel market, as far as there is room, and not into the supply."""

    def moved(self, g: Kit, t: Table, burnt: Counts) -> Table:
        room = tuple(len(places) - tokens for places, tokens in zip(g.places, t.fuel, strict=True))
        back = tuple(map(min, burnt, room))
        return changed(t, fuel=_added(t.fuel, back), supply=_added(t.supply, back, -1))


# ---- what is paid


@breaks("income.surplus", "income.paid")
@Wrong.instead(bureaucracy.paid)
def AllElectricityIsPaid(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    """A player is paid for all cities that the plants could supply, even if the network has fewer."""
    return changed(seat, money=seat.money + g.income(capacity(g, run))), events


@breaks("income.paid", "income.fewer")
@Wrong.instead(bureaucracy.paid)
def AllCitiesOfTheNetworkArePaid(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    """A player is paid for all cities of the network, whether they are supplied or not."""
    return changed(seat, money=seat.money + g.income(seat.cities.bit_count())), events


@breaks("income.fewer", "income.paid")
@Wrong.instead(bureaucracy.paid)
def OnlyAFullNetworkIsPaid(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    """A player who does not supply all cities of the network is paid as for none."""
    return _paid(g, t, seat, run if capacity(g, run) >= seat.cities.bit_count() else 0, events, named)


@breaks("income.paid")
@Wrong.instead(bureaucracy.paid)
def WhoRunsNoPlantIsNotPaid(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    """A player who runs no plant is paid nothing, not even the income for no city."""
    return _paid(g, t, seat, run, events, named) if run else (seat, events)


@breaks("income.paid")
@Wrong.instead(bureaucracy.paid)
def WhoHasNoCityIsNotPaid(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    """A player without a network is paid nothing, not even the income for no city."""
    return _paid(g, t, seat, run, events, named) if seat.cities else (seat, events)


@breaks("income.paid")
class TheIncomeTableIsReadOneTooLow(Wrong):
    """The first entry of the table of incomes is taken for one city, so that each number is paid as one less."""

    swaps = ((Kit, "income", lambda g, cities: _income(g, max(cities - 1, 0))),)


@breaks("income.paid", "income.most")
class EachCityIsPaidAlike(Wrong):
    """The income rises by the same amount with each city, by as much as for the first one."""

    swaps = ((Kit, "income", lambda g, cities: g.incomes[0] + cities * (g.incomes[1] - g.incomes[0])),)


@breaks("income.paid")
@Wrong.instead(bureaucracy.paid)
def EachPlantIsPaidByItself(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    """Each plant that ran is paid by itself from the table of incomes, instead of all supplied cities together."""
    if not run:
        return _paid(g, t, seat, run, events, named)
    dark, money = seat.cities.bit_count(), seat.money
    for plant in bits(run):
        supplied = min(dark, g.plant_cities[plant])
        dark -= supplied
        money += g.income(supplied)
    return changed(seat, money=money), events
