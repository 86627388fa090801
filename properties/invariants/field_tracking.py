"""What a move has touched: the fields of a position, and parts of the values in its tuples, that are new objects.

Positions share structure: what a move leaves alone is the very same object afterwards, so
that `is` answers at once whether a property that reads it needs to look again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import is_not, or_
from typing import Any

Parts = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""For each field of which parts are read the (path, name) of the parts."""


def parts_read(reads: Iterable[str]) -> Parts:
    """The paths among those read that lead to a part of a field (`seats.money`), by the field."""
    parts_of: dict[str, dict[str, str]] = {}
    for path in reads:
        name, dot, part = path.partition(".")
        if dot:
            parts_of.setdefault(name, {})[path] = part
    return tuple((name, tuple(parts.items())) for name, parts in parts_of.items())


def moved(before: Sequence[Any], after: Sequence[Any]) -> tuple[bool, ...] | None:
    """For each field of the values whether it is not the same object as before in any of them; None if all may be."""
    if len(before) != len(after):
        return None
    moved_so_far: tuple[bool, ...] = ()
    for old, new in zip(before, after, strict=True):
        if old is not new:
            differ = tuple(map(is_not, old.__dict__.values(), new.__dict__.values()))
            moved_so_far = tuple(map(or_, moved_so_far, differ)) if moved_so_far else differ
    return moved_so_far


def _changed_parts(before: Sequence[Any], after: Sequence[Any], parts: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The paths of the parts that are not the same objects as before in each of the values."""
    if len(before) != len(after):
        return tuple([path for path, _ in parts])
    pairs = [(old.__dict__, new.__dict__) for old, new in zip(before, after, strict=True) if old is not new]
    if len(pairs) == 1:
        old, new = pairs[0]
        return tuple([path for path, part in parts if old[part] is not new[part]])
    return tuple([path for path, part in parts if any([old[part] is not new[part] for old, new in pairs])])


def touched(reads: Collection[str], before: Any, after: Any) -> bool:
    """Whether a field that an invariant reads is not the same object as before."""
    return not touched_fields(reads, before, after).isdisjoint(reads)


def touched_fields(reads: Iterable[str], before: Any, after: Any) -> set[str]:
    """The fields, and of the parts that are read the paths, that are not the same objects as before."""
    fields = set(_changed(before, after))
    for name, parts in parts_read(reads):
        if name in fields:
            fields.update(_changed_parts(getattr(before, name), getattr(after, name), parts))
    return fields


def _changed(before: Any, after: Any) -> tuple[str, ...]:
    new, missing = after.__dict__, object()
    return tuple(name for name, value in before.__dict__.items() if new.get(name, missing) is not value)
