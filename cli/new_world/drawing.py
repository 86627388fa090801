"""The land as it grows to the west, with settlers and surveyors, the scores, and the tile in the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
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
    initials,
    seat_colour,
)
from rulecheck.cli.pages.parts import counter, facts, legend, panel, phase
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.table import (
    FARMER,
    ROBBER,
    TRAPPER,
    Placing,
    Table,
    cell_name,
    column_of,
    row_of,
)
from rulecheck.spec.new_world.tiles import Segment, Tile

CELL: Final = 76.0
EAST: Final = CELL + 24
"""Where the panels begin: the coast lies at 0, the land grows to the west of it."""
PANEL: Final = 240.0
HIGH: Final = 86.0
"""Of a player's panel."""
HEAD: Final = 172.0
"""Above the players' panels."""
LEGEND: Final = 126.0
"""Below the players' panels."""
ABOVE: Final = 40.0
"""Above the northernmost row: there the surveyors stand."""

SIDE: Final = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
"""The middle of each side of a tile, clockwise from the north."""
HALF: Final = (
    (0.25, 0.0), (0.75, 0.0), (1.0, 0.25), (1.0, 0.75), (0.75, 1.0), (0.25, 1.0), (0.0, 0.75), (0.0, 0.25),
)  # fmt: skip
"""The middle of each half side, clockwise from the north-west corner."""
CORNER: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

Place = tuple[float, float]
Inward = Callable[[Place, float], Place]
"""Where a point of a tile, told from 0 to 1, is on the sheet, moved so far towards the middle."""


def draw(engine: NewWorld, t: Table) -> Drawing:
    """The position as a drawing."""
    board = _Board(engine, t)
    width, height = EAST + PANEL + 10 - board.left, board.south - board.top
    return Drawing(width, height, tuple(board.pieces()), board.left, board.top)


class _Board:
    """One position on the sheet."""

    def __init__(self, engine: NewWorld, t: Table) -> None:
        self.engine, self.g, self.t = engine, engine.g, t
        self.actor = engine.actor(t)
        self.letters = initials(self.g.seats)
        self.colours = [seat_colour(name, k) for k, name in enumerate(self.g.seats)]
        cells = [tile >> 10 for tile in t.tiles]
        rows = [1, len(self.g.start), *map(row_of, cells)]
        west = max((2, *t.surveyors, *map(column_of, cells)))
        self.left = -west * CELL - 10
        self.top = (min(rows) - 1) * CELL - ABOVE
        beside = HEAD + len(self.g.seats) * (HIGH + 8) + LEGEND
        self.south = max(max(rows) * CELL + 10, beside)

    def pieces(self) -> Iterator[Piece]:
        """Everything, from the lowest."""
        t = self.t
        yield phase(EAST, 16, PANEL, self.engine.to_json(t)["phase"])
        late = f", another waits on space {t.late}" if t.late >= 0 else ""
        box = f", {sum(t.box)} in the box" if any(t.box) else ""
        yield Piece("pile", (Label(EAST, 52, f"{sum(t.pile)} tiles left{box}{late}", 12, "", "start"),))
        if isinstance(t.phase, Placing):
            shapes = self._tile(EAST + 130, 68, self.g.faces[t.phase.tile << 2].tile, t.phase.tile)
            words = Label(EAST, 108, "the tile in hand", 12, "", "start")
            yield Piece("hand", (words, *shapes), f"tile {self.g.numbers[t.phase.tile]} in hand")
        for k, name in enumerate(self.g.seats):
            yield from self._player(k, name, EAST, HEAD + k * (HIGH + 8))
        yield from self._legend()
        for row, face in enumerate(self.g.start_faces, 1):
            yield self._start(row, face.tile)
        for tile in t.tiles:
            yield self._laid(tile)
        yield from self._surveyors()
        for settler in t.settlers:
            yield self._settler(settler)

    def _player(self, k: int, name: str, x: float, y: float) -> Iterator[Piece]:
        yield panel(f"seat {name}", x, y, PANEL, HIGH, self.colours[k], name, self.t.turn == k and self.actor != -2)
        told = (("points", self.t.scores[k]), ("settlers in supply", self.t.supply[k]))
        yield from facts(name, x + 10, y + 48, told)

    def _corner(self, cell: int) -> Place:
        """The north-west corner of a place; the west is on the left."""
        return -column_of(cell) * CELL, (row_of(cell) - 1) * CELL

    def _start(self, row: int, tile: Tile) -> Piece:
        x, y = 0.0, (row - 1) * CELL
        sea = Box(x + CELL * 0.72, y, CELL * 0.28, CELL, "soft-sky")
        name = self.g.start[row - 1].name
        words = (Label(x + CELL / 2, y + CELL - 4, name, 9, "bold"),) if name else ()
        return Piece(f"start {row}", (*self._tile(x, y, tile, -1), sea, *words), name or f"start space {row}")

    def _laid(self, tile: int) -> Piece:
        cell, kind = tile >> 10, tile >> 2 & 255
        shapes = self._tile(*self._corner(cell), self.g.faces[tile & 1023].tile, kind)
        return Piece(f"tile {cell_name(cell)}", shapes, f"tile {self.g.numbers[kind]} on {cell_name(cell)}")

    def _tile(self, x: float, y: float, tile: Tile, kind: int) -> tuple[Shape, ...]:
        """A tile: plains below, trails and towns above them, marks where they belong."""

        def at(place: Place, inward: float = 0.0) -> Place:
            return (
                x + CELL * (place[0] + (0.5 - place[0]) * inward),
                y + CELL * (place[1] + (0.5 - place[1]) * inward),
            )

        shapes: list[Shape] = [Box(x, y, CELL, CELL, "soft-green")]
        for plain in tile.plains:
            shapes += _marks(at, plain, HALF, "green", "a", 0.45)
        for trail in tile.trails:
            ends = tuple(at(SIDE[side]) for side in trail.at)
            line = (ends[0], at((0.5, 0.5)), ends[1]) if len(ends) == 2 else (ends[0], at(SIDE[trail.at[0]], 0.8))
            shapes += [Stroke(line, "black", 7), Stroke(line, "white", 4)]
            if len(ends) == 1:
                shapes.append(Circle(*at(SIDE[trail.at[0]], 0.8), 4, "white"))
            shapes += _marks(at, trail, SIDE, "orange", "p", 0.45)
        for town in tile.towns:
            shapes.append(Polygon(tuple(at(place) for place in _outline(town)), "soft-vermillion"))
            shapes += _marks(at, town, SIDE, "vermillion", "f", 0.22)
        if tile.farm:
            shapes += counter(*at((0.5, 0.5)), 9, "yellow", "F")
        if kind >= 0:
            shapes.append(Label(x + 4, y + 12, str(self.g.numbers[kind]), 9, "faint", "start"))
        return tuple(shapes)

    def _settler(self, settler: int) -> Piece:
        cell, spot, seat = settler >> 8, settler >> 3 & 31, settler & 7
        if spot == FARMER:
            place = (0.5, 0.5)
        else:
            place = HALF[spot - TRAPPER] if spot >= TRAPPER else SIDE[spot - ROBBER] if spot >= ROBBER else SIDE[spot]
        x, y = self._corner(cell)
        long = hypot(place[0] - 0.5, place[1] - 0.5) or 1.0
        reach = 0.27 / long if spot != FARMER else 0.0
        at = x + CELL * (0.5 + (place[0] - 0.5) * reach), y + CELL * (0.5 + (place[1] - 0.5) * reach)
        name = f"{self.g.seats[seat]}, {self.g.settle[spot]} on {cell_name(cell)}"
        return Piece(f"settler {cell_name(cell)}", counter(*at, 10, self.colours[seat], self.letters[seat][:2]), name)

    def _surveyors(self) -> Iterator[Piece]:
        for number, column in enumerate(self.t.surveyors):
            x, y = (0.5 - column) * CELL + (number - 0.5) * 26, self.top + 8
            shapes = (Polygon(((x - 10, y), (x + 10, y), (x, y + 22)), "black"),)
            letter = Label(x, y + 12, "S", 10, "white bold")
            yield Piece(f"surveyor {number}", (*shapes, letter), f"surveyor, column {column}", state=column)

    def _legend(self) -> Iterator[Piece]:
        y = HEAD + len(self.g.seats) * (HIGH + 8) + 16
        signs: tuple[tuple[Shape, str], ...] = (
            (Box(EAST, y - 8, 16, 16, "soft-vermillion"), "town, f: flag"),
            (Stroke(((EAST, y + 22), (EAST + 16, y + 22)), "black", 6), "trail, p: trading post"),
            (Box(EAST, y + 36, 16, 16, "soft-green"), "plain, a: animal"),
            (Circle(EAST + 8, y + 66, 8, "yellow"), "F farm"),
            (Polygon(((EAST, y + 80), (EAST + 16, y + 80), (EAST + 8, y + 96)), "black"), "S column of a surveyor"),
        )
        yield legend(EAST + 10, y, 22, signs)


def _outline(town: Segment) -> list[Place]:
    """A town's area: along its sides, and across the middle to the next of them."""
    sides = town.at
    if len(sides) == 4:
        return list(CORNER)
    if len(sides) == 1:
        (side,) = sides
        bay = (0.5 + (SIDE[side][0] - 0.5) * 0.36, 0.5 + (SIDE[side][1] - 0.5) * 0.36)
        return [CORNER[side], CORNER[(side + 1) % 4], bay]
    points: list[Place] = []
    for side in sides:
        points += [CORNER[side], CORNER[(side + 1) % 4]]
        after = sides[(sides.index(side) + 1) % len(sides)]
        if after != (side + 1) % 4:
            points.append((0.5 + (SIDE[side][0] - 0.5) * 0.1, 0.5 + (SIDE[side][1] - 0.5) * 0.1))
    return points


def _marks(
    at: Inward, segment: Segment, spots: tuple[Place, ...], colour: str, letter: str, inward: float
) -> list[Shape]:
    """Small discs with a letter, one for each flag, post or animal."""
    x, y = at(spots[segment.at[0]], inward)
    shapes: list[Shape] = []
    for k in range(segment.marks):
        shapes += counter(x + 13 * k - 6.5 * (segment.marks - 1), y, 6, colour, letter)
    return shapes
