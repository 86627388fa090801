"""What stands in the data files of Carcassonne: Mayflower."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from rulecheck.spec.schema import Sources, rows, whole


@frozen(kw_only=True)
class Segment:
    """A town or a trail: the sides that it touches, and its flags or posts."""

    sides: str
    flags: int = whole(0, 9, default=0)
    posts: int = whole(0, 9, default=0)


@frozen(kw_only=True)
class Plain:
    """A plain: the half sides that it touches, and its animals."""

    halves: str
    animals: tuple[int, ...] | None = None


@frozen(kw_only=True)
class Tile:
    """A kind of land tile."""

    kind: int = whole(1, 255)
    copies: int = whole()
    towns: tuple[Segment, ...] = ()
    trails: tuple[Segment, ...] = ()
    plains: tuple[Plain, ...] = ()
    farm: bool = False
    source: Sources


@frozen(kw_only=True)
class Space:
    """A start space of the board."""

    row: int = whole(1, 100)
    name: str = ""
    towns: tuple[Segment, ...] = ()
    trails: tuple[Segment, ...] = ()
    plains: tuple[Plain, ...] = ()
    farm: bool = False
    source: Sources


@frozen
class Tiles:
    """`tiles.toml`"""

    tile: tuple[Tile, ...] = rows(unlike="kind")


@frozen
class StartRow:
    """`start-row.toml`"""

    space: tuple[Space, ...] = rows(unlike="row")


SCHEMAS: Final = {"tiles": Tiles, "start-row": StartRow}
