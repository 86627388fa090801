"""Which paths are places of a position, and what a position writes there: the engine itself says so.

Positions may leave empty things out, a hand without cards or a space without a tile.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.examples.paths import NOTHING, joined, look, put
from rulecheck.properties.examples.stage import ENGINE_REFUSES, Stage

EMPTY: Final[tuple[Any, ...]] = (0, "", [], {})
"""What a position may leave out."""
TRIED: Final = 300
"""Values at most that are tried at a path."""


def rewritten(stage: Stage, data: dict[str, Any], parts: tuple[str, ...], value: Any) -> dict[str, Any] | None:
    """The position with a value at a path as the engine writes it; None if it does not take it."""
    changed = copy.deepcopy(data)
    try:
        put(changed, parts, copy.deepcopy(value))
        return stage.engine.to_json(stage.engine.from_json(changed, given=(joined(parts),), partial=True))
    except ENGINE_REFUSES:
        return None


def is_written(stage: Stage, data: dict[str, Any], parts: tuple[str, ...], value: Any) -> bool:
    """Whether an empty value stands for something: the engine leaves it out only where it is left out.

    A wharf without colonists is something else than no wharf; no grain in a hand is not.
    """
    if isinstance(value, str | list | dict):
        return False
    with_it = rewritten(stage, data, parts, value)
    return with_it is not None and look(with_it, parts) is not NOTHING and _can_be_left_out(stage, with_it, parts)


def _can_be_left_out(stage: Stage, data: dict[str, Any], parts: tuple[str, ...]) -> bool:
    """Whether the engine takes a position without this part, and leaves it out too."""
    without = copy.deepcopy(data)
    table = look(without, parts[:-1]) if parts[:-1] else without
    if not isinstance(table, dict):
        return False
    del table[parts[-1]]
    try:
        given = (joined(parts[:-1]),) if parts[:-1] else ()
        written = stage.engine.to_json(stage.engine.from_json(without, given=given, partial=True))
    except ENGINE_REFUSES:
        return False
    return look(written, parts) is NOTHING


def is_place(stage: Stage, data: dict[str, Any], parts: tuple[str, ...], value: Any) -> bool:
    """Whether a path that leads nowhere now is one of the position's places."""
    if value not in EMPTY:
        written = rewritten(stage, data, parts, value)
        return written is not None and look(written, parts) is not NOTHING
    if rewritten(stage, data, parts, value) is not None:
        return True
    return any(
        look(written, parts) is not NOTHING
        for candidate in _candidates(data, parts)
        if (written := rewritten(stage, data, parts, candidate)) is not None
    )


def _candidates(data: dict[str, Any], parts: tuple[str, ...]) -> list[Any]:
    """Values that might stand there: those beside it, then numbers and all names that the position knows."""
    beside = look(data, parts[:-1])
    values = [*(beside.values() if isinstance(beside, dict) else ()), 1, *_names(data)]
    return [value for nth, value in enumerate(values) if value not in values[:nth]][:TRIED]


def _names(value: Any) -> Iterator[str]:
    """The texts in a JSON value, keys too."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _names(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _names(part)
    elif isinstance(value, str):
        yield value
