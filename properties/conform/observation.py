"""What an implementation tells of a position against what the position is.

It tells any part of the canonical JSON: what it leaves out is not compared, and `Compared`
keeps account of what was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.conform.messages import Fits, fitting

_ABSENT: Final = object()
_DEEP: Final = 3
"""Parts of a path that a cause is told by: beyond it are single goods, cities and tiles."""


@frozen
class Difference:
    """One place where the two sides differ; `path` is dotted, as in worked examples."""

    path: tuple[str, ...]
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        return f"{'.'.join(self.path)} is {_shown(self.theirs)}, not {_shown(self.ours)}"


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return "nothing"
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"


def differences(
    ours: Any, theirs: Any, *, sets: tuple[str, ...] = (), but: frozenset[str] = frozenset(), seats: Sequence[str] = ()
) -> list[Difference]:
    """Where the told part of a position differs from ours; nothing where it is the same.

    What ours leaves out counts as nothing: `0`, `""`, `[]`, `{}`, `false` and `null` fit.  Lists are
    compared in order unless their path fits one of `sets`.  Paths whose general form (see `general`)
    stands in `but` are not looked at.
    """
    if theirs == ours and type(theirs) is type(ours):
        return []
    return list(_differences((), ours, theirs, fitting(sets), but, frozenset(seats)))


def _differences(
    path: tuple[str, ...], ours: Any, theirs: Any, is_set: Fits, but: frozenset[str], seats: frozenset[str]
) -> Iterator[Difference]:
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key, told in theirs.items():
            yield from _differences((*path, str(key)), ours.get(key, _ABSENT), told, is_set, but, seats)
        return
    if _same(ours, theirs) or (but and general(path, seats) in but):
        return
    if isinstance(theirs, list) and isinstance(ours, list | tuple) and is_set(".".join(path)):
        if sorted(map(repr, theirs)) != sorted(map(repr, ours)):
            yield Difference(path, ours, theirs)
        return
    yield Difference(path, ours, theirs)


def _same(ours: Any, theirs: Any) -> bool:
    """Whether two JSON values are the same; true is not 1, a tuple is a list, and nothing is nothing."""
    if ours is _ABSENT:
        return not theirs
    if isinstance(theirs, list) and isinstance(ours, list | tuple):
        return len(theirs) == len(ours) and all(map(_same, ours, theirs))
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return theirs.keys() == ours.keys() and all(_same(ours[key], theirs[key]) for key in theirs)
    return isinstance(ours, bool) == isinstance(theirs, bool) and bool(ours == theirs)


def general(path: Sequence[str], seats: Sequence[str] | frozenset[str]) -> str:
    """A path without what differs between causes of the same kind: whose board, which good, which city."""
    return ".".join("*" if part in seats or part.lstrip("-").isdigit() else part for part in path[:_DEEP])


@define
class Compared:
    """Which parts of positions were told and compared, by their general paths, and how often."""

    seats: frozenset[str]
    paths: dict[str, int] = field(factory=dict)

    def add(self, told: Mapping[str, Any]) -> None:
        """Count the parts that were told."""
        self._add((), told)

    def _add(self, path: tuple[str, ...], told: Any) -> None:
        if isinstance(told, dict) and told and len(path) < _DEEP:
            for key, value in told.items():
                self._add((*path, str(key)), value)
        else:
            name = general(path, self.seats)
            self.paths[name] = self.paths.get(name, 0) + 1

    def not_told(self, position: Mapping[str, Any]) -> tuple[str, ...]:
        """The parts of a canonical position that were never told, in its order."""
        whole = Compared(self.seats)
        whole.add(position)
        return tuple(path for path in whole.paths if not self._covers(path))

    def _covers(self, path: str) -> bool:
        return any(path == told or told.startswith(path + ".") or path.startswith(told + ".") for told in self.paths)
