"""What a position holds after the moves of a step, and who decides next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from rulecheck.properties.examples.paths import NOTHING, joined, look, same
from rulecheck.properties.examples.places import EMPTY, is_place, is_written, rewritten
from rulecheck.properties.examples.stage import Stage
from rulecheck.reference_engines.contract import CHANCE, Position
from rulecheck.spec.errors import meant, shown

RELATIVE: Final = re.compile(r"[+-]\d{1,9}")
"""So much more or less than before the step's moves."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
"""A key of a table in TOML that needs no quotes."""


def check_values(stage: Stage, before: Position, state: Position, table: Mapping[str, Any]) -> None:
    """`expect`, `exactly` and `none` of a step; `before` is the position that its moves began in."""
    block = stage.block
    expect, exactly, none = block.table("expect", table), block.table("exactly", table), block.texts("none", table)
    if not (expect or exactly or none):
        return
    then, now = stage.engine.to_json(before), stage.engine.to_json(state)
    values = _Values(stage, then, now, is_moved=bool(table.get("do")))
    for path, value in expect.items():
        if path == "next":
            _check_next(stage, state, value)
        else:
            values.check(stage.parts(path), value)
    for path, value in exactly.items():
        if value == {}:
            values.check_none(stage.parts(path))
            continue
        values.check(stage.parts(path), value)
        values.check_no_more(stage.parts(path), value)
    for path in none:
        values.check_none(stage.parts(path))


def _check_next(stage: Stage, state: Position, expected: object) -> None:
    engine = stage.engine
    names = (*engine.seats, "chance", "nobody")
    if expected not in names:
        hint = meant(str(expected), names, "there are")
        raise stage.block.broken("next", f"nobody is called {shown(expected)}", hint)
    actual = stage.decides(state)
    if engine.actor(state) == CHANCE and expected == engine.seats[engine.turn_of(state)]:
        return  # chance acts in that player's turn
    if actual != expected:
        stage.fail(f"next: expected {expected}, found {actual}{stage.moved_on()}")


class _Values:
    """What a step wants of a position, held against it."""

    def __init__(self, stage: Stage, then: dict[str, Any], now: dict[str, Any], *, is_moved: bool) -> None:
        self.stage = stage
        self.then = then
        """The position before the step's moves."""
        self.now = now
        self.is_moved = is_moved

    def check(self, parts: tuple[str, ...], expected: Any) -> None:
        """The value at a path is as expected; of a table the keys that are named."""
        actual = look(self.now, parts)
        if expected == {} and isinstance(actual, dict) and not any(actual.values()):
            return  # a hand without cards, whether or not it lists its noughts
        if isinstance(expected, dict) and expected and (actual is NOTHING or isinstance(actual, dict)):
            for key, value in expected.items():
                self.check((*parts, key), value)
            return
        if isinstance(expected, str) and RELATIVE.fullmatch(expected) and self._check_change(parts, actual, expected):
            return
        if actual is NOTHING:
            if not is_place(self.stage, self.now, parts, expected):
                raise self.stage.no_place("expect", self.now, joined(parts))
            if expected not in EMPTY or is_written(self.stage, self.now, parts, expected):
                self._differs(parts, told(expected), "nothing")
        elif isinstance(actual, dict) and isinstance(expected, str) and actual.get("name") == expected:
            return
        elif not same(expected, actual) and not same(_canonical(self.stage, self.now, parts, expected), actual):
            self._differs(parts, told(expected), told(actual))

    def check_no_more(self, parts: tuple[str, ...], expected: Any) -> None:
        """A table holds nothing beyond what is expected, at any depth."""
        actual = look(self.now, parts)
        if not isinstance(expected, dict):
            return
        for key, value in (actual if isinstance(actual, dict) else {}).items():
            if key in expected:
                self.check_no_more((*parts, key), expected[key])
            elif self._is_there((*parts, key), value):
                self._differs((*parts, key), "nothing", told(value))

    def check_none(self, parts: tuple[str, ...]) -> None:
        """Nothing is at a path."""
        actual = look(self.now, parts)
        if actual is NOTHING:
            if not is_place(self.stage, self.now, parts, 0):
                raise self.stage.no_place("none", self.now, joined(parts))
        elif self._is_there(parts, actual):
            self._differs(parts, "nothing", told(actual))

    def _check_change(self, parts: tuple[str, ...], actual: Any, expected: str) -> bool:
        """Whether it is about a number, which changed by so much or was told."""
        before = look(self.then, parts)
        if not all(value is NOTHING or type(value) is int for value in (before, actual)):
            return False
        if not self.is_moved:
            hint = "say what is done in this step, or give the number itself"
            raise self.stage.block.broken(joined(parts), f"{expected} of what, without a move", hint, within="expect")
        if before is NOTHING and actual is NOTHING and not is_place(self.stage, self.now, parts, 0):
            raise self.stage.no_place("expect", self.now, joined(parts))
        was, is_now = (0 if value is NOTHING else value for value in (before, actual))
        if is_now != was + int(expected):
            self._differs(parts, f"{was + int(expected)} ({was} {expected})", str(is_now))
        return True

    def _is_there(self, parts: tuple[str, ...], value: Any) -> bool:
        """Whether a value counts as something: any but noughts, and noughts that the engine does not leave out."""
        if isinstance(value, dict):
            return any(self._is_there((*parts, key), part) for key, part in value.items())
        return value not in EMPTY or (value is not False and is_written(self.stage, self.now, parts, value))

    def _differs(self, parts: tuple[str, ...], expected: str, actual: str) -> None:
        self.stage.fail(f"{joined(parts)}: expected {expected}, found {actual}")


def _canonical(stage: Stage, now: dict[str, Any], parts: tuple[str, ...], value: Any) -> Any:
    """A value as the engine writes it: places by their own names, lists that are sets in the engine's order."""
    if not isinstance(value, str | list):
        return value
    written = rewritten(stage, now, parts, value)
    return value if written is None else look(written, parts)


def told(value: object) -> str:
    """A value as a block would write it."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{key if _BARE.fullmatch(key) else told(key)} = {told(part)}" for key, part in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(told, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return shown(value) if isinstance(value, str) else " ".join(repr(value).split())
