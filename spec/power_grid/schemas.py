"""What stands in the data files of Power Grid."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from rulecheck.spec.schema import MOST, Sources, rows, whole


@frozen(kw_only=True)
class Plant:
    """A power plant."""

    number: int = whole(1, MOST)
    fuel: Literal["coal", "oil", "garbage", "uranium", "hybrid", "none"]
    needs: int = whole(0, 24)
    cities: int = whole(1, 99)
    source: Sources


@frozen(kw_only=True)
class Income:
    """What is paid for a number of cities."""

    cities: int = whole(0, 120)
    elektro: int = whole(0, 9999)
    source: Sources


@frozen(kw_only=True)
class Space:
    """A space of the fuel market, and the tokens of each fuel that it holds."""

    price: int = whole(1, MOST)
    coal: int = whole(0, 99)
    oil: int = whole(0, 99)
    garbage: int = whole(0, 99)
    uranium: int = whole(0, 99)
    source: Sources


@frozen(kw_only=True)
class City:
    """A city of a map."""

    name: str
    region: str
    source: Sources


@frozen(kw_only=True)
class Connection:
    """A connection between two cities, and what it costs."""

    between: tuple[str, ...]
    cost: int = whole(0, MOST)
    source: Sources


@frozen
class Plants:
    """`plants.toml`"""

    plant: tuple[Plant, ...] = rows(unlike="number")


@frozen
class Incomes:
    """`income.toml`"""

    income: tuple[Income, ...] = rows(unlike="cities")


@frozen
class Market:
    """`market.toml`"""

    space: tuple[Space, ...] = rows(unlike="price")


@frozen
class Map:
    """`map-germany.toml` and `map-usa.toml`"""

    city: tuple[City, ...] = rows(unlike="name")
    connection: tuple[Connection, ...] = rows()


SCHEMAS: Final = {"plants": Plants, "income": Incomes, "market": Market, "map-germany": Map, "map-usa": Map}
