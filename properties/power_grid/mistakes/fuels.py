"""Mistakes in the plants, and in buying fuel for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.properties.power_grid.mistakes.common import Events, Mistaken, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import bureaucracy, fuel, network, running
from rulecheck.reference_engines.power_grid.arithmetic import storage
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit, Rooms
from rulecheck.reference_engines.power_grid.moves import Buy, Move, Run, Supply
from rulecheck.reference_engines.power_grid.running import runs
from rulecheck.reference_engines.power_grid.table import FUELING, URANIUM, Counts, Fueling, Seat, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules

_can_burn = running.can_burn
_rooms = Kit.rooms
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
class APlantRunsWithLessFuel(Mistaken):
    """A plant can run with less fuel than it needs, if there is at least one token for it."""

    swaps = ((running, "can_burn", _burns_what_is_there),)

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
class APlantBurnsAllItStores(Mistaken):
    """A plant that runs burns all its stored fuel, up to that of two runs, but supplies its cities once."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Run) or move.coal or move.oil or not self.g.kinds[self.g.plant_number[move.number]]:
            return super().apply(state, move)
        kind, more = _burns_all(state, self.g, self.g.plant_number[move.number])
        state = with_seat(state, state.turn, fuel=plus(state.seats[state.turn].fuel, kind, -more))
        return super().apply(changed(state, supply=plus(state.supply, kind, more)), move)


@breaks("plant.once", "income.run")
class APlantRunsTwice(Mistaken):
    """A plant that has run may run again in the same round if there is fuel for it."""

    swaps = ((bureaucracy, "runs", lambda g, plants, fuel, run: runs(g, plants, fuel, 0)),)


# ---- what a plant stores


def _summed(one: Callable[[Kit, int], Rooms]) -> Callable[[Kit, tuple[int, ...]], Rooms]:
    def rooms(g: Kit, plants: tuple[int, ...]) -> Rooms:
        coal, oil, hybrid, garbage, uranium = (
            sum(kinds) for kinds in zip((0,) * 5, *(one(g, k) for k in plants), strict=True)
        )
        return coal, oil, hybrid, garbage, uranium

    return rooms


def _twice_of_each(g: Kit, plant: int) -> Rooms:
    coal, oil, hybrid, garbage, uranium = _rooms(g, (plant,))
    return coal + hybrid, oil + hybrid, 0, garbage, uranium


@breaks("plant.storage", "plant.hybrid", "fuel.room")
class AHybridStoresTwoRunsOfEach(Mistaken):
    """A hybrid plant stores two runs of coal and two runs of oil besides, not of both together."""

    swaps = ((Kit, "rooms", _summed(_twice_of_each)),)


def _once_of_each(g: Kit, plant: int) -> Rooms:
    coal, oil, hybrid, garbage, uranium = _rooms(g, (plant,))
    return coal + hybrid // 2, oil + hybrid // 2, 0, garbage, uranium


@breaks("plant.storage", "plant.hybrid", "fuel.room")
class AHybridStoresOneRunOfEach(Mistaken):
    """A hybrid plant stores one run of coal and one run of oil, and cannot store two runs of the same."""

    swaps = ((Kit, "rooms", _summed(_once_of_each)),)


def _by_cities(g: Kit, plant: int) -> Rooms:
    rooms = _rooms(g, (plant,))
    twice = g.storage_times * g.plant_cities[plant]
    coal, oil, hybrid, garbage, uranium = (twice if room else 0 for room in rooms)
    return coal, oil, hybrid, garbage, uranium


@breaks("plant.storage", "fuel.room")
class APlantStoresTwiceItsCities(Mistaken):
    """A plant stores twice as many tokens as it supplies cities, not as it burns."""

    swaps = ((Kit, "rooms", _summed(_by_cities)),)


@breaks("plant.hybrid")
class AHybridDoesNotMix(Mistaken):
    """A hybrid plant burns only coal or only oil in one run, and no mix."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [
            move for move in super().legal_moves(state) if not isinstance(move, Run) or not (move.coal and move.oil)
        ]


@breaks("plant.hybrid")
class AHybridBurnsCoalFirst(Mistaken):
    """The owner of a hybrid plant is not asked what it burns: it is as much coal as there is."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        first = {move.number: move for move in reversed(legal) if isinstance(move, Run)}
        return [move for move in legal if not isinstance(move, Run) or move == first[move.number]]


def _coal_only(
    g: Kit, plants: tuple[int, ...], fuel: Counts, move: Run, plant: int, run: int, *, own: bool, anytime: bool
) -> bool:
    return not move.oil and _can_burn(g, plants, fuel, move, plant, run, own=own, anytime=anytime)


def _as_coal(g: Kit, plant: int) -> Rooms:
    coal, oil, hybrid, garbage, uranium = _rooms(g, (plant,))
    return coal + hybrid, oil, 0, garbage, uranium


@breaks("plant.hybrid")
class AHybridBurnsCoalOnly(Mistaken):
    """A hybrid plant stores and burns coal only."""

    swaps = (
        (running, "can_burn", _coal_only),
        (Kit, "rooms", _summed(_as_coal)),
    )


def _no_eco(
    g: Kit, plants: tuple[int, ...], fuel: Counts, move: Run, plant: int, run: int, *, own: bool, anytime: bool
) -> bool:
    return bool(g.kinds[plant]) and _can_burn(g, plants, fuel, move, plant, run, own=own, anytime=anytime)


@breaks("plant.eco")
class EcoPlantsDoNotRun(Mistaken):
    """A plant without fuel never runs, though it needs none."""

    swaps = ((running, "can_burn", _no_eco),)


def _eco_pays(
    g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None
) -> tuple[Seat, Events]:
    eco = sum(1 << plant for plant in seat.plants if not g.kinds[plant])
    return _paid(g, t, seat, run | eco, events, named)


@breaks("plant.eco", "income.run")
class EcoPlantsRunByThemselves(Mistaken):
    """Plants that burn nothing always run, and their owner is not asked."""

    swaps = ((running, "can_burn", _no_eco), (bureaucracy, "paid", _eco_pays))


@breaks("plant.eco", "plant.cities")
class EcoPlantsSupplyEverything(PowerGrid):
    """A plant that burns nothing supplies all cities of its owner's network."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.plant_cities = tuple(n if kinds else 99 for n, kinds in zip(g.plant_cities, g.kinds, strict=True))


# ---- who buys fuel


def _first_buys(g: Kit, t: Table, place: int, events: Events) -> Table:
    for seat in t.order[0 if place == g.players - 1 else place + 2 :]:
        mask = fuel.open_fuels(g, t.fuel, t.seats[seat])
        if mask:
            return changed(t, turn=seat, phase=FUELING[mask])
    return network.begin(g, t, events)


@breaks("fuel.order")
class TheFirstBuysFuelFirst(Mistaken):
    """The players buy fuel in the order of play, beginning with the first."""

    swaps = ((fuel, "ask", _first_buys),)


def _seats_buy(g: Kit, t: Table, place: int, events: Events) -> Table:
    last = t.order[-1]
    gone = 0 if place == g.players - 1 else (t.order[place + 1] - last) % g.players + 1
    for step in range(gone, g.players):
        seat = (last + step) % g.players
        mask = fuel.open_fuels(g, t.fuel, t.seats[seat])
        if mask:
            return changed(t, turn=seat, phase=FUELING[mask])
    return network.begin(g, t, events)


@breaks("fuel.order")
class FuelIsBoughtClockwise(Mistaken):
    """The last player buys fuel first, and it goes on clockwise, not in the reverse order of play."""

    swaps = ((fuel, "ask", _seats_buy),)


def _all_asked(g: Kit, t: Table, place: int, events: Events) -> Table:
    if place < 0:
        return network.begin(g, t, events)
    return changed(t, turn=t.order[place], phase=FUELING[fuel.open_fuels(g, t.fuel, t.seats[t.order[place]])])


@breaks("fuel.order", "fuel.buy")
class WhoCanBuyNoFuelIsAsked(Mistaken):
    """A player who can buy no fuel is asked all the same, and has to say that they are done."""

    swaps = ((fuel, "ask", _all_asked),)


# ---- what is bought, and for how much


@breaks("fuel.buy")
class OneTokenIsBoughtInATurn(PowerGrid):
    """Each player may buy one token of fuel only, then it is the next one's turn."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, Buy) and isinstance(after.phase, Fueling) and after.turn == state.turn:
            return super().apply(after, self.g.done)
        return after


@breaks("fuel.cheapest", "fuel.buy")
class TheDearestTokenIsTaken(PowerGrid):
    """The dearest token of a fuel is taken first."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.token_price = tuple(
            (prices[0], *(places[-1] for _ in prices[1:]))
            for places, prices in zip(g.places, g.token_price, strict=True)
        )


@breaks("fuel.cheapest", "fuel.buy")
class ThePriceRisesOneTokenEarly(PowerGrid):
    """A token costs what the next one after it would cost: the price rises before the space is empty."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.token_price = tuple((prices[0], prices[1], *prices[1:-1]) for prices in g.token_price)


@breaks("fuel.cheapest", "fuel.buy")
class ThePriceRisesOneTokenLate(PowerGrid):
    """A token costs what the one bought before it has cost: the price rises after the first token of a space."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.token_price = tuple((prices[0], *prices[2:], prices[-1]) for prices in g.token_price)


# ---- room for fuel


def _any_fuel(g: Kit, plants: tuple[int, ...], fuel: Counts) -> int:
    return 15 if sum(fuel) < sum(g.rooms(plants)) else 0


@breaks("fuel.own-plants", "plant.storage")
class AnyFuelCanBeBought(Mistaken):
    """Any fuel can be bought, even if no own plant uses it, as long as the plants can store as many tokens."""

    swaps = ((fuel, "wanted", _any_fuel),)


def _used(g: Kit, plants: tuple[int, ...]) -> int:
    return sum(1 << kind for kind in g.used(plants))


@breaks("fuel.room", "plant.storage")
class FuelIsBoughtWithoutLimit(Mistaken):
    """As much fuel of a kind that own plants use can be bought as one can pay."""

    swaps = ((fuel, "wanted", lambda g, plants, fuel: _used(g, plants)),)


@breaks("fuel.room", "plant.storage", "fuel.own-plants")
class RoomIsCountedForAllFuelsTogether(Mistaken):
    """The room of all plants is counted together, and filled with any of the fuels that some of them use."""

    swaps = ((fuel, "wanted", lambda g, plants, fuel: _used(g, plants) if sum(fuel) < sum(g.rooms(plants)) else 0),)


def _largest_only(g: Kit, plants: tuple[int, ...]) -> Rooms:
    each = [_rooms(g, (plant,)) for plant in plants]
    coal, oil, hybrid, garbage, uranium = (max(kinds) for kinds in zip((0,) * 5, *each, strict=True))
    return coal, oil, hybrid, garbage, uranium


@breaks("fuel.room", "plant.storage")
class OnlyTheLargestPlantOfAKindStores(Mistaken):
    """Of several plants that use the same fuel only the one with the most room counts."""

    swaps = ((Kit, "rooms", _largest_only),)


# ---- money, and what is sold out


def _on_credit(g: Kit, tokens: Counts, seat: Seat) -> int:
    mask = fuel.wanted(g, seat.plants, seat.fuel)
    return sum(1 << kind for kind in g.in_mask[mask] if tokens[kind])


@breaks("fuel.money")
class FuelIsBoughtOnCredit(Mistaken):
    """Fuel can be bought without the money for it, and its price is owed."""

    swaps = ((fuel, "open_fuels", _on_credit),)


def _leaves_money(g: Kit, tokens: Counts, seat: Seat) -> int:
    mask = fuel.wanted(g, seat.plants, seat.fuel)
    return sum(1 << kind for kind in g.in_mask[mask] if g.token_price[kind][tokens[kind]] < seat.money)


@breaks("fuel.money")
class FuelMayNotTakeTheLastMoney(Mistaken):
    """A token of fuel can be bought only by a player who has more money than it costs."""

    swaps = ((fuel, "open_fuels", _leaves_money),)


@breaks("fuel.sold-out")
class SoldOutFuelComesFromTheSupply(Mistaken):
    """When the market has sold its last token of a fuel the next one is laid out at once from the supply."""

    def apply(self, state: Table, move: Move) -> Table:
        kind = self.g.fuel_number[move.fuel] if isinstance(move, Buy) else URANIUM
        if kind == URANIUM or state.fuel[kind] != 1 or not state.supply[kind]:
            return super().apply(state, move)
        state = changed(state, fuel=plus(state.fuel, kind, 1), supply=plus(state.supply, kind, -1))
        return super().apply(state, move)
