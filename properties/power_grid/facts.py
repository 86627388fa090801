"""The numbers, plants, map and readings as the rulebook gives them, read without asking the engine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import networkx as nx

from rulecheck.properties.model import When
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    DRAWN,
    STACK,
    AuctionsOver,
    Bidding,
    Building,
    BureaucracyNext,
    Burying,
    Counts,
    Cut,
    Drawing,
    Finished,
    Fueling,
    FuelNext,
    Losing,
    Lots,
    NextBuilder,
    Offering,
    Opening,
    Phase,
    Producing,
    Regions,
    Removing,
    RenewalOver,
    Scrapping,
    Seat,
    Table,
)
from rulecheck.spec.power_grid.board import FUELS, load_incomes, load_map, load_market, load_plants

if TYPE_CHECKING:
    from rulecheck.properties.model import AnyEngine
    from rulecheck.spec.rules import Rules

FAR: Final = 10**9
"""The price of what is not to be had."""

KEPT: Final = 20_000
"""Results remembered at most, per kind of question."""

USES: Final = {"coal": (0,), "oil": (1,), "garbage": (2,), "uranium": (3,), "hybrid": (0, 1), "none": ()}
"""The fuels that a plant burns."""

Rooms = tuple[int, int, int, int, int]
"""What plants store: coal only, oil only, coal or oil, garbage, uranium."""

Ran = tuple[int, int, int]
"""A plant's number, and the coal and the oil that a hybrid burns."""


class Net:
    """The cities of some regions, in the order of the map's file, and the cheapest ways between them."""

    def __init__(self, f: Facts, regions: int) -> None:
        everything = (1 << len(f.map.regions)) - 1
        self.chosen = [k for k, region in enumerate(f.map.region_of) if regions >> region & 1]
        self.names = [f.map.cities[k] for k in self.chosen]
        self.number = {name: k for k, name in enumerate(self.names)}
        self.graph = f.map.graph(everything if f.through_unused else regions)
        self._rows: dict[int, tuple[int, ...]] = {}
        self._ways: dict[int, tuple[int, ...]] = {0: (FAR,) * len(self.chosen)}

    def row(self, city: int) -> tuple[int, ...]:
        """What the cheapest way from a city costs, to each city."""
        found = self._rows.get(city)
        if found is None:
            lengths = nx.single_source_dijkstra_path_length(self.graph, self.chosen[city], weight="cost")
            found = self._rows[city] = tuple([int(lengths.get(other, FAR)) for other in self.chosen])
        return found

    def ways(self, own: int) -> tuple[int, ...]:
        """What the cheapest way from any city of a network costs, to each city."""
        found = self._ways.get(own)
        if found is None:
            if len(self._ways) > KEPT:
                self._ways = {0: self._ways[0]}
            last = own.bit_length() - 1
            found = self._ways[own] = tuple(map(min, self.ways(own ^ 1 << last), self.row(last)))
        return found

    def grown(self, own: int, city: int) -> None:
        """Remember the ways of a network that has just grown by a city."""
        if own | 1 << city not in self._ways and own in self._ways:
            self._ways[own | 1 << city] = tuple(map(min, self._ways[own], self.row(city)))


class Facts:
    """What the properties look up: worked out from the spec's data once for each set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        number = rules.number
        self.number = number
        self.reading = dict(rules.readings)
        plants = load_plants(rules.data["plants"].table, "plants")
        self.plants = plants
        self.numbers = [plant.number for plant in plants]
        self.plant = {plant.number: k for k, plant in enumerate(plants)}
        self.step_card = len(plants)
        """The Step 3 card's place in the market: behind all plants."""
        self.uses = [USES[plant.fuel] for plant in plants]
        self.needs = [plant.needs for plant in plants]
        self.cities = [plant.cities for plant in plants]
        self.hybrid = [plant.fuel == "hybrid" for plant in plants]
        self.mixes = [self._ways_to_run(k) for k in range(len(plants))]
        """For each plant the ways to run it, each with the tokens that it burns."""
        self.map = load_map(rules.data[rules.options["map"]].table, "map")
        self.places = load_market(rules.data["market"].table, "market")
        self.prices = [
            [FAR, *[places[len(places) - tokens] for tokens in range(1, len(places) + 1)]] for places in self.places
        ]
        """For each fuel, by the tokens in the market, the price of the cheapest."""
        self.fuel = {fuel: k for k, fuel in enumerate(FUELS)}
        self.incomes = list(load_incomes(rules.data["income"].table, "income"))
        for name, cities in (("income.none", 0), ("income.six", 6)):
            if name in rules.numbers:
                self.incomes[cities] = number(name)
        self.row = number("market.row")
        self.owned = number("plants.owned")
        self.storage = number("plant.storage")
        self.step2_cities, self.end_cities = number("step2.cities"), number("end.cities")
        self.step3_plants = number("step3.plants")
        house = [number(f"house.{which}") for which in ("first", "second", "third")]
        self.allowed = [0, *[number(f"houses.step-{step}") for step in ("one", "two", "three")]]
        self.spaces = [[price if k < most else FAR for k, price in enumerate(house)] + [FAR] for most in self.allowed]
        """For each Step, by the houses in a city, what the next one costs."""
        self.refill = [[], *[[number(f"refill.{fuel}-{step}") for fuel in FUELS] for step in (1, 2, 3)]]
        reading = rules.reading
        self.limited = reading("houses.markers") != "none"
        self.over_bid = reading("auction.over-bid") == "void"
        self.clockwise = reading("auction.order") == "clockwise"
        self.last_pays_number = reading("auction.last-bid") == "minimum"
        self.kept = reading("discard.fuel") == "kept"
        self.own_place = reading("fuel.place") == "own"
        self.any_time = reading("fuel.rearrange") == "anytime"
        self.through_unused = reading("network.through-unused") == "yes"
        self.found_anywhere = reading("network.late-start") == "any"
        self.at_once = reading("obsolete.when") == "at-once"
        self.replaced_later = reading("step3.small-later") == "replaced"
        self.waste = reading("production.waste") == "yes"
        self.fuel_first = reading("bureaucracy.order") == "fuel-first"
        self.supplied_last: tuple[Any, list[int]] = (None, [])
        self._rooms: dict[Counts, Rooms] = {}
        self._wanted: dict[tuple[Counts, Counts], tuple[int, ...]] = {}
        self._runs: dict[tuple[Counts, Counts, int], list[Ran]] = {}
        self._nets: dict[int, Net] = {}
        self.regions_open: dict[int, list[str]] = {}
        self._buildable: tuple[Any, Any, int, list[str]] = (None, None, 0, [])

    # Plants and fuel

    def rooms(self, plants: Counts) -> Rooms:
        """How much some plants store."""
        found = self._rooms.get(plants)
        if found is None:
            room = {"coal": 0, "oil": 0, "hybrid": 0, "garbage": 0, "uranium": 0, "none": 0}
            for k in plants:
                room[self.plants[k].fuel] += self.storage * self.needs[k]
            found = room["coal"], room["oil"], room["hybrid"], room["garbage"], room["uranium"]
            if len(self._rooms) > KEPT:
                self._rooms.clear()
            self._rooms[plants] = found
        return found

    def homeless(self, plants: Counts, fuel: Counts) -> int:
        """How many tokens find no room on some plants, however they are laid."""
        coal, oil, garbage, uranium = fuel
        coal_room, oil_room, hybrid_room, garbage_room, uranium_room = self.rooms(plants)
        mixed = too_many(coal, oil, coal_room, oil_room, hybrid_room)
        return mixed + max(0, garbage - garbage_room) + max(0, uranium - uranium_room)

    def wanted(self, plants: Counts, fuel: Counts) -> tuple[int, ...]:
        """The fuels of which some plants can store one more token."""
        key = plants, fuel
        found = self._wanted.get(key)
        if found is None:
            if len(self._wanted) > KEPT:
                self._wanted.clear()
            found = self._wanted[key] = tuple(self._work_out_wanted(plants, fuel))
        return found

    def _work_out_wanted(self, plants: Counts, fuel: Counts) -> list[int]:
        coal, oil, garbage, uranium = fuel
        coal_room, oil_room, hybrid_room, garbage_room, uranium_room = self.rooms(plants)
        mixed = coal + oil < coal_room + oil_room + hybrid_room
        room = (
            mixed and coal < coal_room + hybrid_room,
            mixed and oil < oil_room + hybrid_room,
            garbage < garbage_room,
            uranium < uranium_room,
        )
        return [kind for kind, fits in enumerate(room) if fits]

    def buyable(self, seat: Seat, market: Counts) -> list[str]:
        """The fuels of which a player can buy a token now."""
        money, prices = seat.money, self.prices
        return [FUELS[k] for k in self.wanted(seat.plants, seat.fuel) if prices[k][market[k]] <= money]

    def _ways_to_run(self, k: int) -> list[tuple[Ran, Counts]]:
        number, needs, fuel = self.numbers[k], self.needs[k], self.plants[k].fuel
        if fuel == "hybrid":
            return [((number, needs - oil, oil), (needs - oil, oil, 0, 0)) for oil in range(needs + 1)]
        return [((number, 0, 0), tuple([needs if fuel == kind else 0 for kind in FUELS]))]

    def burns(self, move: m.Run) -> Counts:
        """The tokens that a run burns."""
        k = self.plant[move.number]
        return (move.coal, move.oil, 0, 0) if self.hybrid[k] else self.mixes[k][0][1]

    def runs(self, seat: Seat, run: int) -> list[Ran]:
        """The ways to run one more plant, for a player some of whose plants have run."""
        if not self.waste and self.capacity(run) >= seat.cities.bit_count():
            return []
        key = seat.plants, seat.fuel, run
        found = self._runs.get(key)
        if found is None:
            if len(self._runs) > KEPT:
                self._runs.clear()
            found = self._runs[key] = self._work_out_runs(*key)
        return found

    def _work_out_runs(self, plants: Counts, fuel: Counts, run: int) -> list[Ran]:
        coal, oil, garbage, uranium = fuel
        is_mixed = self.own_place and self.rooms(plants)[2] > 0  # else there is one way to lay the fuel
        found: list[Ran] = []
        for k in plants:
            if run >> k & 1:
                continue
            for ran, (c, o, g, u) in self.mixes[k]:
                if c > coal or o > oil or g > garbage or u > uranium:
                    continue
                if not is_mixed or not c + o or self._can_lie(plants, coal - c, oil - o, k, run):
                    found.append(ran)
        return found

    def _can_lie(self, plants: Counts, coal: int, oil: int, running: int, run: int) -> bool:
        """Whether the rest of the fuel finds room beside what a plant burns, and (one reading) what others burnt."""
        coal_room, oil_room, hybrid_room, _, _ = self.rooms(plants)
        for k in plants if not self.any_time else (running,):
            if k == running or run >> k & 1:
                fuel = self.plants[k].fuel
                if fuel == "hybrid":
                    hybrid_room -= self.needs[k]
                elif fuel == "coal":
                    coal_room -= self.needs[k]
                elif fuel == "oil":
                    oil_room -= self.needs[k]
        return not too_many(coal, oil, coal_room, oil_room, hybrid_room)

    def capacity(self, run: int) -> int:
        """How many cities the plants of a mask supply."""
        cities, found = self.cities, 0
        while run:
            low = run & -run
            found += cities[low.bit_length() - 1]
            run ^= low
        return found

    def income(self, cities: int) -> int:
        """What is paid for so many cities."""
        last = len(self.incomes) - 1
        if cities <= last:
            return self.incomes[cities]
        step = self.incomes[last] - self.incomes[last - 1]
        return self.incomes[last] + (cities - last) * step * (self.reading["income.beyond"] == "continued")

    def best_supply(self, seat: Seat) -> int:
        """The most cities that a player can supply: every set of plants that the fuel suffices for is looked at."""
        coal, oil, garbage, uranium = seat.fuel
        best = 0
        for count in range(len(seat.plants) + 1):
            for chosen in combinations(seat.plants, count):
                needs = dict.fromkeys(USES, 0)
                for k in chosen:
                    needs[self.plants[k].fuel] += self.needs[k]
                if (
                    needs["coal"] <= coal and needs["oil"] <= oil
                    and needs["coal"] + needs["oil"] + needs["hybrid"] <= coal + oil
                    and needs["garbage"] <= garbage and needs["uranium"] <= uranium
                ):  # fmt: skip
                    best = max(best, sum([self.cities[k] for k in chosen]))
        return min(best, seat.cities.bit_count())

    # The map

    def net(self, regions: int) -> Net:
        """The cities of the chosen regions and the ways between them."""
        found = self._nets.get(regions)
        if found is None:
            found = self._nets[regions] = Net(self, regions)
        return found

    def buildable(self, t: Table, seat: Seat) -> list[str]:
        """The cities that a player could connect now."""
        one, houses, step, known = self._buildable
        if one is seat and houses is t.houses and step == t.step:
            return known
        known = self._work_out_buildable(t, seat)
        self._buildable = seat, t.houses, t.step, known
        return known

    def _work_out_buildable(self, t: Table, seat: Seat) -> list[str]:
        money, own, prices = seat.money, seat.cities, self.spaces[t.step]
        if money < prices[0] or (self.limited and seat.houses < 1):
            return []
        net = self.net(t.regions)
        if own:
            ways = net.ways(own)
            left = [money - price for price in prices]
            return [
                name
                for k, (name, way, here) in enumerate(zip(net.names, ways, t.houses, strict=True))
                if way <= left[here] and not own >> k & 1
            ]
        fit = [price <= money and (self.found_anywhere or not here) for here, price in enumerate(prices)]
        return [name for name, here in zip(net.names, t.houses, strict=True) if fit[here]]

    # The order of play and the market of plants

    def order(self, order: tuple[int, ...], seats: tuple[Seat, ...]) -> tuple[int, ...]:
        """The new order of play by cities and plants; equal players without plants stay as they are."""
        best = {k: (seats[k].cities.bit_count(), max(seats[k].plants, default=-1)) for k in order}
        return tuple(sorted(order, key=lambda k: best[k], reverse=True))

    def purse(self, t: Table, who: int) -> int:
        """The most that a player may bid."""
        return max([seat.money for seat in t.seats]) if self.over_bid else t.seats[who].money

    def can_draw(self, t: Table) -> bool:
        """Whether there is a card to draw, and cards may be drawn."""
        return t.card == STACK or (bool(t.buried) and (t.card != DRAWN or self.replaced_later))

    def most(self, t: Table) -> int:
        """The most cities that somebody has connected."""
        return max([seat.cities.bit_count() for seat in t.seats])


@lru_cache(maxsize=16)
def facts(engine: AnyEngine) -> Facts:
    """What the rulebook says about the plants, the map and the numbers of an engine's rules."""
    return Facts(engine.rules)


def too_many(coal: int, oil: int, coal_room: int, oil_room: int, hybrid_room: int) -> int:
    """Tokens of coal and oil that find no room: of one kind, of the other, or of both together."""
    return max(
        0,
        coal - coal_room - hybrid_room,
        oil - oil_room - hybrid_room,
        coal + oil - coal_room - oil_room - hybrid_room,
    )


def added(counts: Counts, kind: int, more: int) -> Counts:
    """Counts with more of one kind."""
    return tuple([count + more if k == kind else count for k, count in enumerate(counts)])


def others_alike(before: Table, now: Table, who: int) -> bool:
    """Whether everybody else has what they had."""
    return all(
        [
            one is other or k == who or one == other
            for k, (one, other) in enumerate(zip(before.seats, now.seats, strict=True))
        ]
    )


# Where in the round a position is

SETUP, AUCTIONS, SOLD, FUEL, BUILD, PRODUCE, RENEW, END = range(8)

STAGE: Final[dict[type[Phase], int]] = {
    Lots: SETUP, Removing: SETUP, Regions: SETUP,
    Offering: AUCTIONS, Opening: AUCTIONS, Bidding: AUCTIONS, Scrapping: AUCTIONS, Losing: AUCTIONS,
    AuctionsOver: SOLD, FuelNext: SOLD,
    Fueling: FUEL,
    Building: BUILD, NextBuilder: BUILD,
    BureaucracyNext: PRODUCE, Producing: PRODUCE,
    RenewalOver: RENEW, Burying: RENEW,
    Finished: END,
}  # fmt: skip
"""The part of the round that a decision belongs to; SOLD: the auctions are over, and a card is still drawn."""


def stage(phase: Phase) -> int:
    """The part of the round that a phase belongs to; a draw belongs to what follows it."""
    found = STAGE.get(type(phase))
    while found is None:
        assert isinstance(phase, (Drawing, Cut))
        phase = phase.after
        found = STAGE.get(type(phase))
    return found


_PAIRS: Final = {(one, other): 8 * STAGE[one] + STAGE[other] for one in STAGE for other in STAGE}


def _stages(before: Table, move: Any, now: Table) -> int:
    phase, then = before.phase, now.phase
    pair = _PAIRS.get((type(phase), type(then)))
    return 8 * stage(phase) + stage(then) if pair is None else pair


def stages(before: Table, now: Table) -> tuple[int, int]:
    """The parts of the round that two positions belong to."""
    return divmod(_stages(before, None, now), 8)


def between(first: Iterable[int], then: Iterable[int]) -> When:
    """Moves made in some parts of the round that lead to some parts (perhaps the same)."""
    return When(_stages, frozenset([8 * one + other for one in first for other in then]))


ALL: Final = range(8)


def phase_ends(*some: tuple[Iterable[int], Iterable[int]]) -> When:
    """Moves that lead from some parts of the round to some other parts."""
    pairs = [(one, other) for first, then in some for one in first for other in then]
    return When(_stages, frozenset([8 * one + other for one, other in pairs if one != other]))


PHASE_OVER: Final = phase_ends((ALL, ALL))
"""Moves with which a phase of the round ends."""


NEXT_ROUND: Final = phase_ends(*[((one,), range(one)) for one in range(END)])
"""Moves that lead to an earlier part of a round: of the next one."""

PAYING: Final = When(
    _stages,
    frozenset([8 * PRODUCE + then for then in ALL])
    | {8 * one + then for one in range(PRODUCE) for then in (PRODUCE, RENEW, END)}
    | {8 * one + then for one in (FUEL, BUILD) for then in range(one)},
)
"""Moves that can bring incomes: they lead to the bureaucracy, or are made in it."""


def made_in(part: int) -> When:
    """Moves made in a part of the round."""
    return between((part,), ALL)


def _decided(before: Table, move: Any, now: Table) -> object:
    return type(before.phase)


def _decides(before: Table, move: Any, now: Table) -> object:
    return type(now.phase)


def deciding(*kinds: type[Phase]) -> When:
    """Moves made in one of these phases."""
    return When(_decided, frozenset(kinds))


def leading_to(*kinds: type[Phase]) -> When:
    """Moves after which one of these phases decides."""
    return When(_decides, frozenset(kinds))


OPEN: Final = leading_to(*[kind for kind in STAGE if kind not in (Scrapping, Losing)])
"""Moves after which no card is drawn, and no plant given up."""

_LOOKED_AFTER: Final = frozenset(
    {8 * one + then for one in (AUCTIONS, BUILD, PRODUCE) for then in ALL if then != one}
    | {8 * one + then for one in range(PRODUCE) for then in (PRODUCE, RENEW) if one != then}
)

MARKET: Final = When(
    lambda before, move, now: (
        before.market is not now.market
        or before.card != now.card
        or before.step != now.step
        or _stages(before, move, now) in _LOOKED_AFTER
    )
)
"""Moves that change the market of plants, or should."""

BOARDS: Final = When(lambda before, move, now: now.seats is not before.seats)
"""Moves that changed what somebody has."""

PASSES_ON: Final = When(lambda before, move, now: before.turn != now.turn or type(before.phase) is not type(now.phase))
"""Moves after which somebody else, or something else, is decided."""


def place(t: Table, who: int) -> int:
    """A player's place in the order of play."""
    return t.order.index(who)
