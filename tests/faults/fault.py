"""What a planted fault is; each game's module lists its own as `FAULTS`."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve, frozen

from rulecheck.properties import batteries
from rulecheck.spec.rules import Rules

DATA = Path(__file__).parent / "data"


@frozen
class Fault(batteries.Fault):
    """A planted fault of one of our games: found in company, its data files stand in `data/`."""

    player: str = "company"

    def rules(self, game: str) -> Rules:
        """The rules that its games are played by."""
        return batteries.Fault.rules(evolve(self, data=tuple(DATA / name for name in self.data)), game)
