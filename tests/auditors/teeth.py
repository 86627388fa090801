"""What an auditor notices: the game is served with other readings and numbers, the auditor expects the default."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from tests.auditors.audit import auditor_of, follow, tables
from tests.auditors.stream import Json, Server, Step, Table, Tally, numbers

MOVES = 1000
"""So many moves of a game are played: few games are longer, but those of Merchants of Europe."""

NUMBERS = 2
"""In so many games another number has to come up: most do at once, or never."""


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
        if not self.name:
            return {}
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


@dataclass(frozen=True)
class Verdict:
    """What became of a change in the games that were played by it."""

    clause: str = ""
    """By which the auditor noticed it, if it did."""

    differed: bool = False
    """Whether a game told anything else than by the rulebook's own rules."""

    played: bool = False
    """Whether a table can be played so at all."""

    def __str__(self) -> str:
        if self.clause:
            return self.clause
        if not self.played:
            return "cannot be played"
        return "NOT NOTICED" if self.differed else "nothing else was told"


def course(steps: Iterable[Step]) -> int:
    """A number for all that was told in a game."""
    told = 0
    for step in steps:
        told = hash((told, step.move, step.next, str(step.after), str(step.outcome)))
    return told


@cache
def usual(game: str, table: Table) -> int:
    """The course of a game by the rulebook's own rules."""
    with Server(game) as server:
        return course(server.play(table, auditor_of(game).STYLE, MOVES))


def verdict(game: str, server: Server, change: Change, games: int) -> Verdict:
    """What becomes of a change, in so many games at most."""
    module = auditor_of(game)
    played = differed = False
    for table in tables(module, games, 0):
        tally = Tally()
        changed = replace(table, **change.rules)
        steps: list[Step] = []
        try:
            steps.extend(follow(module, server, changed, tally, MOVES))
        except BROKEN_OFF:
            raise
        except (KeyError, ValueError, IndexError, StopIteration, AttributeError) as odd:
            return Verdict(f"cannot follow ({type(odd).__name__})", True, True)
        if tally.disagreements:
            return Verdict(tally.disagreements[0].clause, True, True)
        if steps:
            played = True
            differed = differed or course(steps) != usual(game, table)
    return Verdict("", differed, played)


NO_CHANGE = Change("", 0)
"""The rulebook's own rules, carried out by a wrong engine."""


BROKEN_OFF = (AssertionError, BrokenPipeError, json.JSONDecodeError)
"""A program that ends, or answers with an error: nothing was noticed."""


def planted(game: str, many: int, games: int, seed: int) -> Iterator[tuple[str, Verdict]]:
    """Wrong engines drawn by lot from `tests/faults`, each with what the auditor makes of it."""
    from tests.faults.catalogue import faults_of

    for fault in Random(seed).sample(faults_of(game), many):
        with Server(game, ("tests.faults.serve", game, fault.name)) as server:
            try:
                yield fault.name, verdict(game, server, NO_CHANGE, games)
            except BROKEN_OFF:
                yield fault.name, Verdict()


def bites(game: str, changes: list[Change], games: int) -> Iterator[tuple[Change, Verdict]]:
    """Each change with its verdict; a number has to come up soon."""
    with Server(game) as server:
        for change in changes:
            yield change, verdict(game, server, change, games if isinstance(change.value, str) else min(games, NUMBERS))
