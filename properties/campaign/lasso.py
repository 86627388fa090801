"""Whether decisions without chance lead back to an equal position: a game that need never end."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.invariants.violation import clauses_in

_WITHOUT_CHANCE: Final = 12
"""Decisions in a row without chance after which a loop is looked for."""
_STRETCH: Final = 120
_LOOKED_AT: Final = 24
"""Of each stretch of decisions without chance so many are looked at for loops."""
_BUCKET: Final = 60
"""Of the positions with the same outline so many are compared, the latest."""
_FEW: Final = 8
"""Elements at most of a tuple that is compared like a plain field."""


def is_looked_at(count: int) -> bool:
    """Whether a decision is looked at that is the `count`th without chance."""
    return count > _WITHOUT_CHANCE and (count - _WITHOUT_CHANCE) % _STRETCH <= _LOOKED_AT


@frozen
class Loop:
    """Moves that lead back to where they began."""

    kinds: frozenset[str]
    """Their kinds (class names)."""
    clauses: tuple[str, ...]
    """What they carried out."""


class Loops:
    """Looks for a return to an equal position among the decisions since the last chance move.

    The first decisions are passed over; where there are many, stretches of them are looked at
    with pauses between, as a player in a loop goes round more than once.  Equal positions are
    looked for among those whose plain fields (numbers, words, a few numbers) agree.
    """

    def __init__(self) -> None:
        self._states: list[Any] = []
        self._kinds: list[str] = []
        self._buckets: dict[Any, list[int]] = {}
        self._outline: Callable[[Any], Any] | None = None

    def clear(self) -> None:
        """Begin anew."""
        if self._states:
            self._states.clear()
            self._kinds.clear()
            self._buckets.clear()

    def add(self, count: int, state: Any, move: Any, after: Any) -> Loop | None:
        """The loop that this decision closes, if it closes one; it is the `count`th without chance."""
        if (count - _WITHOUT_CHANCE) % _STRETCH == _LOOKED_AT:
            self.clear()
            return None
        # positions are compared (dear: all their fields) only with those of the same outline, which is read by one
        # attrgetter, made for the first position that is looked at
        outline = self._outline
        if outline is None:
            outline = self._outline = _outline(state)
        states = self._states
        if not states:
            states.append(state)
            self._buckets[outline(state)] = [0]
        self._kinds.append(type(move).__name__)
        states.append(after)
        bucket = self._buckets.setdefault(outline(after), [])
        for nth in reversed(bucket[-_BUCKET:]):
            if states[nth] == after:
                events = [event for reached in states[nth + 1 :] for event in reached.events]
                return Loop(frozenset(self._kinds[nth:]), clauses_in(tuple(dict.fromkeys(events))))
        bucket.append(len(states) - 1)
        return None


def _outline(state: Any) -> Callable[[Any], Any]:
    """What tells most positions of this kind apart at little cost: their plain fields."""
    plain = [name for name, value in state.__dict__.items() if _is_plain(value)]
    return attrgetter(*plain) if plain else type


def _is_plain(value: Any) -> bool:
    """Whether a value is a number, a word, or a few of them in a tuple."""
    if value.__class__ is tuple:
        return 0 < len(value) <= _FEW and all([leaf.__class__ is int for leaf in _leaves(value)])
    return value.__class__ in (int, str, bool)


def _leaves(value: tuple[Any, ...]) -> list[Any]:
    """The elements of a tuple, and those of the tuples in it."""
    return [leaf for element in value for leaf in (element if element.__class__ is tuple else (element,))]
