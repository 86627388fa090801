"""Which campaign a run is, and what is told of it: what stands in a ledger beside the reports of games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from attrs import asdict, frozen

from rulecheck import __version__
from rulecheck.properties.findings.finding import Finding, Setting


class LedgerError(Exception):
    """A database that cannot be used, or a run that cannot go on; `str()` is one line that says what to do."""


@frozen
class Course:
    """Which campaign a run is: everything that decides which games it plays."""

    settings: tuple[Setting, ...]
    seed: int
    round: int
    players: tuple[str, ...] | None = None
    cap: int = 6000

    @property
    def game(self) -> str:
        """The game that is played."""
        return self.settings[0].game

    @property
    def digest(self) -> str:
        """Equal for two runs that play the same games, of the same rulecheck."""
        plain = {**asdict(self), "rulecheck": __version__}
        text = json.dumps(plain, sort_keys=True, default=list)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@frozen
class Summary:
    """What is told of a run without its reports."""

    moves: int
    seconds: float
    """Of all its parts together."""
    clauses: Mapping[str, int]
    goals: int
    findings: Sequence[Finding]
