"""The tiles as the rulebook gives them, and the land walked over without asking the engine.

The engine keeps features as they grow.  Here a feature is found anew each time, by walking from a segment of a tile to
all that touch it.  A node is a segment of a tile, `cell << 4 | segment`: one number, found in a set in 120 ns where the
pair takes 140.  What was asked last is kept with the objects that it was asked about: positions share structure, so
that `is` tells whether it is the same question again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from attrs import evolve, frozen

from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import (
    CELLS,
    FARMER,
    NORTH_ROW,
    ROBBER,
    TRAPPER,
    Counts,
)
from rulecheck.spec.new_world.tiles import PLAIN, SIDES, TOWN, TRAIL, Tile, load_start, load_tiles, looks, turned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulecheck.spec.rules import Rules

HALVES: Final = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")
NEXT: Final = (-1, -CELLS, 1, CELLS)
"""From a place to its neighbours in the north, east, south and west."""
AROUND: Final = tuple([step + more for step in (-CELLS, 0, CELLS) for more in (-1, 0, 1) if step or more])
NINE: Final = (0, *AROUND)
MEETS: Final = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
"""The half of a neighbour that a half side touches."""
ACROSS: Final = (
    *((NEXT[side], (side + 2) % 4) for side in range(4)),
    *((NEXT[half // 2], 4 + MEETS[half]) for half in range(8)),
)
"""From a side (0 to 3) or half side (4 to 11) of a tile to the neighbour, and the one that it touches there."""
WEST: Final = 3

Segment = tuple[int, Counts, int]
"""PLAIN, TRAIL or TOWN; sides and half sides (4 to 11); flags, posts or animals."""


@frozen(eq=False)
class Shown:
    """What a tile shows as it lies."""

    segments: tuple[Segment, ...]
    """Towns, trails, plains."""
    at_slot: Counts
    """The segment of each side and half side, -1 for none."""
    at_spot: Counts
    """The segment on which a settler of each spot stands, -1 for none."""
    first_spots: Counts
    """How a settler on each segment is named."""
    spots: frozenset[int]
    """All of these, and the farm."""
    reach: tuple[tuple[tuple[int, int], ...], ...]
    """For each segment where it goes on: the step to the neighbour, and the side or half side there."""
    edges: Counts
    farm: bool


class Feature(NamedTuple):
    """All that was found on a walk."""

    kind: int
    nodes: set[int]
    marks: int
    open: int
    """Sides that go on where nothing lies."""
    can_grow: bool
    """Whether a tile could be laid at one of these sides."""
    ends: int
    """Segments that go on at one side only."""


class Done(NamedTuple):
    """Something that a tile has completed."""

    name: int
    """Its first side on the tile, or the place of the farm."""
    feature: Feature | None
    """None for a farm."""


def shown(tile: Tile, sides: Iterable[int] = range(4)) -> Shown:
    """A tile, or a start space of which only some sides go on."""
    there = set(sides)
    segments: list[Segment] = []
    at_slot, at_spot, first = [-1] * 12, [-1] * (FARMER + 1), []
    for kind, spots, parts in ((TOWN, 0, tile.towns), (TRAIL, ROBBER, tile.trails), (PLAIN, TRAPPER, tile.plains)):
        for part in parts:
            slots = [at + 4 if kind == PLAIN else at for at in part.at]
            for at, slot in zip(part.at, slots, strict=True):
                at_slot[slot] = at_spot[spots + at] = len(segments)
            first.append(spots + min(part.at))
            halves = [slot for slot in slots if (slot if slot < 4 else (slot - 4) // 2) in there]
            segments.append((kind, tuple(halves), part.marks))
    spots_ = frozenset((*first, FARMER) if tile.farm else first)
    return Shown(
        tuple(segments), tuple(at_slot), tuple(at_spot), tuple(first), spots_, reach(segments), tile.edges, tile.farm
    )


def reach(segments: Iterable[Segment]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Where each of some segments goes on."""
    return tuple([tuple([ACROSS[slot] for slot in slots]) for _, slots, _ in segments])


class Land:
    """The tiles of a set of rules and the land that they make: features, where a tile fits, who stands where."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        self.seats = rules.seats
        self.number = rules.number
        self.reading: Mapping[str, str] = dict(rules.readings)
        kinds = rules.data["tiles"].made(load_tiles)
        start = rules.data["start-row"].made(load_start)
        self.kind_of = {kind.kind: k for k, kind in enumerate(kinds)}
        self.names = [kind.kind for kind in kinds]
        self.copies: Counts = tuple([kind.copies for kind in kinds])
        self.rows = len(start)
        self.faces: dict[int, Shown] = {}
        self.turns: list[list[int]] = []
        for k, kind in enumerate(kinds):
            seen: list[object] = []
            self.turns.append([])
            for quarters in range(4):
                tile = turned(kind.tile, quarters)
                if looks(tile) not in seen:
                    seen.append(looks(tile))
                    self.turns[k].append(quarters)
                    self.faces[k << 2 | quarters] = shown(tile)
        self.coast = {NORTH_ROW + space.row: self._coast(space.row, space.tile) for space in start}
        reading = self.reading
        self.corners_banned = self.reading["tile.corners"] == "never"
        self.farm_counts_start = reading["farm.start-spaces"] == "yes"
        self.spot: dict[object, int] = {m.Farmer(): FARMER}
        for side, letter in enumerate(SIDES):
            self.spot |= {m.Sheriff(letter): side, m.Robber(letter): ROBBER + side}
        self.spot |= {m.Trapper(half): TRAPPER + at for at, half in enumerate(HALVES)}
        self._grid: tuple[Counts, dict[int, Shown]] = ((), dict(self.coast))
        self._new: tuple[Counts, Counts, int] = ((), (), -1)
        self._taken: tuple[Counts | None, dict[int, set[int]]] = (None, {})
        self._standing: tuple[Counts, list[int], bool] = ((), [], False)
        self._wanted: tuple[Counts | None, list[tuple[int, tuple[int, ...]]]] = (None, [])
        self._fitting: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self._done: tuple[Counts, int, tuple[Done, ...]] = ((), -1, ())
        self._spots: dict[int, tuple[Sequence[Any], frozenset[int]]] = {}

    def _coast(self, row: int, tile: Tile) -> Shown:
        """A start space, under the readings for what could not be recovered."""
        sides = {WEST} | ({0} if row > 1 else set()) | ({2} if row < self.rows else set())
        as_printed = shown(tile, sides)
        edges, segments, at_slot = list(as_printed.edges), list(as_printed.segments), list(as_printed.at_slot)
        if row == 1 and self.reading["start.plymouth"] == "town" and edges[WEST] != TOWN:
            plains = [segment for segment in segments if segment[0] == PLAIN]
            along = sorted({slot for _, slots, _ in plains for slot in slots if (slot - 4) // 2 != WEST})
            towns = [segment for segment in segments if segment[0] == TOWN]
            trails = [segment for segment in segments if segment[0] == TRAIL and WEST not in segment[1]]
            plain = (PLAIN, tuple(along), sum([marks for _, _, marks in plains]))
            segments = [*towns, (TOWN, (WEST,), 0), *trails, plain]
            edges[WEST] = TOWN
        if self.reading["start.coast-plain"] == "off":
            segments = [
                (kind, tuple([slot for slot in slots if kind != PLAIN or (slot - 4) // 2 == WEST]), marks)
                for kind, slots, marks in segments
            ]
        for slot in range(12):
            at_slot[slot] = next((k for k, (_, slots, _) in enumerate(segments) if slot in slots), -1)
        return evolve(
            as_printed, segments=tuple(segments), at_slot=tuple(at_slot), reach=reach(segments), edges=tuple(edges)
        )

    # ---- the land

    def grid(self, tiles: Counts) -> dict[int, Shown]:
        """What lies on each place, start spaces included."""
        known, grid = self._grid
        if known is tiles:
            return grid
        old_tiles, new_tiles, new = self._new
        if old_tiles is known and new_tiles is tiles and new >= 0:
            grid[new >> 10] = self.faces[new & 1023]
        else:
            grid = dict(self.coast)
            for tile in tiles:
                grid[tile >> 10] = self.faces[tile & 1023]
        self._grid = tiles, grid
        return grid

    def is_new(self, tile: int, before: Counts, now: Counts) -> bool:
        """Whether this tile lies there now and did not before, and that is all the difference."""
        at = bisect_left(now, tile)
        right = now[at : at + 1] == (tile,) and now[:at] == before[:at] and now[at + 1 :] == before[at:]
        self._new = before, now, tile if right else -1
        return right

    def walk(self, grid: Mapping[int, Shown], cell: int, segment: int) -> Feature:
        """The feature that a segment belongs to."""
        nodes = {cell << 4 | segment}
        todo = [(cell, grid[cell], segment)]
        marks = is_open = ends = 0
        can_grow = False
        for at, here, nth in todo:
            ends += len(here.segments[nth][1]) == 1
            marks += here.segments[nth][2]
            for step, meets in here.reach[nth]:
                there = at + step
                other = grid.get(there)
                k = -1 if other is None else other.at_slot[meets]
                if k < 0 or other is None:
                    is_open += 1
                    can_grow = can_grow or there >= CELLS
                    continue
                node = there << 4 | k
                if node not in nodes:
                    nodes.add(node)
                    todo.append((there, other, k))
        return Feature(grid[cell].segments[segment][0], nodes, marks, is_open, can_grow, ends)

    def is_open(self, grid: Mapping[int, Shown], cell: int, segment: int) -> bool:
        """Whether a feature goes on somewhere where nothing lies; the walk ends there."""
        nodes = {cell << 4 | segment}
        todo = [(cell, grid[cell], segment)]
        for at, here, nth in todo:
            for step, meets in here.reach[nth]:
                other = grid.get(at + step)
                if other is None:
                    return True
                k = other.at_slot[meets]
                node = (at + step) << 4 | k
                if node not in nodes:
                    nodes.add(node)
                    todo.append((at + step, other, k))
        return False

    def completed(self, tiles: Counts, cell: int) -> tuple[Done, ...]:
        """The trails, towns and farms that a tile has completed: by side, then farms by place."""
        known, at, done = self._done
        if known is tiles and at == cell:
            return done
        completed: list[Done] = []
        seen: set[int] = set()
        grid = self.grid(tiles)
        here = grid[cell]
        for k, (kind, _, _) in enumerate(here.segments):
            if kind == PLAIN:
                break
            if cell << 4 | k in seen or self.is_open(grid, cell, k):
                continue
            feature = self.walk(grid, cell, k)
            seen |= feature.nodes
            completed.append(Done(min([s for s in range(4) if cell << 4 | here.at_slot[s] in feature.nodes]), feature))
        get = grid.get
        for step in NINE:
            there = get(cell + step)
            if there is not None and there.farm and self.around(grid, cell + step) == len(AROUND):
                completed.append(Done(cell + step, None))
        if len(completed) > 1:
            completed.sort(key=lambda finished: finished.name)
        done = tuple(completed)
        self._done = tiles, cell, done
        return done

    def may_score(self, tiles: Counts, cell: int, settlers: Counts) -> bool:
        """Whether a tile can have completed something with settlers on it; False only if it has not."""
        known, farms, stands = self._standing
        if known is not settlers:
            farms = [settler >> 8 for settler in settlers if settler >> 3 & 31 == FARMER]
            stands = any([settler >> 3 & 31 < TRAPPER for settler in settlers])
            self._standing = settlers, farms, stands
        grid = self.grid(tiles)
        for farm in farms:
            if farm - cell in NINE and self.around(grid, farm) == len(AROUND):
                return True
        if stands:
            for k, segment in enumerate(grid[cell].segments):
                if segment[0] == PLAIN:
                    return False
                if not self.is_open(grid, cell, k):
                    return True
        return False

    def around(self, grid: Mapping[int, Shown], cell: int) -> int:
        """How many of the places around a farm are filled."""
        lowest = 0 if self.farm_counts_start else CELLS
        return sum([cell + step in grid for step in AROUND if cell + step >= lowest])

    def fitting(self, kind: int, wanted: tuple[int, ...]) -> list[int]:
        """The turns in which a tile goes with what a place touches (-1: nothing) in the north, east, south and west."""
        turns = self._fitting.get((kind, wanted))
        if turns is None:
            turns = self._fitting[kind, wanted] = [
                quarters
                for quarters in self.turns[kind]
                if all(
                    [
                        want in (-1, edge)
                        for want, edge in zip(wanted, self.faces[kind << 2 | quarters].edges, strict=True)
                    ]
                )
            ]
        return turns

    def meets_a_corner(self, grid: Mapping[int, Shown], cell: int) -> bool:
        """Whether something lies across a corner of a free place, and nothing beside both."""
        return any(
            [
                cell + step + other in grid and cell + step not in grid and cell + other not in grid
                for step in NEXT[::2]
                for other in NEXT[1::2]
            ]
        )

    def wanted(self, tiles: Counts) -> list[tuple[int, tuple[int, ...]]]:
        """The places where a tile could touch something with a side, ascending, and the sides that it would touch."""
        known, wanted = self._wanted
        if known is tiles:
            return wanted
        grid = self.grid(tiles)
        get = grid.get
        wanted = []
        for cell in sorted({cell + step for cell in grid for step in NEXT} - grid.keys()):
            if cell >= CELLS and not (self.corners_banned and self.meets_a_corner(grid, cell)):
                touched = [get(cell + step) for step in NEXT]
                edges = [
                    -1 if neighbour is None else neighbour.edges[side ^ 2] for side, neighbour in enumerate(touched)
                ]
                wanted.append((cell, tuple(edges)))
        self._wanted = tiles, wanted
        return wanted

    def ways(self, tiles: Counts, kind: int) -> list[tuple[int, int, int]]:
        """All ways to lay a tile: column, row and turns."""
        return [
            (cell // CELLS, cell % CELLS - NORTH_ROW, quarters)
            for cell, wanted in self.wanted(tiles)
            for quarters in self.fitting(kind, wanted)
        ]

    # ---- settlers

    def on(self, grid: Mapping[int, Shown], settlers: Iterable[int], nodes: set[int]) -> list[int]:
        """The settlers that stand on some nodes."""
        standing = []
        for settler in settlers:
            cell = settler >> 8
            k = grid[cell].at_spot[settler >> 3 & 31]
            if k >= 0 and cell << 4 | k in nodes:
                standing.append(settler)
        return standing

    def taken(self, tiles: Counts, settlers: Counts) -> dict[int, set[int]]:
        """For towns, trails and plains the nodes on which settlers stand."""
        known, taken = self._taken
        if known is not settlers:
            grid = self.grid(tiles)
            taken = {PLAIN: set(), TRAIL: set(), TOWN: set()}
            for settler in settlers:
                here = grid[settler >> 8]
                k = here.at_spot[settler >> 3 & 31]
                if k >= 0:
                    taken[here.segments[k][0]].add(settler >> 8 << 4 | k)
            self._taken = settlers, taken
        return taken

    def on_done(self, grid: Mapping[int, Shown], settlers: Iterable[int], done: Done) -> list[int]:
        """The settlers that stand on something completed."""
        if done.feature is None:
            return [settler for settler in settlers if settler >> 3 == done.name << 5 | FARMER]
        return self.on(grid, settlers, done.feature.nodes)

    def spots(self, legal: Sequence[Any]) -> frozenset[int]:
        """The spots that a list of moves offers (the engine hands out the same lists again and again)."""
        known = self._spots.get(id(legal))
        if known is None or known[0] is not legal:
            if len(self._spots) > 5_000:
                self._spots.clear()
            offered = frozenset([self.spot.get(move, -1) for move in legal])
            known = self._spots[id(legal)] = legal, offered
        return known[1]
