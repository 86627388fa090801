"""The table as text: the players, then a map with the west on the left."""

from __future__ import annotations

from rulecheck.reference_engines.new_world.game import Game
from rulecheck.reference_engines.new_world.notation import PHASES
from rulecheck.reference_engines.new_world.table import CELLS, NORTH_ROW, Table, column_of, row_of

BAND = 20
"""Columns side by side."""
TURNS = "^>v<"
COAST = ("plain", "trail", "town")


def draw(g: Game, t: Table) -> str:
    """The position as text; `17>r` is tile 17 after one quarter turn with a settler of the seat that begins with r."""
    phase = PHASES.write(g, t.phase)
    shown = phase if isinstance(phase, str) else ", ".join(map(str, phase.values()))
    where = " and ".join(f"column {column}" for column in t.surveyors)
    waits = f"; another waits on space {t.late}" if t.late >= 0 else ""
    lines = [f"{g.seats[t.turn]}: {shown}", f"surveyors in {where}{waits}; {sum(t.pile)} tiles left"]
    lines[0] = lines[0][:108]
    if any(t.box):
        lines[1] += f", {sum(t.box)} in the box"
    for name, score, supply in zip(g.seats, t.scores, t.supply, strict=True):
        lies = " (marker laid down)" if score > g.track_last else ""
        lines.append(f"  {name:7} {score:3} points{lies}, {supply} settlers")
    return "\n".join([*lines, *_map(g, t), *_settlers(g, t)])


def _map(g: Game, t: Table) -> list[str]:
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


def _cell(g: Game, tiles: dict[int, int], owner: dict[int, str], column: int, row: int) -> str:
    if column == 0:
        return COAST[g.start_faces[row - 1].edges[3]] if 1 <= row <= len(g.start) else "~"
    cell = CELLS * column + row + NORTH_ROW
    tile = tiles.get(cell)
    if tile is None:
        return "."
    return f"{g.numbers[tile >> 2 & 255]}{TURNS[tile & 3]}{owner.get(cell, '')}"


def _settlers(g: Game, t: Table) -> list[str]:
    shown = [
        f"c{column_of(settler >> 8)} r{row_of(settler >> 8)} {g.seats[settler & 7]} {g.settle[settler >> 3 & 31]}"
        for settler in t.settlers
    ]
    return ["", *(f"  {'; '.join(shown[k : k + 3])}" for k in range(0, len(shown), 3))] if shown else []
