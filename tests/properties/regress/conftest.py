"""What the tests of `regress` share: the tiny game with its faults."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulecheck.properties.conform.driver.program import Program
from rulecheck.properties.regress.side import Side

PEARLS = Path(__file__).parent / "pearls.py"

Begin = Callable[[str], Side]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Begins the tiny game with a fault by name, none if it is empty; it is ended after the test."""
    sides: list[Side] = []

    def made(fault: str) -> Side:
        side = Side(fault or "right", Program([sys.executable, str(PEARLS), fault]))
        side.begin()
        sides.append(side)
        return side

    yield made
    for side in sides:
        side.close()
