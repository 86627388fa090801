"""Where the cities of a map lie when it is drawn; the rules know nothing of it."""

from __future__ import annotations

import tomllib
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from rulecheck.spec.power_grid.board import Map

Place = tuple[float, float]
"""x to the east, y to the south."""

_CIRCLE: Final = 340.0
"""The radius on which cities lie that no layout knows."""


@cache
def _known() -> dict[str, Place]:
    table = tomllib.loads(Path(__file__).with_name("layout.toml").read_text(encoding="utf-8"))
    return {city: (x, y) for cities in table.values() for city, (x, y) in cities.items()}


def layout(board: Map) -> tuple[Place, ...]:
    """For each city its place: on our two maps as they lie on Earth; on any other map on a circle, region by region."""
    known = _known()
    if all(city in known for city in board.cities):
        return tuple(known[city] for city in board.cities)
    around = sorted(range(len(board.cities)), key=lambda city: board.region_of[city])
    angle = {city: 2 * pi * k / len(around) for k, city in enumerate(around)}
    return tuple(
        (_CIRCLE + _CIRCLE * sin(angle[city]), _CIRCLE - _CIRCLE * cos(angle[city])) for city in range(len(around))
    )
