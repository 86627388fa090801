"""Mistakes in what plants burn, supply and store."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import bureaucracy, fuel, running, scrapping
from rulecheck.reference_engines.power_grid.arithmetic import storage
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit, Rooms
from rulecheck.reference_engines.power_grid.moves import Move, Run, Supply
from rulecheck.reference_engines.power_grid.running import runs
from rulecheck.reference_engines.power_grid.table import Counts, Seat, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.planting import Swap, swapping
from tests.faults.power_grid.common import LENIENT, Events, Wrong, with_seat

_can_burn = running.can_burn
_rooms = Kit.rooms
_wanted = fuel.wanted
_losses = scrapping.losses
_paid = bureaucracy.paid

# ---- what a plant shows


@breaks("plant.cities", "income.paid")
class APlantSuppliesACityForEachToken(PowerGrid):
    """A plant that burns fuel supplies as many cities as it burns tokens."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.plant_cities = tuple(needs or cities for needs, cities in zip(g.needs, g.plant_cities, strict=True))


@breaks("plant.cities", "income.paid")
class APlantSuppliesOneCity(PowerGrid):
    """Each plant that runs supplies one city, whatever the number on its house."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.plant_cities = (1,) * len(self.g.plants)


def _burns_what_is_there(
    g: Kit, plants: tuple[int, ...], fuel: Counts, move: Run, plant: int, run: int, *, own: bool, anytime: bool
) -> bool:
    kinds = g.kinds[plant]
    if len(kinds) == 1 and 0 < fuel[kinds[0]] < g.needs[plant]:
        return True
    return _can_burn(g, plants, fuel, move, plant, run, own=own, anytime=anytime)


@breaks("plant.needs", "income.burn")
class APlantRunsWithLessFuel(Wrong):
    """A plant can run with less fuel than it needs, if there is at least one token for it."""

    swaps = ((running.can_burn, _burns_what_is_there),)

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Run) or move.coal or move.oil:
            return super().apply(state, move)
        plant, seat = self.g.plant_number[move.number], state.seats[state.turn]
        kinds = self.g.kinds[plant]
        if not kinds or seat.fuel[kinds[0]] >= self.g.needs[plant]:
            return super().apply(state, move)
        more = self.g.needs[plant] - seat.fuel[kinds[0]]
        filled = with_seat(state, state.turn, fuel=plus(seat.fuel, kinds[0], more))
        return super().apply(changed(filled, supply=plus(state.supply, kinds[0], -more)), move)


def _burns_all(state: Table, g: Kit, plant: int) -> tuple[int, int]:
    kind = g.kinds[plant][0]
    return kind, min(state.seats[state.turn].fuel[kind], storage(g.needs[plant], g.storage_times)) - g.needs[plant]


@breaks("plant.needs", "income.burn")
class APlantBurnsAllItStores(Wrong):
    """A plant that runs burns all its stored fuel, up to that of two runs, but supplies its cities once."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Run) or move.coal or move.oil or not self.g.kinds[self.g.plant_number[move.number]]:
            return super().apply(state, move)
        kind, more = _burns_all(state, self.g, self.g.plant_number[move.number])
        state = with_seat(state, state.turn, fuel=plus(state.seats[state.turn].fuel, kind, -more))
        return super().apply(changed(state, supply=plus(state.supply, kind, more)), move)


@breaks("plant.once", "income.run")
class APlantRunsTwice(Wrong):
    """A plant that has run may run again in the same round if there is fuel for it."""

    swaps = ((bureaucracy, "runs", lambda g, plants, fuel, run: runs(g, plants, fuel, 0)),)


# ---- what a plant stores


AllRooms = Callable[[Kit, tuple[int, ...]], Rooms]


def _summed(of_a_plant: Callable[[Kit, int], Rooms]) -> AllRooms:
    def rooms(g: Kit, plants: tuple[int, ...]) -> Rooms:
        coal, oil, hybrid, garbage, uranium = (
            sum(kinds) for kinds in zip((0,) * 5, *(of_a_plant(g, plant) for plant in plants), strict=True)
        )
        return coal, oil, hybrid, garbage, uranium

    return rooms


def _stores(rooms: AllRooms) -> tuple[Swap, ...]:
    """Other room for the fuel that is bought, or kept when a plant is given up."""

    def wanted(g: Kit, plants: tuple[int, ...], fuel: Counts) -> int:
        with swapping([(Kit, "rooms", rooms)]):
            return _wanted(g, plants, fuel)

    def losses(
        g: Kit, plants: tuple[int, ...], fuel: Counts, scrapped: int, lost: int, *, chosen: bool
    ) -> tuple[Move, ...]:
        with swapping([(Kit, "rooms", rooms)]):
            return _losses(g, plants, fuel, scrapped, lost, chosen=chosen)

    return (fuel.wanted, wanted), (scrapping.losses, losses), LENIENT


def _twice_of_each(g: Kit, plant: int) -> Rooms:
    coal, oil, hybrid, garbage, uranium = _rooms(g, (plant,))
    return coal + hybrid, oil + hybrid, 0, garbage, uranium


@breaks("plant.storage", "plant.hybrid", "fuel.room")
class AHybridStoresTwoRunsOfEach(Wrong):
    """A hybrid plant stores two runs of coal and two runs of oil besides, not of both together."""

    swaps = _stores(_summed(_twice_of_each))


def _once_of_each(g: Kit, plant: int) -> Rooms:
    coal, oil, hybrid, garbage, uranium = _rooms(g, (plant,))
    return coal + hybrid // 2, oil + hybrid // 2, 0, garbage, uranium


@breaks("plant.storage", "plant.hybrid", "fuel.room")
class AHybridStoresOneRunOfEach(Wrong):
    """A hybrid plant stores one run of coal and one run of oil, and cannot store two runs of the same."""

    swaps = _stores(_summed(_once_of_each))


def _by_cities(g: Kit, plant: int) -> Rooms:
    rooms = _rooms(g, (plant,))
    twice = g.storage_times * g.plant_cities[plant]
    coal, oil, hybrid, garbage, uranium = (twice if room else 0 for room in rooms)
    return coal, oil, hybrid, garbage, uranium


@breaks("plant.storage", "fuel.room")
class APlantStoresTwiceItsCities(Wrong):
    """A plant stores twice as many tokens as it supplies cities, not as it burns."""

    swaps = _stores(_summed(_by_cities))


def _largest_only(g: Kit, plants: tuple[int, ...]) -> Rooms:
    each = [_rooms(g, (plant,)) for plant in plants]
    coal, oil, hybrid, garbage, uranium = (max(kinds) for kinds in zip((0,) * 5, *each, strict=True))
    return coal, oil, hybrid, garbage, uranium


@breaks("fuel.room", "plant.storage")
class OnlyTheLargestPlantOfAKindStores(Wrong):
    """Of several plants that use the same fuel only the one with the most room counts."""

    swaps = _stores(_largest_only)


@breaks("plant.hybrid")
class AHybridBurnsCoalFirst(Wrong):
    """The owner of a hybrid plant is not asked what it burns: it is as much coal as there is."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        first = {move.number: move for move in reversed(legal) if isinstance(move, Run)}
        return [move for move in legal if not isinstance(move, Run) or move == first[move.number]]


def _burning_runs(g: Kit, plants: tuple[int, ...], fuel: Counts, run: int) -> tuple[Move, ...]:
    return runs(g, tuple(plant for plant in plants if g.kinds[plant]), fuel, run)


def _eco_pays(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    eco = sum(1 << plant for plant in seat.plants if not g.kinds[plant])
    return _paid(g, t, seat, run | eco, events, named)


@breaks("plant.eco", "income.run")
class EcoPlantsRunByThemselves(Wrong):
    """Plants that burn nothing always run, and their owner is not asked."""

    swaps = ((bureaucracy, "runs", _burning_runs), (bureaucracy.paid, _eco_pays))


@breaks("plant.eco", "plant.cities")
class EcoPlantsSupplyEverything(PowerGrid):
    """A plant that burns nothing supplies all cities of its owner's network."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.plant_cities = tuple(n if kinds else 99 for n, kinds in zip(g.plant_cities, g.kinds, strict=True))
