"""What a game must reach to count as showing a fault: what the reducer asks while it replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from attrs import frozen

from rulecheck.reference_engines.contract import AnyEngine


class Condition:
    """What a game must reach to count as showing the fault.

    `memo` is whatever the condition wants to remember of the way here; it is kept for
    every position of the best game, so it must not be changed in place.

    A condition that is `whole` looks at a whole game at once, through `line` alone.
    """

    whole: ClassVar[bool] = False

    def line(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> int | None:
        """For a whole condition: how many of a game's moves show it, None if it does not show at all.

        `states` holds one more: the positions before, between and after the moves.
        """
        return None

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        """Whether the first position shows it, and the memo to begin with."""
        return False, None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        """Whether the position after a move shows it, and the next memo."""
        return False, memo

    def stuck(self, engine: AnyEngine, state: Any, memo: Any) -> bool:
        """Whether a position shows it; asked only where the list's next move is illegal, and at the end."""
        return False

    def crashed(self, engine: AnyEngine, state: Any, move: Any, error: Exception) -> bool:
        """Whether an exception of `refusal` or `apply` is the fault."""
        return False


@frozen
class Step(Condition):
    """A plain function of (before, move, after) as a condition."""

    function: Callable[[Any, Any, Any], bool]

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        """Whether the function says so."""
        return self.function(before, move, after), None
