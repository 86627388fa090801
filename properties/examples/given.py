"""A position with some of its parts set by hand: every part must exist, and the components must add up."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

from rulecheck.properties.examples.paths import NOTHING, is_branch, joined, look, put
from rulecheck.properties.examples.stage import ENGINE_REFUSES, Stage, crash
from rulecheck.reference_engines.contract import Position, PositionError
from rulecheck.spec.errors import shown


def start(stage: Stage) -> Position:
    """The position by name that the block begins with."""
    name = stage.block.text("start", stage.block.body, "begin")
    try:
        state: Position = stage.engine.named_start(name)
    except PositionError as problem:
        raise stage.block.broken("start", problem.why) from None
    return state


def given(stage: Stage, state: Position, table: Mapping[str, Any]) -> Position:
    """The position with the parts that `given` of the table sets."""
    parts = stage.block.table("given", table)
    if not parts:
        return state
    data = copy.deepcopy(stage.engine.to_json(state))
    single = [pair for path, value in parts.items() for pair in _spread(stage, data, path, value)]
    for path, value in single:
        _put(stage, data, path, value)
    changed = _from_json(stage, data, tuple(path for path, _ in single))
    now = stage.engine.to_json(changed)
    for path, value in single:
        if value not in (0, "", [], {}) and look(now, stage.parts(path)) is NOTHING:
            raise stage.no_place("given", now, path)
    if not stage.partial and (off := _imbalance(stage, changed)):
        what = f"the components do not add up: {off}"
        raise stage.block.broken("given", what, "fix them, or say partial = true")
    return changed


def _from_json(stage: Stage, data: dict[str, Any], paths: tuple[str, ...]) -> Position:
    by_hand = tuple(joined(stage.parts(path)) for path in paths)
    try:
        state: Position = stage.engine.from_json(data, given=by_hand, partial=stage.partial)
    except PositionError as problem:
        off = ""
        if not stage.partial:
            try:
                off = _imbalance(stage, stage.engine.from_json(data, given=by_hand, partial=True))
            except PositionError:
                off = ""
        if off:
            what = f"the components do not add up: {off}" if not problem.path else str(problem)
            raise stage.block.broken("given", what, "fix them, or say partial = true") from None
        raise stage.block.broken("given", str(problem)) from None
    except ENGINE_REFUSES as problem:
        raise stage.block.broken("given", f"the engine cannot set this up, {crash(problem)}") from None
    return state


def _imbalance(stage: Stage, state: Position) -> str:
    totals, counted = stage.engine.totals(), stage.engine.inventory(state)
    return ", ".join(
        f"{name}: {totals.get(name, 0)} expected, {counted.get(name, 0)} found"
        for name in {**totals, **counted}
        if totals.get(name, 0) != counted.get(name, 0)
    )


def _spread(stage: Stage, data: dict[str, Any], path: str, value: Any) -> list[tuple[str, Any]]:
    """The values that a person sets: a table that holds tables or lists is gone into, part by part."""
    there = look(data, stage.parts(path))
    if not (is_branch(there) and isinstance(value, dict)) or "name" in value:
        return [(path, value)]
    if re.search(rf"""(?<![\w."']){re.escape(path)}\s*\.\s*[\w"']""", stage.block.example.source):
        hint = f'put the whole path in quotes, "{path}.{next(iter(value), "…")}.…"'
        raise stage.block.broken(path, f"it is not clear how much of {shown(path)} this replaces", hint, within="given")
    pairs = ((f"{path}.{joined((key,))}", part) for key, part in value.items())
    return [single for inner, part in pairs for single in _spread(stage, data, inner, part)]


def _put(stage: Stage, data: dict[str, Any], path: str, value: Any) -> None:
    parts = stage.parts(path)
    try:
        put(data, parts, copy.deepcopy(value))
    except (KeyError, IndexError, TypeError, ValueError):
        raise stage.no_place("given", data, path) from None
