"""Reading values of a position's JSON: what every game's notation needs, with errors that name the path."""

from __future__ import annotations

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
