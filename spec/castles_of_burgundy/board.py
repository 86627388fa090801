"""The estates, depots, tiles, goods and point tables, read from `data/` and checked row by row.

The spaces of an estate are numbered 1 to 37 row by row, as people name them; tuples and masks count from 0, so that
space n is bit n - 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import networkx as nx
from attrs import field, frozen

from rulecheck.spec.errors import SpecError

COLOURS: Final = ("building", "animals", "knowledge", "castle", "mine", "ship")
"""The kinds of tiles and of the spaces that they go to."""

LETTERS: Final = "BAKCMS"
"""How the data files write COLOURS."""

BUILDINGS: Final = (
    "warehouse", "carpenter", "church", "market", "boarding house", "bank", "city hall", "watchtower",
)  # fmt: skip
SPECIES: Final = ("cow", "sheep", "pig", "chicken")
GOODS: Final = ("turquoise", "violet", "pink", "red", "brown", "orange")
PHASES: Final = ("A", "B", "C", "D", "E")
ROWS: Final = (4, 5, 6, 7, 6, 5, 4)
"""How many spaces each row of an estate has."""

SPACES: Final = sum(ROWS)
DEPOTS: Final = 6


def _positions() -> tuple[tuple[int, int], ...]:
    """For each space its axial coordinates."""
    return tuple((q, r) for r in range(-3, 4) for q in range(max(-3, -3 - r), min(3, 3 - r) + 1))


def _estate() -> nx.Graph[int]:
    """The spaces of an estate and which of them touch."""
    at = {position: k for k, position in enumerate(_positions())}
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(SPACES))
    for (q, r), k in at.items():
        graph.add_edges_from((k, at[near]) for near in ((q + 1, r), (q, r + 1), (q - 1, r + 1)) if near in at)
    return graph


ESTATE: Final = _estate()


def mask_of(spaces: Iterable[int]) -> int:
    """The mask of some spaces."""
    return sum(1 << k for k in spaces)


NEIGHBOURS: Final = tuple(mask_of(ESTATE[k]) for k in range(SPACES))
"""For each space the mask of those that touch it."""


@frozen
class Board:
    """One side of a player board."""

    number: int
    colour: tuple[int, ...]
    """For each space the index of its colour in COLOURS."""
    regions: tuple[int, ...] = field(init=False)
    """The mask of each region, by its first space."""

    def __attrs_post_init__(self) -> None:
        """Find the regions: what touches and has one colour."""
        same: nx.Graph[int] = nx.Graph((a, b) for a, b in ESTATE.edges if self.colour[a] == self.colour[b])
        same.add_nodes_from(range(SPACES))
        regions = sorted(nx.connected_components(same), key=min)
        object.__setattr__(self, "regions", tuple(mask_of(region) for region in regions))

    def spaces(self, colour: int) -> tuple[int, ...]:
        """The spaces of a colour."""
        return tuple(k for k, here in enumerate(self.colour) if here == colour)

    def sizes(self, colour: int) -> tuple[int, ...]:
        """The sizes of the regions of a colour, ascending."""
        return tuple(sorted(r.bit_count() for r in self.regions if self.colour_of(r) == colour))

    def colour_of(self, region: int) -> int:
        """The colour of a region."""
        return self.colour[(region & -region).bit_length() - 1]


@frozen
class Tile:
    """One kind of hexagonal tile."""

    name: str
    colour: int
    """Index into COLOURS."""
    own: int
    """How many have their own colour on the back."""
    black: int
    """How many have a black back."""
    animals: int = 0
    """How many animals it shows."""
    number: int = 0
    """A knowledge tile's number."""
    building: str = ""
    """The building for which a knowledge tile brings points."""


def load_boards(table: Mapping[str, Any], path: str) -> tuple[tuple[Board, ...], tuple[int, ...]]:
    """The boards by number, and the dice of the spaces; raises `SpecError` naming the row that is wrong."""
    dice_rows = table.get("dice")
    if not isinstance(dice_rows, Mapping):
        raise SpecError(path, None, "no table [dice]", "add one with rows of digits")
    dice = tuple(int(sign) for sign in _signs(dice_rows, "dice", "123456", path))
    boards = []
    for row in _rows(table, "board", "number", path):
        number = _whole(row, "number", path, 1)
        boards.append(Board(number, tuple(map(LETTERS.index, _signs(row, f"board {number}", LETTERS, path)))))
    return tuple(sorted(boards, key=lambda board: board.number)), dice


def load_depots(table: Mapping[str, Any], path: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For 2, 3 and 4 players the colours of the spaces in use in each depot."""
    rows = sorted(_rows(table, "depot", "number", path), key=lambda row: _whole(row, "number", path, 1))
    if [row["number"] for row in rows] != list(range(1, DEPOTS + 1)):
        raise SpecError(path, None, "the depots are not numbered 1 to 6", "write one [[depot]] for each")
    uses = []
    for parts in (("two",), ("two", "three"), ("two", "three", "four")):
        uses.append(tuple(tuple(c for part in parts for c in _colours(row, part, path)) for row in rows))
    return tuple(uses)


def load_tiles(table: Mapping[str, Any], path: str) -> tuple[Tile, ...]:
    """The kinds of tiles: buildings, animals, knowledge by number, castle, mine, ship."""
    tiles = []
    for row in _rows(table, "tile", "name", path):
        kind = row.get("kind")
        if not isinstance(kind, str) or kind not in tuple(LETTERS):
            raise SpecError(path, None, f"{row['name']}: kind is {kind!r}", f"use one of {', '.join(LETTERS)}")
        colour = LETTERS.index(kind)
        tile = Tile(
            name=row["name"],
            colour=colour,
            own=_whole(row, "colour", path, 0),
            black=_whole(row, "black", path, 0),
            animals=_whole(row, "animals", path, 1) if kind == "A" else 0,
            number=_whole(row, "number", path, 1) if kind == "K" else 0,
            building=str(row.get("building", "")),
        )
        if tile.building and tile.building not in BUILDINGS:
            what = f"{tile.name}: no building {tile.building!r}"
            raise SpecError(path, None, what, f"use one of {', '.join(BUILDINGS)}")
        tiles.append(tile)
    tiles.sort(key=lambda tile: (tile.colour, tile.number))
    _right_tiles(tiles, path)
    return tuple(tiles)


def _right_tiles(tiles: Sequence[Tile], path: str) -> None:
    """The rules need each building, each knowledge tile, and one row each for castle, mine and ship."""
    needed = [*BUILDINGS, *(f"knowledge {n}" for n in range(1, 27)), "castle", "mine", "ship"]
    names = [tile.name for tile in tiles]
    for name in needed:
        if name not in names:
            raise SpecError(path, None, f"no tile {name!r}", "the rules need it: add a row")
    for tile in tiles:
        plain = tile.name.rsplit(" ", 1)
        animal = tile.colour == 1 and plain[0] in SPECIES and plain[-1] == str(tile.animals)
        if tile.name not in needed and not animal:
            raise SpecError(path, None, f"no rule for a tile {tile.name!r}", "name animals by kind and number, cow 3")


def load_goods(table: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """For each of GOODS the die that sells it."""
    rows = {row["name"]: row for row in _rows(table, "good", "name", path)}
    for good in GOODS:
        if good not in rows:
            raise SpecError(path, None, f"no good {good!r}", "add a row for it")
    dice = tuple(_whole(rows[good], "die", path, 1) for good in GOODS)
    if sorted(dice) != [1, 2, 3, 4, 5, 6]:
        raise SpecError(path, None, f"the dice of the goods are {dice}", "each number from 1 to 6 sells one of them")
    return dice


def load_scoring(table: Mapping[str, Any], path: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points for regions of 1, 2, ... spaces, and for the phases."""
    sizes = {
        _whole(row, "size", path, 1): _whole(row, "points", path, 0) for row in _rows(table, "region", "size", path)
    }
    if sorted(sizes) != list(range(1, len(sizes) + 1)):
        raise SpecError(path, None, "a size of region is missing", "write a [[region]] for each size from 1 on")
    phases = {row["name"]: _whole(row, "points", path, 0) for row in _rows(table, "phase", "name", path)}
    if tuple(phases) != PHASES:
        raise SpecError(path, None, f"the phases are {', '.join(map(str, phases))}", "write A to E in order")
    return tuple(sizes[n] for n in sorted(sizes)), tuple(phases.values())


def load_sheets(table: Mapping[str, Any], path: str) -> tuple[tuple[int, int], ...]:
    """The numbers on the two sides of each player board."""
    rows = table.get("sheet")
    if not isinstance(rows, list) or not rows:
        raise SpecError(path, None, "no [[sheet]] rows", "add one for each player board")
    return tuple((_whole(row, "front", path, 1), _whole(row, "back", path, 1)) for row in rows)


def _rows(table: Mapping[str, Any], key: str, names: str, path: str) -> list[Mapping[str, Any]]:
    rows = table.get(key)
    if not isinstance(rows, list) or not rows:
        raise SpecError(path, None, f"no [[{key}]] rows", f"add one for each {key}")
    seen: set[object] = set()
    for row in rows:
        name = row.get(names)
        if not isinstance(name, str | int) or name == "":
            raise SpecError(path, None, f"a [[{key}]] row without {names!r}", f"write {names} = …")
        if name in seen:
            raise SpecError(path, None, f"{key} {name!r} is listed twice", "keep one of the rows")
        seen.add(name)
    return rows


def _signs(row: Mapping[str, Any], what: str, allowed: str, path: str) -> list[str]:
    """The letters or digits of seven rows of spaces."""
    rows = row.get("rows")
    signs = [str(line).split() for line in rows] if isinstance(rows, list) else []
    if tuple(map(len, signs)) != ROWS:
        raise SpecError(path, None, f"{what}: rows of {', '.join(str(len(s)) for s in signs)}", f"they have {ROWS}")
    flat = [sign for line in signs for sign in line]
    for sign in flat:
        if len(sign) != 1 or sign not in allowed:
            raise SpecError(path, None, f"{what}: {sign!r} on a space", f"use one of {', '.join(allowed)}")
    return flat


def _colours(row: Mapping[str, Any], part: str, path: str) -> list[int]:
    colours = []
    for sign in str(row.get(part, "")).split():
        if len(sign) != 1 or sign not in LETTERS:
            raise SpecError(path, None, f"depot {row['number']}: {sign!r} in {part!r}", f"write {', '.join(LETTERS)}")
        colours.append(LETTERS.index(sign))
    return colours


def _whole(row: Mapping[str, Any], key: str, path: str, least: int) -> int:
    value = row.get(key)
    if type(value) is not int or value < least:
        name = row.get("name", row.get("number", "a row"))
        what = f"{name}: expected a whole number of at least {least} for {key!r}, found {value!r}"
        raise SpecError(path, None, what, "write digits")
    return value
