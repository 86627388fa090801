"""Parts of a position as JSON: where two positions differ, and parts named for any seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

_SHOWN: Final = 60
"""Characters of a value that a message shows."""
MISSING: Final[Any] = object()
"""What stands where nothing does."""


@frozen
class Difference:
    """A part in which a position is not the expected one."""

    path: str
    expected: str
    there: str


def places_apart(here: Any, there: Any, path: str = "", *, into_lists: bool = True) -> list[tuple[str, Any, Any]]:
    """Where two JSON values differ, as deep in as can be named: the path, and what stands there on either side.

    MISSING stands where nothing does. Lists of other lengths are compared as wholes, all of them unless `into_lists`.
    """
    if isinstance(here, Mapping) and isinstance(there, Mapping):
        inner = [(str(name), here.get(name, MISSING), there.get(name, MISSING)) for name in {**here, **there}]
    elif into_lists and is_list(here) and is_list(there) and len(here) == len(there):
        inner = [(str(nth), a, b) for nth, (a, b) in enumerate(zip(here, there, strict=True))]
    else:
        return [] if type(here) is type(there) and here == there else [(path, here, there)]
    return [place for name, a, b in inner for place in places_apart(a, b, joined(path, name), into_lists=into_lists)]


def joined(path: str, name: str) -> str:
    """A path one part longer."""
    return f"{path}.{name}" if path else name


def is_list(value: Any) -> bool:
    """Whether JSON writes a value as a list."""
    return isinstance(value, list | tuple)


def differences(expected: Any, there: Any) -> Iterator[Difference]:
    """The parts that differ, as deep in as they can be named; lists are compared as wholes."""
    for path, wanted, met in places_apart(expected, there, into_lists=False):
        yield Difference(path, _short(wanted), _short(met))


def general(path: str, seats: Collection[str]) -> str:
    """A path with its seat as a wildcard, and no deeper than a part: `players.*.goods`, `supply`."""
    first, *rest = path.split(".")
    if rest and rest[0] in seats:
        return ".".join((first, "*", *rest[1:2]))
    return first


def _short(value: Any) -> str:
    text = "nothing" if value is None or value is MISSING else str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
