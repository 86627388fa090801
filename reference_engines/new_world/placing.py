"""Drawing a tile and laying it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from itertools import compress
from operator import add
from typing import Final

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.new_world import scoring, settling
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.land import can_meet_a_corner, code_at, lay, open_places
from rulecheck.reference_engines.new_world.moves import Draw, Move, Place
from rulecheck.reference_engines.new_world.table import CELLS, DRAWING, STEPS, Counts, Placing, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.new_world.tiles import EDGES, SIDES

DRAWN: Final = ("turn.draw",)
AT_CORNERS: Final = ("turn.draw", SILENT + "tile.corners")

# ---- drawing


def draws(g: Kit, t: Table) -> Sequence[Move]:
    """The kinds that can be drawn."""
    return tuple(compress(g.draw, t.pile))


def weights(t: Table) -> Sequence[int]:
    """How often each of them is in the pile."""
    return tuple(filter(None, t.pile))


@cites("turn.draw", "tile.unplaceable", "tile.unplaceable-goes", "tile.corners", "end.none-left", "end.box-again")
def draw(g: Kit, t: Table, move: Draw) -> Table:
    """A tile is drawn; one that can be laid nowhere goes into the box, and another one is drawn."""
    kind = g.kind_number[move.kind]
    places = open_places(g, t.land)
    moves = g.placings(kind, places)
    pile = plus(t.pile, kind, -1)
    events: tuple[str, ...] = AT_CORNERS if can_meet_a_corner(t.land, g.masks_of(kind)) else DRAWN
    if moves:
        return changed(t, pile=pile, phase=Placing(kind, moves), events=events)
    events += ("tile.unplaceable", "silent:tile.unplaceable-goes")
    if not g.to_pile:
        t = changed(t, pile=pile, box=plus(t.box, kind, 1))
    elif not can_lay(g, places, t.pile):
        box = tuple(map(add, t.box, t.pile))
        t = changed(t, pile=(0,) * len(box), box=box)
    if not any(t.pile) and can_lay(g, places, t.box):
        events += (SILENT + "end.box-again",)
        if g.box_again:
            t = changed(t, pile=t.box, box=t.pile)
    if any(t.pile):
        return changed(t, phase=DRAWING, events=events)
    return scoring.end_game(g, t, (*events, "end.none-left"))


def can_lay(g: Kit, places: Counts, tiles: Counts) -> bool:
    """Whether one of some tiles can be laid on one of some places."""
    return any(g.placings(kind, places) for kind, count in enumerate(tiles) if count)


def no_draw(g: Kit, t: Table, move: Move) -> Refused:
    """Why something else than drawing is not open, or why this kind cannot be drawn."""
    if isinstance(move, Draw):
        return Refused("turn.draw", f"no tile of kind {move.kind} is left")
    return Refused("turn.draw", "a tile has to be drawn first")


# ---- laying


@cites("turn.place", "tile.attach", "tile.match", "tile.beyond", "settler.supply")
def place(g: Kit, t: Table, phase: Placing, move: Place) -> Table:
    """The tile lies; the player may place a settler if there is one, and a free segment for it."""
    cell = CELLS * move.column + move.row + 256
    number = phase.tile << 2 | move.turned
    face = g.faces[number]
    land, on, roots = lay(g, t.land, t.on, cell, face)
    tiles = list(t.tiles)
    insort(tiles, cell << 10 | number)
    events: tuple[str, ...] = ("turn.place", "tile.attach", "tile.match")
    if not 1 <= move.row <= len(g.start):
        events += ("tile.beyond",)
    t = changed(t, tiles=tuple(tiles), land=land, on=on)
    return settling.ask(g, t, cell, face, roots, events)


def is_open(g: Kit, t: Table, kind: int, move: Place) -> bool:
    """Whether the drawn tile can be laid so."""
    if move.column < 0 or not -256 <= move.row < 256:
        return False
    code = code_at(open_places(g, t.land), cell_at(move.column, move.row))
    return code >= 0 and g.fits(kind, code, move.turned)


@cites(
    "tile.attach", "tile.corner", "tile.corners", "tile.free", "tile.west-side", "tile.beyond", "tile.match",
    "tile.one-turn", "turn.place",
)  # fmt: skip
def no_place(g: Kit, t: Table, phase: Placing, move: Move) -> Refused:
    """Why the tile cannot be laid so."""
    if not isinstance(move, Place):
        return Refused("turn.place", f"tile {g.numbers[phase.tile]} has to be laid first")
    column, row, quarters = move.column, move.row, move.turned
    grid = t.land.grid
    if column == 0 and 1 <= row <= len(g.start):
        return Refused("tile.free", "a start space is there")
    if column <= 0:
        return Refused("tile.west-side", "column 0 holds start spaces only, and the sea lies east of it")
    if not -256 <= row < 256:
        return Refused("tile.attach", "no tile is near")
    cell = cell_at(column, row)
    if cell in grid:
        return Refused("tile.free", "a tile lies there")
    code = code_at(t.land.frontier, cell)
    if code < 0:
        corners = [side + step for side in (STEPS[0], STEPS[2]) for step in (STEPS[1], STEPS[3])]
        if any(cell + corner in grid for corner in corners):
            return Refused("tile.corner", "it would touch a corner only")
        return Refused("tile.attach", "it would touch no tile and no start space")
    if code_at(open_places(g, t.land), cell) < 0:
        return Refused("tile.corner", "it would touch a tile there by a corner only")
    if not 0 <= quarters <= 3:
        return Refused("tile.one-turn", "a tile has four turns, 0 to 3")
    face = g.faces.get(phase.tile << 2 | quarters)
    if face is None:
        return Refused("tile.one-turn", "with fewer quarter turns it looks the same")
    wrong = [side for side in range(4) if code >> 2 * side & 3 not in (0, face.edges[side] + 1)]
    side = wrong[0]
    there = EDGES[(code >> 2 * side & 3) - 1]
    return Refused("tile.match", f"in the {SIDES[side]} {EDGES[face.edges[side]]} would meet {there}")
