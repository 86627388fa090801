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
_most_supplied = ending.most_supplied

# ---- when the game ends


def _at_once(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return _over(g, t, events) if t.most >= g.end_cities else _build_on(g, t, phase, events)


@breaks("end.start")
class TheGameEndsWhileBuilding(Wrong):
    """The game is over as soon as a player has connected enough cities, and the others do not build any more."""

    swaps = ((RESUME, Building, _at_once),)


def _next_builder_ends(g: Kit, t: Table, place: int, events: Events) -> Table:
    return _ask(g, t, -1 if t.most >= g.end_cities else place, events)


@breaks("end.start")
class TheGameEndsAfterTheTurn(Wrong):
    """The game is over after the turn of the player who has connected enough cities: those after them do not build."""

    swaps = ((network.ask, _next_builder_ends),)


def _goes_on(g: Kit, t: Table, events: Events) -> Table:
    """What comes after the building phase if the game is not over."""
    return changed(_over(g, changed(t, most=min(t.most, g.end_cities - 1)), events), most=t.most)


def _all_needed(g: Kit, t: Table, events: Events) -> Table:
    fewest = min(seat.cities.bit_count() for seat in t.seats)
    return _over(g, t, events) if fewest >= g.end_cities else _goes_on(g, t, events)


@breaks("end.start")
class AllNeedTheCitiesOfTheEnd(Wrong):
    """The game ends only when all players have connected enough cities."""

    swaps = ((network.over, _all_needed),)


def _supplied_needed(g: Kit, t: Table, events: Events) -> Table:
    most = max(_most_supplied(g, seat) for seat in t.seats)
    return _over(g, t, events) if most >= g.end_cities else _goes_on(g, t, events)


@breaks("end.start", "win.supplied")
class SoManyCitiesHaveToBeSupplied(Wrong):
    """The game ends only when a player can supply so many cities, not when one has connected them."""

    swaps = ((network.over, _supplied_needed),)


def _step3_needed(g: Kit, t: Table, events: Events) -> Table:
    return _over(g, t, events) if t.step == 3 else _goes_on(g, t, events)


@breaks("end.start", "end.step")
class TheGameEndsInStep3Only(Wrong):
    """The game cannot end before Step 3, however many cities are connected."""

    swaps = ((network.over, _step3_needed),)


# ---- what counts


def _without_fuel(g: Kit, seat: Seat) -> int:
    return min(sum(g.plant_cities[plant] for plant in seat.plants), seat.cities.bit_count())


@breaks("win.supplied", "plant.needs")
class FuelIsNotNeededAtTheEnd(Wrong):
    """At the end the cities count that a player's plants can supply, whether there is fuel for them or not."""

    swaps = ((ending.most_supplied, _without_fuel),)


def _with_surplus(g: Kit, seat: Seat) -> int:
    return ending.most_capacity(g, seat.plants, seat.fuel, 0)


@breaks("win.supplied", "income.surplus")
class SurplusCountsAtTheEnd(Wrong):
    """At the end all electricity counts that a player's plants can produce, even if the network has fewer cities."""

    swaps = ((ending.most_supplied, _with_surplus),)


def _whole_network(g: Kit, seat: Seat) -> int:
    return seat.cities.bit_count()


@breaks("win.supplied", "win.not-the-most")
class CitiesOfTheNetworkCountAsSupplied(Wrong):
    """At the end all connected cities count as supplied."""

    swaps = ((ending.most_supplied, _whole_network),)


def _one_plant(g: Kit, seat: Seat) -> int:
    alone = [ending.most_capacity(g, (plant,), seat.fuel, 0) for plant in seat.plants]
    return min(max(alone, default=0), seat.cities.bit_count())


@breaks("win.supplied")
class OnlyTheBestPlantCountsAtTheEnd(Wrong):
    """At the end only the cities count that the best plant of a player can supply alone."""

    swaps = ((ending.most_supplied, _one_plant),)


def _each_for_itself(g: Kit, seat: Seat) -> int:
    alone = [ending.most_capacity(g, (plant,), seat.fuel, 0) for plant in seat.plants]
    return min(sum(alone), seat.cities.bit_count())


@breaks("win.supplied", "plant.needs")
class TheSameFuelCountsForSeveralPlants(Wrong):
    """At the end each plant is looked at by itself, so that the same fuel counts for several of them."""

    swaps = ((ending.most_supplied, _each_for_itself),)


# ---- who wins

Rank = tuple[int, int, int]


def _by_cities(seat: Seat) -> Rank:
    return seat.cities.bit_count(), seat.money, seat.supplied


@breaks("win.supplied", "win.not-the-most")
class TheMostCitiesWin(Wrong):
    """The player with the most connected cities wins, whether they are supplied or not."""

    swaps = ((ending.rank, _by_cities),)


def _by_money(seat: Seat) -> Rank:
    return seat.money, seat.supplied, seat.cities.bit_count()


@breaks("win.supplied", "win.money")
class TheMostMoneyWins(Wrong):
    """The player with the most money wins, and the supplied cities count among equals only."""

    swaps = ((ending.rank, _by_money),)


def _cities_before_money(seat: Seat) -> Rank:
    return seat.supplied, seat.cities.bit_count(), seat.money


@breaks("win.money", "win.cities")
class CitiesBreakTiesBeforeMoney(Wrong):
    """Among players who supply as many cities the one with the most connected cities wins, and money comes after."""

    swaps = ((ending.rank, _cities_before_money),)


def _supplied_only(seat: Seat) -> Rank:
    return seat.supplied, 0, 0


@breaks("win.money", "win.cities")
class EqualSupplySharesTheWin(Wrong):
    """Players who supply as many cities share the win, whatever money they have."""

    swaps = ((ending.rank, _supplied_only),)


def _least_money(seat: Seat) -> Rank:
    return seat.supplied, -seat.money, seat.cities.bit_count()


@breaks("win.money")
class TheLeastMoneyBreaksTies(Wrong):
    """Among players who supply as many cities the one with the least money wins."""

    swaps = ((ending.rank, _least_money),)


def _highest_plant(seat: Seat) -> Rank:
    return seat.supplied, seat.plants[-1] if seat.plants else -1, seat.money


@breaks("win.money", "order.plants")
class TheHighestPlantWinsTies(Wrong):
    """Among players who supply as many cities the one with the highest plant wins, as in the order of play."""

    swaps = ((ending.rank, _highest_plant),)


def _plant_after_money(seat: Seat) -> Rank:
    return seat.supplied, seat.money, seat.plants[-1] if seat.plants else -1


@breaks("win.cities", "order.plants")
class TheHighestPlantBreaksTheLastTie(Wrong):
    """Among players with as many supplied cities and as much money the highest plant decides, not the cities."""

    swaps = ((ending.rank, _plant_after_money),)
