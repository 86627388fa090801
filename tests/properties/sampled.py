"""What a game's breakers module says: which games to play, and how to break what they show."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class Sample:
    """A seeded game to play: its table and its player."""

    player: str
    players: int = 3
    setup: str = ""
    readings: Mapping[str, str] = field(factory=dict)
    numbers: Mapping[str, int] = field(factory=dict)
    cap: int = 1500
    """Moves at most."""
