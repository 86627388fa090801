"""What a position of Puerto Rico says: costs, loads, production, scores, and the set-up, from text and tiles."""

from __future__ import annotations

from collections import Counter

from tests.auditors.stream import Book, Json, Step, Table, Tally, data

GAME = "puerto_rico"
KINDS = ("corn", "indigo", "sugar", "tobacco", "coffee")


class View(Book):
    """A position of Puerto Rico, as it is told or predicted so far."""

    def __init__(self, table: Table, tally: Tally) -> None:
        super().__init__(table, tally)
        self.buildings = {building["name"]: building for building in data(GAME, "buildings")["building"]}
        self.price = {good["name"]: good["price"] for good in data(GAME, "goods")["good"]}
        self.kinds_made: dict[str, int] = {}

    def begin(self, told: Json) -> None:
        """The set-up."""
        number, seats = self.number, list(told["players"])
        tiles = Counter({kind: number[f"tiles.{kind}"] for kind in KINDS})
        for place, seat in enumerate(seats):
            kind = "indigo" if place < number["start.indigo"] else "corn"
            tiles[kind] -= 1
            island = {other: int(other == kind) for other in (*KINDS, "quarry")}
            player = {"doubloons": number["start.money"], "points": 0, "island": island, "city": {}, "san_juan": 0}
            self.opens("setup.first-tile", player, told["players"][seat], "players", seat)
        self.opens("setup.stack", dict(tiles), told["stack"], "stack")
        ships = [str(number[f"ship.{size}"]) for size in ("small", "middle", "large")]
        self.same("setup.ships", "ships", ships, list(told["ships"]))
        self.same("setup.roles", "cards", number["used.roles"], len(told["cards"]))
        self.opens("setup.supplies", {kind: number[f"goods.{kind}"] for kind in KINDS}, told["supply"], "supply")
        rest = {
            "bank": number["money.total"] - len(seats) * number["start.money"],
            "buildings": {name: building["count"] for name, building in self.buildings.items()},
            "quarries": number["tiles.quarry"],
            "colonists": number["colonists.supply"],
            "colonist_ship": number["colonists.ship"],
            "pool": number["points.pool"],
        }
        self.opens("setup.board", rest, told)
        self.same("setup.row", "left", number["row.tiles"], told["phase"]["left"])

    def who(self, seat: str) -> Json:
        player: Json = self.p.get("players", seat)
        return player

    def works(self, seat: str, building: str) -> bool:
        return bool(self.who(seat)["city"].get(building))

    def from_picker(self) -> list[str]:
        """The seats in the order in which they carry out the role."""
        seats = list(self.p.get("players"))
        place = seats.index(self.p.get("picker"))
        return seats[place:] + seats[:place]

    def later(self, seat: str) -> list[str]:
        seats = self.from_picker()
        return seats[seats.index(seat) + 1 :]

    def island_free(self, seat: str) -> int:
        return int(self.number["island.spaces"] - sum(self.who(seat)["island"].values()))

    def colonist_left(self) -> bool:
        return bool(self.p.get("colonists") or self.p.get("colonist_ship"))

    def cost(self, seat: str, name: str) -> int:
        building, quarries = self.buildings[name], self.who(seat)["island_colonists"]["quarry"]
        discount = min(quarries, building["column"]) * self.number["quarry.discount"]
        if seat == self.p.get("picker"):
            discount += self.number["builder.privilege"]
        return int(max(0, building["cost"] - discount))

    def spaces_used(self, seat: str) -> int:
        return int(sum(self.buildings[name]["size"] for name in self.who(seat)["city"]))

    def made(self, seat: str) -> dict[str, int]:
        """What a player produces, as far as the supply goes."""
        player, goods = self.who(seat), {}
        for kind in KINDS:
            amount = player["island_colonists"][kind]
            if kind != "corn":
                circles = sum(men for name, men in player["city"].items() if self.buildings[name].get("good") == kind)
                amount = min(amount, circles)
            if amount > self.p.get("supply", kind):
                self.met("craftsman.supply-short")
            goods[kind] = min(amount, self.p.get("supply", kind))
        return goods

    def loads(self, seat: str) -> dict[str, tuple[str, int]]:
        """The loads onto cargo ships that are open, by move: the kind and how many barrels."""
        ships, goods, moves = self.p.get("ships"), self.who(seat)["goods"], dict[str, tuple[str, int]]()
        for kind in KINDS:
            carrying = [name for name, cargo in ships.items() if cargo.get(kind)]
            room = {
                name: int(name) - sum(ships[name].values()) for name in carrying or ships if carrying or not ships[name]
            }
            most = max((min(goods[kind], free) for free in room.values()), default=0)
            for name, free in room.items():
                if most and min(goods[kind], free) == most:
                    moves[f"load {kind} on ship {name}"] = (kind, most)
        return moves

    def spots(self, seat: str) -> dict[str, int]:
        """Empty circles by place, in the order in which colonists are set down."""
        player = self.who(seat)
        free = {
            ("on quarry" if kind == "quarry" else f"on {kind} plantation"): count - player["island_colonists"][kind]
            for kind, count in player["island"].items()
        }
        for name, building in self.buildings.items():
            if name in player["city"]:
                free[f"in {name}"] = building["circles"] - player["city"][name]
        return free

    def takes(self, seat: str) -> set[str]:
        legal = {f"take {kind} plantation" for kind, count in self.p.get("row").items() if count}
        if self.p.get("quarries") and (seat == self.p.get("picker") or self.works(seat, "construction hut")):
            legal.add("take quarry")
        return legal

    def builds(self, seat: str) -> set[str]:
        player, free = self.who(seat), self.number["city.spaces"] - self.spaces_used(seat)
        return {
            f"build {name}"
            for name, building in self.buildings.items()
            if self.p.get("buildings", name)
            and name not in player["city"]
            and building["size"] <= free
            and self.cost(seat, name) <= player["doubloons"]
        }

    def sells(self, seat: str) -> set[str]:
        house, goods = self.p.get("house"), self.who(seat)["goods"]
        if sum(house.values()) >= self.number["house.places"]:
            return set()
        return {f"sell {kind}" for kind in KINDS if goods[kind] and (not house[kind] or self.works(seat, "office"))}

    def wharfs(self, seat: str, wharves: list[str]) -> set[str]:
        if not self.works(seat, "wharf") or seat in wharves:
            return set()
        return {f"wharf {kind}" for kind, count in self.who(seat)["goods"].items() if count}

    def legal(self, step: Step, phase: Json) -> set[str] | None:
        """All that may be done now, where a rule says it."""
        seat = step.turn
        match phase["name"]:
            case "choosing":
                return {f"choose {card}" for card in self.p.get("cards") if card not in self.p.get("taken")}
            case "taking":
                return self.takes(seat) | {"pass"}
            case "building":
                return self.builds(seat) | {"pass"}
            case "selling":
                return self.sells(seat) | {"pass"}
            case "loading":
                wharfs = self.wharfs(seat, phase["wharves"])
                return set(self.loads(seat)) | wharfs or {"pass"} if self.loads(seat) else wharfs | {"pass"}
            case "extra barrel":
                return {f"extra {kind}" for kind in phase["made"] if self.p.get("supply", kind)} | {"pass"}
            case "row" | "hacienda draw":
                return {f"draw {kind}" for kind, count in self.p.get("stack").items() if count}
            case _:
                return None

    def total(self, player: Json) -> int:
        """A player's score."""
        city, island, number = player["city"], sum(player["island"].values()), self.number
        score = player["points"] + sum(self.buildings[name]["points"] for name in city)
        kinds = [self.buildings[name]["kind"] for name in city]
        for name in (name for name, men in city.items() if men and self.buildings[name]["size"] == 2):
            self.met(f"{name.replace(' ', '-')} scored")
            if name == "guild hall":
                score += number["guild-hall.small"] * kinds.count("small production")
                score += number["guild-hall.large"] * kinds.count("large production")
            elif name == "residence":
                steps = {12: "twelve", 11: "eleven", 10: "ten"}
                score += number[f"residence.{steps.get(island, 'nine')}"]
            elif name == "fortress":
                men = player["san_juan"] + sum(city.values()) + sum(player["island_colonists"].values())
                score += men // number["fortress.colonists"]
            elif name == "customs house":
                score += player["points"] // number["customs.points"]
            else:
                score += number["city-hall.each"] * sum("violet" in kind for kind in kinds)
        return int(score)
