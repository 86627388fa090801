"""What a position of Power Grid says: prices, room, runs, costs of cities, the set-up, from text, cards and maps."""

from __future__ import annotations

import heapq
from itertools import combinations

from tests.auditors.stream import Book, Json, Table, Tally, data

GAME = "power_grid"
FUELS = ("coal", "oil", "garbage", "uranium")


class View(Book):
    """A position of Power Grid, as it is told or predicted so far."""

    def __init__(self, table: Table, tally: Tally) -> None:
        super().__init__(table, tally)
        board = data(GAME, f"map-{table.setup or 'germany'}")
        self.region = {city["name"]: city["region"] for city in board["city"]}
        self.roads: dict[str, dict[str, int]] = {city: {} for city in self.region}
        for road in board["connection"]:
            start, other = road["between"]
            self.roads[start][other] = self.roads[other][start] = road["cost"]
        self.plants = {plant["number"]: plant for plant in data(GAME, "plants")["plant"]}
        self.spaces = sorted(data(GAME, "market")["space"], key=lambda space: -int(space["price"]))
        self.income = {row["cities"]: row["elektro"] for row in data(GAME, "income")["income"]}

    def begin(self, told: Json) -> None:
        """The set-up."""
        number = self.number
        cards = sorted(self.plants)
        market = cards[: 2 * number["market.row"]]
        thirteen = number["plants.first"] + 10
        unseen = [card for card in cards if card not in market and card != thirteen]
        fuel = {kind: number[f"start.{kind}"] for kind in FUELS}
        player = {"money": number["start.money"], "plants": [], "cities": [], "houses": number["houses.each"]}
        self.opens("setup.money", {seat: player for seat in told["players"]}, told["players"], "players")
        self.opens("setup.fuel", fuel, told["fuel"], "fuel")
        left = {kind: number[f"fuel.{kind}"] - fuel[kind] for kind in FUELS}
        self.opens("setup.supply", left, told["supply"], "supply")
        self.opens("setup.market", {"market": market, "thirteen": True, "unseen": unseen}, told)
        self.opens("setup.stack", len(unseen) - number["plants.removed"], told["stack"], "stack")
        for kind in FUELS:
            self.same("setup.first-prices", kind, number[f"first.{kind}"], told["prices"][kind])

    def players(self) -> Json:
        players: Json = self.p.get("players")
        return players

    def fullest(self) -> int:
        return max(len(player["cities"]) for player in self.players().values())

    def price(self, fuel: str, tokens: int) -> int | None:
        """What the cheapest of so many tokens costs, all lying on the dearest spaces."""
        for space in self.spaces:
            tokens -= space.get(fuel, 0)
            if tokens <= 0:
                return int(space["price"])
        return None

    def fits(self, plants: list[int], fuel: Json, without: int = 0, of: int = 0) -> bool:
        """Whether all this fuel has room on the plants, of which one has so much less room."""
        room: dict[str, int] = {}
        for number in plants:
            plant = self.plants[number]
            room[plant["fuel"]] = room.get(plant["fuel"], 0) + 2 * plant["needs"] - (of if number == without else 0)
        over = sum(max(0, fuel[kind] - room.get(kind, 0)) for kind in ("coal", "oil"))
        return over <= room.get("hybrid", 0) and all(fuel[kind] <= room.get(kind, 0) for kind in ("garbage", "uranium"))

    def runs(self, seat: str, run: list[int]) -> dict[str, Json]:
        """What each plant that may still run could burn, by the move that says so."""
        player, runs = self.players()[seat], dict[str, Json]()
        for number in player["plants"]:
            plant, needs = self.plants[number], self.plants[number]["needs"]
            if number in run:
                continue
            if plant["fuel"] == "hybrid":
                for coal in range(needs + 1):
                    burnt = {"coal": coal, "oil": needs - coal}
                    words = " ".join(f"{amount} {kind}" for kind, amount in burnt.items() if amount)
                    runs[f"run {number} with {words}"] = burnt
            else:
                runs[f"run {number}"] = {plant["fuel"]: needs} if plant["fuel"] != "none" else {}
        for move, burnt in list(runs.items()):
            left = {kind: player["fuel"][kind] - burnt.get(kind, 0) for kind in FUELS}
            number = int(move.split()[1])
            if min(left.values()) < 0 or not self.fits(player["plants"], left, number, self.plants[number]["needs"]):
                del runs[move]
        return runs

    def most_supplied(self, player: Json) -> int:
        """The most cities that a player's plants and fuel can supply."""
        best = 0
        for count in range(len(player["plants"]) + 1):
            for chosen in combinations(player["plants"], count):
                needs = dict.fromkeys((*FUELS, "hybrid", "none"), 0)
                for number in chosen:
                    needs[self.plants[number]["fuel"]] += self.plants[number]["needs"]
                left = {kind: player["fuel"][kind] - needs[kind] for kind in FUELS}
                if min(left.values()) >= 0 and left["coal"] + left["oil"] >= needs["hybrid"]:
                    best = max(best, sum(self.plants[number]["cities"] for number in chosen))
        return min(best, len(player["cities"]))

    def building_costs(self, seat: str) -> dict[str, int]:
        """What each city would cost this player that may be built in at all."""
        player, step = self.players()[seat], self.p.get("step")
        houses = {city: sum(city in other["cities"] for other in self.players().values()) for city in self.region}
        room = self.number[f"houses.step-{('one', 'two', 'three')[step - 1]}"]
        paid = [self.number[f"house.{which}"] for which in ("first", "second", "third")]
        ways = {city: 0 for city in self.region if city in player["cities"]} or dict.fromkeys(self.region, 0)
        if player["cities"]:
            heap = [(0, city) for city in ways]
            while heap:
                cost, city = heapq.heappop(heap)
                for other, toll in self.roads[city].items():
                    if self.region[other] in self.p.get("regions") and cost + toll < ways.get(other, 10**6):
                        ways[other] = cost + toll
                        heapq.heappush(heap, (cost + toll, other))
        most = room if player["cities"] else 1
        return {
            city: ways[city] + paid[houses[city]]
            for city in self.region
            if self.region[city] in self.p.get("regions")
            and city in ways
            and city not in player["cities"]
            and houses[city] < most
            and player["houses"] > 0
        }

    def open_moves(self, seat: str, phase: str, run: list[int]) -> set[str]:
        """What a player may do in one of the three phases after the auctions, but for `done`."""
        player, fuel = self.players()[seat], self.p.get("fuel")
        if phase == "fuel":
            prices = {kind: self.price(kind, fuel[kind]) for kind in FUELS if fuel[kind]}
            return {
                f"buy {kind}"
                for kind, price in prices.items()
                if price is not None
                and price <= player["money"]
                and self.fits(player["plants"], {**player["fuel"], kind: player["fuel"][kind] + 1})
            }
        if phase == "building":
            return {f"build {city}" for city, cost in self.building_costs(seat).items() if cost <= player["money"]}
        needed = len(player["cities"]) > sum(self.plants[number]["cities"] for number in run)
        return {move for move, burnt in self.runs(seat, run).items() if burnt or needed}

    def connected(self, regions: set[str]) -> bool:
        """Whether one can go from each region to each without leaving them."""
        reached = {min(regions)}
        for _ in regions:
            reached |= {
                self.region[other]
                for city, roads in self.roads.items()
                if self.region[city] in reached
                for other in roads
                if self.region[other] in regions
            }
        return reached == regions

    def over(self, player: Json, fuel: Json) -> int:
        """By how much fuel is more than its room."""
        room: dict[str, int] = {}
        for number in player["plants"]:
            plant = self.plants[number]
            room[plant["fuel"]] = room.get(plant["fuel"], 0) + 2 * plant["needs"]
        burnable = sum(max(0, fuel[kind] - room.get(kind, 0)) for kind in ("coal", "oil"))
        return int(
            max(0, burnable - room.get("hybrid", 0))
            + sum(max(0, fuel[kind] - room.get(kind, 0)) for kind in ("garbage", "uranium"))
        )

    def helps(self, player: Json, kind: str) -> bool:
        less = {**player["fuel"], kind: player["fuel"][kind] - 1}
        return self.over(player, less) < self.over(player, player["fuel"])
