"""Everything about a game that does not change: numbers, readings, tiles in all their turns, and the move objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulecheck.reference_engines.contract import cites
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.arithmetic import cell_at, is_same_edge
from rulecheck.reference_engines.new_world.table import (
    CELLS,
    FARMER,
    ROBBER,
    SHERIFF,
    SLOTS,
    STEPS,
    TRAPPER,
    Counts,
    Land,
    cell_name,
    column_of,
    row_of,
)
from rulecheck.spec.errors import SpecError
from rulecheck.spec.new_world.tiles import (
    EAST,
    OPPOSITE_HALF,
    PLAIN,
    SIDES,
    TOWN,
    TRAIL,
    WEST,
    Kind,
    Segment,
    Space,
    Tile,
    load_start,
    load_tiles,
    turned,
    turns,
)

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

HALVES: Final = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")
"""The half sides, clockwise."""

ACROSS: Final = (
    *(SLOTS * STEPS[side] + (side + 2) % 4 - side for side in range(4)),
    *(SLOTS * STEPS[half // 2] + OPPOSITE_HALF[half] - half for half in range(8)),
)
"""From a slot to the one it touches."""

Group = tuple[int, Counts, int, int]
"""A segment of a tile: PLAIN, TRAIL or TOWN; its slots; its marks; 1 if it is a trail that ends on the tile."""


@frozen(slots=False, eq=False)
class Face:
    """A tile as it lies, after some quarter turns."""

    number: int
    tile: Tile
    groups: tuple[Group, ...]
    """Towns, then trails, then plains."""
    has_farm: bool
    edges: Counts
    """PLAIN, TRAIL or TOWN for each side."""
    rim: tuple[tuple[int, int], ...]
    """For each side: the step to the neighbour, and what its code learns."""
    spots: Counts
    """Where a settler can be placed: one spot for each segment, the farm last."""
    group_at: Counts
    """For each spot the segment's number, -1 for none; also for spots that are not a segment's first."""


@lru_cache(maxsize=4096)
def make_face(number: int, tile: Tile, at_sides: Counts = (0, 1, 2, 3)) -> Face:
    """A tile with what the engine looks up; only some sides of a start space go on.

    Worked out once for all the engines that lay it.
    """
    groups: list[Group] = []
    spots: list[int] = []
    group_at = [-1] * (FARMER + 1)
    for kind, first, segments in ((TOWN, SHERIFF, tile.towns), (TRAIL, ROBBER, tile.trails)):
        for segment in segments:
            spots.append(first + segment.at[0])
            for side in segment.at:
                group_at[first + side] = len(groups)
            slots = tuple(side for side in segment.at if side in at_sides)
            groups.append((kind, slots, segment.marks, int(kind == TRAIL and len(segment.at) == 1)))
    for plain in tile.plains:
        spots.append(TRAPPER + plain.at[0])
        for half in plain.at:
            group_at[TRAPPER + half] = len(groups)
        groups.append((PLAIN, tuple(4 + half for half in plain.at if half // 2 in at_sides), plain.marks, 0))
    if tile.farm:
        spots.append(FARMER)
    edges = tile.edges
    rim = tuple((STEPS[side], (edges[side] + 1) << 2 * ((side + 2) % 4)) for side in range(4) if side in at_sides)
    return Face(number, tile, tuple(groups), tile.farm, edges, rim, tuple(spots), tuple(group_at))


class Turned(dict[int, tuple[tuple[m.Place, ...], ...]]):
    """For each cell the moves that lay a tile there, by the mask of its turns; made when first asked for."""

    def __missing__(self, cell: int) -> tuple[tuple[m.Place, ...], ...]:
        places = tuple([m.Place(column_of(cell), row_of(cell), turns) for turns in range(4)])
        moves = self[cell] = tuple(
            [tuple([place for turns, place in enumerate(places) if mask >> turns & 1]) for mask in range(16)]
        )
        return moves


TURNED: Final = Turned()


class Told(dict[int, tuple[str, str]]):
    """Of each number of a tile or settler what a position tells: its place, and what is there; made when asked."""

    def __init__(self, where: Callable[[int], int], what: Callable[[int], str]) -> None:
        super().__init__()
        self._where, self._what = where, what

    def __missing__(self, number: int) -> tuple[str, str]:
        words = self[number] = (cell_name(self._where(number)), self._what(number))
        return words


class Kit:
    """One set of rules: constant while games are played."""

    def __init__(self, rules: Rules) -> None:
        """Raises `SpecError` for numbers and data that cannot be played."""
        self.rules = rules
        self.seats = rules.seats
        self.players = rules.players
        self.start_land: Land | None = None
        """Worked out when first asked for."""
        self._read_numbers(rules)
        self._read_readings(rules)
        self._read_data(rules)
        self._make_moves()

    def _read_numbers(self, rules: Rules) -> None:
        number = rules.number_within
        self.supply = number("settlers.supply")
        self.track_last = number("track.last")
        self.trail_tile, self.trail_post = number("trail.per-tile"), number("trail.per-post")
        self.town_tile, self.town_flag = number("town.per-tile"), number("town.per-flag")
        self.farm_points = number("farm.points")
        self.farm_places = number("farm.places")
        self.bonus_each = number("bonus.points")
        self.final_trail_tile, self.final_post = number("final.trail-per-tile"), number("final.per-post")
        self.final_town_tile, self.final_flag = number("final.town-per-tile"), number("final.per-flag")
        self.final_farm, self.final_farm_tile = number("final.farm-itself"), number("final.farm-per-tile")
        self.per_animal = number("plain.per-animal")
        self.late_spaces = number("late.spaces", 1)
        self.is_late = bool(rules.options.get("late", False))
        if rules.number("surveyors") != 2:
            what = f"surveyors = {rules.number('surveyors')} cannot be played"
            raise SpecError(rules.path, None, what, "the rules speak of two")

    def _read_readings(self, rules: Rules) -> None:
        reading = rules.reading
        self.surveyors_anywhere = reading("surveyor.start") == "any-two"
        self.anyone_chooses = reading("setup.first-player") == "all"
        self.coast_plain = reading("start.coast-plain") == "on"
        self.plymouth = reading("start.plymouth") == "town"
        self.to_pile = reading("tile.unplaceable-goes") == "pile"
        self.corners_banned = reading("tile.corners") == "never"
        self.box_again = reading("end.box-again") == "again"
        self.player_orders = reading("score.order") == "active-player"
        self.farm_counts_start = reading("farm.start-spaces") == "yes"
        self.bonus_per_settler = reading("bonus.counts") == "per-settler"
        self.bonus_for_all = reading("bonus.who") == "every-settler"
        self.bonus_to_owner = reading("bonus.whose") == "owner"
        self.bonus_at_end = reading("bonus.final")
        self.every_move_removes = reading("remove.trigger") == "every-move"
        self.stuck_removes = reading("remove.when-stuck") == "yes"
        self.final_segments = reading("final.unit") == "segment"
        self.final_counts_start = reading("final.start-spaces") == "yes"
        self.closed_plains_only = reading("final.which-plains") == "closed"
        self.first_waits = reading("late.first-surveyor") == "waits"
        self.entering_moves = reading("late.entering") == "moves"
        self.late_counts_all = reading("late.counts") == "completed"
        self.late_empty_first = reading("late.order") == "empty-first"

    def _read_data(self, rules: Rules) -> None:
        tiles, start = rules.data["tiles"], rules.data["start-row"]
        self.kinds: tuple[Kind, ...] = tiles.made(load_tiles)
        self.start: tuple[Space, ...] = start.made(load_start)
        if len(self.kinds) > 255:
            raise SpecError(tiles.path, None, f"{len(self.kinds)} kinds of tiles", "at most 255 can be played")
        if len(self.start) + sum(kind.copies for kind in self.kinds) > 250:
            raise SpecError(tiles.path, None, "tiles and start spaces are too many", "at most 250 can be played")
        self.copies: Counts = tuple(kind.copies for kind in self.kinds)
        self.numbers: Counts = tuple(kind.kind for kind in self.kinds)
        self.kind_names = tuple(map(str, self.numbers))
        self.kind_number = {kind.kind: k for k, kind in enumerate(self.kinds)}
        self.faces: dict[int, Face] = {}
        """By number, only those that look different."""
        self.turns: tuple[Counts, ...] = tuple(turns(kind.tile) for kind in self.kinds)
        for k, kind in enumerate(self.kinds):
            for quarters in self.turns[k]:
                self.faces[k << 2 | quarters] = make_face(k << 2 | quarters, turned(kind.tile, quarters))
        self.start_faces = tuple(
            make_face(-1, self._start_tile(space), _open_sides(space, len(self.start))) for space in self.start
        )

    @cites("start.plymouth", "start.coast-plain", "land.start-row")
    def _start_tile(self, space: Space) -> Tile:
        """What a start space shows, under the readings for what could not be recovered."""
        tile = space.tile
        if self.plymouth and space.row == 1 and tile.edges[WEST] != TOWN:
            coast = tuple(sorted({half for plain in tile.plains for half in plain.at if half // 2 != WEST}))
            trails = tuple(trail for trail in tile.trails if WEST not in trail.at)
            plain = Segment(coast, sum(plain.marks for plain in tile.plains))
            tile = Tile((*tile.towns, Segment((WEST,))), trails, (plain,))
        if not self.coast_plain:
            plains = tuple(
                Segment(tuple(half for half in plain.at if half // 2 == WEST), plain.marks) for plain in tile.plains
            )
            tile = evolve(tile, plains=tuple(plain for plain in plains if plain.at))
        return tile

    def fits(self, kind: int, code: int, quarters: int) -> bool:
        """Whether a tile, after some quarter turns, goes with all that a place touches."""
        return quarters in range(4) and bool(self.masks_of(kind)[code] >> quarters & 1)

    def masks_of(self, kind: int) -> Counts:
        """What `turns_by_code` tells, worked out once."""
        masks = self.masks[kind]
        if not masks:
            masks = self.masks[kind] = self.turns_by_code(kind)
        return masks

    @cites("tile.match", "tile.one-turn")
    def turns_by_code(self, kind: int) -> Counts:
        """For all that a place can touch the mask of the turns in which a tile goes with it."""
        faces = [(turns, self.faces[kind << 2 | turns].edges) for turns in self.turns[kind]]
        north, east, south, west = (
            [sum([1 << turns for turns, edges in faces if is_same_edge(code, edges[side] + 1)]) for code in range(4)]
            for side in range(4)
        )
        return tuple([w & s & e & n for w in west for s in south for e in east for n in north])

    def _make_moves(self) -> None:
        self.draw = tuple(m.Draw(kind) for kind in self.numbers)
        sheriffs = tuple(m.Sheriff(side) for side in SIDES)
        robbers = tuple(m.Robber(side) for side in SIDES)
        trappers = tuple(m.Trapper(half) for half in HALVES)
        self.settle: tuple[m.Move, ...] = (*sheriffs, *robbers, *trappers, m.Farmer())
        """By spot."""
        self.spot_of = {move: spot for spot, move in enumerate(self.settle)}
        self.no_settler = m.NoSettler()
        self.score_side = {
            (feature, side): m.ScoreSide(feature, SIDES[side]) for feature in ("town", "trail") for side in range(4)
        }
        self.turned = TURNED
        self.laid = Told(lambda tile: tile >> 10, lambda tile: f"{self.numbers[tile >> 2 & 255]} turned {tile & 3}")
        self.settled = Told(lambda s: s >> 8, lambda s: f"{self.seats[s & 7]} {self.settle[s >> 3 & 31]}")
        self.all_farms: dict[int, m.ScoreFarm] = {}
        self.masks: list[Counts] = [()] * len(self.kinds)
        self.settle_lists: dict[tuple[int, int], tuple[m.Move, ...]] = {}

    def places(self, cell: int) -> tuple[m.Place, ...]:
        """The moves that lay a tile on a cell, one for each turn."""
        return self.turned[cell][15]

    def score_farm(self, cell: int) -> m.ScoreFarm:
        """The move that scores a farm."""
        farm = self.all_farms.get(cell)
        if farm is None:
            farm = self.all_farms[cell] = m.ScoreFarm(column_of(cell), row_of(cell))
        return farm

    def placings(self, kind: int, frontier: Counts) -> tuple[m.Move, ...]:
        """Every way to lay a tile, by column, row and turn."""
        masks = self.masks_of(kind)
        turned = self.turned
        moves: list[m.Move] = []
        for entry in frontier:
            mask = masks[entry & 255]
            if mask:
                moves += turned[entry >> 8][mask]
        return tuple(moves)

    def settlings(self, face: int, open_spots: int) -> tuple[m.Move, ...]:
        """The settlers that can be placed on some spots (a mask over `Face.spots`), and none."""
        key = (face, open_spots)
        moves = self.settle_lists.get(key)
        if moves is None:
            spots = sorted(spot for k, spot in enumerate(self.faces[face].spots) if open_spots >> k & 1)
            moves = self.settle_lists[key] = (*(self.settle[spot] for spot in spots), self.no_settler)
        return moves

    def all_moves(self) -> tuple[m.Move, ...]:
        """Every well-formed move, in a fixed order; of those that name a place, the ones on and near the board."""
        columns, rows = range(11), range(-4, len(self.start) + 6)
        cells = [cell_at(column, row) for column in columns for row in rows]
        families: tuple[tuple[m.Move, ...], ...] = (
            self.draw,
            tuple(move for cell in cells for move in self.places(cell)),
            self.settle,
            (self.no_settler,),
            tuple(self.score_side.values()),
            tuple(self.score_farm(cell) for cell in cells if cell >= CELLS),
        )
        return tuple(move for family in families for move in family)


def _open_sides(space: Space, last: int) -> Counts:
    """The sides of a start space that go on: the west, and the neighbours along the coast."""
    return tuple(
        side
        for side in range(4)
        if side != EAST and not (side == 0 and space.row == 1) and not (side == 2 and space.row == last)
    )
