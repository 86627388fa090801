"""What comes of one game of a log, and how much in it was compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import define, field, frozen

from rulecheck.properties.conform.lockstep.departure import Departure

AGREES: Final = "agrees"
DEPARTS: Final = "departs"
SKIPPED: Final = "skipped"
VERDICTS: Final[Mapping[str, str]] = {
    AGREES: "the rules allow the game as far as it is told",
    DEPARTS: "there is no way to play it by the rules",
    SKIPPED: "too much is possible to be followed: no verdict",
}


@define
class TimesCompared:
    """How often a log told something that was compared."""

    turns: int = 0
    legal: int = 0
    states: int = 0
    outcomes: int = 0
    refused: int = 0

    def __iadd__(self, other: TimesCompared) -> TimesCompared:
        self.turns += other.turns
        self.legal += other.legal
        self.states += other.states
        self.outcomes += other.outcomes
        self.refused += other.refused
        return self


@frozen
class Checked:
    """What came of one game."""

    path: str
    line: int
    number: int
    """The number of the game in all files, from 1."""
    source: str
    verdict: str
    moves: int
    """Moves that the log wrote and the rules allow."""
    compared: TimesCompared
    parts: Mapping[str, int]
    """The parts of positions that were told and compared, and how often; see `observation.Compared`."""
    events: Mapping[str, int] = field(factory=dict)
    """What happened, and how often, before positions that were told and agree; see `divergence.Spectrum`."""
    step: int = 0
    """The step that departs or cannot be followed; 0: none, or the position before the first."""
    departure: Departure | None = None
    reason: str = ""
    """Why it was skipped."""
    is_too_much: bool = False
    """Whether it was skipped as too much is possible."""
    finished: bool = False
    """Whether the game is over after the last step."""
    ambiguous: int = 0
    """After how many steps more than one position is possible."""
    most: int = 1
    """How many positions were possible at most after a step."""
    read: int = 0
    """The bytes of the file read so far, for progress."""

    @property
    def where(self) -> str:
        """The line of the file."""
        return f"{self.path}:{self.line}"
