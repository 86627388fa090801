"""The building board, the trading house's prices and the island tiles, read from `data/` and checked row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from rulecheck.spec.errors import SpecError

GOODS: Final = ("corn", "indigo", "sugar", "tobacco", "coffee")
TILES: Final = (*GOODS, "quarry")
KINDS: Final = ("small production", "large production", "violet", "large violet")


@frozen
class Kind:
    """One kind of building."""

    name: str
    kind: str
    good: str
    """What it helps to make; empty for violet buildings."""
    cost: int
    points: int
    column: int
    circles: int
    size: int
    count: int

    @property
    def is_violet(self) -> bool:
        """Whether it is a violet building."""
        return self.kind.endswith("violet")


def load_buildings(table: Mapping[str, Any], path: str) -> tuple[Kind, ...]:
    """The kinds of buildings in the file's order; raises `SpecError` naming the row that is wrong."""
    kinds = []
    for row in _rows(table, "building", path):
        name = row["name"]
        kind = _word(row, "kind", KINDS, path)
        good = _word(row, "good", GOODS, path) if "production" in kind else ""
        cost, points = _whole(row, "cost", path, 0), _whole(row, "points", path, 0)
        column, circles = _whole(row, "column", path, 0), _whole(row, "circles", path, 1)
        size, count = _whole(row, "size", path, 1), _whole(row, "count", path, 0)
        kinds.append(Kind(name, kind, good, cost, points, column, circles, size, count))
    return tuple(kinds)


def load_prices(table: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """What the trading house pays for each of GOODS."""
    rows = _by_name(table, "good", GOODS, path)
    return tuple(_whole(rows[good], "price", path, 0) for good in GOODS)


def load_circles(table: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """How many circles each of TILES has: one, for engines count a player's tiles and the colonists on them by kind."""
    rows = _by_name(table, "tile", TILES, path)
    for tile in TILES:
        if _whole(rows[tile], "circles", path, 0) != 1:
            raise SpecError(path, None, f"{tile} has {rows[tile]['circles']} circles", "only 1 can be played")
    return (1,) * len(TILES)


def _rows(table: Mapping[str, Any], key: str, path: str) -> list[Mapping[str, Any]]:
    rows = table.get(key)
    if not isinstance(rows, list) or not rows:
        raise SpecError(path, None, f"no [[{key}]] rows", f"add one for each {key}")
    seen: set[str] = set()
    for row in rows:
        name = row.get("name")
        if not isinstance(name, str) or not name:
            raise SpecError(path, None, f"a [[{key}]] row without a name", 'write name = "…"')
        if name in seen:
            raise SpecError(path, None, f"{key} {name!r} is listed twice", "keep one of the rows")
        seen.add(name)
    return rows


def _by_name(table: Mapping[str, Any], key: str, names: tuple[str, ...], path: str) -> dict[str, Mapping[str, Any]]:
    rows = {row["name"]: row for row in _rows(table, key, path)}
    for name in names:
        if name not in rows:
            raise SpecError(path, None, f"no {key} {name!r}", "add a row for it")
    return rows


def _whole(row: Mapping[str, Any], key: str, path: str, least: int) -> int:
    value = row.get(key)
    if type(value) is not int or value < least:
        what = f"{row['name']}: expected a whole number of at least {least} for {key!r}, found {value!r}"
        raise SpecError(path, None, what, "write digits")
    return value


def _word(row: Mapping[str, Any], key: str, words: tuple[str, ...], path: str) -> str:
    value = row.get(key)
    if value not in words:
        what = f"{row['name']}: {key} is {value!r}"
        raise SpecError(path, None, what, f"use one of {', '.join(words)}")
    return str(value)
