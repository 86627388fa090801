"""What lies on the table: the land, the settlers on it, the surveyors, and what is being decided.

A place on the table is a number, its *cell*: `512 * column + row + 256`.  A laid tile is `cell << 10 | face`, where a
face is `kind << 2 | quarter turns` and kinds are numbered as in the data file.  A settler is
`cell << 8 | spot << 3 | seat`, where a spot is where on the tile it can be: sheriff on side 0 to 3, robber on side 4 to
7 (minus 4), trapper on half 8 to 15 (minus 8), farmer 16.  At most one settler stands on a tile.  Both are packed into
one number because positions are hashed and compared after every move: twenty settlers are hashed in 0.3 microseconds,
compared in 0.6; as attrs values in 8.2 and 5.0, as tuples in 1.1 and 1.2.

Tiles and settlers say everything.  `Land` and `on` are worked out from them, step by step, and do not count when
positions are compared: features have numbers there that depend on the order in which the tiles came.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from attrs import field, frozen

from rulecheck.reference_engines.by_kit import TurnPosition
from rulecheck.reference_engines.new_world.moves import Move

CELLS: Final = 512
"""The difference between a cell and its western neighbour; cells below it are those of the start spaces."""
NORTH_ROW: Final = 256
STEPS: Final = (-1, -CELLS, 1, CELLS)
"""From a cell to its neighbours in the north, east, south and west."""
AROUND: Final = (-CELLS - 1, -CELLS, -CELLS + 1, -1, 1, CELLS - 1, CELLS, CELLS + 1)
"""From a cell to all that lie around it."""
SLOTS: Final = 12
"""A cell's sides (0 to 3) and half sides (4 to 11), where features can go on: slot `12 * cell + side`."""
SHERIFF, ROBBER, TRAPPER, FARMER = 0, 4, 8, 16
"""The first spot of each use of a settler."""

Counts = tuple[int, ...]


class Feature(NamedTuple):
    """A trail, town or plain."""

    kind: int
    """PLAIN, TRAIL or TOWN."""
    cells: frozenset[int]
    """Where its tiles lie, start spaces included; left empty for plains, whose tiles are never counted."""
    segments: int
    ends: int
    """Segments of a trail that end on their tile."""
    marks: int
    """Trading posts, flags or animals."""
    open: int
    """How many of its sides (half sides) go on where no tile lies."""


class Land(NamedTuple):
    """The land as it has grown: made anew for each tile, and never changed."""

    grid: dict[int, int]
    """Cell to face; -1 for start spaces."""
    slots: dict[int, int]
    """Each open slot, as seen from the place where a tile could be laid: the feature that goes on there."""
    features: list[Feature]
    """By number; one that became part of another one is out of date."""
    parent: list[int]
    """For each number the one of which it became part, or itself."""
    frontier: Counts
    """Where tiles can be laid, ascending: `cell << 8 | code`; a code has two bits for each side (see `Face.edges`)."""
    farms: dict[int, int]
    """The cell of each farm, and how many of the places around it are filled."""
    west: int
    """The westernmost column with a tile."""


On = dict[int, Counts]
"""The settlers on each feature that has some: by its number, by minus the cell for a farm."""


def root_of(parent: list[int], feature: int) -> int:
    """The number under which a feature is known now."""
    while (up := parent[feature]) != feature:
        feature = up
    return feature


def column_of(cell: int) -> int:
    """The column of a cell."""
    return cell >> 9


def row_of(cell: int) -> int:
    """The row of a cell."""
    return (cell & 511) - NORTH_ROW


def cell_name(cell: int) -> str:
    """A place by column and row."""
    return f"c{column_of(cell)} r{row_of(cell)}"


@frozen(slots=False)
class Phase:
    """What is being decided now."""


@frozen(slots=False)
class Drawing(Phase):
    """Chance draws a tile for the player."""


@frozen(slots=False)
class Placing(Phase):
    """The player lays the tile."""

    tile: int
    """Its kind, by the number in the data file's order."""
    moves: tuple[Move, ...] = field(default=(), eq=False)
    """Worked out: what is legal."""


@frozen(slots=False)
class Settling(Phase):
    """The player may place a settler on the tile just laid."""

    at: int
    """Its cell."""
    moves: tuple[Move, ...] = field(default=(), eq=False)
    """Worked out: what is legal."""
    roots: Counts = field(default=(), eq=False)
    """Worked out: the feature of each segment of the tile."""
    due: Counts = field(default=(), eq=False)
    """Worked out: what the tile completed, as in `Scoring`."""


@frozen(slots=False)
class Scoring(Phase):
    """The player says which completed feature is scored next."""

    at: int
    """The cell of the tile just laid."""
    due: Counts
    """Completed features with settlers: a side of the tile just laid (0 to 3), or the cell of a farm; ascending."""
    roots: Counts = field(default=(), eq=False)
    """Worked out: the feature of each segment of the tile."""
    empty: int = 0
    """House rule, under one reading: completed features without settlers that the waiting surveyor counts last."""


@frozen(slots=False)
class Finished(Phase):
    """The game is over."""


DRAWING: Final = Drawing()
FINISHED: Final = Finished()


@frozen(slots=False, kw_only=True)
class Table(TurnPosition):
    """A position."""

    tiles: Counts
    """The tiles laid, ascending."""
    settlers: Counts
    """The settlers on the land, ascending."""
    supply: Counts
    """For each seat the settlers in its supply."""
    scores: Counts
    pile: Counts
    """For each kind how many tiles can still be drawn."""
    box: Counts
    """For each kind how many tiles went back into the box."""
    surveyors: Counts
    """The columns of the surveyors on the board, the eastern one first."""
    late: int = -1
    """House rule: the space of the score track where the other surveyor waits; -1 if none does."""
    turn: int = 0
    phase: Phase = DRAWING
    land: Land = field(eq=False, repr=False)
    on: On = field(factory=dict, eq=False, repr=False)
