"""Land tiles and start spaces, read from `data/` and checked row by row.

A tile has four sides, numbered clockwise from the north (N, E, S, W = 0 to 3), and eight half sides, numbered clockwise
from the north-west corner (0 and 1 lie in the north, 2 and 3 in the east, 4 and 5 in the south, 6 and 7 in the west).
What lies opposite side `s` is side `(s + 2) % 4` of the neighbour; opposite half `h` lies half `OPPOSITE_HALF[h]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.spec.errors import SpecError

SIDES: Final = "NESW"
NORTH, EAST, SOUTH, WEST = range(4)
OPPOSITE_HALF: Final = (5, 4, 7, 6, 1, 0, 3, 2)
"""For each half side the half side of the neighbour that it touches."""
PLAIN, TRAIL, TOWN = range(3)
EDGES: Final = ("plain", "trail", "town")
"""What a side can show."""


@frozen
class Segment:
    """One segment of a town, trail or plain on a tile."""

    at: tuple[int, ...]
    """Its sides, or its half sides if it is a plain; ascending."""
    marks: int = 0
    """Flags of a town segment, trading posts of a trail segment, animals of a plain segment."""


@frozen
class Tile:
    """What a tile, or a start space, shows."""

    towns: tuple[Segment, ...] = ()
    trails: tuple[Segment, ...] = ()
    """A segment with two sides runs through the tile, one with a single side ends on it."""
    plains: tuple[Segment, ...] = ()
    farm: bool = False
    species: tuple[int, ...] = ()
    """The species of the animals, in the order of the plain segments; they mean nothing to the rules."""

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """PLAIN, TRAIL or TOWN for each side."""
        towns = {side for town in self.towns for side in town.at}
        trails = {side for trail in self.trails for side in trail.at}
        north, east, south, west = (TOWN if s in towns else TRAIL if s in trails else PLAIN for s in range(4))
        return north, east, south, west


@frozen
class Kind:
    """A kind of land tile."""

    kind: int
    copies: int
    tile: Tile


@frozen
class Space:
    """A start space: a tile whose west side alone can be built on, and which has the sea in the east."""

    row: int
    """1 is the northernmost."""
    name: str
    """The place that stands there; empty for none."""
    tile: Tile


@lru_cache(maxsize=4096)
def turned(tile: Tile, quarters: int) -> Tile:
    """A tile after some quarter turns clockwise; a segment keeps its place in the list."""
    return evolve(
        tile,
        towns=tuple(_turned(town, quarters, 4) for town in tile.towns),
        trails=tuple(_turned(trail, quarters, 4) for trail in tile.trails),
        plains=tuple(_turned(plain, 2 * quarters, 8) for plain in tile.plains),
    )


def _turned(segment: Segment, by: int, places: int) -> Segment:
    return Segment(tuple(sorted((at + by) % places for at in segment.at)), segment.marks)


def looks(tile: Tile) -> tuple[object, ...]:
    """What can be told apart when looking at a tile: two turns that look the same are the same way to lay it."""
    return frozenset(tile.towns), frozenset(tile.trails), frozenset(tile.plains), tile.farm


@lru_cache(maxsize=1024)
def turns(tile: Tile) -> tuple[int, ...]:
    """The numbers of quarter turns that look different, the smallest of those that look the same."""
    seen: dict[tuple[object, ...], int] = {}
    for quarters in range(4):
        seen.setdefault(looks(turned(tile, quarters)), quarters)
    return tuple(seen.values())


# ---- reading


def load_tiles(table: Mapping[str, Any], path: str) -> tuple[Kind, ...]:
    """The kinds of land tiles, ascending; raises `SpecError` naming the row that is wrong."""
    kinds: dict[int, Kind] = {}
    for row in _rows(table, "tile", path):
        kind = _whole(row, "kind", path, "a tile", 1)
        if kind in kinds:
            raise SpecError(path, None, f"tile {kind} is listed twice", "keep one of the rows")
        copies = _whole(row, "copies", path, f"tile {kind}", 0)
        kinds[kind] = Kind(kind, copies, read_tile(row, path, f"tile {kind}"))
    if not any(kind.copies for kind in kinds.values()):
        raise SpecError(path, None, "no tile has any copies", "say how many there are of each")
    return tuple(kinds[kind] for kind in sorted(kinds))


def load_start(table: Mapping[str, Any], path: str) -> tuple[Space, ...]:
    """The start spaces from north to south; raises `SpecError` naming the row that is wrong."""
    by_row: dict[int, Space] = {}
    for row in _rows(table, "space", path):
        number = _whole(row, "row", path, "a start space", 1)
        if number in by_row:
            raise SpecError(path, None, f"row {number} is listed twice", "keep one of them")
        tile = read_tile(row, path, f"row {number}", coast=True)
        by_row[number] = Space(number, str(row.get("name", "")), tile)
    if sorted(by_row) != list(range(1, len(by_row) + 1)):
        raise SpecError(path, None, "the rows of the start spaces have gaps", "number them from 1, north to south")
    spaces = tuple(by_row[row] for row in sorted(by_row))
    for here, south in zip((None, *spaces), (*spaces, None), strict=True):
        _join(here, south, path)
    return spaces


def _join(here: Space | None, south: Space | None, path: str) -> None:
    """Two start spaces fit together; the board's two ends show plain only."""
    above = here.tile.edges[SOUTH] if here else PLAIN
    below = south.tile.edges[NORTH] if south else PLAIN
    if above != below:
        where = f"between row {here.row} and row {south.row}" if here and south else "at an end of the board"
        what = f"{where}: {EDGES[above]} against {EDGES[below]}"
        raise SpecError(path, None, what, "mend the north or south side of one of them")


def read_tile(row: Mapping[str, Any], path: str, name: str, *, coast: bool = False) -> Tile:
    """The tile that a row describes; `coast` tiles have the sea in the east."""
    sides = [side for side in range(4) if not (coast and side == EAST)]
    towns = _segments(row, "towns", "flags", sides, path, name)
    trails = _segments(row, "trails", "posts", sides, path, name)
    for trail in trails:
        if len(trail.at) > 2:
            raise SpecError(path, None, f"{name}: a trail segment with {len(trail.at)} sides", "a crossroads ends each")
    used = [side for segment in (*towns, *trails) for side in segment.at]
    if len(used) != len(set(used)):
        raise SpecError(path, None, f"{name}: a side belongs to two segments", "give it to one of them")
    open_halves = [h for h in range(8) if h // 2 in sides and h // 2 not in {s for town in towns for s in town.at}]
    plains, species = _plains(row, open_halves, path, name)
    _planar(towns, trails, plains, path, name)
    farm = row.get("farm", False)
    if not isinstance(farm, bool):
        raise SpecError(path, None, f"{name}: farm is {farm!r}", "it is true or false")
    if farm and coast:
        raise SpecError(path, None, f"{name}: a farm on a start space", "nobody could place a settler there")
    return Tile(towns, trails, plains, farm, species)


def _rows(table: Mapping[str, Any], key: str, path: str) -> list[Mapping[str, Any]]:
    rows = table.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        raise SpecError(path, None, f"no [[{key}]] rows", f"add one for each {key}")
    return rows


def _whole(row: Mapping[str, Any], key: str, path: str, name: str, least: int) -> int:
    value = row.get(key)
    if type(value) is not int or value < least:
        what = f"{name}: expected a whole number of at least {least} for {key!r}, found {value!r}"
        raise SpecError(path, None, what, "write digits")
    return value


def _parts(row: Mapping[str, Any], key: str, path: str, name: str) -> list[Mapping[str, Any]]:
    parts = row.get(key, [])
    if not isinstance(parts, list) or not all(isinstance(part, Mapping) for part in parts):
        raise SpecError(path, None, f"{name}: {key} is {parts!r}", f"it is a list of tables, {key} = [{{ … }}]")
    return parts


def _segments(
    row: Mapping[str, Any], key: str, mark: str, sides: Sequence[int], path: str, name: str
) -> tuple[Segment, ...]:
    segments = []
    letters = [SIDES[side] for side in sides]
    for part in _parts(row, key, path, name):
        text = part.get("sides")
        if not isinstance(text, str) or not text or len(set(text)) != len(text) or not set(text) <= set(letters):
            hint = f"name some of {', '.join(letters)}, each once"
            raise SpecError(path, None, f"{name}: {key} with the sides {text!r}", hint)
        marks = _whole(part, mark, path, name, 0) if mark in part else 0
        segments.append(Segment(tuple(sorted(SIDES.index(letter) for letter in text)), marks))
    return tuple(segments)


def _plains(
    row: Mapping[str, Any], halves: Sequence[int], path: str, name: str
) -> tuple[tuple[Segment, ...], tuple[int, ...]]:
    plains, species = [], []
    for part in _parts(row, "plains", path, name):
        text = part.get("halves")
        if not isinstance(text, str) or not text.isdigit():
            raise SpecError(path, None, f"{name}: a plain with the halves {text!r}", 'write digits, halves = "0127"')
        animals = part.get("animals", [])
        if not isinstance(animals, list) or not all(type(animal) is int and animal > 0 for animal in animals):
            hint = "list the species of each, animals = [1, 3]"
            raise SpecError(path, None, f"{name}: a plain with the animals {animals!r}", hint)
        plains.append(Segment(tuple(sorted(int(digit) for digit in text)), len(animals)))
        species += animals
    used = sorted(half for plain in plains for half in plain.at)
    if used != list(halves):
        told = "".join(map(str, halves)) or "none"
        what = f"{name}: the plains cover the halves {''.join(map(str, used)) or 'none'}"
        raise SpecError(path, None, what, f"each half that is not on a town's side belongs to one plain: {told}")
    return tuple(plains), tuple(species)


def _planar(
    towns: Iterable[Segment], trails: Iterable[Segment], plains: Iterable[Segment], path: str, name: str
) -> None:
    """No two segments cross: walking around the tile, one must be left before the other is entered."""
    walk = [{3 * side + 1 for side in segment.at} for segment in (*towns, *trails)]
    walk += [{3 * (half // 2) + 2 * (half % 2) for half in plain.at} for plain in plains]
    for k, first in enumerate(walk):
        for second in walk[k + 1 :]:
            order = [place in first for place in sorted(first | second)]
            if sum(a != b for a, b in zip(order, [*order[1:], order[0]], strict=True)) > 2:
                raise SpecError(path, None, f"{name}: two of its segments cross", "look at the halves of its plains")
