"""Wrong scores by what the seats have: each property that goes with them may be a cause of its own.

A final score is a sum, and says nothing of which part of it is wrong.  But a seat that has something counted wrongly
is out each time, and one that has none of it is not: the properties that account for all wrong scores, as few as can
be, tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

_SEATS: Final = 6_000
"""Seats at the ends of games that are kept: more tell little more."""
_MOST: Final = 4
"""Properties that wrong scores are put down to at most."""
_SURELY: Final = 0.9
"""Of the seats with such a property so many have to be wrong,"""
_OFTEN: Final = 3
"""and so many that no other property accounts for,"""
_BY_CHANCE: Final = 0.01
"""and more than would be wrong together so often, if the property had nothing to do with it."""
_ITEMS: Final = 40
"""Entries of a list that are looked at."""


def properties(table: Any) -> frozenset[str]:
    """What a seat has at the end: the paths in its part of the position at which there is something, or a zero.

    What stands empty is counted as a zero: one that has it and one that has none of it are not alike.
    """
    return frozenset(_there("", table))


def _there(path: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _there(f"{path}.{name}" if path else str(name), inner)
    elif isinstance(value, list | tuple):
        for item in value[:_ITEMS]:
            if isinstance(item, str):
                yield f"{path}={item}"
            else:
                yield from _there(path, item)
    elif isinstance(value, str):
        yield f"{path}={value}"
    elif value:
        yield path
    elif type(value) is int:
        yield f"{path}=0"


class Ends:
    """The seats at the ends of games: what each had, and whether its score was wrong."""

    def __init__(self) -> None:
        self._seats: list[tuple[frozenset[str], bool]] = []
        self._known: tuple[str, ...] | None = None

    def add(self, position: Mapping[str, Any], wrong: Collection[str]) -> frozenset[str]:
        """Note the end of a game and the seats whose scores were `wrong`: what these have and no other seat."""
        tables = position.get("players")
        if not isinstance(tables, Mapping):
            return frozenset()
        there = {seat: properties(table) for seat, table in tables.items()}
        if len(self._seats) < _SEATS:
            self._seats += [(owned, seat in wrong) for seat, owned in there.items()]
            self._known = None
        theirs = frozenset().union(*(owned for seat, owned in there.items() if seat in wrong))
        return theirs.difference(*(owned for seat, owned in there.items() if seat not in wrong))

    def take_in(self, other: Ends) -> None:
        """Note what was seen in another game."""
        self._seats += other._seats[: max(0, _SEATS - len(self._seats))]
        self._known = None

    @property
    def causes(self) -> tuple[str, ...]:
        """The properties that wrong scores are put down to, those of the most seats first."""
        if self._known is None:
            self._known = tuple(self._few())
        return self._known

    def _few(self) -> Iterator[str]:
        at_all = Counter(name for owned, _ in self._seats for name in owned)
        seats = self._seats
        wrong = Counter(name for owned, is_wrong in seats if is_wrong for name in owned)
        for _ in range(_MOST):
            left = [owned for owned, is_wrong in seats if is_wrong]
            more = Counter(name for owned in left for name in owned)
            often = [name for name in more if more[name] >= _OFTEN and wrong[name] >= _SURELY * at_all[name]]
            sure = [name for name in often if (len(left) / len(seats)) ** more[name] <= _BY_CHANCE]
            if not sure:
                return
            best = max(sorted(sure), key=lambda name: (more[name], -at_all[name]))
            yield best
            seats = [(owned, is_wrong) for owned, is_wrong in seats if best not in owned]

    def put_down(self, marks: Collection[str]) -> str:
        """The property that wrong scores are put down to which only seats with `marks` have; "" for none."""
        return next((name for name in self.causes if name in marks), "")
