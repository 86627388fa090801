"""The map with its cities, posts, routes, caravans and merchants, the robber, and everyone's depot and hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulecheck.cli.pages.board import (
    Box,
    Circle,
    Drawing,
    Label,
    Piece,
    Polygon,
    Shape,
    Stroke,
    hexagon,
    initials,
    seat_colour,
)
from rulecheck.cli.pages.parts import Count, counter, facts, legend, on, panel, phase, pips
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import NEUTRAL, RESOURCES, Hand, Seat, Table, spots

TERRAIN: Final = {
    "forest": ("soft-green", "forest"), "pasture": ("soft-yellow", "pasture"), "arable": ("soft-orange", "arable"),
    "mountain": ("soft-grey", "mountain"), "salt": ("soft-purple", "salt"),
}  # fmt: skip
"""The look of each terrain, and its name: nobody has to tell them by their colour."""

RESOURCE: Final = (("Wd", "green"), ("Wl", "yellow"), ("Gr", "orange"), ("Or", "grey"), ("Sa", "purple"))
"""The sign and the colour of each of RESOURCES."""

EDGE: Final = 36.0
"""The length of a hex's side."""
HALF: Final = EDGE * 3**0.5 / 2
PANEL: Final = 300.0
HIGH: Final = 142.0
"""Of a player's panel."""
HEAD: Final = 78.0
"""Above the players' panels."""
LEGEND: Final = 30.0
"""Below the map."""

Place = tuple[float, float]


def draw(engine: Catan, t: Table) -> Drawing:
    """The position as a drawing."""
    board = _Board(engine, t)
    high = max(board.south + LEGEND, HEAD + len(t.seats) * (HIGH + 10))
    return Drawing(board.east + PANEL + 10, high, tuple(board.pieces()))


class _Board:
    """The map of one position on the sheet."""

    def __init__(self, engine: Catan, t: Table) -> None:
        self.engine, self.g, self.t, self.map = engine, engine.g, t, engine.g.map
        self.actor = engine.actor(t)
        self.letters = (*initials(self.g.seats), *["N"] * 4)
        self.colours = (*(seat_colour(name, k) for k, name in enumerate(self.g.seats)), *["grey"] * 4)
        seas = [name for name, corners in zip(self.map.seas, self.map.sea_corners, strict=True) if corners]
        hexes = [tuple(map(int, name[2:-1].split(","))) for name in (*self.map.regions, *seas)]
        xs = [2 * column + row % 2 for row, column in hexes]
        self.left, self.top = min(xs) - 1.3, 3 * min(row for row, _ in hexes) - 2.3
        self.east = (max(xs) + 1.6 - self.left) * HALF
        self.south = (3 * max(row for row, _ in hexes) + 2.6 - self.top) * EDGE / 2

    def pieces(self) -> Iterator[Piece]:
        """Everything, from the lowest."""
        for k, corners in enumerate(self.map.sea_corners):
            if corners:
                yield Piece(f"sea {self.map.seas[k]}", (Polygon(self._hex(self.map.seas[k]), "soft-sky"),))
        yield from map(self._region, range(len(self.map.regions)))
        yield from map(self._path, range(len(self.map.paths)))
        yield from map(self._city, self.map.cities)
        yield from self._numbers()
        yield from self._routes()
        yield from self._posts()
        yield from self._travellers()
        yield from self._robber()
        yield from self._beside()

    def _at(self, place: int) -> Place:
        x, y = self.map.position[place]
        return (x - self.left) * HALF, (y - self.top) * EDGE / 2

    def _middle(self, path: int) -> Place:
        (ax, ay), (bx, by) = map(self._at, self.map.paths[path])
        return (ax + bx) / 2, (ay + by) / 2

    def _hex_at(self, name: str) -> Place:
        row, column = (int(number) for number in name[2:-1].split(","))
        return (2 * column + row % 2 - self.left) * HALF, (3 * row - self.top) * EDGE / 2

    def _hex(self, name: str) -> tuple[Place, ...]:
        return hexagon(*self._hex_at(name), EDGE)

    def _region(self, region: int) -> Piece:
        name = self.map.regions[region]
        look, terrain = TERRAIN[self.map.terrain[region]]
        x, y = self._hex_at(name)
        shapes = (Polygon(self._hex(name), look), Label(x, y + EDGE * 0.55, terrain, 8, "faint"))
        return Piece(f"region {name}", shapes, f"{terrain} {name}")

    def _path(self, path: int) -> Piece:
        ends = tuple(map(self._at, self.map.paths[path]))
        shapes: list[Shape] = [Stroke(ends, "line", 1)]
        if self.map.double[path]:
            x, y = self._middle(path)
            shapes.append(Label(x, y + 4, "»", 13, "bold"))
        return Piece(f"path {self.map.path_names[path]}", tuple(shapes), self.map.path_names[path])

    def _city(self, place: int) -> Piece:
        x, y = self._at(place)
        name = self.map.intersections[place]
        look = "soft-purple" if self.map.is_purple[place] else "paper"
        port = f" +{self.map.port[place]}" if self.map.port[place] else ""
        return Piece(
            f"city {name}", (Circle(x, y, 9, look), Label(x, y + 19, f"{name}{port}", 9)), f"city {name}{port}"
        )

    def _numbers(self) -> Iterator[Piece]:
        for region, number in enumerate(self.t.numbers):
            x, y = self._hex_at(self.map.regions[region])
            key = f"number {self.map.regions[region]}"
            if number:
                look = "bold vermillion" if number in (6, 8) else "bold"
                yield Piece(key, (Circle(x, y - 1, 11, "paper"), Label(x, y + 4, str(number), 13, look)))
            else:
                yield Piece(key, (Circle(x, y - 1, 11, "bare"),))

    def _routes(self) -> Iterator[Piece]:
        for k, seat in enumerate(self.t.seats):
            for path in spots(seat.routes):
                ends = tuple(map(self._at, self.map.paths[path]))
                x, y = self._middle(path)
                name = self.map.path_names[path]
                shapes = (Stroke(ends, "black", 8), Stroke(ends, self.colours[k], 6), *self._letter(x, y, k))
                yield Piece(f"route {name}", shapes, f"route of {self.g.seats[k]}: {name}")

    def _letter(self, x: float, y: float, seat: int) -> tuple[Shape, ...]:
        return (Label(x, y + 3, self.letters[seat], 8, f"{on(self.colours[seat])} bold"),)

    def _posts(self) -> Iterator[Piece]:
        owners = [(k, seat.posts) for k, seat in enumerate(self.t.seats)] + [(NEUTRAL, self.t.neutral)]
        for owner, mask in owners:
            for place in spots(mask):
                x, y = self._at(place)
                name = self.map.intersections[place]
                house = ((x - 9, y + 8), (x - 9, y - 3), (x, y - 11), (x + 9, y - 3), (x + 9, y + 8))
                whose = "neutral" if owner == NEUTRAL else self.g.seats[owner]
                letter = Label(x, y + 6, self.letters[owner], 11, f"{on(self.colours[owner])} bold")
                shapes: list[Shape] = [Polygon(house, self.colours[owner]), letter]
                if self.t.supplied >> place & 1:
                    shapes += [Circle(x + 10, y - 9, 5, "white"), Label(x + 10, y - 6, "✓", 8, "black bold")]
                supplied = ", holds a good" if self.t.supplied >> place & 1 else ""
                yield Piece(f"post {name}", tuple(shapes), f"post of {whose} in {name}{supplied}")

    def _travellers(self) -> Iterator[Piece]:
        standing: dict[Place, int] = {}
        for k, seat in enumerate(self.t.seats):
            travellers = [("merchant", number, self._at(place)) for number, place in enumerate(seat.merchants)]
            travellers += [
                ("caravan", number, self._middle(path)) for number, path in enumerate(seat.caravans) if path is not None
            ]
            for kind, number, (x, y) in travellers:
                shift = standing[x, y] = standing.get((x, y), -1) + 1
                yield Piece(
                    f"{kind} {self.g.seats[k]} {number}",
                    self._traveller(kind, x + 13 + 12 * shift, y - 10, k),
                    f"{kind} of {self.g.seats[k]}",
                )

    def _traveller(self, kind: str, x: float, y: float, seat: int) -> tuple[Shape, ...]:
        letter = Label(x, y + 4, self.letters[seat], 9, f"{on(self.colours[seat])} bold")
        if kind == "merchant":
            return (Polygon(((x - 8, y + 7), (x, y - 10), (x + 8, y + 7)), self.colours[seat]), letter)
        return (Box(x - 7, y - 6, 14, 12, self.colours[seat], 2), letter)

    def _robber(self) -> Iterator[Piece]:
        if self.t.robber < 0:
            return
        names = (*self.map.regions, *self.map.seas)
        x, y = self._hex_at(names[self.t.robber])
        yield Piece("robber", counter(x - 17, y - 10, 10, "black", "!"), f"robber on {names[self.t.robber]}")

    def _beside(self) -> Iterator[Piece]:
        g, t, x = self.g, self.t, self.east
        yield phase(x, 18, PANEL, self.engine.to_json(t)["phase"])
        yield from pips("bank", x + 12, 54, _counts(t.stacks), gap=48)
        yield Piece("bank gold", (Label(x + 244, 59, f"{t.bank} gold", 12, "", "start"),))
        for k, (name, seat) in enumerate(zip(g.seats, t.seats, strict=True)):
            yield from self._player(k, name, seat, x, HEAD + k * (HIGH + 10))
        y = self.south + 12
        signs: tuple[tuple[Shape, str], ...] = (
            (Circle(20, y, 8, "soft-purple"), "open from the start"),
            (Polygon(((152, y + 7), (160, y - 9), (168, y + 7)), "paper"), "merchant"),
            (Box(293, y - 6, 14, 12, "paper", 2), "caravan"),
            (Circle(440, y, 5, "white"), "✓ holds a good"),
        )
        yield legend(20, y, 140, signs, beside=True)

    def _player(self, k: int, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        yield panel(f"seat {name}", x, y, PANEL, HIGH, self.colours[k], name, self.actor == k)
        yield from pips(f"{name} hand", x + 18, y + 46, _counts(seat.hand), gap=52)
        told = (
            ("gold", seat.gold),
            ("development cards", sum(seat.cards) + sum(seat.new_cards)),
            ("goods", f"{seat.delivered} delivered, {seat.goods} free, {seat.depot} covered"),
            ("routes", seat.routes.bit_count()),
        )
        yield from facts(name, x + 10, y + 76, told)


def _counts(hand: Hand) -> Iterator[Count]:
    for name, count, (sign, colour) in zip(RESOURCES, hand, RESOURCE, strict=True):
        yield name, sign, count, colour
