"""What stands in the data files of The Castles of Burgundy."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from rulecheck.spec.schema import Sources, rows, whole

Colour = Literal["B", "S", "A", "K", "M", "C"]


@frozen(kw_only=True)
class Board:
    """A side of a player board: its spaces in rows of letters."""

    number: int = whole(1, 99)
    rows: tuple[str, ...]
    source: Sources


@frozen(kw_only=True)
class Dice:
    """The number of each space, in rows of digits."""

    rows: tuple[str, ...]
    source: Sources


@frozen(kw_only=True)
class Depot:
    """The spaces of a depot for two players, and those that more players add."""

    number: int = whole(1, 6)
    two: str
    three: str
    four: str
    source: Sources


@frozen(kw_only=True)
class Good:
    """A kind of goods."""

    name: str
    printed: str = ""
    die: int = whole(1, 6)
    source: Sources


@frozen(kw_only=True)
class Region:
    """What a completed region of a size brings."""

    size: int = whole(1, 37)
    points: int = whole()
    source: Sources


@frozen(kw_only=True)
class Phase:
    """What a completed region brings besides in a phase."""

    name: Literal["A", "B", "C", "D", "E"]
    points: int = whole()
    source: Sources


@frozen(kw_only=True)
class Sheet:
    """The two sides of a player board."""

    front: int = whole(1, 99)
    back: int = whole(1, 99)
    source: Sources


@frozen(kw_only=True)
class Tile:
    """A kind of hexagonal tile: how many show their colour on the back, and how many are black there."""

    name: str
    printed: str = ""
    kind: Colour
    colour: int = whole()
    black: int = whole()
    animals: int | None = None
    number: int | None = None
    building: str | None = None
    source: Sources


@frozen(kw_only=True)
class Boards:
    """`boards.toml`"""

    dice: Dice
    board: tuple[Board, ...] = rows(unlike="number")


@frozen
class Depots:
    """`depots.toml`"""

    depot: tuple[Depot, ...] = rows(unlike="number")


@frozen
class Goods:
    """`goods.toml`"""

    good: tuple[Good, ...] = rows(unlike="name")


@frozen
class Scoring:
    """`scoring.toml`"""

    region: tuple[Region, ...] = rows(unlike="size")
    phase: tuple[Phase, ...] = rows(unlike="name")


@frozen
class Sheets:
    """`sheets.toml`"""

    sheet: tuple[Sheet, ...] = rows()


@frozen
class Tiles:
    """`tiles.toml`"""

    tile: tuple[Tile, ...] = rows(unlike="name")


SCHEMAS: Final = {
    "boards": Boards, "depots": Depots, "goods": Goods, "scoring": Scoring, "sheets": Sheets, "tiles": Tiles,
}  # fmt: skip
