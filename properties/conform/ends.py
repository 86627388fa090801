"""Wrong scores by what the seats have: each property that goes with them may be a cause of its own.

A final score is a sum, and says nothing of which part of it is wrong.  But a seat that has something counted wrongly
is out each time, and one that has none of it is not: the properties that account for all wrong scores, as few as can
be, tell them apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

_SEATS: Final = 2_000
"""Seats at the ends of games that are kept: more tell little more."""
_MOST: Final = 4
"""Properties that wrong scores are put down to at most."""
_SURELY: Final = 0.9
"""Of the seats with such a property so many have to be wrong,"""
_OFTEN: Final = 3
"""and so many that no other property accounts for,"""
_BY_CHANCE: Final = 0.05
"""and so many that of all properties that there are so few would have as many by chance."""
_ITEMS: Final = 40
"""Entries of a list that are looked at."""
_KINDS: Final = 3
"""Properties, where scores are wrong, whose common part may be one: two may be two causes."""
_ANY: Final = "*"


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


@lru_cache(maxsize=1 << 16)
def in_common(name: str) -> tuple[str, ...]:
    """What a property has in common with others: all but one step of the path, or but the numbers of a name."""
    path, equals, value = name.partition("=")
    steps = path.split(".")
    alike = [".".join((*steps[:at], _ANY, *steps[at + 1 :])) + equals + value for at in range(1, len(steps))]
    if not value.isdecimal() and value != (any_number := re.sub(r"\d+", _ANY, value)):
        alike += [f"{way}={any_number}" for way in (path, *(other.partition("=")[0] for other in alike))]
    return tuple(alike)


def _all(owned: Collection[str]) -> frozenset[str]:
    """Some properties, and what each has in common with others."""
    return frozenset(owned).union(*map(in_common, owned))


_Seat = tuple[frozenset[str], int]
"""What a seat had at the end of a game, and by how much its score was wrong."""


class Ends:
    """The seats at the ends of games: what each had, and by how much its score was wrong."""

    def __init__(self) -> None:
        self._seats: list[_Seat] = []
        self.is_closed = False
        """Whether no more seats are noted: ends that are much alike say no more than one of them."""
        self._known: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self._seats)

    def add(self, position: Mapping[str, Any], wrong: Mapping[str, int]) -> frozenset[str]:
        """Note the end of a game and by how much the scores of some seats were wrong: what only these seats have."""
        tables = position.get("players")
        if not isinstance(tables, Mapping):
            return frozenset()
        there = {seat: _all(properties(table)) for seat, table in tables.items()}
        if len(self._seats) < _SEATS and not self.is_closed:
            self._seats += [(owned, wrong.get(seat, 0)) for seat, owned in there.items()]
            self._known = None
        theirs = frozenset().union(*(owned for seat, owned in there.items() if seat in wrong))
        return theirs.difference(*(owned for seat, owned in there.items() if seat not in wrong))

    def take_in(self, other: Ends) -> None:
        """Note what was seen in another game."""
        self._seats += other._seats[: max(0, _SEATS - len(self._seats))]
        self._known = None

    def take_in_right(self, other: Ends) -> None:
        """Note the seats of other games whose scores are right."""
        right = [(owned, by) for owned, by in other._seats if not by]
        self._seats += right[: max(0, _SEATS - len(self._seats))]
        self._known = None

    @property
    def causes(self) -> tuple[str, ...]:
        """The properties that wrong scores are put down to, those of the most seats first.

        Then those that account for scores that are wrong by something else than most of the others.
        """
        if self._known is None:
            known = list(_few([(owned, by != 0) for owned, by in self._seats], _MOST))
            left = [(owned, by) for owned, by in self._seats if owned.isdisjoint(known)]
            usual = Counter(by for _, by in left if by).most_common(1)
            if usual:
                ((most, _),) = usual
                known += _few([(owned, by not in (0, most)) for owned, by in left], _MOST - len(known))
            self._known = tuple(known)
        return self._known

    @property
    def are_several(self) -> bool:
        """Whether wrong scores have several causes: several properties, or one and what it does not account for."""
        if len(self.causes) != 1:
            return bool(self.causes)
        wrong = [owned for owned, by in self._seats if by]
        left = sum(self.causes[0] not in owned for owned in wrong)
        return left >= max(_OFTEN, (1 - _SURELY) * len(wrong))

    def put_down(self, marks: Collection[str]) -> str:
        """The property that wrong scores are put down to which only seats with `marks` have; "" for none."""
        return next((name for name in self.causes if name in marks), "")


def _few(seats: Sequence[tuple[frozenset[str], bool]], most: int) -> Iterator[str]:
    """As few properties as can be, so many at most, that account for the seats that are wrong."""
    at_all = Counter(name for owned, _ in seats for name in owned)
    wrong = Counter(name for owned, is_wrong in seats if is_wrong for name in owned)
    kinds = Counter(
        each
        for name in {name for owned, is_wrong in seats if is_wrong for name in owned}
        if _ANY not in name
        for each in in_common(name)
    )
    for _ in range(most):
        left = [owned for owned, is_wrong in seats if is_wrong]
        more = Counter(name for owned in left for name in owned)
        often = [name for name in more if more[name] >= _OFTEN and wrong[name] >= _SURELY * at_all[name]]
        often = [name for name in often if _ANY not in name or kinds[name] >= _KINDS]
        by_chance = {name: len(more) * (len(left) / len(seats)) ** more[name] for name in often}
        sure = [name for name in often if by_chance[name] <= _BY_CHANCE]
        if not sure:
            return
        best = max(sorted(sure), key=lambda name: (more[name], -at_all[name]))
        yield best
        seats = [(owned, is_wrong) for owned, is_wrong in seats if best not in owned]
