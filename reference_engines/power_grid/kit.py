"""The rules' numbers, readings, plants and map as the rule modules look them up, and each move made once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import networkx as nx
from attrs import frozen

from rulecheck.reference_engines.contract import cites
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.arithmetic import cheapest_place, income_beyond, storage
from rulecheck.reference_engines.power_grid.table import GARBAGE, URANIUM, Counts
from rulecheck.reference_engines.values import bits
from rulecheck.spec.errors import SpecError
from rulecheck.spec.power_grid.board import (
    FUELS,
    Map,
    Plant,
    load_incomes,
    load_map,
    load_market,
    load_plants,
    plain,
)

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

CACHE: Final = 50_000
"""Lists of moves remembered at most."""

NEVER: Final = 1_000_000
"""The cost of what cannot be built."""

HERE: Final = -1
"""The cost of the way to a city that is connected already."""

LISTED_BIDS: Final = 100
"""Bids up to this one are among the well-formed moves that are listed; higher ones are read all the same."""

HIGHEST_BID: Final = 1_000_000

FUEL_KINDS: Final = {"coal": (0,), "oil": (1,), "garbage": (2,), "uranium": (3,), "hybrid": (0, 1), "none": ()}
"""The fuels that a plant can store, by what it burns."""

Rooms = tuple[int, int, int, int, int]
"""Tokens that plants store: coal plants, oil plants, hybrid plants (coal or oil), garbage, uranium."""


@frozen(slots=False)
class Board:
    """What the chosen regions make of the map; cities are numbered as they come in the map's file."""

    cities: tuple[str, ...]
    number: dict[str, int]
    """From a city's name to its number here."""
    ways: tuple[tuple[int, ...], ...]
    """For each pair of cities the cost of the cheapest way between them; NEVER if there is none."""
    onward: tuple[tuple[int, ...], ...]
    """For each city the ways from a network that consists of it; HERE to that city itself."""
    direct: tuple[tuple[tuple[int, int], ...], ...]
    """For each city its connections: (city, cost)."""
    elsewhere: tuple[int, ...]
    """For each city the mask of those to which a cheaper way leads through regions that were not chosen."""
    inside: tuple[tuple[int, ...], ...]
    """The cheapest ways within the chosen regions."""
    outside: tuple[tuple[int, ...], ...]
    """The cheapest ways through all regions."""
    build: tuple[m.Build, ...]
    nowhere: tuple[int, ...]
    """The ways of a player without a network: none has to be paid."""


@cites("setup.map")
def chosen_map(rules: Rules) -> Map:
    """The side of the board that the set-up names."""
    return rules.data[rules.options["map"]].made(load_map)


class Kit:
    """One set of rules: constant while games are played."""

    def __init__(self, rules: Rules) -> None:
        """Read the numbers, readings and data; raises `SpecError` where they do not fit together."""
        self.rules = rules
        self.seats: tuple[str, ...] = tuple(rules.seats)
        self.players = rules.players
        self.everyone = (1 << self.players) - 1
        self.seat_number = {name: k for k, name in enumerate(self.seats)}
        plants, incomes, market = rules.data["plants"], rules.data["income"], rules.data["market"]
        self.plants: tuple[Plant, ...] = plants.made(load_plants)
        self.incomes = incomes.made(load_incomes)
        self.places = market.made(load_market)
        """For each fuel the price of every place in the market, ascending."""
        self.token_price: tuple[Counts, ...] = tuple(
            tuple((*places, NEVER)[cheapest_place(tokens, len(places))] for tokens in range(len(places) + 1))
            for places in self.places
        )
        """For each fuel, by the tokens in the market, the price of the next one; NEVER if there is none."""
        self.map = chosen_map(rules)
        self._read_numbers(rules)
        self._read_readings(rules)
        self._look_up_plants(str(plants.path))
        self._check_supplies(rules, str(market.path))
        self._make_moves()
        self.boards: dict[int, Board] = {}
        self.whole_ways = _all_ways(self.map, (1 << len(self.map.regions)) - 1)
        """For each pair of cities of the whole map the cost of the cheapest way."""
        self.lists: dict[Any, Any] = {}

    def _read_numbers(self, rules: Rules) -> None:
        number = rules.number_within
        self.houses_each = number("houses.each")
        self.markers = number("houses.markers")
        self.fuel_total: Counts = tuple(number(f"fuel.{fuel}") for fuel in FUELS)
        self.fuel_start: Counts = tuple(number(f"start.{fuel}") for fuel in FUELS)
        self.start_money = number("start.money")
        self.row = number("market.row", 1)
        self.removed = number("plants.removed")
        self.plants_owned = number("plants.owned", 1)
        self.storage_times = number("plant.storage")
        self.house_price = (number("house.first"), number("house.second"), number("house.third"))
        self.houses_allowed = tuple(number(f"houses.step-{step}") for step in ("one", "two", "three"))
        self.refill = tuple(tuple(number(f"refill.{fuel}-{step}") for fuel in FUELS) for step in (1, 2, 3))
        self.step2_cities = number("step2.cities", 1)
        self.end_cities = number("end.cities", 1)
        self.regions_used = number("regions.used", 1)
        if max(self.houses_allowed) > len(self.house_price):
            what = f"{max(self.houses_allowed)} houses in a city have no price"
            raise SpecError(rules.path, None, what, f"a city has {len(self.house_price)} spaces")

    def _read_readings(self, rules: Rules) -> None:
        reading = rules.reading
        self.regions_by_lot = reading("regions.choice") == "lot"
        self.regions_paired = reading("regions.shape") == "paired"
        if reading("regions.count") == "players":
            self.regions_used = self.players
        self.houses_limited = reading("houses.markers") != "none"
        self.houses_start = self.houses_each - {"score": 1, "map": self.markers}.get(reading("houses.markers"), 0)
        self.thirteen_pool = reading("setup.thirteen") == "pool"
        self.bid_clockwise = reading("auction.order") == "clockwise"
        self.may_over_bid = reading("auction.over-bid") == "void"
        self.last_pays_number = reading("auction.last-bid") == "minimum"
        self.discard_chosen = reading("discard.fuel") == "chosen"
        self.dropped_for_round = reading("auction.dropped") == "never"
        self.unsold_at_once = reading("unsold.when") == "auctions"
        self.unsold_removed = reading("unsold.no-card") == "removed"
        self.fuel_own = reading("fuel.place") == "own"
        self.fuel_anytime = reading("fuel.rearrange") == "anytime"
        self.through_unused = reading("network.through-unused") == "yes"
        self.found_anywhere = reading("network.late-start") == "any"
        self.obsolete_at_once = reading("obsolete.when") == "at-once"
        self.obsolete_removed = reading("obsolete.no-card") == "removed"
        self.income_continued = reading("income.beyond") == "continued"
        self.may_waste = reading("production.waste") == "yes"
        self.may_name = reading("income.named") == "named"
        self.together = reading("production.order") == "together"
        self.money_hidden = reading("money.open") == "hidden"
        self.fuel_first = reading("bureaucracy.order") == "fuel-first"
        self.buried_before = reading("renewal.buried") == "before"
        self.full_board_counts = reading("step2.full-board") == "yes"
        self.step2_first = reading("step3.before-step2") == "first"
        self.last_refill_by_step2 = reading("step3.step1-refill") == "step2"
        self.at_step2_builds = reading("step3.at-step2") == "building"
        self.replaced_after_card = reading("step3.small-later") == "replaced"
        self.first_bureaucracy = reading("step3.first-bureaucracy") == "removed"
        self.empty_removed = reading("step3.empty-stack") == "removed"
        self.end_pays = reading("end.timing") == "income"
        self.end_best = reading("end.supply") == "best"
        self.tie_by_order = reading("end.still-tied") == "order"

    def _look_up_plants(self, path: str) -> None:
        plants = self.plants
        self.numbers: tuple[int, ...] = (*(plant.number for plant in plants), NEVER)
        """For each plant its number; the Step 3 card behind them is higher than all."""
        self.plant_number = {plant.number: k for k, plant in enumerate(plants)}
        self.step3 = len(plants)
        """The Step 3 card's place behind the plants."""
        self.kinds: tuple[tuple[int, ...], ...] = tuple(FUEL_KINDS[plant.fuel] for plant in plants)
        self.is_hybrid = tuple(plant.fuel == "hybrid" for plant in plants)
        self.needs = tuple(plant.needs for plant in plants)
        self.plant_cities = tuple(plant.cities for plant in plants)
        if 13 not in self.plant_number:
            raise SpecError(path, None, "no plant 13", "it lies on top of the stack; add it")
        self.thirteen = self.plant_number[13]
        self.first_market = tuple(range(2 * self.row))
        self.first_unseen = tuple(k for k in range(2 * self.row, len(plants)) if k != self.thirteen)
        if self.thirteen in self.first_market or len(self.first_unseen) < self.removed:
            what = f"{len(plants)} plants are too few or 13 is too low"
            raise SpecError(path, None, what, f"{2 * self.row} form the market, 13 follows, {self.removed} are removed")
        self.room_of: dict[tuple[int, ...], Rooms] = {}
        self.capacities: dict[int, int] = {}
        self.region_sets = self.map.region_sets(self.regions_used, paired=self.regions_paired)
        if not self.region_sets:
            what = f"no {self.regions_used} regions of the map are adjacent"
            raise SpecError(self.map.path, None, what, "connect them, or use fewer")

    def _check_supplies(self, rules: Rules, path: str) -> None:
        for k, fuel in enumerate(FUELS):
            if self.fuel_start[k] > min(self.fuel_total[k], len(self.places[k])):
                what = f"start.{fuel} = {self.fuel_start[k]} of {self.fuel_total[k]} in the box"
                raise SpecError(path, None, what, f"the market holds {len(self.places[k])}; lower start.{fuel}")
        for name, cities in (("income.none", 0), ("income.six", 6)):
            if name in rules.numbers and cities < len(self.incomes):  # a number of the text that was changed
                self.incomes = (*self.incomes[:cities], rules.number(name), *self.incomes[cities + 1 :])

    def _make_moves(self) -> None:
        self.lot = tuple(m.Lot(seat) for seat in self.seats)
        self.remove, self.keep = m.Thirteen(True), m.Thirteen(False)
        self.choose = tuple(m.ChooseRegion(region) for region in self.map.regions)
        self.auction = tuple(m.Auction(plant.number) for plant in self.plants)
        self.bid = tuple(m.Bid(amount) for amount in range(LISTED_BIDS + 1))
        self.pass_, self.done = m.Pass(), m.Done()
        self.supply = tuple(m.Supply(cities) for cities in range(len(self.map.cities)))
        self.scrap = tuple(m.Scrap(plant.number) for plant in self.plants)
        self.lose = tuple(m.Lose(fuel) for fuel in FUELS)
        self.draw = (*(m.Draw(plant.number) for plant in self.plants), m.Draw(0))
        self.buy = tuple(m.Buy(fuel) for fuel in FUELS)
        self.build = {city: m.Build(city) for city in self.map.cities}
        self.runs: tuple[tuple[m.Run, ...], ...] = tuple(
            tuple(m.Run(plant.number, plant.needs - oil, oil) for oil in range(plant.needs + 1))
            if plant.fuel == "hybrid"
            else (m.Run(plant.number),)
            for plant in self.plants
        )
        """For each plant the ways to run it."""
        self.fuel_lists: tuple[tuple[m.Move, ...], ...] = tuple(
            (*(self.buy[k] for k in range(4) if mask >> k & 1), self.done) for mask in range(1 << len(FUELS))
        )
        self.in_mask = tuple(tuple(k for k in range(4) if mask >> k & 1) for mask in range(1 << len(FUELS)))
        self.equally = tuple((1,) * count for count in range(len(self.plants) + 2))
        self.region_number = {region: k for k, region in enumerate(self.map.regions)}
        self.city_number = {city: k for k, city in enumerate(self.map.cities)}
        self.plain_city = {plain(city): city for city in self.map.cities}
        self.fuel_number = {fuel: k for k, fuel in enumerate(FUELS)}

    def bids(self, low: int, high: int) -> tuple[m.Bid, ...]:
        """The bids from `low` to `high`; more of them are made when somebody grows rich."""
        if high >= len(self.bid):
            self.bid += tuple(m.Bid(amount) for amount in range(len(self.bid), high + 50))
        return self.bid[low : high + 1]

    def board(self, regions: int) -> Board:
        """The cities and ways of some regions, worked out once."""
        board = self.boards.get(regions)
        if board is None:
            board = self.boards[regions] = self._make_board(regions)
        return board

    def _make_board(self, regions: int) -> Board:
        inner = self.map.graph(regions)
        chosen = sorted(inner)
        inside = _all_ways(self.map, regions)
        outside = tuple(tuple(self.whole_ways[city][other] for other in chosen) for city in chosen)
        place = {city: k for k, city in enumerate(chosen)}
        ways = outside if self.through_unused else inside
        return Board(
            cities=tuple(self.map.cities[city] for city in chosen),
            number={self.map.cities[city]: k for k, city in enumerate(chosen)},
            ways=ways,
            onward=tuple((*row[:k], HERE, *row[k + 1 :]) for k, row in enumerate(ways)),
            direct=tuple(
                tuple((place[near], inner.edges[city, near]["cost"]) for near in inner.adj[city]) for city in chosen
            ),
            elsewhere=tuple(
                sum(1 << k for k, (long, short) in enumerate(zip(a, b, strict=True)) if short < long)
                for a, b in zip(inside, outside, strict=True)
            ),
            inside=inside,
            outside=outside,
            build=tuple(self.build[self.map.cities[city]] for city in chosen),
            nowhere=(0,) * len(chosen),
        )

    def used(self, plants: tuple[int, ...]) -> tuple[int, ...]:
        """The fuels that the plants of a player use."""
        coal, oil, hybrid, garbage, uranium = self.rooms(plants)
        rooms = (coal + hybrid, oil + hybrid, garbage, uranium)
        return tuple([kind for kind, room in enumerate(rooms) if room])

    def rooms(self, plants: tuple[int, ...]) -> Rooms:
        """How much the plants of a player store."""
        rooms = self.room_of.get(plants)
        if rooms is None:
            coal = oil = hybrid = garbage = uranium = 0
            for plant in plants:
                tokens = storage(self.needs[plant], self.storage_times)
                kinds = self.kinds[plant]
                if self.is_hybrid[plant]:
                    hybrid += tokens
                elif kinds == (GARBAGE,):
                    garbage += tokens
                elif kinds == (URANIUM,):
                    uranium += tokens
                elif kinds:
                    coal, oil = (coal + tokens, oil) if kinds == (0,) else (coal, oil + tokens)
            rooms = (coal, oil, hybrid, garbage, uranium)
            if len(self.room_of) > CACHE:
                self.room_of.clear()
            self.room_of[plants] = rooms
        return rooms

    def income(self, cities: int) -> int:
        """What is paid for so many cities supplied."""
        last = len(self.incomes) - 1
        if cities <= last:
            return self.incomes[cities]
        step = self.incomes[last] - self.incomes[last - 1] if last else 0
        return income_beyond(self.incomes[last], step, cities - last, self.income_continued)

    @cites("plant.cities")
    def capacity(self, run: int) -> int:
        """How many cities the plants of a mask can supply."""
        cities = self.capacities.get(run)
        if cities is None:
            if len(self.capacities) > CACHE:
                self.capacities.clear()
            cities = self.capacities[run] = sum(self.plant_cities[plant] for plant in bits(run))
        return cities

    def remember(self, key: object, moves: object) -> None:
        """Keep what was worked out for a key; everything is forgotten when there is too much of it."""
        if len(self.lists) >= CACHE:
            self.lists.clear()
        self.lists[key] = moves

    def all_moves(self) -> tuple[m.Move, ...]:
        """The well-formed moves, in a fixed order, without the high bids."""
        families: tuple[Sequence[m.Move], ...] = (
            self.lot, (self.remove, self.keep), self.choose, self.auction, self.bid[1 : LISTED_BIDS + 1],
            (self.pass_,), self.scrap, self.lose, self.draw, self.buy, tuple(self.build.values()),
            tuple(move for ways in self.runs for move in ways), self.supply if self.may_name else (), (self.done,),
        )  # fmt: skip
        return tuple(move for family in families for move in family)

    def spelt(self) -> dict[str, m.Move]:
        """Other ways to write moves: cities in plain letters, plants with two digits."""
        spelt: dict[str, m.Move] = {f"build {plain(city)}": move for city, move in self.build.items()}
        for plant in self.plants:
            if plant.number < 10:
                k, number = self.plant_number[plant.number], f"{plant.number:02}"
                spelt |= {f"auction {number}": self.auction[k], f"scrap {number}": self.scrap[k]}
                spelt |= {f"draw {number}": self.draw[k]}
                spelt |= {str(way).replace(f"run {plant.number}", f"run {number}"): way for way in self.runs[k]}
        return spelt


@lru_cache(maxsize=256)
def _all_ways(map: Map, regions: int) -> tuple[tuple[int, ...], ...]:
    """The cheapest ways between all pairs of cities of some regions, without leaving them."""
    graph = map.graph(regions)
    chosen = sorted(graph)
    ways = dict(nx.all_pairs_dijkstra_path_length(graph, weight="cost"))
    return tuple(tuple(int(ways[city].get(other, NEVER)) for other in chosen) for city in chosen)
