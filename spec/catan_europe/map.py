"""The board: regions, intersections, paths and cities, with everything that play looks up worked out beforehand.

Hexes stand on a corner, in rows; odd rows are shifted right by half a hex.  `H(row,column)` is a hex, `N(row,column)`
its top corner and `S(row,column)` its bottom corner: every corner of the grid has exactly one such name.  Regions,
intersections and paths are numbered from 0; all tuples of a `Map` are indexed by these numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from attrs import evolve, field, frozen

from rulecheck.spec.errors import SpecError

RESOURCES = ("wood", "wool", "grain", "ore", "salt")
TERRAINS = ("forest", "pasture", "arable", "mountain", "salt")
"""TERRAINS[k] produces RESOURCES[k]."""

COLOURS = ("purple", "brown")
DISCS = ("open", "dashed")
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
"""What two dice can show and a region can carry: 7 moves the robber instead."""

_HERE = Path(__file__).parents[2]
"""What the names of our own files, "spec/...", are relative to."""

_HEX = re.compile(r"H\((\d+),(\d+)\)")
_CORNER = re.compile(r"([NS])\((\d+),(\d+)\)")
_PLAIN = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "Ae"})

Hex = tuple[int, int]
Corner = tuple[int, int, str]
"""Row, column and "N" or "S": sorts by row, then column, then N before S."""


@frozen
class Start:
    """Where one seat's pieces stand in the fixed start of the short game, and the resources it begins with."""

    seat: str
    posts: tuple[int, ...]
    """Intersections, in the order of placing; the last one gives the resources."""
    route: int
    """The path with the first route and the first caravan."""
    resources: tuple[int, ...]
    """How many of each of RESOURCES."""


@frozen
class Token:
    """A number token: its colour, told as the terrain it belongs to, and its number."""

    terrain: str
    value: int


@frozen(slots=False)
class Map:
    """A board.  R regions, S seas, I intersections and P paths; numbers into these are plain ints."""

    path: str = field(eq=False)
    """The file it came from."""
    first_column: int
    """Hexes west of this column are not on this side of the board."""

    regions: tuple[str, ...]
    """R names "H(r,c)" of the land regions, row by row."""
    terrain: tuple[str, ...]
    """R of TERRAINS."""
    resource: tuple[int, ...]
    """R indices into RESOURCES: what the region produces."""
    printed: tuple[int, ...]
    """R printed numbers; 0 where none is printed."""
    disc: tuple[str, ...]
    """R circles for number tokens: "" none, "open" empty, "dashed" holding a token from the start."""
    corners: tuple[tuple[int, ...], ...]
    """R: intersections around the region, ascending."""

    seas: tuple[str, ...]
    """S names "H(r,c)" of the sea hexes, row by row."""
    sea_corners: tuple[tuple[int, ...], ...]
    """S: intersections around it, ascending (may be empty)."""

    intersections: tuple[str, ...]
    """I names: the city's name if there is one, else the grid name.  Row by row, N before S."""
    grid_name: tuple[str, ...]
    """I names "N(r,c)" or "S(r,c)"."""
    position: tuple[tuple[int, int], ...]
    """I: (x in half hexes, y in half edges), x growing to the east and y to the south."""
    regions_at: tuple[tuple[int, ...], ...]
    """I: one to three land regions that meet there, ascending."""
    neighbours: tuple[tuple[int, ...], ...]
    """I: intersections one path away, ascending."""
    paths_at: tuple[tuple[int, ...], ...]
    """I: paths that end there: paths_at[i][k] leads to neighbours[i][k]."""

    paths: tuple[tuple[int, int], ...]
    """P: (a, b) with a < b, ascending."""
    path_names: tuple[str, ...]
    """P names "A - B", A the intersection with the smaller number."""
    double: tuple[bool, ...]
    """P: does the path carry a double arrow?"""
    land_path: tuple[bool, ...]
    """P: is there land on at least one of its two sides?"""

    cities: tuple[int, ...]
    """The intersections with a city, ascending."""
    purple: tuple[int, ...]
    """The cities open in the initial phase, ascending."""
    is_city: tuple[bool, ...]
    """I: is there a city?"""
    is_purple: tuple[bool, ...]
    """I: is there a city open in the initial phase?"""
    port: tuple[int, ...]
    """I: gold for building a post there; 0 where there is no port."""

    distances: tuple[bytes, ...]
    """I by I: how many paths lie between; 255 if there is no way."""
    reach: tuple[tuple[tuple[int, int], ...], ...]
    """I: other intersections within three paths, as (intersection, distance), ascending."""

    region_index: Mapping[str, int] = field(hash=False)
    """From the name of a land region to its number."""
    intersection_index: Mapping[str, int] = field(hash=False)
    """From any name of an intersection to its number: grid name, city name, city name in plain ASCII letters."""
    path_index: Mapping[str, int] = field(hash=False)
    """From "A - B" to the path's number, with A and B in either order and by any of their names."""

    starts: tuple[Start, ...] = ()
    """The fixed start, a row for each seat; empty where the file has none."""
    fixed_tokens: tuple[tuple[int, int], ...] = ()
    """The fixed start's (region, value), ascending."""

    def distance(self, a: int, b: int) -> int:
        """How many paths lie between two intersections; 255 if there is no way."""
        return self.distances[a][b]


def plain(name: str) -> str:
    """A name in ASCII letters: København becomes Kobenhavn."""
    letters = unicodedata.normalize("NFKD", name.translate(_PLAIN))
    return "".join(letter for letter in letters if letter.isascii())


def load_map(table: Mapping[str, Any], path: str) -> Map:
    """The board that a parsed map file describes.

    `table` is the TOML as read, `path` where it was read (errors name it).  Raises SpecError for a missing or
    unknown key, a value of the wrong type or outside its range, anything listed twice, and cities or arrows that do
    not lie on the board.  What the rulebook asks of a board beyond that is for `checks.check_map`.
    """
    return _Reader(path, table).board()


def load_tokens(table: Mapping[str, Any], path: str) -> tuple[Token, ...]:
    """The number tokens that a parsed token file lists, in its order.

    Raises SpecError for a missing or unknown key, an unknown terrain or a number that two dice cannot show.
    """
    reader = _Reader(path, table)
    tokens: list[Token] = []
    for row in reader.rows("token", needed=("terrain", "value"), allowed=("at",)):
        tokens.append(Token(row.one_of("terrain", TERRAINS), row.number("value")))
    return tuple(tokens)


def without_sea_paths(board: Map) -> Map:
    """The same board under the reading that a side between two sea hexes is no path; paths are numbered anew."""
    kept = [number for number, land in enumerate(board.land_path) if land]
    anew = {number: position for position, number in enumerate(kept)}
    ends = tuple(board.paths[number] for number in kept)
    return evolve(
        board,
        paths=ends,
        path_names=tuple(board.path_names[number] for number in kept),
        double=tuple(board.double[number] for number in kept),
        land_path=(True,) * len(kept),
        path_index={name: anew[number] for name, number in board.path_index.items() if number in anew},
        starts=tuple(evolve(start, route=anew[start.route]) for start in board.starts),
        **_ways(len(board.intersections), ends),
    )


def _ways(count: int, ends: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """The fields of a Map that follow from its paths alone."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for number, (a, b) in enumerate(ends):
        at[a].append((b, number))
        at[b].append((a, number))
    neighbours = tuple(tuple(other for other, _ in sorted(here)) for here in at)
    distances = tuple(_distances_from(start, neighbours) for start in range(count))
    return {
        "neighbours": neighbours,
        "paths_at": tuple(tuple(number for _, number in sorted(here)) for here in at),
        "distances": distances,
        "reach": tuple(
            tuple((other, steps) for other, steps in enumerate(row) if 1 <= steps <= 3) for row in distances
        ),
    }


def _distances_from(start: int, neighbours: tuple[tuple[int, ...], ...]) -> bytes:
    """How many paths lie between one intersection and each of the others."""
    steps = bytearray([255]) * len(neighbours)
    steps[start] = 0
    edge = [start]
    while edge:
        edge_before, edge = edge, []
        for here in edge_before:
            for there in neighbours[here]:
                if steps[there] == 255:
                    steps[there] = min(steps[here] + 1, 254)
                    edge.append(there)
    return bytes(steps)


# The geometry of the grid: which hexes meet at a corner, and which corners lie one side away.


def _above(at: Hex) -> tuple[Hex, Hex]:
    """The hexes north-west and north-east of a hex."""
    row, column = at
    west = column - 1 + row % 2
    return (row - 1, west), (row - 1, west + 1)


def _below(at: Hex) -> tuple[Hex, Hex]:
    """The hexes south-west and south-east of a hex."""
    row, column = at
    west = column - 1 + row % 2
    return (row + 1, west), (row + 1, west + 1)


def _hexes_at(corner: Corner) -> tuple[Hex, Hex, Hex]:
    row, column, kind = corner
    at = (row, column)
    return (at, *(_above(at) if kind == "N" else _below(at)))


def _is_used(corner: Corner, hexes: Collection[Hex], land: Collection[Hex]) -> bool:
    """An intersection is where three hexes of the grid meet, at least one of them land."""
    meeting = _hexes_at(corner)
    return all(at in hexes for at in meeting) and any(at in land for at in meeting)


def _corners_next_to(corner: Corner) -> tuple[Corner, Corner, Corner]:
    row, column, kind = corner
    if kind == "N":
        west, east = _above((row, column))
        return (row - 2, column, "S"), (*west, "S"), (*east, "S")
    west, east = _below((row, column))
    return (row + 2, column, "N"), (*west, "N"), (*east, "N")


def _hex_name(at: Hex) -> str:
    return f"H({at[0]},{at[1]})"


def _corner_name(corner: Corner) -> str:
    row, column, kind = corner
    return f"{kind}({row},{column})"


# Reading the file.


@frozen
class _Row:
    """One row of an array of tables, able to say where it stands when a value is wrong."""

    reader: _Reader
    kind: str
    number_in_file: int
    values: Mapping[str, Any]

    def wrong(self, key: str | None, what: str, hint: str) -> NoReturn:
        which = self.values.get("at", self.values.get("path", self.values.get("seat")))
        where = f"{self.kind} {self.number_in_file}" + (f" ({which})" if isinstance(which, str) else "")
        self.reader.wrong(f"{where}: {what}", hint, self.reader.line(self.kind, self.number_in_file, key))

    def text(self, key: str) -> str:
        value = self.values[key]
        if not isinstance(value, str) or not value.strip():
            self.wrong(key, f"{key} = {value!r} is not a text", f'write {key} = "…"')
        return value

    def one_of(self, key: str, choices: tuple[str, ...]) -> str:
        value = self.values[key]
        if value not in choices:
            self.wrong(key, f"unknown {key} {value!r}", f"write one of {', '.join(choices)}")
        assert isinstance(value, str)
        return value

    def whole(self, key: str, least: int) -> int:
        value = self.values[key]
        if type(value) is not int or value < least:
            self.wrong(key, f"{key} = {value!r} is not a whole number from {least} up", "fix the number")
        return value

    def number(self, key: str) -> int:
        value = self.values[key]
        if type(value) is not int or value not in NUMBERS:
            self.wrong(key, f"{key} = {value!r} cannot be rolled for", "write 2 to 6 or 8 to 12")
        return value

    def hex(self, key: str) -> Hex:
        match = _HEX.fullmatch(self.text(key))
        if match is None:
            self.wrong(key, f"{key} = {self.values[key]!r} is not a hex", 'write "H(row,column)", as in "H(4,3)"')
        return int(match[1]), int(match[2])


@frozen
class _Reader:
    path: str
    table: Mapping[str, Any]

    def wrong(self, what: str, hint: str, line: int | None = None) -> NoReturn:
        raise SpecError(self.path, line, what, hint)

    def line(self, kind: str, number_in_file: int, key: str | None) -> int | None:
        """The line of a row's key (or of its header), if the file can still be read."""
        here = Path(self.path)
        try:
            lines = (here if here.exists() else _HERE / here).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return None
        headers = [at for at, line in enumerate(lines, 1) if re.match(rf"\[\[\s*{kind}\s*\]\]", line)]
        if len(headers) < number_in_file:
            return None
        header = headers[number_in_file - 1]
        for at, line in enumerate(lines[header:], header + 1):
            if line.startswith("["):
                break
            if key is not None and re.match(rf"\s*{key}\s*=", line):
                return at
        return header

    def rows(
        self, kind: str, *, needed: tuple[str, ...], allowed: tuple[str, ...] = (), least: int = 1
    ) -> Iterator[_Row]:
        """The rows of one kind, each with all the keys it needs and none that is unknown."""
        tables = self.table.get(kind, [])
        if not isinstance(tables, list) or not all(isinstance(row, Mapping) for row in tables):
            self.wrong(f"{kind} is not a list of tables", f"write each one under its own [[{kind}]]")
        if len(tables) < least:
            self.wrong(f"no [[{kind}]] is listed", f"write at least {least}")
        for number_in_file, values in enumerate(tables, 1):
            row = _Row(self, kind, number_in_file, values)
            for key in (*needed, "source"):
                if key not in values:
                    row.wrong(None, f"{key} is missing", f"add {key} = …")
            for key in values:
                if key not in (*needed, *allowed, "source"):
                    row.wrong(key, f"unknown key {key!r}", f"known are {', '.join((*needed, *allowed, 'source'))}")
            yield row

    def grid(self) -> tuple[int, dict[Hex, None]]:
        """The first column and all hexes of the grid, sea included, row by row."""
        if not isinstance(self.table.get("grid"), Mapping):
            self.wrong("[grid] is missing", "add it with rows, even_columns and odd_columns")
        sizes: dict[str, int] = {}
        for key in ("rows", "even_columns", "odd_columns"):
            value = self.table["grid"].get(key)
            if type(value) is not int or not 1 <= value <= 99:
                self.wrong(f"[grid]: {key} = {value!r} is not a whole number from 1 to 99", "fix the number")
            sizes[key] = value
        first = self.table.get("first_column", 0)
        if type(first) is not int or first < 0:
            self.wrong(f"first_column = {first!r} is not a whole number from 0 up", "fix the number")
        hexes: dict[Hex, None] = {}
        for row in range(sizes["rows"]):
            for column in range(first, sizes["odd_columns" if row % 2 else "even_columns"]):
                hexes[row, column] = None
        return first, hexes

    def land(self, hexes: Iterable[Hex]) -> dict[Hex, tuple[str, int, str]]:
        """Terrain, printed number and disc of every land region, row by row."""
        land: dict[Hex, tuple[str, int, str]] = {}
        for row in self.rows("region", needed=("at", "terrain"), allowed=("number", "disc")):
            at = row.hex("at")
            if at not in hexes:
                row.wrong("at", f"{_hex_name(at)} is outside the grid", "see [grid] and first_column")
            if at in land:
                row.wrong("at", f"{_hex_name(at)} is listed twice", "keep one of them")
            if "number" in row.values and "disc" in row.values:
                row.wrong("disc", "has both a number and a disc", "keep one of them")
            number = row.number("number") if "number" in row.values else 0
            disc = row.one_of("disc", DISCS) if "disc" in row.values else ""
            land[at] = (row.one_of("terrain", TERRAINS), number, disc)
        return dict(sorted(land.items()))

    def board(self) -> Map:
        first, hexes = self.grid()
        land = self.land(hexes)
        seas = [at for at in hexes if at not in land]
        named = {(row, column, kind) for row, column in hexes for kind in "NS"}
        corners = sorted(corner for corner in named if _is_used(corner, hexes, land))
        number_of = {corner: number for number, corner in enumerate(corners)}
        grid_name = tuple(map(_corner_name, corners))
        ends = tuple(
            sorted(
                (number, number_of[other])
                for corner, number in number_of.items()
                for other in _corners_next_to(corner)
                if number_of.get(other, -1) > number
            )
        )
        land_number = {at: number for number, at in enumerate(land)}

        names = list(grid_name)
        aliases = {name: number for number, name in enumerate(grid_name)}
        port = [0] * len(corners)
        purple: list[int] = []
        for row in self.rows("city", needed=("name", "at", "colour"), allowed=("port",)):
            number = self.city(row, names, aliases)
            if row.one_of("colour", COLOURS) == "purple":
                purple.append(number)
            port[number] = row.whole("port", 1) if "port" in row.values else 0
        is_city = tuple(name != grid for name, grid in zip(names, grid_name, strict=True))

        called: list[list[str]] = [[] for _ in corners]
        for name, number in aliases.items():
            called[number].append(name)
        path_index = {
            f"{left_name} - {other}": number
            for number, (a, b) in enumerate(ends)
            for left, right in ((a, b), (b, a))
            for left_name in called[left]
            for other in called[right]
        }
        double = [False] * len(ends)
        for row in self.rows("arrow", needed=("path",), least=0):
            number = self.way(row, "path", path_index)
            if double[number]:
                row.wrong("path", "this path is listed twice", "keep one of them")
            double[number] = True

        return Map(
            path=self.path,
            first_column=first,
            regions=tuple(map(_hex_name, land)),
            terrain=tuple(terrain for terrain, _, _ in land.values()),
            resource=tuple(TERRAINS.index(terrain) for terrain, _, _ in land.values()),
            printed=tuple(number for _, number, _ in land.values()),
            disc=tuple(disc for _, _, disc in land.values()),
            corners=tuple(_corners_around(at, corners) for at in land),
            seas=tuple(map(_hex_name, seas)),
            sea_corners=tuple(_corners_around(at, corners) for at in seas),
            intersections=tuple(names),
            grid_name=grid_name,
            position=tuple((2 * c + r % 2, 3 * r + (-2 if kind == "N" else 2)) for r, c, kind in corners),
            regions_at=tuple(
                tuple(sorted(land_number[at] for at in _hexes_at(corner) if at in land)) for corner in corners
            ),
            paths=ends,
            path_names=tuple(f"{names[a]} - {names[b]}" for a, b in ends),
            double=tuple(double),
            land_path=tuple(
                any(at in land for at in set(_hexes_at(corners[a])) & set(_hexes_at(corners[b]))) for a, b in ends
            ),
            cities=tuple(number for number, city in enumerate(is_city) if city),
            purple=tuple(sorted(purple)),
            is_city=is_city,
            is_purple=tuple(number in purple for number in range(len(corners))),
            port=tuple(port),
            region_index={_hex_name(at): number for at, number in land_number.items()},
            intersection_index=aliases,
            path_index=path_index,
            starts=self.starts(aliases, path_index),
            fixed_tokens=self.fixed_tokens(land),
            **_ways(len(corners), ends),
        )

    def city(self, row: _Row, names: list[str], aliases: dict[str, int]) -> int:
        """Put a city on its intersection, under its name and its plain name; answers the intersection."""
        name, at = row.text("name"), row.text("at")
        if _CORNER.fullmatch(at) is None or at not in aliases:
            row.wrong(
                "at", f"{name} is not on an intersection of this board", 'write "N(row,column)" or "S(row,column)"'
            )
        number = aliases[at]
        if names[number] != at:
            row.wrong("at", f"{name} is where {names[number]} is already", "move one of them")
        if " - " in name or name != name.strip():
            row.wrong("name", f"{name!r} cannot be used in the name of a path", 'leave out " - " and outer spaces')
        for alias in dict.fromkeys((name, plain(name))):
            if alias in aliases:
                row.wrong("name", f"{name} is not the only one called {alias}", "give each place its own name")
            aliases[alias] = number
        names[number] = name
        return number

    def way(self, row: _Row, key: str, path_index: Mapping[str, int]) -> int:
        """The path that a row names."""
        name = row.text(key)
        if name not in path_index:
            row.wrong(key, f"{name!r} is not a path of this board", 'write two neighbouring intersections as "A - B"')
        return path_index[name]

    def starts(self, aliases: Mapping[str, int], path_index: Mapping[str, int]) -> tuple[Start, ...]:
        """The fixed start's rows, in the order of the file."""
        starts: list[Start] = []
        for row in self.rows("start", needed=("seat", "posts", "route", "resources"), least=0):
            seat, posts, resources = row.text("seat"), row.values["posts"], row.values["resources"]
            if any(start.seat == seat for start in starts):
                row.wrong("seat", f"{seat} is listed twice", "keep one of them")
            if not isinstance(posts, list) or len(posts) != 3:
                row.wrong("posts", "posts are not three places", "list three cities, the third gives the resources")
            for post in posts:
                if not isinstance(post, str) or post not in aliases:
                    row.wrong("posts", f"{post!r} is not an intersection of this board", "write a city's name")
            if not isinstance(resources, Mapping):
                row.wrong("resources", "resources are not a table", "write resources = { wood = 1 }")
            for kind, amount in resources.items():
                if kind not in RESOURCES or type(amount) is not int or amount < 0:
                    row.wrong("resources", f"{kind} = {amount!r} is not an amount", f"known are {', '.join(RESOURCES)}")
            starts.append(
                Start(
                    seat,
                    tuple(aliases[post] for post in posts),
                    self.way(row, "route", path_index),
                    tuple(resources.get(kind, 0) for kind in RESOURCES),
                )
            )
        return tuple(starts)

    def fixed_tokens(self, land: Mapping[Hex, tuple[str, int, str]]) -> tuple[tuple[int, int], ...]:
        """The fixed start's tokens on the dashed circles."""
        order = list(land)
        tokens: dict[int, int] = {}
        for row in self.rows("dashed", needed=("at", "terrain", "value"), least=0):
            at = row.hex("at")
            if at not in land or land[at][2] != "dashed":
                row.wrong("at", f"{_hex_name(at)} has no dashed circle", 'see [[region]] with disc = "dashed"')
            if row.one_of("terrain", TERRAINS) != land[at][0]:
                row.wrong(
                    "terrain", f"{_hex_name(at)} is {land[at][0]}, not {row.values['terrain']}", "fix one of them"
                )
            number = order.index(at)
            if number in tokens:
                row.wrong("at", f"{_hex_name(at)} is listed twice", "keep one of them")
            tokens[number] = row.number("value")
        return tuple(sorted(tokens.items()))


def _corners_around(at: Hex, corners: Iterable[Corner]) -> tuple[int, ...]:
    return tuple(number for number, corner in enumerate(corners) if at in _hexes_at(corner))
