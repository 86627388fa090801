"""What an implementation tells of a position against what the position is.

It tells any part of the canonical JSON: what it leaves out is not compared, and `Compared`
keeps account of what was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.runtime.patterns import Fits, fitting
from rulecheck.spec.errors import brief


class _Absent(Enum):
    """What is not there; the same in every process."""

    ABSENT = 0


_ABSENT: Final = _Absent.ABSENT


_SEAT: Final = ("players", "*")
_WHOSE: Final = frozenset({"phase", "turn"})
"""The parts of a position that say no more than who is to move, and what for."""


@frozen
class Difference:
    """One place where the two sides differ."""

    path: tuple[str, ...]
    part: str
    """The dotted path without what differs between causes of one kind: `players.*.goods.*`."""
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        return f"{'.'.join(self.path)} is {written(self.theirs)}, not {written(self.ours)}"

    def to_json(self) -> dict[str, Any]:
        """The place and what each side says of it; null for what is not there."""
        ours, theirs = (None if value is _ABSENT else value for value in (self.ours, self.theirs))
        return {"path": ".".join(self.path), "ours": ours, "theirs": theirs}


def is_about_turns(differing: Sequence[Difference]) -> bool:
    """Whether positions differ in nothing but whose turn it is, and what for."""
    return all(place.part.split(".")[0] in _WHOSE for place in differing)


def place_in(position: Any, path: Sequence[str]) -> Any:
    """What a path of a position leads to, or nothing."""
    for name in path:
        position = position.get(name) if isinstance(position, Mapping) else None
    return position


def written(value: Any) -> str:
    """A value of either side in a sentence; what is not there is nothing."""
    return "nothing" if value is _ABSENT else brief(value)


def differences(
    ours: Any, theirs: Any, *, sets: tuple[str, ...] = (), but: frozenset[str] = frozenset()
) -> list[Difference]:
    """Where the told part of a position differs from ours; nothing where it is the same.

    What ours leaves out counts as nothing: `0`, `""`, `[]`, `{}`, `false` and `null` fit.  Lists are
    compared in order unless their path fits one of `sets`.  Parts that stand in `but` are not looked at.
    """
    if theirs == ours and type(theirs) is type(ours):
        return []
    return list(_differences((), (), ours, theirs, fitting(sets), but))


def _differences(
    path: tuple[str, ...], general: tuple[str, ...], ours: Any, theirs: Any, is_set: Fits, but: frozenset[str]
) -> Iterator[Difference]:
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key, told in theirs.items():
            name = str(key)
            inner = (*general, _general(ours, name, general))
            yield from _differences((*path, name), inner, ours.get(key, _ABSENT), told, is_set, but)
        return
    if _same(ours, theirs) or (is_set(".".join(path)) and _same_set(ours, theirs)):
        return
    part = ".".join(general)
    if part not in but:
        yield Difference(path, part, ours, theirs)


def _general(table: Mapping[str, Any], key: str, general: tuple[str, ...]) -> str:
    """`*` where all that a table holds is of one kind: it counts goods, or has a place for each seat.

    What one seat has keeps its name, though all of it be numbers.
    """
    if general == _SEAT:
        return key
    kinds = {type(value) for value in table.values()}
    return key if len(kinds) > 1 or key == "name" else "*"


def _same(ours: Any, theirs: Any) -> bool:
    """Whether two JSON values are the same; true is not 1, a tuple is a list, and nothing is nothing."""
    if ours is _ABSENT:
        return not theirs
    if isinstance(theirs, list) and isinstance(ours, list | tuple):
        return len(theirs) == len(ours) and all(map(_same, ours, theirs))
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return theirs.keys() == ours.keys() and all(_same(ours[key], theirs[key]) for key in theirs)
    return isinstance(ours, bool) == isinstance(theirs, bool) and bool(ours == theirs)


def _same_set(ours: Any, theirs: Any) -> bool:
    both_lists = isinstance(theirs, list) and isinstance(ours, list | tuple)
    return both_lists and sorted(map(repr, theirs)) == sorted(map(repr, ours))


@define
class Compared:
    """Which parts of positions were told and compared, and how often."""

    parts: Counter[str] = field(factory=Counter)
    _keys: set[tuple[frozenset[str], ...]] = field(factory=set)

    def is_new(self, told: Mapping[str, Any]) -> bool:
        """Whether no position with just these keys, and these of some seat, was told before."""
        seats = told.get("players")
        seat = next(iter(seats.values()), None) if isinstance(seats, Mapping) else None
        keys = frozenset(told), frozenset(seat if isinstance(seat, Mapping) else ())
        if keys in self._keys:
            return False
        self._keys.add(keys)
        return True

    def add(self, ours: Mapping[str, Any], told: Mapping[str, Any]) -> None:
        """Count the parts of a position that were told."""
        self.parts.update(set(_parts((), ours, told)))

    def not_told(self, position: Mapping[str, Any]) -> tuple[str, ...]:
        """The parts of a canonical position that were never told, in its order."""
        return tuple(part for part in dict.fromkeys(_parts((), position, position)) if not self.covers(part))

    def covers(self, part: str) -> bool:
        """Whether a part of positions, or something in it, was told."""
        return any(part == told or told.startswith(part + ".") or part.startswith(told + ".") for told in self.parts)


def _parts(general: tuple[str, ...], ours: Any, told: Any) -> Iterator[str]:
    if isinstance(told, dict) and told and isinstance(ours, dict):
        for key, value in told.items():
            yield from _parts((*general, _general(ours, str(key), general)), ours.get(key, _ABSENT), value)
    else:
        yield ".".join(general)
