"""Engines whose faults stand in a package of their own, written by people who had not looked at the search.

A package names in `BROKEN` for each game the faults that its module `<game>.py` has: what each one is called, its sort,
the kinds of departure it shows by, and the rules that it breaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from attrs import evolve, frozen

from rulecheck.reference_engines.contract import Outcome
from tests.bad.fault import Fault
from tests.bad.served import Served
from tests.bad.several import Several

Row = tuple[str, str, str, str]
Broken = Mapping[str, tuple[Row, ...]]


@frozen
class Apart(Several):
    """A program with all of some faults of a package."""

    package: str = ""

    @property
    def parts(self) -> tuple[Served, ...]:
        """Each fault with the clauses that it breaks."""
        broken: Broken = import_module(self.package).BROKEN
        rows = {row[0]: row for row in broken[self.game]}
        return tuple(self._part(*rows[name]) for name in self.faults)

    def _part(self, name: str, sort: str, kinds: str, clauses: str) -> Served:
        engine: type[Any] = getattr(import_module(f"{self.package}.{self.game}"), name)
        return Served(self.game, name, sort, tuple(kinds.split()), tuple(clauses.split()), Fault(engine, set(), ()))


def engines(package: str, broken: Broken, names: Mapping[str, str]) -> tuple[Apart, ...]:
    """One engine for each game that is given a name, with all the faults that a package has for it."""
    return tuple(
        Apart(game, name, tuple(row[0] for row in broken[game]), package=package) for game, name in names.items()
    )


def shared(outcome: Outcome) -> Outcome:
    """The same end of a game, won by all who have the most points."""
    most = max(outcome.scores.values())
    return evolve(outcome, winners=tuple(name for name, score in outcome.scores.items() if score == most))
