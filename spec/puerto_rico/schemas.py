"""What stands in the data files of Puerto Rico."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from rulecheck.spec.schema import Sources, rows, whole

Good = Literal["corn", "indigo", "sugar", "tobacco", "coffee"]
Tile = Literal["corn", "indigo", "sugar", "tobacco", "coffee", "quarry"]


@frozen(kw_only=True)
class Building:
    """A kind of building."""

    name: str
    printed: str = ""
    kind: Literal["small production", "large production", "violet", "large violet"]
    good: Good | None = None
    cost: int = whole(0, 99)
    points: int = whole(0, 99)
    column: int = whole(0, 99)
    circles: int = whole(1, 99)
    size: int = whole(1, 99)
    count: int = whole()
    source: Sources


@frozen(kw_only=True)
class Price:
    """What the trading house pays for a good."""

    name: Good
    price: int = whole(0, 99)
    source: Sources


@frozen(kw_only=True)
class IslandTile:
    """A kind of island tile."""

    name: Tile
    circles: int = whole(0, 99)
    source: Sources


@frozen
class Buildings:
    """`buildings.toml`"""

    building: tuple[Building, ...] = rows(unlike="name")


@frozen
class Prices:
    """`goods.toml`"""

    good: tuple[Price, ...] = rows(unlike="name")


@frozen
class Tiles:
    """`tiles.toml`"""

    tile: tuple[IslandTile, ...] = rows(unlike="name")


SCHEMAS: Final = {"buildings": Buildings, "goods": Prices, "tiles": Tiles}
