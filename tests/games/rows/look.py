"""What a predicate about a row is given: one position, and what the row of a player is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine

Json = dict[str, Any]


@frozen
class Look:
    """A position as JSON, with the engine that told it and the position before."""

    engine: AnyEngine
    state: Any
    p: Json
    before: Json | None = None
    """The position one move earlier, if the game was at one."""
    move: str = ""
    """The move between the two."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.engine.seats

    @property
    def actor(self) -> str:
        """A seat, `chance` or `nobody`."""
        actor = self.engine.actor(self.state)
        return "chance" if actor == CHANCE else "nobody" if actor == OVER else self.seats[actor]

    @property
    def phase(self) -> Json:
        """The phase as a table."""
        phase = self.p["phase"]
        return phase if isinstance(phase, dict) else {"name": phase}

    @property
    def name(self) -> str:
        """The name of the phase."""
        return str(self.phase["name"])

    def number(self, name: str) -> int:
        return self.engine.rules.number(name)

    def total(self, component: str) -> int:
        """How many of a component the box provides."""
        return int(self.engine.totals()[component])

    def seat_of(self, player: Json) -> str:
        """The seat whose parts these are."""
        return next(seat for seat in self.seats if self.p["players"][seat] is player)

    def each(self, part: str) -> list[Any]:
        """That part of every player."""
        return [player[part] for player in self.p["players"].values()]


Row = Callable[[Look, Any], bool]
"""Whether a row is right about a value that it names."""
SeatRow = Callable[[Look, Any, Json], bool]
"""The same for a part of a player, whose other parts it is given."""


@frozen
class Rows:
    """The predicates of a game."""

    parts: Mapping[str, Row]
    players: Mapping[str, SeatRow]

    def wrong(self, look: Look) -> list[str]:
        """The rows that do not hold at a position."""
        wrong = [name for name, holds in self.parts.items() if not holds(look, look.p[name])]
        for seat, player in look.p["players"].items():
            wrong += [
                f"players.{seat}.{name}"
                for name, holds in self.players.items()
                if not holds(look, player[name], player)
            ]
        return wrong


def counts(value: Any) -> bool:
    """Whether a value is a table of whole numbers, none below zero."""
    return isinstance(value, dict) and all(type(many) is int and many >= 0 for many in value.values())


def whole(value: Any) -> bool:
    """Whether a value is a whole number, zero or more."""
    return type(value) is int and value >= 0
