"""Mistakes in laying a tile."""

from __future__ import annotations

from collections.abc import Iterable

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.arithmetic import cell_at, next_seat
from rulecheck.reference_engines.new_world.kit import make_face
from rulecheck.reference_engines.new_world.moves import Move, Place
from rulecheck.reference_engines.new_world.table import CELLS, SLOTS, STEPS, Drawing, Placing, Table, column_of, row_of
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.new_world.tiles import turned
from rulecheck.spec.rules import Rules
from tests.faults.new_world.common import Wrong, code_of, rebuilt

PLAIN, TRAIL, TOWN = 1, 2, 3
"""What the side of a place touches; nothing is 0."""


class Lenient(Wrong):
    """Tiles may be laid also where not all that touches goes on."""

    def fits(self, cell: int, sides: list[tuple[int, int, int]]) -> bool:
        """Whether a tile fits, by the sides that touch something: the side, what it touches, what it shows."""
        return all(there == here for _, there, here in sides)

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        g, moves = self.g, list[Move]()
        for entry in t.land.frontier:
            mask = 0
            for turns in g.turns[kind]:
                edges = g.faces[kind << 2 | turns].edges
                touching = [(s, entry >> 2 * s & 3, edges[s] + 1) for s in range(4) if entry >> 2 * s & 3]
                mask |= self.fits(entry >> 8, touching) << turns
            moves += g.turned[entry >> 8][mask]
        return tuple(moves)

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Placing) and isinstance(move, Place):
            state = parted(self, state, state.phase.tile, move)
        return super().apply(state, move)


def parted(engine: Wrong, t: Table, kind: int, move: Place) -> Table:
    """The position in which trails and towns that do not go on in a tile are no longer waiting for it."""
    base = cell_at(move.column, move.row) * SLOTS
    kinds = {slot: group[0] for group in engine.g.faces[kind << 2 | move.turned].groups for slot in group[1]}
    slots = dict(t.land.slots)
    for slot in range(4):
        feature = slots.get(base + slot)
        if feature is not None and t.land.features[feature].kind != kinds.get(slot):
            del slots[base + slot]
    return changed(t, land=t.land._replace(slots=slots))


class _Filtered(Wrong):
    """Tiles may be laid in some places only."""

    def is_open(self, t: Table, cell: int) -> bool:
        """Whether a tile may be laid there."""
        return True

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        return self.placings(kind, tuple(entry for entry in t.land.frontier if self.is_open(t, entry >> 8)))


class _Extended(Wrong):
    """Tiles may be laid in other places too."""

    def more(self, t: Table) -> Iterable[int]:
        """Other places, whether free or not."""
        return ()

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        known = {entry >> 8 for entry in t.land.frontier} | t.land.grid.keys()
        more = [cell << 8 | code_of(self.g, t.land, cell) for cell in set(self.more(t)) - known if cell >= 0]
        return self.placings(kind, tuple(sorted((*t.land.frontier, *more))))


@breaks("tile.attach")
class TilesTouchTilesOnly(_Filtered):
    """A tile has to touch a tile laid before, once there is one; a start space is not enough."""

    def is_open(self, t: Table, cell: int) -> bool:
        return not t.tiles or any(t.land.grid.get(cell + step, -1) >= 0 for step in STEPS)


@breaks("tile.attach")
class TilesTouchTwoSides(_Filtered):
    """A tile has to touch what lies there with two sides at least, wherever that is possible."""

    def is_open(self, t: Table, cell: int) -> bool:
        return sum(cell + step in t.land.grid for step in STEPS) > 1

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        return super().ways(t, kind) or Wrong.ways(self, t, kind)


@breaks("tile.free")
class TilesMayCoverOthers(Wrong):
    """A tile may be laid on top of another one where it fits, which is gone then."""

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        taken = [cell << 8 | code_of(self.g, t.land, cell) for cell in t.land.grid if cell >= CELLS]
        return self.placings(kind, tuple(sorted((*t.land.frontier, *taken))))

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Placing) and isinstance(move, Place):
            cell = cell_at(move.column, move.row)
            if cell in state.land.grid:
                state = rebuilt(self.g, changed(state, tiles=tuple(tile for tile in state.tiles if tile >> 10 != cell)))
        return super().apply(state, move)


@breaks("tile.west-side", "setup.board", "tile.beyond")
class TilesLieNorthAndSouthOfTheBoard(_Extended):
    """Tiles may be laid against the north and south side of the board too, in the column of the start spaces."""

    def more(self, t: Table) -> Iterable[int]:
        return [cell + step for cell in t.land.grid for step in (-1, 1, -CELLS) if 0 <= cell + step < CELLS]


@breaks("tile.beyond")
class TilesLieOneRowBeyondAtMost(_Filtered):
    """Only one row beyond the board's north side and one beyond its south side may be filled."""

    def is_open(self, t: Table, cell: int) -> bool:
        return 0 <= row_of(cell) <= len(self.g.start) + 1


@breaks("tile.beyond")
class TilesLieBeyondFromTheSecondColumnOn(_Filtered):
    """Beyond the board's ends tiles may be laid from column 2 on only."""

    def is_open(self, t: Table, cell: int) -> bool:
        return 1 <= row_of(cell) <= len(self.g.start) or column_of(cell) > 1


@breaks("tile.match", "land.sides")
class OnlyTownsHaveToGoOn(Lenient):
    """Trails may run against plains, only towns have to go on."""

    def fits(self, cell: int, sides: list[tuple[int, int, int]]) -> bool:
        return all((there == TOWN) == (here == TOWN) for _, there, here in sides)


@breaks("tile.match", "land.sides")
class OnlyTrailsHaveToGoOn(Lenient):
    """Towns may stand against plains, only trails have to go on."""

    def fits(self, cell: int, sides: list[tuple[int, int, int]]) -> bool:
        return all((there == TRAIL) == (here == TRAIL) for _, there, here in sides)


@breaks("tile.match", "land.start-row")
class StartSpacesTakeAnything(Lenient):
    """Any tile may be laid against any start space, only tiles have to match."""

    def fits(self, cell: int, sides: list[tuple[int, int, int]]) -> bool:
        first = column_of(cell) == 1 and 1 <= row_of(cell) <= len(self.g.start)
        return all(there == here or (side == 1 and first) for side, there, here in sides)


@breaks("land.start-row", "tile.match")
class StartSpacesShowPlainsOnly(Lenient):
    """The start spaces show plains only, so no trail and no town can be laid against them."""

    def fits(self, cell: int, sides: list[tuple[int, int, int]]) -> bool:
        first = column_of(cell) == 1 and 1 <= row_of(cell) <= len(self.g.start)
        return all(here == (PLAIN if side == 1 and first else there) for side, there, here in sides)


@breaks("tile.one-turn")
class TilesAreNotTurned(Wrong):
    """A tile is laid as it was drawn and cannot be turned."""

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        moves = super().ways(t, kind)
        return tuple(move for move in moves if isinstance(move, Place) and not move.turned)


@breaks("tile.one-turn")
class TurnsThatLookTheSameAreOffered(Wrong):
    """A tile that looks the same after several turns is offered in each of them."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.turns = tuple((0, 1, 2, 3) for _ in g.kinds)
        for k, kind in enumerate(g.kinds):
            for quarters in range(4):
                g.faces[k << 2 | quarters] = make_face(k << 2 | quarters, turned(kind.tile, quarters))


class _Unplaceable(Wrong):
    """What happens with a tile that can be laid nowhere."""

    def removed(self, before: Table, after: Table) -> Table:
        """The position after it was removed and another one is to be drawn."""
        return after

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        drawn = isinstance(state.phase, Drawing) and isinstance(after.phase, Drawing)
        return self.removed(state, after) if drawn else after


@breaks("tile.unplaceable", "turn.order")
class AnUnplaceableTileEndsTheTurn(_Unplaceable):
    """A player whose tile can be laid nowhere draws no other one, and the next player's turn comes."""

    def removed(self, before: Table, after: Table) -> Table:
        return changed(after, turn=next_seat(after.turn, self.g.players))


@breaks("tile.unplaceable")
class AllTilesOfTheKindAreRemoved(_Unplaceable):
    """With a tile that can be laid nowhere all others of its kind are removed too."""

    def removed(self, before: Table, after: Table) -> Table:
        kind = next(k for k, count in enumerate(before.pile) if count != after.pile[k])
        rest = plus(after.pile, kind, -after.pile[kind])
        return changed(after, pile=rest, box=plus(after.box, kind, after.pile[kind])) if any(rest) else after
