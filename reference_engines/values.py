"""Reading values of a position's JSON: what every game's notation needs, with errors that name the path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulecheck.reference_engines.contract import PositionError


def read_list(value: Any, path: str) -> list[Any]:
    """A list; raises `PositionError` for anything else."""
    if not isinstance(value, list | tuple):
        raise PositionError(path, f"expected a list, found {value!r}")
    return list(value)


def read_flag(value: Any, path: str) -> bool:
    """True or false; raises `PositionError` for anything else."""
    if not isinstance(value, bool):
        raise PositionError(path, f"expected true or false, found {value!r}")
    return value


def read_whole(value: Any, path: str, least: int | None = 0) -> int:
    """A whole number, of at least 0 unless said otherwise; raises `PositionError` for anything else."""
    if type(value) is not int or (least is not None and value < least):
        limit = "" if least is None else f" of at least {least}"
        raise PositionError(path, f"expected a whole number{limit}, found {value!r}")
    return value


def read_name(names: Sequence[str], name: Any, path: str, what: str) -> int:
    """The number behind one of some names; raises `PositionError` listing them for another."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    listed = ", ".join(names[:9])
    raise PositionError(path, f"no {what} {name!r}; there are {listed}{', ...' if len(names) > 9 else ''}")


def read_table(value: Any, path: str, keys: Iterable[str] | None = None) -> dict[str, Any]:
    """A table, with known keys only if they are named; raises `PositionError` for anything else."""
    if not isinstance(value, Mapping):
        raise PositionError(path, f"expected a table, found {value!r}")
    names = None if keys is None else list(keys)
    for key in value:
        if names is not None and key not in names:
            listed = ", ".join(names[:24])
            raise PositionError(f"{path}.{key}" if path else str(key), f"no such part; there are {listed}")
    return dict(value)
