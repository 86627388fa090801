"""Places in a position that is written as JSON values: `players.red.hand.ore`, list elements by number from 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

NOTHING: Final = object()
"""What a path leads to that leads nowhere."""

_PART: Final = re.compile(r"""(?:"([^"]*)"|'([^']*)'|([^."']+))(?:\.|$)""")


def split(path: str) -> tuple[str, ...] | None:
    """The parts of a path, those with dots in them taken out of their quotes; None if it is not a path."""
    parts: list[str] = []
    at = 0
    while at < len(path):
        part = _PART.match(path, at)
        if part is None:
            return None
        parts.append(next(group for group in part.groups() if group is not None))
        at = part.end()
    return None if not parts or path.endswith(".") else tuple(parts)


def joined(parts: Sequence[str]) -> str:
    """The path of these parts."""
    return ".".join(f'"{part}"' if "." in part else part for part in parts)


def look(data: Any, parts: Sequence[str]) -> Any:
    """What a path leads to; `NOTHING` if it leads nowhere."""
    for part in parts:
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif is_list(data) and part.isascii() and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        elif not (isinstance(data, str) and part == "name"):  # a thing without parts is written as its name alone
            return NOTHING
    return data


def put(data: dict[str, Any], parts: Sequence[str], value: Any) -> None:
    """Set what a path leads to; tables on the way are made, list elements must exist (or be the next one).

    Raises KeyError, IndexError, TypeError or ValueError where the path leads past a value or a list's end.
    """
    here: Any = data
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        last = following is None
        if isinstance(here, dict):
            if last:
                here[part] = value
            else:
                here = here.setdefault(part, {})
        elif isinstance(here, list):
            index = int(part)
            if last and index == len(here):
                here.append(value)
            elif last:
                here[index] = value
            else:
                here = here[index]
        else:
            raise KeyError(part)


def names_at(data: Any) -> list[str]:
    """What may follow in a path at this place."""
    if isinstance(data, dict):
        return list(data)
    return [str(nth) for nth in range(len(data))] if is_list(data) else []


def is_branch(value: object) -> bool:
    """Whether a table holds tables or lists: it is a part of the position, not a value of it."""
    return (
        isinstance(value, dict)
        and "name" not in value
        and any(isinstance(part, dict | list) for part in value.values())
    )


def is_list(value: object) -> bool:
    """Whether it is a list, as JSON has it or as an engine writes it."""
    return isinstance(value, list | tuple)


def same(expected: Any, actual: Any) -> bool:
    """Whether two JSON values are the same; true is not 1, a tuple is a list."""
    if is_list(expected) and is_list(actual):
        return len(expected) == len(actual) and all(map(same, expected, actual))
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(same(expected[key], actual[key]) for key in expected)
    return isinstance(expected, bool) == isinstance(actual, bool) and bool(expected == actual)
