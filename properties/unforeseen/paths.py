"""Parts of a position as JSON: where two positions differ, and parts named for any seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from attrs import frozen

_SHOWN = 60
"""Characters of a value that a message shows."""


@frozen
class Difference:
    """A part in which a position is not the expected one."""

    path: str
    expected: str
    there: str


def differences(expected: Any, there: Any, path: str = "") -> Iterator[Difference]:
    """The parts that differ, as deep in as they can be named; lists are compared as wholes."""
    if isinstance(expected, Mapping) and isinstance(there, Mapping):
        for key in dict.fromkeys((*expected, *there)):
            yield from differences(expected.get(key), there.get(key), f"{path}.{key}" if path else str(key))
    elif expected != there:
        yield Difference(path, _short(expected), _short(there))


def general(path: str, seats: Collection[str]) -> str:
    """A path with its seat as a wildcard, and no deeper than a part: `players.*.goods`, `supply`."""
    first, *rest = path.split(".")
    if rest and rest[0] in seats:
        return ".".join((first, "*", *rest[1:2]))
    return first


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
