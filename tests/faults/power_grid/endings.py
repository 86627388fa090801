"""Mistakes in how the game ends, and who wins."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import ending, network
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import Building, Phase, Seat, Table
from tests.faults.power_grid.common import Events, Wrong

_ask = network.ask
_over = network.over
_build_on = network.build_on

# ---- when the game ends


def _at_once(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return _over(g, t, events) if t.most >= g.end_cities else _build_on(g, t, phase, events)


@breaks("end.start")
class TheGameEndsWhileBuilding(Wrong):
    """The game is over as soon as a player has connected enough cities, and the others do not build any more."""

    swaps = ((RESUME, Building, _at_once),)


@breaks("end.start")
@Wrong.instead(network.ask)
def TheGameEndsAfterTheTurn(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The game is over after the turn of the player who has connected enough cities: those after them do not build."""
    return _ask(g, t, -1 if t.most >= g.end_cities else place, events)


def _goes_on(g: Kit, t: Table, events: Events) -> Table:
    """What comes after the building phase if the game is not over."""
    return changed(_over(g, changed(t, most=min(t.most, g.end_cities - 1)), events), most=t.most)


@breaks("end.start", "end.step")
@Wrong.instead(network.over)
def TheGameEndsInStep3Only(g: Kit, t: Table, events: Events) -> Table:
    """The game cannot end before Step 3, however many cities are connected."""
    return _over(g, t, events) if t.step == 3 else _goes_on(g, t, events)


# ---- what counts


@breaks("win.supplied", "plant.needs")
@Wrong.instead(ending.most_supplied)
def FuelIsNotNeededAtTheEnd(g: Kit, seat: Seat) -> int:
    """At the end the cities count that a player's plants can supply, whether there is fuel for them or not."""
    return min(sum(g.plant_cities[plant] for plant in seat.plants), seat.cities.bit_count())


@breaks("win.supplied", "income.surplus")
@Wrong.instead(ending.most_supplied)
def SurplusCountsAtTheEnd(g: Kit, seat: Seat) -> int:
    """At the end all electricity counts that a player's plants can produce, even if the network has fewer cities."""
    return ending.most_capacity(g, seat.plants, seat.fuel, 0)


@breaks("win.supplied", "plant.needs")
@Wrong.instead(ending.most_supplied)
def TheSameFuelCountsForSeveralPlants(g: Kit, seat: Seat) -> int:
    """At the end each plant is looked at by itself, so that the same fuel counts for several of them."""
    alone = [ending.most_capacity(g, (plant,), seat.fuel, 0) for plant in seat.plants]
    return min(sum(alone), seat.cities.bit_count())


# ---- who wins

Rank = tuple[int, int, int]


@breaks("win.supplied", "win.not-the-most")
@Wrong.instead(ending.rank)
def TheMostCitiesWin(seat: Seat) -> Rank:
    """The player with the most connected cities wins, whether they are supplied or not."""
    return seat.cities.bit_count(), seat.money, seat.supplied


@breaks("win.money", "win.cities")
@Wrong.instead(ending.rank)
def CitiesBreakTiesBeforeMoney(seat: Seat) -> Rank:
    """Among players who supply as many cities the one with the most connected cities wins, and money comes after."""
    return seat.supplied, seat.cities.bit_count(), seat.money


@breaks("win.money", "order.plants")
@Wrong.instead(ending.rank)
def TheHighestPlantWinsTies(seat: Seat) -> Rank:
    """Among players who supply as many cities the one with the highest plant wins, as in the order of play."""
    return seat.supplied, seat.plants[-1] if seat.plants else -1, seat.money


@breaks("win.cities", "order.plants")
@Wrong.instead(ending.rank)
def TheHighestPlantBreaksTheLastTie(seat: Seat) -> Rank:
    """Among players with as many supplied cities and as much money the highest plant decides, not the cities."""
    return seat.supplied, seat.money, seat.plants[-1] if seat.plants else -1
