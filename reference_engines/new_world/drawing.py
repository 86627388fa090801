"""The table as text: the players, then a map with the west on the left."""

from __future__ import annotations

from textwrap import wrap

from rulecheck.reference_engines.new_world.kit import HALVES, Face, Kit
from rulecheck.reference_engines.new_world.notation import write_due
from rulecheck.reference_engines.new_world.table import (
    CELLS,
    NORTH_ROW,
    Placing,
    Scoring,
    Settling,
    Table,
    cell_name,
    column_of,
    row_of,
)
from rulecheck.spec.new_world.tiles import SIDES, Segment

BAND = 20
"""Columns side by side."""
TURNS = "^>v<"
COAST = ("plain", "trail", "town")


def draw(g: Kit, t: Table) -> str:
    """The position as text; `17>r` is tile 17 after one quarter turn with a settler of the seat that begins with r."""
    where = " and ".join(f"column {column}" for column in t.surveyors)
    waits = f"; another waits on space {t.late}" if t.late >= 0 else ""
    lines = _phase(g, t)
    head = len(lines)
    lines.append(f"surveyors in {where}{waits}; {sum(t.pile)} tiles left")
    if any(t.box):
        lines[head] += f", {sum(t.box)} in the box"
    for name, score, supply in zip(g.seats, t.scores, t.supply, strict=True):
        lies = " (marker laid down)" if score > g.track_last else ""
        lines.append(f"  {name:7} {score:3} points{lies}, {supply} settlers")
    return "\n".join([*lines, *_map(g, t), *_settlers(g, t)])


def _phase(g: Kit, t: Table) -> list[str]:
    """Who does what, and what the tile in the hand, or the one just laid, shows."""
    seat, phase = g.seats[t.turn], t.phase
    if isinstance(phase, Placing):
        number = g.numbers[phase.tile]
        return _wrapped(f"{seat} lays tile {number}, which shows before any turn: {_shown(g.faces[phase.tile << 2])}")
    if not isinstance(phase, Settling | Scoring):
        return [f"{seat}: {type(phase).__name__.lower()}"]
    face = g.faces[t.land.grid[phase.at]]
    where = f"tile {g.numbers[face.number >> 2]} on {cell_name(phase.at)}"
    if isinstance(phase, Settling):
        return _wrapped(f"{seat} may settle {where}, which shows as it lies: {_shown(face)}")
    return _wrapped(f"{seat} scores what {where} completed, in any order: {', '.join(write_due(phase.due))}")


def _wrapped(text: str) -> list[str]:
    return wrap(text, 106, subsequent_indent="  ")


def _shown(face: Face) -> str:
    tile = face.tile
    shown = [f"town {_sides(town)}{_marks(town, 'flag')}" for town in tile.towns]
    shown += [f"trail {_sides(trail)}{_marks(trail, 'post')}" for trail in tile.trails]
    shown += [f"plain {HALVES[plain.at[0]]}{_marks(plain, 'animal')}" for plain in tile.plains]
    return ", ".join([*shown, "farm"] if tile.farm else shown)


def _sides(segment: Segment) -> str:
    return "".join(SIDES[side] for side in segment.at)


def _marks(segment: Segment, name: str) -> str:
    return f" ({segment.marks} {name}{'s' if segment.marks > 1 else ''})" if segment.marks else ""


def _map(g: Kit, t: Table) -> list[str]:
    rows = [row_of(tile >> 10) for tile in t.tiles] + [1, len(g.start)]
    west = max([column_of(tile >> 10) for tile in t.tiles], default=0)
    tiles = {tile >> 10: tile for tile in t.tiles}
    owner = {settler >> 8: g.seats[settler & 7][0] for settler in t.settlers}
    lines = []
    for left in range(west, -1, -BAND):
        columns = range(left, max(left - BAND, -1), -1)
        lines += ["", "     " + "".join(f"{f'c{column}':5}" for column in columns).rstrip()]
        for row in range(min(rows), max(rows) + 1):
            cells = "".join(f"{_cell(g, tiles, owner, column, row):5}" for column in columns)
            lines.append(f"{f'r{row}':5}{cells}".rstrip())
    return lines


def _cell(g: Kit, tiles: dict[int, int], owner: dict[int, str], column: int, row: int) -> str:
    if column == 0:
        return COAST[g.start_faces[row - 1].edges[3]] if 1 <= row <= len(g.start) else "~"
    cell = CELLS * column + row + NORTH_ROW
    tile = tiles.get(cell)
    if tile is None:
        return "."
    return f"{g.numbers[tile >> 2 & 255]}{TURNS[tile & 3]}{owner.get(cell, '')}"


def _settlers(g: Kit, t: Table) -> list[str]:
    shown = [
        f"c{column_of(settler >> 8)} r{row_of(settler >> 8)} {g.seats[settler & 7]} {g.settle[settler >> 3 & 31]}"
        for settler in t.settlers
    ]
    return ["", *(f"  {'; '.join(shown[k : k + 3])}" for k in range(0, len(shown), 3))] if shown else []
