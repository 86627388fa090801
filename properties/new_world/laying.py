"""Laying tiles: where they can lie, and what becomes of one that can be laid nowhere."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, SELDOM, after
from rulecheck.properties.invariants.wording import listed
from rulecheck.properties.new_world.facts import facts, one_more, place_of
from rulecheck.properties.new_world.land import NEXT
from rulecheck.properties.new_world.steps import IS_ASKED, IS_DRAWN, NOT_ASKED
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import Finished, Placing, Table
from rulecheck.spec.new_world.tiles import EDGES, SIDES


@after(
    "tile.attach", "tile.corner", "tile.free", "tile.west-side", "tile.beyond", "tile.match", "tile.one-turn",
    moves=("Draw",), when=(IS_DRAWN,), share=SELDOM,
)  # fmt: skip
def all_ways_to_lay_a_tile_are_open(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """A tile can be laid on every free place that it fits, in every turn in which it does, and nowhere else."""
    f = facts(engine)
    due = f.ways(now.tiles, f.kind_of[move.kind])
    legal = [(move.column, move.row, move.turned) for move in engine.legal_moves(now) if type(move) is m.Place]
    if legal != due:
        more, less = sorted(set(legal) - set(due)), sorted(set(due) - set(legal))
        for what, some in (("can be laid but should not", more), ("cannot be laid but should", less)):
            if some:
                column, row, quarters = some[0]
                yield f"tile {move.kind} {what} at c{column} r{row} turned {quarters}; {len(some)} such"
        if set(legal) == set(due):
            yield f"the {len(legal)} ways to lay tile {move.kind} are listed in another order than from the east"


@after("tile.unplaceable", "end.none-left", "turn.place", moves=("Draw",), when=(NOT_ASKED,))
def a_tile_that_fits_is_laid(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """Only a tile that can be laid nowhere goes; another one is drawn, or the game is over if none is left."""
    f = facts(engine)
    kind = f.kind_of[move.kind]
    if f.ways(before.tiles, kind):
        yield f"tile {move.kind} can be laid in {len(f.ways(before.tiles, kind))} ways, and is not"
    pile, box = one_more(before.pile, kind, -1), one_more(before.box, kind)
    if f.to_pile:
        pile, box = before.pile, before.box
        if not any([count and f.ways(before.tiles, other) for other, count in enumerate(pile)]):
            pile, box = (0,) * len(pile), tuple([a + b for a, b in zip(pile, box, strict=True)])
    if f.box_again and not any(pile) and any([count and f.ways(before.tiles, k) for k, count in enumerate(box)]):
        pile, box = box, pile
    if now.pile != pile or now.box != box:
        yield f"tile {move.kind} cannot be laid; {sum(now.pile)} tiles are left and {sum(now.box)} are in the box"
    if (type(now.phase) is Finished) == any(pile):
        yield f"{sum(pile)} tiles are left after tile {move.kind}, which cannot be laid: is the game over?"


@after("turn.place", "tile.one-turn", "settler.here", moves=("Place",), share=DEAR)
def the_tile_lies_where_it_was_laid(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """The tile that was drawn lies where it was laid, turned no more than needs be, and all others as before."""
    assert isinstance(before.phase, Placing)
    f = facts(engine)
    if move.turned not in f.turns[before.phase.tile]:
        yield f"{move} looks the same with fewer turns"
    new = place_of(move) << 10 | before.phase.tile << 2 | move.turned
    if not f.is_new(new, before.tiles, now.tiles):
        yield f"{move} made {len(now.tiles)} tiles out of {len(before.tiles)}, and the tile does not lie there alone"


@after(
    "tile.free", "tile.west-side", "tile.attach", "tile.corner", "tile.beyond", "tile.match", "land.sides",
    "land.start-row", moves=("Place",), share=DEAR,
)  # fmt: skip
def a_tile_fits_where_it_lies(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """A tile is laid on a free place from column 1 on, touches something with a side, and goes with all it touches."""
    cell, tiles = place_of(move), before.tiles
    at = bisect_left(tiles, cell << 10)
    if move.column < 1 or (at < len(tiles) and tiles[at] >> 10 == cell):
        yield f"{move}: the place is taken, or column {move.column} lies in the sea"
    grid = facts(engine).grid(now.tiles)
    if cell not in grid:
        return  # see the_tile_lies_where_it_was_laid
    edges = grid[cell].edges
    alone = True
    for side, step in enumerate(NEXT):
        other = grid.get(cell + step)
        if other is not None:
            alone = False
            if other.edges[side ^ 2] != edges[side]:
                yield f"{move}: in the {SIDES[side]} {EDGES[edges[side]]} meets {EDGES[other.edges[side ^ 2]]}"
    if alone:
        yield f"{move} of {engine.seats[before.turn]} touches nothing with a side"


@after("turn.place", "turn.then", moves=("Place",), when=(IS_ASKED,), share=OFTEN)
def laying_alone_changes_nothing_else(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """Before the settler is placed nothing is scored and nobody moves."""
    for name in ("settlers", "supply", "scores", "surveyors", "late", "turn"):
        old, new = getattr(before, name), getattr(now, name)
        if new is not old and new != old:
            was, is_ = (listed(value) if isinstance(value, tuple) else value for value in (old, new))
            yield f"{move} changed {name} from {was} to {is_} before a settler could be placed"
