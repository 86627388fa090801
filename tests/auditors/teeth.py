"""What an auditor notices: the game is served with other readings and numbers, the auditor expects the default."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from tests.auditors.audit import auditor_of, follow, tables
from tests.auditors.stream import Json, Server, Tally, numbers


@dataclass(frozen=True)
class Change:
    """One reading or one number that is not the rulebook's."""

    name: str
    value: str | int

    def __str__(self) -> str:
        return f"{self.name}={self.value}"

    @property
    def rules(self) -> Json:
        """The change as a `start` asks for it."""
        kind = "numbers" if isinstance(self.value, int) else "readings"
        return {kind: {self.name: self.value}}


@cache
def readings(game: str) -> list[Change]:
    """Every other choice of every reading."""
    asked = [sys.executable, "-m", "rulecheck", "readings", game, "--format", "json"]
    told: Any = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    return [
        Change(reading["id"], choice)
        for reading in told["readings"]
        for choice in reading["choices"]
        if choice != reading["default"]
    ]


def other_numbers(game: str) -> list[Change]:
    """Every number, one more than the rulebook's."""
    module = auditor_of(game)
    counts = next(iter(module.SETUPS.values()))
    return [Change(name, value + 1) for name, value in sorted(numbers(game, counts[0]).items())]


def verdict(module: ModuleType, server: Server, change: Change, games: int) -> str:
    """The clause by which the auditor notices a change, `refused` if no table can be played so, or an empty text."""
    played = False
    for table in tables(module, games, 0, **change.rules):
        tally = Tally()
        try:
            for _ in follow(module, server, table, tally):
                played = True
        except (KeyError, ValueError, IndexError, StopIteration, AttributeError) as odd:
            return f"cannot follow ({type(odd).__name__})"
        if tally.disagreements:
            return tally.disagreements[0].clause
    return "" if played else "refused"


def bites(game: str, changes: list[Change], games: int) -> Iterator[tuple[Change, str]]:
    """Each change with its verdict."""
    module = auditor_of(game)
    with Server(game) as server:
        for change in changes:
            yield change, verdict(module, server, change, games)
