"""What stands in the data files of Merchants of Europe."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from rulecheck.spec.schema import MOST, Sources, rows, whole

Terrain = Literal["forest", "pasture", "arable", "mountain", "salt"]
Effect = Literal["move_robber", "free_routes", "free_merchant_move", "free_caravan_move", "take_resources", "monopoly"]


@frozen(kw_only=True)
class Card:
    """A kind of development card: what it does, and how often or how far."""

    name: str
    count: int = whole(0, 99)
    effect: Effect
    amount: int = whole(1, 30)
    wording: str
    at: str = ""
    source: Sources


@frozen(kw_only=True)
class Component:
    """So many of something in the box, `each` of every one of `kinds` kinds or of `players` colours."""

    name: str
    count: int = whole()
    kinds: int = whole(1, 99, default=0)
    players: int = whole(1, 4, default=0)
    each: int = whole(1, MOST, default=0)
    value: int = whole(1, MOST, default=0)
    at: str
    source: Sources


@frozen(kw_only=True)
class Token:
    """A number token."""

    terrain: Terrain
    value: int = whole(2, 12)
    at: str = ""
    source: Sources


@frozen(kw_only=True)
class Grid:
    """How many hexagons the board has."""

    rows: int = whole(1, 99)
    even_columns: int = whole(1, 99)
    odd_columns: int = whole(1, 99)
    source: Sources


@frozen(kw_only=True)
class Region:
    """A region of land: a number is printed on it, or a circle."""

    at: str
    terrain: Terrain
    disc: Literal["open", "dashed"] | None = None
    number: int = whole(2, 12, default=0)
    source: Sources


@frozen(kw_only=True)
class City:
    """A city, and the coins that its port shows."""

    name: str
    at: str
    colour: Literal["brown", "purple"]
    port: int = whole(0, 99, default=0)
    source: Sources


@frozen(kw_only=True)
class Arrow:
    """A path with a double arrow."""

    path: str
    source: Sources


@frozen(kw_only=True)
class Dashed:
    """The token that lies on a dashed circle where the data say which."""

    at: str
    terrain: Terrain
    value: int = whole(2, 12)
    source: Sources


@frozen(kw_only=True)
class Resources:
    """Cards that a starting position brings."""

    wood: int = whole(0, 19, default=0)
    wool: int = whole(0, 19, default=0)
    grain: int = whole(0, 19, default=0)
    ore: int = whole(0, 19, default=0)
    salt: int = whole(0, 19, default=0)


@frozen(kw_only=True)
class Start:
    """A printed starting position."""

    seat: str
    posts: tuple[str, ...]
    route: str
    resources: Resources
    source: Sources


@frozen
class Cards:
    """`cards.toml`"""

    card: tuple[Card, ...] = rows(unlike="name")


@frozen
class Components:
    """`components.toml`"""

    component: tuple[Component, ...] = rows(unlike="name")


@frozen
class Tokens:
    """`tokens.toml`"""

    token: tuple[Token, ...] = rows()


@frozen(kw_only=True)
class Map:
    """`map-short.toml` and `map-full.toml`"""

    grid: Grid
    first_column: int = whole(0, 99, default=0)
    region: tuple[Region, ...] = rows(unlike="at")
    city: tuple[City, ...] = rows(unlike="name")
    arrow: tuple[Arrow, ...] = ()
    dashed: tuple[Dashed, ...] = ()
    start: tuple[Start, ...] = ()


SCHEMAS: Final = {
    "cards": Cards, "components": Components, "tokens": Tokens, "map-short": Map, "map-full": Map,
}  # fmt: skip
