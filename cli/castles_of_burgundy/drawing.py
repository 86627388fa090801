"""The depots with their tiles and goods, the order of play, and each player's estate."""

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
    hexagon,
    initials,
    seat_colour,
)
from rulecheck.cli.pages.parts import Count, counter, facts, on, panel, phase, pips
from rulecheck.reference_engines.castles_of_burgundy.drawing import short
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Counts, Seat, Table
from rulecheck.spec.castles_of_burgundy.board import COLOURS, GOODS, LETTERS, PHASES, ROWS

COLOUR: Final = ("brown", "green", "yellow", "vermillion", "grey", "blue")
"""The colour of each of COLOURS: buildings, animals, knowledge, castles, mines, ships."""

GOOD: Final = (
    ("Tu", "sky"),
    ("Vi", "purple"),
    ("Pi", "white"),
    ("Re", "vermillion"),
    ("Br", "brown"),
    ("Or", "orange"),
)
"""The sign and the colour of each of GOODS."""

RADIUS: Final = 24.0
"""Of a hexagonal space."""
STEP: Final = RADIUS * 3**0.5
DEPOT: Final = 152.0
PANEL: Final = 560.0
HIGH: Final = 330.0
SEATS: Final = 262.0
"""Where the players' panels begin."""
WIDE: Final = 2 * PANEL + 32


def draw(engine: CastlesOfBurgundy, t: Table) -> Drawing:
    """The position as a drawing."""
    return Drawing(WIDE, SEATS + -(-len(t.seats) // 2) * (HIGH + 8), tuple(_Board(engine, t).pieces()))


class _Board:
    """One position on the sheet."""

    def __init__(self, engine: CastlesOfBurgundy, t: Table) -> None:
        self.engine, self.g, self.t = engine, engine.g, t
        self.actor = engine.actor(t)
        self.letters = initials(self.g.seats)
        self.colours = [seat_colour(name, k) for k, name in enumerate(self.g.seats)]

    def pieces(self) -> Iterator[Piece]:
        """Everything, from the lowest."""
        t = self.t
        yield phase(8, 20, 560, self.engine.to_json(t)["phase"])
        yield Piece("round", (Label(8, 54, f"phase {PHASES[t.letter]}, round {t.round + 1}", 13, "", "start"),))
        yield from self._track(200, 50)
        for depot in range(len(t.depots)):
            yield from self._depot(depot, 8 + depot * (DEPOT + 6), 76)
        yield from self._black(8 + len(t.depots) * (DEPOT + 6), 76)
        for k, (name, seat) in enumerate(zip(self.g.seats, t.seats, strict=True)):
            down, right = divmod(k, 2)
            yield from self._player(k, name, seat, 4 + right * (PANEL + 8), SEATS + down * (HIGH + 8))

    def _track(self, x: float, y: float) -> Iterator[Piece]:
        """The order of play: each marker with its space."""
        yield Piece("track name", (Label(x, y + 4, "order of play", 12, "", "start"),))
        for place, k in enumerate(self.t.order):
            at = x + 110 + place * 90
            shapes = counter(at, y, 11, self.colours[k], self.letters[k][:2])
            space = Label(at + 16, y + 5, f"space {self.t.track[k]}", 12, "", "start")
            yield Piece(f"track {self.g.seats[k]}", (*shapes, space), f"{self.g.seats[k]} on space {self.t.track[k]}")
        held = self.g.names[self.t.held] if self.t.held >= 0 else "-"
        yield Piece("held", (Label(x + 560, y + 4, f"in hand: {held}", 12, "", "start"),))

    def _depot(self, depot: int, x: float, y: float) -> Iterator[Piece]:
        tiles, goods = self.t.depots[depot], self.t.goods[depot]
        yield Piece(f"depot {depot + 1}", (Box(x, y, DEPOT, 172, "panel", 6), *_die(x + 8, y + 8, depot + 1)))
        for place, kind in enumerate(tiles):
            down, right = divmod(place, 3)
            at = x + 28 + right * 47, y + 64 + down * 50
            yield Piece(f"depot {depot + 1} tile {place}", self._tile(*at, kind), self.g.names[kind])
        for place, good in enumerate(goods):
            sign, colour = GOOD[good]
            shapes = counter(x + 48 + place * 22, y + 20, 10, colour, sign)
            yield Piece(f"depot {depot + 1} good {place}", shapes, f"{GOODS[good]} in depot {depot + 1}")

    def _black(self, x: float, y: float) -> Iterator[Piece]:
        shapes = (Box(x, y, DEPOT + 30, 172, "panel", 6), Label(x + 10, y + 22, "black depot", 12, "bold", "start"))
        yield Piece("black", shapes)
        for place, kind in enumerate(self.t.black):
            down, right = divmod(place, 4)
            at = x + 26 + right * 44, y + 58 + down * 46
            yield Piece(f"black tile {place}", self._tile(*at, kind), self.g.names[kind])
        yield Piece("offered name", (Label(x + 10, y + 142, "goods on the round spaces", 10, "", "start"),))
        for place, good in enumerate(self.t.offered):
            sign, colour = GOOD[good]
            yield Piece(f"offered {place}", counter(x + 20 + place * 24, y + 158, 10, colour, sign), GOODS[good])

    def _tile(self, x: float, y: float, kind: int) -> tuple[Shape, ...]:
        colour = COLOUR[self.g.colour[kind]]
        letters = Label(x, y + 5, short(self.g, kind).strip("[]"), 14, f"{on(colour)} bold")
        return (Polygon(hexagon(x, y, RADIUS - 1), colour), letters)

    # Players

    def _player(self, k: int, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        board = f", board {self.g.grounds[seat.board].number}" if seat.board >= 0 else ""
        yield panel(f"seat {name}", x, y, PANEL, HIGH, self.colours[k], name + board, self.actor == k)
        if seat.board >= 0:
            yield from self._estate(name, seat, x + 12 + 3.5 * STEP, y + 60)
        right = x + 330
        told = (("points", seat.points), ("silver", seat.silver), ("workers", seat.workers))
        for place, fact in enumerate(told):
            yield from facts(name, right + place * 76, y + 48, (fact,), 12)
        dice = self.t.dice[k] if self.t.dice else ()
        for place, die in enumerate(dice):
            yield Piece(f"{name} die {place}", _die(right + place * 34, y + 60, die), f"a die with {die}")
        yield Piece(f"{name} storage name", (Label(right, y + 116, "storage", 12, "", "start"),))
        for place, kind in enumerate(seat.storage):
            title = f"{self.g.names[kind]} in storage"
            yield Piece(f"{name} storage {place}", self._tile(right + 76 + place * 46, y + 112, kind), title)
        for words, counts, down in (("goods", seat.goods, 158), ("sold", seat.sold, 206)):
            yield Piece(f"{name} {words} name", (Label(right, y + down, words, 12, "", "start"),))
            yield from pips(f"{name} {words}", right + 12, y + down + 20, _counts(counts), gap=37)
        yield from facts(
            name,
            right,
            y + 262,
            (("large bonus", _letters(seat.large)), ("small bonus", _letters(seat.small))),
            12,
        )

    def _estate(self, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        ground, space = self.g.grounds[seat.board], 0
        for row, width in enumerate(ROWS):
            for place in range(width):
                at = x + (place - (width - 1) / 2) * STEP, y + row * RADIUS * 1.5
                colour, die, kind = ground.colour[space], self.g.die_of_space[space], seat.estate[space]
                if kind >= 0:
                    shapes, title = self._tile(*at, kind), f"{self.g.names[kind]} on space {space + 1}"
                else:
                    letters = Label(at[0], at[1] + 4, f"{LETTERS[colour]}{die}", 11)
                    shapes = (Polygon(hexagon(*at, RADIUS), f"soft-{COLOUR[colour]}"), letters)
                    title = f"space {space + 1}: {COLOURS[colour]}, {die}"
                yield Piece(f"{name} space {space + 1}", shapes, title)
                space += 1


PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the dots of a die are."""


def _die(x: float, y: float, value: int) -> tuple[Shape, ...]:
    dots = (Circle(x + 13 + 7 * across, y + 13 + 7 * down, 2.5, "black") for across, down in PIPS.get(value, ()))
    return (Box(x, y, 26, 26, "white", 5), *dots)


def _letters(colours: int) -> str:
    return " ".join(letter for k, letter in enumerate(LETTERS) if colours >> k & 1) or "-"


def _counts(goods: Counts) -> Iterator[Count]:
    for name, count, (sign, colour) in zip(GOODS, goods, GOOD, strict=True):
        yield name, sign, count, colour
