"""The numbers, plants, map and readings as the rulebook gives them, read without asking the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import networkx as nx

from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    DRAWN,
    STACK,
    Counts,
    Seat,
    Table,
)
from rulecheck.spec.power_grid.board import FUELS, load_incomes, load_map, load_market, load_plants

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import AnyEngine
    from rulecheck.spec.rules import Rules

NextBid = tuple[int, int, int, int]
"""Who bids next (-1: nobody), the players left in the auction, its leader, and the bid to beat."""

M = TypeVar("M", bound=m.Move)

FAR: Final = 10**9
"""The price of what is not to be had."""

HERE: Final = -1
"""The price of a way to where one is."""

KEPT: Final = 20_000
"""Results remembered at most, per kind of question."""

USES: Final = {"coal": (0,), "oil": (1,), "garbage": (2,), "uranium": (3,), "hybrid": (0, 1), "none": ()}
"""The fuels that a plant burns."""

Rooms = tuple[int, int, int, int, int]
"""What plants store: coal only, oil only, coal or oil, garbage, uranium."""


class Net:
    """The cities of some regions, in the order of the map's file, and the cheapest ways between them."""

    def __init__(self, f: Facts, regions: int) -> None:
        everything = (1 << len(f.map.regions)) - 1
        self.chosen = [k for k, region in enumerate(f.map.region_of) if regions >> region & 1]
        self.names = [f.map.cities[k] for k in self.chosen]
        self.number = {name: k for k, name in enumerate(self.names)}
        self.moves: list[m.Move] = [f.same(m.Build(name)) for name in self.names]
        self.graph = f.map.graph(everything if f.through_unused else regions)
        self._rows: dict[int, tuple[int, ...]] = {}
        self._ways: dict[int, tuple[int, ...]] = {0: (FAR,) * len(self.chosen)}

    def row(self, city: int) -> tuple[int, ...]:
        """What the cheapest way from a city costs, to each city; HERE for that city itself."""
        rows = self._rows.get(city)
        if rows is None:
            lengths = nx.single_source_dijkstra_path_length(self.graph, self.chosen[city], weight="cost")
            lengths[self.chosen[city]] = HERE
            rows = self._rows[city] = tuple([int(lengths.get(other, FAR)) for other in self.chosen])
        return rows

    def ways(self, own: int) -> tuple[int, ...]:
        """What the cheapest way from any city of a network costs, to each city; HERE for those of the network."""
        costs = self._ways.get(own)
        if costs is None:
            if len(self._ways) > KEPT:
                self._ways = {0: self._ways[0]}
            last = own.bit_length() - 1
            costs = self._ways[own] = tuple(map(min, self.ways(own ^ 1 << last), self.row(last)))
        return costs

    def grown(self, own: int, city: int) -> None:
        """Remember the ways of a network that has just grown by a city."""
        if own | 1 << city not in self._ways and own in self._ways:
            self._ways[own | 1 << city] = tuple(map(min, self._ways[own], self.row(city)))


class Facts:
    """What the properties look up: worked out from the spec's data once for each set of rules."""

    def __init__(self, rules: Rules, moves: Iterable[m.Move] = ()) -> None:
        self.rules = rules
        self._moves = {move: move for move in moves}
        self.players = rules.players
        number = rules.number
        self.number = number
        self.reading = dict(rules.readings)
        plants = rules.data["plants"].made(load_plants)
        self.plants = plants
        self.numbers = [plant.number for plant in plants]
        self.plant = {plant.number: k for k, plant in enumerate(plants)}
        self.step_card = len(plants)
        """The Step 3 card's place in the market: behind all plants."""
        self.uses = [USES[plant.fuel] for plant in plants]
        self.needs = [plant.needs for plant in plants]
        self.cities = [plant.cities for plant in plants]
        self.hybrid = [plant.fuel == "hybrid" for plant in plants]
        self.done: m.Move = self.same(m.Done())
        self.may_name = self.reading["income.named"] == "named"
        self.pass_: m.Move = self.same(m.Pass())
        self.auctions: list[m.Move] = [self.same(m.Auction(number)) for number in self.numbers]
        self.purchases = self._sets_of_purchases()
        self.mixes = [self._ways_to_run(k) for k in range(len(plants))]
        """For each plant the ways to run it, each with the tokens that it burns."""
        self.map = rules.data[rules.options["map"]].made(load_map)
        self.supplies = [self.same(m.Supply(cities)) for cities in range(len(self.map.cities))]
        self.places = rules.data["market"].made(load_market)
        self.room = tuple([len(places) for places in self.places])
        """For each fuel, the places in the market."""
        self.prices = [
            [FAR, *[places[len(places) - tokens] for tokens in range(1, len(places) + 1)]] for places in self.places
        ]
        """For each fuel, by the tokens in the market, the price of the cheapest."""
        self.fuel = {fuel: k for k, fuel in enumerate(FUELS)}
        self.incomes = list(rules.data["income"].made(load_incomes))
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
        self.houses_limited = reading("houses.markers") != "none"
        self.may_over_bid = reading("auction.over-bid") == "void"
        self.bid_clockwise = reading("auction.order") == "clockwise"
        self.last_pays_number = reading("auction.last-bid") == "minimum"
        self.kept = reading("discard.fuel") == "kept"
        self.fuel_own = reading("fuel.place") == "own"
        self.fuel_anytime = reading("fuel.rearrange") == "anytime"
        self.through_unused = reading("network.through-unused") == "yes"
        self.found_anywhere = reading("network.late-start") == "any"
        self.obsolete_at_once = reading("obsolete.when") == "at-once"
        self.replaced_after_card = reading("step3.small-later") == "replaced"
        self.may_waste = reading("production.waste") == "yes"
        self.fuel_first = reading("bureaucracy.order") == "fuel-first"
        self.end_pays = reading("end.timing") == "income"
        self.dropped_for_round = reading("auction.dropped") == "never"
        self.unsold_at_once = reading("unsold.when") == "auctions"
        self.unsold_removed = reading("unsold.no-card") == "removed"
        self.step2_first = reading("step3.before-step2") == "first"
        self.at_step2_builds = reading("step3.at-step2") == "building"
        self.buried_before = reading("renewal.buried") == "before"
        self.empty_removed = reading("step3.empty-stack") == "removed"
        self.end_best = reading("end.supply") == "best"
        self.first_bureaucracy = reading("step3.first-bureaucracy") == "removed"
        self.full_board_counts = reading("step2.full-board") == "yes"
        self.last_refill_by_step2 = reading("step3.step1-refill") == "step2"
        self.money_hidden = reading("money.open") == "hidden"
        self.obsolete_removed = reading("obsolete.no-card") == "removed"
        self.regions_by_lot = reading("regions.choice") == "lot"
        self.regions_paired = reading("regions.shape") == "paired"
        self.tie_by_order = reading("end.still-tied") == "order"
        self.region_for_each = reading("regions.count") == "players"
        self.supplied_last: tuple[Any, list[int]] = (None, [])
        self._rooms: dict[Counts, Rooms] = {}
        self._wanted: dict[tuple[Counts, Counts], tuple[int, ...]] = {}
        self._runs: dict[tuple[Counts, Counts, int], tuple[m.Move, ...]] = {}
        self._capacities: dict[int, int] = {}
        self._nets: dict[int, Net] = {}
        self.regions_open: dict[int, list[str]] = {}
        self.auction: tuple[Any, Any, NextBid] = None, None, (-1, 0, -1, 0)
        """The last announcement of an auction, and what follows from it."""

    def same(self, move: M) -> M:
        """The engine's own object for a move, if it has one: lists of the same objects are compared soonest."""
        return cast(M, self._moves.get(cast(m.Move, move), move))

    # Plants and fuel

    def rooms(self, plants: Counts) -> Rooms:
        """How much some plants store."""
        rooms = self._rooms.get(plants)
        if rooms is None:
            room = {"coal": 0, "oil": 0, "hybrid": 0, "garbage": 0, "uranium": 0, "none": 0}
            for k in plants:
                room[self.plants[k].fuel] += self.storage * self.needs[k]
            rooms = room["coal"], room["oil"], room["hybrid"], room["garbage"], room["uranium"]
            if len(self._rooms) > KEPT:
                self._rooms.clear()
            self._rooms[plants] = rooms
        return rooms

    def homeless(self, plants: Counts, fuel: Counts) -> int:
        """How many tokens find no room on some plants, however they are laid."""
        coal, oil, garbage, uranium = fuel
        coal_room, oil_room, hybrid_room, garbage_room, uranium_room = self.rooms(plants)
        mixed = too_many(coal, oil, coal_room, oil_room, hybrid_room)
        return mixed + max(0, garbage - garbage_room) + max(0, uranium - uranium_room)

    def wanted(self, plants: Counts, fuel: Counts) -> tuple[int, ...]:
        """The fuels of which some plants can store one more token."""
        key = plants, fuel
        wanted = self._wanted.get(key)
        if wanted is None:
            if len(self._wanted) > KEPT:
                self._wanted.clear()
            wanted = self._wanted[key] = tuple(self._work_out_wanted(plants, fuel))
        return wanted

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

    def buyable(self, seat: Seat, market: Counts) -> int:
        """Mask of the fuels of which a player can buy a token now."""
        money, prices, fuels = seat.money, self.prices, 0
        for k in self.wanted(seat.plants, seat.fuel):
            if prices[k][market[k]] <= money:
                fuels |= 1 << k
        return fuels

    def _sets_of_purchases(self) -> list[tuple[m.Move, ...]]:
        """For each mask of fuels the moves of a player who can buy these."""
        buys = [self.same(m.Buy(fuel)) for fuel in FUELS]
        return [(*[buy for k, buy in enumerate(buys) if mask >> k & 1], self.done) for mask in range(1 << len(FUELS))]

    def _ways_to_run(self, k: int) -> list[tuple[m.Run, Counts]]:
        number, needs, fuel = self.numbers[k], self.needs[k], self.plants[k].fuel
        if fuel == "hybrid":
            mixes = [(needs - oil, oil) for oil in range(needs + 1)]
            return [(self.same(m.Run(number, *mix)), (*mix, 0, 0)) for mix in mixes]
        return [(self.same(m.Run(number)), tuple([needs if fuel == kind else 0 for kind in FUELS]))]

    def burns(self, move: m.Run) -> Counts:
        """The tokens that a run burns."""
        k = self.plant[move.number]
        return (move.coal, move.oil, 0, 0) if self.hybrid[k] else self.mixes[k][0][1]

    def runs(self, seat: Seat, run: int) -> tuple[m.Move, ...]:
        """The ways to run one more plant that change anything, for a player some of whose plants have run."""
        is_needless = self.capacity(run) >= seat.cities.bit_count()
        if is_needless and not self.may_waste:
            return ()
        key = seat.plants, seat.fuel, run
        runs = self._runs.get(key)
        if runs is None:
            if len(self._runs) > KEPT:
                self._runs.clear()
            runs = self._runs[key] = tuple(self._work_out_runs(*key))
        return (
            tuple([move for move in runs if isinstance(move, m.Run) and any(self.burns(move))]) if is_needless else runs
        )

    def _work_out_runs(self, plants: Counts, fuel: Counts, run: int) -> list[m.Move]:
        coal, oil, garbage, uranium = fuel
        is_mixed = self.fuel_own and self.rooms(plants)[2] > 0  # else there is one way to lay the fuel
        runs: list[m.Move] = []
        for k in plants:
            if run >> k & 1:
                continue
            for ran, (c, o, g, u) in self.mixes[k]:
                if c > coal or o > oil or g > garbage or u > uranium:
                    continue
                if not is_mixed or not c + o or self._can_lie(plants, coal - c, oil - o, k, run):
                    runs.append(ran)
        return runs

    def _can_lie(self, plants: Counts, coal: int, oil: int, running: int, run: int) -> bool:
        """Whether the rest of the fuel finds room beside what a plant burns, and (one reading) what others burnt."""
        coal_room, oil_room, hybrid_room, _, _ = self.rooms(plants)
        for k in plants if not self.fuel_anytime else (running,):
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
        capacities = self._capacities.get(run)
        if capacities is None:
            if len(self._capacities) > KEPT:
                self._capacities.clear()
            capacities = self._capacities[run] = sum([more for k, more in enumerate(self.cities) if run >> k & 1])
        return capacities

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
        best, most = 0, seat.cities.bit_count()
        for count in range(len(seat.plants) + 1):
            for chosen in combinations(seat.plants, count):
                cities = sum([self.cities[k] for k in chosen])
                if cities <= best or best >= most:
                    continue
                needs = dict.fromkeys(USES, 0)
                for k in chosen:
                    needs[self.plants[k].fuel] += self.needs[k]
                if (
                    needs["coal"] <= coal and needs["oil"] <= oil
                    and needs["coal"] + needs["oil"] + needs["hybrid"] <= coal + oil
                    and needs["garbage"] <= garbage and needs["uranium"] <= uranium
                ):  # fmt: skip
                    best = cities
        return min(best, most)

    # The map

    def net(self, regions: int) -> Net:
        """The cities of the chosen regions and the ways between them."""
        nets = self._nets.get(regions)
        if nets is None:
            nets = self._nets[regions] = Net(self, regions)
        return nets

    def buildable(self, t: Table, seat: Seat) -> list[m.Move]:
        """The cities that a player could connect now."""
        money, own, prices = seat.money, seat.cities, self.spaces[t.step]
        if money < prices[0] or (self.houses_limited and seat.houses < 1):
            return []
        net = self.net(t.regions)
        if own:
            ways = net.ways(own)
            left = [money - price for price in prices]
            return [move for move, way, here in zip(net.moves, ways, t.houses, strict=True) if HERE < way <= left[here]]
        fit = [price <= money and (self.found_anywhere or not here) for here, price in enumerate(prices)]
        return [move for move, here in zip(net.moves, t.houses, strict=True) if fit[here]]

    # The order of play and the market of plants

    def order(self, order: tuple[int, ...], seats: tuple[Seat, ...]) -> tuple[int, ...]:
        """The new order of play by cities and plants; equal players without plants stay as they are."""
        best = [(seat.cities.bit_count(), max(seat.plants, default=-1)) for seat in seats]
        return tuple(sorted(order, key=best.__getitem__, reverse=True))

    def purse(self, t: Table, who: int) -> int:
        """The most that a player may bid."""
        return max([seat.money for seat in t.seats]) if self.may_over_bid else t.seats[who].money

    def can_draw(self, t: Table) -> bool:
        """Whether there is a card to draw, and cards may be drawn."""
        return t.card == STACK or (bool(t.buried) and (t.card != DRAWN or self.replaced_after_card))

    def most(self, t: Table) -> int:
        """The most cities that somebody has connected."""
        return max([seat.cities.bit_count() for seat in t.seats])


@lru_cache(maxsize=16)
def facts(engine: AnyEngine) -> Facts:
    """What the rulebook says about the plants, the map and the numbers of an engine's rules."""
    return Facts(engine.rules, engine.all_moves())


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


def different(listed: Sequence[m.Move], open_: Sequence[m.Move]) -> bool:
    """Whether two lists of moves differ in more than their order."""
    return sorted(map(str, listed)) != sorted(map(str, open_))


def told(some: Iterable[m.Move]) -> str:
    """Moves in a sentence, in the order of the alphabet."""
    return ", ".join(sorted(map(str, some)))


def others_alike(before: Table, now: Table, who: int) -> bool:
    """Whether everybody else has what they had."""
    return now.seats == (*before.seats[:who], now.seats[who], *before.seats[who + 1 :])


def place(t: Table, who: int) -> int:
    """A player's place in the order of play."""
    return t.order.index(who)
