"""The network over its map, the market of plants, the fuel market, and each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulecheck.cli.pages.board import Box, Circle, Drawing, Label, Piece, Shape, Stroke, initials, seat_colour
from rulecheck.cli.pages.parts import Count, card, counter, facts, on, panel, phase, pips
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import NO_FUEL, Counts, Seat, Table
from rulecheck.reference_engines.values import bits
from rulecheck.spec.power_grid.board import FUELS
from rulecheck.spec.power_grid.layout import layout

FUEL: Final = (("Co", "brown"), ("Oi", "black"), ("Ga", "yellow"), ("Ur", "vermillion"))
"""The sign and the colour of each of FUELS."""

BURNS: Final = {
    "coal": "brown", "oil": "black", "garbage": "yellow", "uranium": "vermillion", "hybrid": "grey", "none": "green",
}  # fmt: skip
REGION: Final = (
    "soft-orange", "soft-sky", "soft-green", "soft-yellow", "soft-purple", "soft-grey", "soft-vermillion", "soft-blue",
)  # fmt: skip

LEFT: Final = 60.0
TOP: Final = 40.0
PANEL: Final = 420.0
HIGH: Final = 118.0
"""Of a player's panel."""
CARD: Final = 74.0
MARKET: Final = 322.0
"""How high the markets are, above the players' panels."""

Place = tuple[float, float]


def draw(engine: PowerGrid, t: Table) -> Drawing:
    """The position as a drawing."""
    board = _Board(engine, t)
    high = max(board.south, MARKET + len(t.seats) * (HIGH + 8))
    return Drawing(board.east + PANEL + 10, high, tuple(board.pieces()))


class _Board:
    """One position on the sheet."""

    def __init__(self, engine: PowerGrid, t: Table) -> None:
        self.engine, self.g, self.t, self.map = engine, engine.g, t, engine.g.map
        self.actor = engine.actor(t)
        self.letters = initials(self.g.seats)
        self.colours = [seat_colour(name, k) for k, name in enumerate(self.g.seats)]
        self.places = [(x + LEFT, y + TOP) for x, y in layout(self.map)]
        self.east = max(x for x, _ in self.places) + 70
        self.south = max(y for _, y in self.places) + 60
        self.played = set(bits(t.regions))
        """The regions that were chosen."""

    def pieces(self) -> Iterator[Piece]:
        """Everything, from the lowest."""
        for a, b, cost in self.map.connections:
            yield self._connection(a, b, cost)
        for city in range(len(self.map.cities)):
            yield self._city(city)
        yield from self._houses()
        yield from self._markets()
        for k, (name, seat) in enumerate(zip(self.g.seats, self.t.seats, strict=True)):
            yield from self._player(k, name, seat, self.east, MARKET + k * (HIGH + 8))

    def _is_played(self, city: int) -> bool:
        return self.map.region_of[city] in self.played

    def _connection(self, a: int, b: int, cost: int) -> Piece:
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        x, y = (ax + bx) / 2, (ay + by) / 2
        faint = "" if self._is_played(a) and self._is_played(b) else " faint"
        price = (Circle(x, y, 8, f"paper{faint}"), Label(x, y + 4, str(cost), 10, faint.strip())) if cost else ()
        names = f"{self.map.cities[a]} - {self.map.cities[b]}"
        return Piece(f"way {names}", (Stroke(((ax, ay), (bx, by)), f"line{faint}", 2), *price), f"{names}: {cost}")

    def _city(self, city: int) -> Piece:
        x, y = self.places[city]
        name, region = self.map.cities[city], self.map.region_of[city]
        faint = "" if self._is_played(city) else " faint"
        disc = Circle(x, y, 18, f"{REGION[region % len(REGION)]}{faint}")
        shapes = (disc, Label(x, y + 30, name, 11, faint.strip() or "bold"))
        return Piece(f"city {name}", shapes, f"{name}, region {self.map.regions[region]}")

    def _houses(self) -> Iterator[Piece]:
        standing: dict[str, int] = {}
        for k, seat in enumerate(self.t.seats):
            for number in bits(seat.cities):
                city = self.g.board(self.t.regions).cities[number]
                x, y = self.places[self.g.city_number[city]]
                spot = standing[city] = standing.get(city, -1) + 1
                at = x + (-12, 12, 0)[spot % 3], y + (-5, -5, 10)[spot % 3]
                yield Piece(
                    f"house {city} {self.g.seats[k]}", self._house(*at, k), f"house of {self.g.seats[k]} in {city}"
                )

    def _house(self, x: float, y: float, seat: int) -> tuple[Shape, ...]:
        letter = Label(x, y + 4, self.letters[seat][:2], 11, f"{on(self.colours[seat])} bold")
        return (Box(x - 9, y - 8, 18, 16, self.colours[seat], 3), letter)

    # Beside the map

    def _markets(self) -> Iterator[Piece]:
        t, x = self.t, self.east
        order = ", ".join(self.g.seats[seat] for seat in t.order)
        yield phase(x, 20, PANEL, self.engine.to_json(t)["phase"])
        yield Piece("round", (Label(x, 58, f"round {t.round}, Step {t.step}", 13, "", "start"),))
        yield Piece("order", (Label(x, 76, f"order {order}", 12, "", "start"),))
        current = len(t.market) if t.step == 3 else self.g.row
        for k, plant in enumerate(t.market):
            down, right = divmod(k, self.g.row)
            yield self._plant("market", plant, x + right * (CARD + 6), 90 + down * 50, k >= current)
        stack = t.stack + t.has_thirteen if t.card == 0 else len(t.buried)
        yield Piece("stack", (Label(x + 336, 118, f"stack {stack}", 12, "", "start"),))
        yield from self._fuel_market(x, 204)

    def _plant(self, key: str, plant: int, x: float, y: float, is_future: bool = False) -> Piece:
        if plant == self.g.step3:
            return Piece(f"{key} step 3", card(x, y, CARD, 44, "paper", "Step 3"))
        kind = self.g.plants[plant]
        burns = f"{kind.needs} {kind.fuel[:2].capitalize()}" if kind.needs else "free"
        faint = " faint" if is_future else ""
        shapes: tuple[Shape, ...] = (
            Box(x, y, CARD, 44, "paper", 4),
            Box(x, y, 26, 44, f"{BURNS[kind.fuel]}{faint}", 4),
            Label(x + 13, y + 27, str(kind.number), 14, f"{on(BURNS[kind.fuel])} bold"),
            Label(x + 30, y + 18, burns, 11, "", "start"),
            Label(x + 30, y + 36, f"→ {kind.cities}", 13, "bold", "start"),
        )
        told = f"plant {kind.number}: burns {kind.needs} {kind.fuel} for {kind.cities} cities"
        return Piece(f"{key} plant {kind.number}", shapes, told)

    def _fuel_market(self, x: float, y: float) -> Iterator[Piece]:
        """A row for each fuel: the places, dearest on the right, with those that hold a token filled."""
        for fuel, name in enumerate(FUELS):
            sign, colour = FUEL[fuel]
            places, tokens, at = self.g.places[fuel], self.t.fuel[fuel], y + fuel * 27
            yield Piece(f"fuel {name} sign", counter(x + 10, at, 10, colour, sign[:1]), name)
            step = (PANEL - 130) / max(1, len(places))
            empty = len(places) - tokens
            row: list[Shape] = [
                Circle(x + 34 + k * step, at, 5, colour if k >= empty else "bare") for k in range(len(places))
            ]
            next_price = f"next {places[empty]}" if 0 <= empty < len(places) else "sold out"
            words = f"{next_price}; supply {self.t.supply[fuel]}"
            row.append(Label(x + PANEL, at + 4, words, 11, "", "end"))
            yield Piece(f"fuel {name}", tuple(row), f"{tokens} {name} in the market, {words}")

    def _player(self, k: int, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        yield panel(f"seat {name}", x, y, PANEL, HIGH, self.colours[k], name, self.actor == k)
        supplied = f", {seat.supplied} supplied" if seat.supplied >= 0 else ""
        cities = f"{seat.cities.bit_count()}{supplied}"
        yield from facts(
            name, x + 10, y + 44, (("Elektro", seat.money), ("cities", cities), ("houses left", seat.houses)), 12
        )
        yield from pips(f"{name} fuel", x + 18, y + 102, _counts(seat.fuel), gap=42)
        for place, plant in enumerate(seat.plants):
            down, right = divmod(place, 3)
            yield self._plant(name, plant, x + 190 + right * (CARD + 2), y + 30 + down * 44)


def _counts(fuel: Counts) -> Iterator[Count]:
    for name, count, (sign, colour) in zip(FUELS, fuel or NO_FUEL, FUEL, strict=True):
        yield name, sign, count, colour
