"""Sets of land tiles and start rows that meet every demand of the text (T1-T14, S1-S4), made from a row of choices.

The printed tiles are lost, so what holds for our synthetic set may be an accident of it.  These functions make other
sets that could be the printed one for all that the text says.  `pick(n)` answers a number below n: from a random
number generator, or from Hypothesis, which can then shrink a set.

Some kinds have a part to play (a crossroads, a farm with a trail, ...), so that the demands are met by construction;
which kinds these are is chosen too.  All others are any tile that can be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.spec.data import DataFile
from rulecheck.spec.new_world.tiles import (
    EAST,
    NORTH,
    PLAIN,
    SIDES,
    SOUTH,
    TOWN,
    TRAIL,
    WEST,
    Kind,
    Segment,
    Space,
    Tile,
    load_tiles,
    looks,
    turned,
)
from rulecheck.spec.rules import Rules, own_data

Pick = Callable[[int], int]
"""A number from 0 to below the one given."""
Sides = tuple[int, ...]

HERE: Final = Path(__file__).parent
SPECIES: Final = 3
ROWS: Final = 10
PARTITIONS: Final = 8
"""How often a random partition of a tile's sides is tried before everything stays apart."""


# ---- tiles


def regions(towns: Iterable[Sides], trails: Sequence[Sides], farm: bool, coast: bool = False) -> tuple[Sides, ...]:
    """The plains that towns and trails leave on a tile, as half sides.

    Trails that end on the tile meet in a crossroads if there are three or more, end at the farm if there is one, at
    the sea on a start space, and else at the first town.
    """
    towns = list(towns)
    ends = [trail for trail in trails if len(trail) == 1]
    walls: list[Sides] = [*towns, *(trail for trail in trails if len(trail) > 1)]
    if coast:
        walls += [(*end, EAST) for end in ends]
    elif len(ends) >= 3:
        walls.append(tuple(side for end in ends for side in end))
    elif towns and not farm:
        walls[0] = (*walls[0], *(side for end in ends for side in end))
    town_sides = {side for town in towns for side in town}
    halves = [h for h in range(8) if h // 2 not in town_sides and not (coast and h // 2 == EAST)]
    plains: list[list[int]] = []
    for half in halves:
        home = next((plain for plain in plains if not _parted(plain[0], half, walls)), None)
        if home is None:
            plains.append([half])
        else:
            home.append(half)
    return tuple(map(tuple, plains))


def _parted(half: int, other: int, walls: Iterable[Sides]) -> bool:
    """Whether a wall runs between two half sides."""
    first, last = sorted((_place(half), _place(other)))
    return any(len({first < 3 * side + 1 < last for side in wall}) == 2 for wall in walls)


def _place(half: int) -> int:
    return 3 * (half // 2) + 2 * (half % 2)


def _cross(first: Sides, second: Sides) -> bool:
    order = [side in first for side in sorted({*first, *second})]
    return sum(a != b for a, b in zip(order, [*order[1:], order[0]], strict=True)) > 2


def random_tile(pick: Pick) -> Tile:
    """Any tile that can be drawn."""
    edges = [pick(3) for _ in range(4)]
    trail_sides = [side for side in range(4) if edges[side] == TRAIL]
    has_town = TOWN in edges
    towns, trails = _segments(pick, edges)
    stubs = sum(len(trail) == 1 for trail in trails)
    farm = not has_town and (stubs == 1 or (stubs == len(trail_sides) < 3 and pick(4) == 0))
    if stubs == 2 and not has_town:
        farm = True  # two trails that end need something to end at
    return draw_tile(pick, towns, trails, farm)


def _segments(pick: Pick, edges: Sequence[int]) -> tuple[list[Sides], list[Sides]]:
    """The sides of town and trail in segments that do not cross, and whose trails can end."""
    town_sides = tuple(side for side in range(4) if edges[side] == TOWN)
    trail_sides = tuple(side for side in range(4) if edges[side] == TRAIL)
    for _ in range(PARTITIONS):
        towns = _parts(pick, town_sides)
        trails = _pairs(pick, trail_sides)
        every = [*towns, *trails]
        stubs = sum(len(trail) == 1 for trail in trails)
        ends_well = stubs != 1 or bool(towns) or len(trails) == 1
        if ends_well and not any(_cross(segment, other) for k, segment in enumerate(every) for other in every[:k]):
            return towns, trails
    return [(side,) for side in town_sides], [(side,) for side in trail_sides]


def _parts(pick: Pick, sides: Sides) -> list[Sides]:
    """Sides in any groups."""
    groups: list[list[int]] = []
    for side in sides:
        chosen = pick(len(groups) + 1)
        if chosen == len(groups):
            groups.append([side])
        else:
            groups[chosen].append(side)
    return list(map(tuple, groups))


def _pairs(pick: Pick, sides: Sides) -> list[Sides]:
    """Sides in pairs and alone."""
    left = list(sides)
    parts: list[Sides] = []
    while left:
        side = left.pop(0)
        if left and pick(2):
            parts.append((side, left.pop(pick(len(left)))))
        else:
            parts.append((side,))
    return parts


def draw_tile(
    pick: Pick,
    towns: Iterable[Sides],
    trails: Iterable[Sides],
    farm: bool = False,
    *,
    coast: bool = False,
    flags: int | None = None,
    posts: int | None = None,
    animals: int | None = None,
) -> Tile:
    """A tile with these segments; its flags, posts and animals are picked where they are not given."""
    towns, trails = [tuple(sorted(town)) for town in towns], [tuple(sorted(trail)) for trail in trails]
    plains = regions(towns, trails, farm, coast)
    counts = [pick(5) % 4 % 3 if animals is None else animals for _ in plains]
    return Tile(
        towns=tuple(Segment(town, pick(4) // 3 if flags is None else flags) for town in towns),
        trails=tuple(Segment(trail, pick(4) // 3 if posts is None else posts) for trail in trails),
        plains=tuple(Segment(plain, count) for plain, count in zip(plains, counts, strict=True)),
        farm=farm,
        species=(1,) * sum(counts),
    )


@frozen
class Part:
    """A kind of tile with a part to play in meeting the demands."""

    least: int
    """How many copies it needs."""
    make: Callable[[Pick], Tile]


def _one_of(*tiles: Callable[[Pick], Tile]) -> Callable[[Pick], Tile]:
    return lambda pick: tiles[pick(len(tiles))](pick)


PARTS: Final = (
    # T5, T9, T11: two separate town segments on sides that meet, and three corners for the town of four tiles
    Part(1, lambda pick: draw_tile(pick, [(NORTH,), (WEST,)], [], flags=0)),
    Part(3, lambda pick: draw_tile(pick, [(NORTH, WEST)], [], flags=0)),
    # T7, T9: closes small towns
    Part(3, lambda pick: draw_tile(pick, [(NORTH,)], [], flags=0, animals=1)),
    # T9: the flag of the town of three tiles
    Part(
        1,
        _one_of(
            lambda pick: draw_tile(pick, [(EAST, WEST)], [], flags=1),
            lambda pick: draw_tile(pick, [(NORTH, WEST)], [], flags=1),
        ),
    ),
    # T3, T8, T13: a trail that ends at a farm
    Part(2, lambda pick: draw_tile(pick, [], [(SOUTH,)], True, posts=0)),
    # T4: a crossroads; T4, T6: a trail that ends at a town, between plains of two sizes
    Part(
        1,
        _one_of(
            lambda pick: draw_tile(pick, [], [(EAST,), (SOUTH,), (WEST,)]),
            lambda pick: draw_tile(pick, [], [(NORTH,), (EAST,), (SOUTH,), (WEST,)]),
        ),
    ),
    Part(
        1,
        _one_of(
            lambda pick: draw_tile(pick, [(EAST, WEST)], [(SOUTH,)]),
            lambda pick: draw_tile(pick, [(NORTH, WEST)], [(EAST,)]),
        ),
    ),
    # T8, T10: trails with posts and without
    Part(
        2,
        _one_of(
            lambda pick: draw_tile(pick, [], [(NORTH, SOUTH)], posts=1),
            lambda pick: draw_tile(pick, [], [(SOUTH, WEST)], posts=1),
        ),
    ),
    Part(
        2,
        _one_of(
            lambda pick: draw_tile(pick, [], [(NORTH, SOUTH)], posts=0),
            lambda pick: draw_tile(pick, [], [(SOUTH, WEST)], posts=0),
        ),
    ),
    # T11, T12: a farm all in the plain; with the kind above, twelve animals or more that can be gathered one by one
    Part(3, lambda pick: draw_tile(pick, [], [], True, animals=1)),
    Part(3, lambda pick: draw_tile(pick, [], [(NORTH, SOUTH)], posts=0, animals=1)),
)
"""All other kinds may be anything."""


def make_tiles(pick: Pick) -> tuple[Kind, ...]:
    """A set of land tiles that meets T1-T14, with the copies that the text gives; no two kinds look the same."""
    ours = own_data(HERE)["tiles"]
    copies = {kind.kind: kind.copies for kind in load_tiles(ours.table, ours.path)}
    tiles: dict[int, Tile] = {}
    seen: set[object] = set()
    for part in sorted(PARTS, key=lambda part: -part.least):  # those that need many copies have fewer kinds to be
        free = [kind for kind in copies if kind not in tiles and copies[kind] >= part.least]
        kind = free[pick(len(free))]
        tiles[kind] = _differs(pick, part.make(pick), seen, may_change=False)
    for kind in copies:
        if kind not in tiles:
            tiles[kind] = _differs(pick, random_tile(pick), seen, may_change=True)
    return tuple(Kind(kind, copies[kind], tile) for kind, tile in zip(sorted(tiles), _with_species(tiles), strict=True))


def _with_species(tiles: Mapping[int, Tile]) -> Iterator[Tile]:
    """The tiles by kind, with species that follow each other in turn (T14)."""
    species = cycle(range(1, SPECIES + 1))
    for kind in sorted(tiles):
        yield evolve(tiles[kind], species=tuple(islice(species, len(tiles[kind].species))))


def _differs(pick: Pick, tile: Tile, seen: set[object], *, may_change: bool) -> Tile:
    """A tile unlike those before, also after a turn: with animals or flags added until it is."""
    while may_change and any(looks(turned(tile, quarters)) in seen for quarters in range(4)):
        if tile.plains:
            at = pick(len(tile.plains))
            plains = tuple(evolve(plain, marks=plain.marks + (k == at)) for k, plain in enumerate(tile.plains))
            tile = evolve(tile, plains=plains, species=(*tile.species, 1))
        else:
            tile = evolve(tile, towns=(evolve(tile.towns[0], marks=tile.towns[0].marks + 1), *tile.towns[1:]))
    seen.add(looks(tile))
    return tile


# ---- the start row


def make_start(pick: Pick) -> tuple[Space, ...]:
    """A start row that meets S1-S4: ten spaces, a trail to the sea, New York and Jamestown, and plain in between."""
    trail, new_york, plain = _three_rows(pick)
    west = {trail: TRAIL, new_york: TOWN, plain: PLAIN, ROWS: TOWN}
    edges = [west.get(row, pick(6) % 4 % 3) for row in range(1, ROWS + 1)]
    joints = [PLAIN, *(pick(8) % 6 % 4 % 3 for _ in range(ROWS - 1)), PLAIN]
    for row in (trail, trail - 1):
        joints[row] = PLAIN  # so that this trail ends at the sea on its own space
    names = {1: "Plymouth", new_york: "New York", ROWS: "Jamestown"}
    return tuple(
        Space(row, names.get(row, ""), _coast_tile(pick, joints[row - 1], joints[row], edges[row - 1]))
        for row in range(1, ROWS + 1)
    )


def _three_rows(pick: Pick) -> tuple[int, int, int]:
    """Different rows, not the first and the last: of the trail, of New York and of a plain."""
    rows = list(range(2, ROWS))
    return rows.pop(pick(len(rows))), rows.pop(pick(len(rows))), rows.pop(pick(len(rows)))


def _coast_tile(pick: Pick, north: int, south: int, west: int) -> Tile:
    edges = {NORTH: north, SOUTH: south, WEST: west}
    town_sides = tuple(side for side, edge in edges.items() if edge == TOWN)
    trail_sides = tuple(side for side, edge in edges.items() if edge == TRAIL)
    for _ in range(PARTITIONS):
        towns, trails = _parts(pick, town_sides), _pairs(pick, trail_sides)
        walls = [*towns, *((*trail, EAST) if len(trail) == 1 else trail for trail in trails)]
        if not any(_cross(wall, other) for k, wall in enumerate(walls) for other in walls[:k]):
            break
    else:
        towns, trails = [(side,) for side in town_sides], [(side,) for side in trail_sides]
    return draw_tile(pick, towns, trails, coast=True)


# ---- as data


def tile_row(tile: Tile) -> dict[str, Any]:
    """What a tile shows, as a row of a data file has it."""
    animals = list(tile.species)
    plains = []
    for plain in tile.plains:
        here, animals = animals[: plain.marks], animals[plain.marks :]
        plains.append({"halves": "".join(map(str, plain.at))} | ({"animals": here} if here else {}))
    return {
        "towns": [{"sides": _letters(town.at), "flags": town.marks} for town in tile.towns],
        "trails": [{"sides": _letters(trail.at), "posts": trail.marks} for trail in tile.trails],
        "plains": plains,
        "farm": tile.farm,
    }


def _letters(sides: Sides) -> str:
    return "".join(SIDES[side] for side in sides)


def tile_table(kinds: Iterable[Kind]) -> dict[str, Any]:
    """A set of land tiles as `load_tiles` reads it."""
    return {"tile": [{"kind": kind.kind, "copies": kind.copies} | tile_row(kind.tile) for kind in kinds]}


def start_table(spaces: Iterable[Space]) -> dict[str, Any]:
    """A start row as `load_start` reads it."""
    rows = [{"row": space.row, "name": space.name} | tile_row(space.tile) for space in spaces]
    return {"space": [{key: value for key, value in row.items() if key != "farm"} for row in rows]}


def rules_with(rules: Rules, kinds: Iterable[Kind], start: Iterable[Space]) -> Rules:
    """The same rules with other tiles and another start row; both count as substitute data."""
    tables: Mapping[str, dict[str, Any]] = {"tiles": tile_table(kinds), "start-row": start_table(start)}
    files = {
        name: DataFile(name=name, path=f"generated {name}", substitute=True, title="generated", table=table)
        for name, table in tables.items()
    }
    return evolve(rules, data={**rules.data, **files})
