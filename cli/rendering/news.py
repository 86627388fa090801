"""What a search finds, told on standard error as it is found: the answer comes when all games have been made short."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

from rulecheck.cli.rendering.answers import some

if TYPE_CHECKING:
    from rulecheck.properties.conform.lockstep.choice import Choice, Evidence
    from rulecheck.properties.conform.lockstep.divergence import Divergence

_LINES: Final = 12
"""Divergences that are told at most: what comes after them stands in the answer."""
_WIDE: Final = 110


class News:
    """Tells a line for each."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._left = _LINES

    def sighted(self, divergence: Divergence, moves: int) -> None:
        """Something departs for the first time, or in half as many moves as before."""
        if self._left > 0:
            self._left -= 1
            self._say(f"{divergence.kind.upper()} {divergence.about} after {some(moves, 'move')}: {divergence.message}")

    def adopted(self, choice: Choice, evidence: Evidence) -> None:
        """A reading or number was taken over."""
        self._left = _LINES
        self._say(f"adopted {choice}: {rests_on(evidence.games, evidence.moves)}")

    def _say(self, what: str) -> None:
        line = f"{time.monotonic() - self._began:6.1f} s  {what}"
        print(line if len(line) <= _WIDE else f"{line[: _WIDE - 1]}…", file=sys.stderr, flush=True)


def rests_on(games: int, moves: int) -> str:
    """What it rests on that the program plays by a choice."""
    behind = f", and both sides agree on {some(moves, 'move')} behind it" if moves else ""
    return f"explains {some(games, 'game')}{behind}"
