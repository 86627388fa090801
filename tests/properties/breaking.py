"""How a step or a whole game is broken: what the breakers of all games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import attrs

from rulecheck.properties.invariants.declaring import Played
from rulecheck.reference_engines.contract import changed


class WithTurn(Protocol):
    """A position that says whose turn it is."""

    @property
    def turn(self) -> int: ...


T = TypeVar("T")
SomeTable = TypeVar("SomeTable", bound=WithTurn)
SomeMoved = TypeVar("SomeMoved")


def evolve(value: Any, **changes: Any) -> Any:
    """A move, a phase or an outcome with something else in it."""
    return attrs.evolve(value, **changes)


def after_only(function: Callable[[T], T]) -> Callable[[Any, T, Any, T], tuple[T, Any, T]]:
    """Breaks the position after a step."""
    return lambda f, b, move, a: (b, move, function(a))


def before_only(function: Callable[[T], T]) -> Callable[[Any, T, Any, T], tuple[T, Any, T]]:
    """Breaks the position before a step."""
    return lambda f, b, move, a: (function(b), move, a)


def misreporting(clause: str) -> Callable[[Any, SomeMoved, Any, SomeMoved], tuple[SomeMoved, Any, SomeMoved]]:
    """Breaks what a step tells: that it carried a clause out if it did not, and else nothing of it."""

    def other(after: Any) -> Any:
        told = tuple(event for event in after.events if event != clause)
        return changed(after, events=told if clause in after.events else (*told, clause))

    return after_only(other)


def for_actor(
    function: Callable[[SomeTable, int], SomeTable],
) -> Callable[[Any, SomeTable, Any, SomeTable], tuple[SomeTable, Any, SomeTable]]:
    """Breaks what the player who moved has, in the position after it."""
    return lambda f, b, move, a: (b, move, function(a, b.turn))


def ended(played: Played, **changes: Any) -> Played:
    """The game with its outcome changed."""
    assert played.outcome is not None
    return Played(played.positions, played.moves, evolve(played.outcome, **changes))


def last(played: Played, **changes: Any) -> Played:
    """The game with its last position changed."""
    positions = [*played.positions[:-1], changed(played.positions[-1], **changes)]
    return Played(positions, played.moves, played.outcome)
