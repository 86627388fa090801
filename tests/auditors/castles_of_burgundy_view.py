"""What a position of The Castles of Burgundy says: regions, moves, draws, and the set-up, from text and boards."""

from __future__ import annotations

from tests.auditors.stream import Book, Json, Step, Table, Tally, data

GAME = "castles_of_burgundy"
COLOURS = {"B": "building", "A": "animals", "K": "knowledge", "C": "castle", "M": "mine", "S": "ship"}
STACKS = {"stack": "colour", "black_stack": "black"}
FETCHED = {"carpenter": "B", "church": "MKC", "market": "SA"}
HEXES = [(q, r) for r in range(-3, 4) for q in range(max(-3, -3 - r), min(3, 3 - r) + 1)]
PLACES = {place: str(number) for number, place in enumerate(HEXES, 1)}
BESIDE = {
    space: [
        PLACES[q + a, r + b]
        for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        if (q + a, r + b) in PLACES
    ]
    for (q, r), space in PLACES.items()
}


class View(Book):
    """A position of The Castles of Burgundy, as it is told or predicted so far."""

    def __init__(self, table: Table, tally: Tally) -> None:
        super().__init__(table, tally)
        boards = data(GAME, "boards")
        self.dice = dict(zip(BESIDE, map(int, " ".join(boards["dice"]["rows"]).split()), strict=True))
        self.colours = {
            board["number"]: dict(zip(BESIDE, " ".join(board["rows"]).split(), strict=True))
            for board in boards["board"]
        }
        tiles = data(GAME, "tiles")["tile"]
        self.tiles = {tile["name"]: tile for tile in tiles}
        self.rank = {tile["name"]: place for place, tile in enumerate(tiles)}
        self.sold_by = {good["die"]: good["name"] for good in data(GAME, "goods")["good"]}
        scoring = data(GAME, "scoring")
        self.size_points = {row["size"]: row["points"] for row in scoring["region"]}
        self.phase_points = {row["name"]: row["points"] for row in scoring["phase"]}
        self.depots = data(GAME, "depots")["depot"]

    def begin(self, told: Json) -> None:
        """The set-up."""
        number, standard, seats = self.number, self.table.setup == "standard", list(told["players"])
        for place, seat in enumerate(seats, 1):
            player = {
                "silver": number["start.silver"],
                "workers": number[f"start.workers-{place}"],
                "points": 0,
                "track": 0,
            }
            self.opens("setup.workers", player, told["players"][seat], "players", seat)
            estate = {"19": "castle"} if standard else {}
            self.same("setup.castle", f"{seat}'s estate", estate, told["players"][seat]["estate"])
        stacks = {
            name: {tile: row[back] for tile, row in self.tiles.items() if row[back]} for name, back in STACKS.items()
        }
        stacks["stack"]["castle"] -= len(seats) if standard else 0
        self.opens("setup.stacks", stacks, told)
        goods = {good: number["goods.each"] for good in self.sold_by.values()}
        self.opens("setup.goods-stacks", goods, told["goods_stack"], "goods_stack")
        self.same("setup.order", "order", seats, told["order"])
        for size in ("large", "small"):
            self.same("setup.bonus", f"bonus.{size}", list(COLOURS.values()), told["bonus"][size])
        self.same("phase.number", "letter and round", ("A", 1), (told["letter"], told["round"]))

    def who(self, seat: str) -> Json:
        player: Json = self.p.get("players", seat)
        return player

    def knows(self, seat: str, number: int) -> bool:
        return f"knowledge {number}" in self.who(seat)["estate"].values()

    def kind(self, tile: str) -> str:
        return str(self.tiles[tile]["kind"])

    def colour(self, seat: str) -> dict[str, str]:
        return self.colours[self.who(seat)["board"]]

    def region(self, seat: str, space: str) -> set[str]:
        """The region of one colour around a space."""
        colours, region, edge = self.colour(seat), {space}, [space]
        while edge:
            for other in BESIDE[edge.pop()]:
                if colours[other] == colours[space] and other not in region:
                    region.add(other)
                    edge.append(other)
        return region

    def reach(self, die: int, free: bool) -> set[int]:
        """The numbers that a die stands for; 0 is a castle's."""
        if not die:
            return set(range(1, 7))
        return {die, die % 6 + 1, (die - 2) % 6 + 1} if free else {die}

    def places(self, seat: str, die: int) -> set[str]:
        """The moves that lay a stored tile."""
        player, colours, moves = self.who(seat), self.colour(seat), set[str]()
        for tile in set(player["storage"]):
            kind = self.kind(tile)
            free = self.knows(seat, 9 if kind == "B" else 10 if kind in "SA" else 11)
            for space, beside in BESIDE.items():
                if (
                    colours[space] == kind
                    and space not in player["estate"]
                    and self.dice[space] in self.reach(die, free)
                    and any(other in player["estate"] for other in beside)
                    and (kind != "B" or self.knows(seat, 1) or self.is_new(seat, tile, space))
                ):
                    moves.add(f"place {tile} on {space}")
        return moves

    def is_new(self, seat: str, tile: str, space: str) -> bool:
        estate = self.who(seat)["estate"]
        return all(estate.get(other) != tile for other in self.region(seat, space))

    def takes(self, numbers: set[int], kinds: str = "BAKCMS") -> set[str]:
        depots = self.p.get("depots")
        return {
            f"take {tile} from {number}"
            for number in numbers
            for tile in depots[str(number)]["tiles"]
            if self.kind(tile) in kinds
        }

    def sales(self, seat: str, die: int) -> set[str]:
        goods = self.who(seat)["goods"]
        return {f"sell {good}" for number, good in self.sold_by.items() if goods[good] and die in (0, number)}

    def buys(self, seat: str) -> set[str]:
        if self.p.get("bought") or self.who(seat)["silver"] < self.number["purchase.price"]:
            return set()
        moves = {f"buy {tile}" for tile in self.p.get("black")}
        if self.knows(seat, 6):
            moves |= {f"buy {move.removeprefix('take ')}" for move in self.takes(set(range(1, 7)))}
        return moves

    def legal(self, step: Step, phase: Json) -> set[str] | None:
        """All that may be done now, where a rule says it."""
        seat, p = step.turn, self.p
        match phase["name"]:
            case "turn":
                player = self.who(seat)
                moves = self.buys(seat) | ({f"use {die}" for die in player["dice"]} or {"end turn"})
                if player["workers"]:
                    steps = ("", " by 2") if self.knows(seat, 8) else ("",)
                    moves |= {
                        f"{way} {die}{by}" for way in ("raise", "lower") for die in player["dice"] for by in steps
                    }
                return moves
            case "action":
                die = phase["die"]
                taking = self.takes(self.reach(die, self.knows(seat, 12)))
                return taking | self.places(seat, die) | self.sales(seat, die) | {"take workers"}
            case "fetching":
                return self.takes(set(range(1, 7)), FETCHED[phase["building"]]) | {"pass"}
            case "warehouse":
                return self.sales(seat, 0) | {"pass"}
            case "city hall":
                return self.places(seat, 0) | {"pass"}
            case "cargo":
                if not phase["first"]:
                    return {f"goods from {depot}" for depot in p.get("depots")}
                filled = [depot for depot in self.beside(phase["first"]) if p.get("depots", str(depot), "goods")]
                return {f"goods from {depot}" for depot in filled} | {"pass"}
            case "making room":
                return {f"discard {tile}" for tile in self.who(seat)["storage"]}
            case "rolling":
                return {f"roll {low} {high}" for high in range(1, 7) for low in range(1, high + 1)}
            case "white die":
                return {f"white {number}" for number in range(1, 7)}
            case "start goods":
                return {f"draw {good}" for good, count in p.get("goods_stack").items() if count}
            case "filling":
                return self.draws(phase["step"])
            case _:
                return None

    def beside(self, depot: int) -> list[int]:
        return [depot % 6 + 1, (depot - 2) % 6 + 1]

    def spaces(self) -> list[tuple[str, str]]:
        """The spaces in use for tiles this phase, by depot and colour."""
        spaces = []
        for depot in self.depots:
            for column in ("two", "three", "four")[: self.table.players - 1]:
                kinds = str(depot[column])
                if self.table.players == 3 and column == "three" and depot["number"] == 6:
                    kinds = "C" if self.p.get("letter") in "ACE" else "M"
                spaces += [(str(depot["number"]), kind) for kind in kinds.split()]
        return spaces

    def drawn_spaces(self) -> list[tuple[str, str]]:
        return [space for space in self.spaces() if space[1] in "BAK"]

    def draws(self, step: int) -> set[str]:
        spaces = self.drawn_spaces()
        if step < len(spaces):
            return {f"draw {tile}" for tile in self.p.get("stack") if self.kind(tile) == spaces[step][1]}
        if step < len(spaces) + self.number["black.tiles"]:
            return {f"draw {tile}" for tile in self.p.get("black_stack")}
        return {f"draw {good}" for good, count in self.p.get("goods_stack").items() if count}

    def sorted(self, tiles: list[str]) -> list[str]:
        return sorted(tiles, key=self.rank.__getitem__)

    def last_points(self, player: Json) -> int:
        """What the end of the game brings."""
        number, estate = self.number, list(player["estate"].values())
        points = sum(player["goods"].values()) * number["end.good"] + player["silver"] * number["end.silver"]
        points += player["workers"] // number["end.workers"]
        kinds = ("warehouse", "watchtower", "carpenter", "church", "market", "boarding house", "bank", "city hall")
        for tile in (tile for tile in estate if self.kind(tile) == "K"):
            known = int(tile.split()[1])
            if known >= 15:
                self.met(f"knowledge.{known}")
            if known == 15:
                points += number["knowledge.sold-kind"] * sum(count > 0 for count in player["sold"].values())
            elif 16 <= known <= 23:
                points += number["knowledge.building"] * estate.count(kinds[known - 16])
            elif known == 24:
                species = {tile.split()[0] for tile in estate if self.kind(tile) == "A"}
                points += number["knowledge.species"] * len(species)
            elif known == 25:
                points += number["knowledge.sold"] * sum(player["sold"].values())
            elif known == 26:
                points += number["knowledge.bonus-tile"] * sum(map(len, player["bonus"].values()))
        return int(points)
