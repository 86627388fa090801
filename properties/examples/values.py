"""What a position holds after the moves of a step, and who decides next."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from rulecheck.properties.examples.paths import NOTHING, joined, look, put, same
from rulecheck.properties.examples.stage import ENGINE_REFUSES, Stage
from rulecheck.reference_engines.contract import CHANCE, OVER, Position
from rulecheck.spec.errors import meant, shown


def check_values(stage: Stage, state: Position, table: Mapping[str, Any]) -> None:
    """`expect` of a step."""
    expect = stage.block.table("expect", table)
    now = stage.engine.to_json(state) if expect else {}
    for path, value in expect.items():
        if path == "next":
            _check_next(stage, state, value)
        else:
            _check_value(stage, now, stage.parts(path), value)


def _check_next(stage: Stage, state: Position, expected: object) -> None:
    engine = stage.engine
    names = (*engine.seats, "chance", "nobody")
    if expected not in names:
        hint = meant(str(expected), names, "there are")
        raise stage.block.broken("next", f"nobody is called {shown(expected)}", hint)
    actor = engine.actor(state)
    actual = "chance" if actor == CHANCE else "nobody" if actor == OVER else engine.seats[actor]
    if actor == CHANCE and expected == engine.seats[engine.turn_of(state)]:
        return  # chance acts in that player's turn
    if actual != expected:
        stage.fail(f"next: expected {expected}, found {actual}")


def _check_value(stage: Stage, now: dict[str, Any], parts: tuple[str, ...], expected: Any) -> None:
    actual = look(now, parts)
    if expected == {} and isinstance(actual, dict) and not any(actual.values()):
        return  # a hand without cards, whether or not it lists its noughts
    if isinstance(expected, dict) and expected and (actual is NOTHING or isinstance(actual, dict)):
        for key, value in expected.items():
            _check_value(stage, now, (*parts, key), value)
        return
    if actual is NOTHING:
        _must_have_place(stage, now, parts, expected)
        if expected not in (0, "", [], {}):
            stage.fail(f"{joined(parts)}: expected {_told(expected)}, found nothing")
    elif isinstance(actual, dict) and isinstance(expected, str) and actual.get("name") == expected:
        return
    elif not same(expected, actual) and not same(_canonical(stage, now, parts, expected), actual):
        stage.fail(f"{joined(parts)}: expected {_told(expected)}, found {_told(actual)}")


def _canonical(stage: Stage, now: dict[str, Any], parts: tuple[str, ...], value: Any) -> Any:
    """A value as the engine writes it: places by their own names, lists that are sets in the engine's order."""
    if not isinstance(value, str | list):
        return value
    data = copy.deepcopy(now)
    try:
        put(data, parts, copy.deepcopy(value))
        written = stage.engine.to_json(stage.engine.from_json(data, given=(joined(parts),), partial=True))
    except ENGINE_REFUSES:
        return value
    return look(written, parts)


def _must_have_place(stage: Stage, now: dict[str, Any], parts: tuple[str, ...], value: Any) -> None:
    """Positions may leave empty things out: the engine itself says whether a path is one of its places."""
    data = copy.deepcopy(now)
    path = joined(parts)
    try:
        put(data, parts, value)
        with_it = stage.engine.from_json(data, given=(path,), partial=True)
    except ENGINE_REFUSES:
        raise stage.no_place("expect", now, path) from None
    if value not in (0, "", [], {}) and look(stage.engine.to_json(with_it), parts) is NOTHING:
        raise stage.no_place("expect", now, path)


def _told(value: object) -> str:
    return shown(value) if isinstance(value, str) else " ".join(repr(value).split())
