"""How a campaign or a search is getting on."""

from __future__ import annotations

from attrs import frozen


@frozen
class Progress:
    """What has been played and found so far."""

    games: int
    moves: int
    seconds: float
    findings: int
    """Faults of the rules, or causes of departures, that were met."""
    doing: str = "playing"
    """`playing` or `shrinking`."""
    clauses: int | None = None
    """How many clauses were exercised, if they are counted."""
    of: int | None = None
    """How many clauses there are to exercise, if that is known."""

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds if self.seconds else 0.0
