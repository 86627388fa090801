"""What a step says of the players' knowledge: the position as one of them sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulecheck.properties.examples.paths import NOTHING, look, same
from rulecheck.properties.examples.places import EMPTY
from rulecheck.properties.examples.stage import Stage
from rulecheck.properties.examples.values import told
from rulecheck.reference_engines.contract import Position
from rulecheck.spec.errors import meant, shown
from rulecheck.spec.files import kind_of

HIDDEN: Final = "hidden"
"""What a block says of something that a player does not see."""


def check_seen(stage: Stage, state: Position, table: Mapping[str, Any]) -> None:
    """`sees` of a step: for each seat named, the values at some paths of what it sees."""
    for seat, values in stage.block.table("sees", table).items():
        if seat not in stage.engine.seats:
            raise stage.block.broken("sees", f"no seat {shown(seat)}", meant(seat, stage.engine.seats, "the seats are"))
        if not isinstance(values, dict):
            raise stage.block.broken("sees", f"expected a table for {shown(seat)}, found {kind_of(values)}")
        seen = stage.engine.observe(state, stage.engine.seats.index(seat))
        for path, expected in values.items():
            actual = look(seen, stage.parts(path))
            if actual is NOTHING and expected not in EMPTY:
                raise stage.no_place("sees", seen, path)
            if not _is_seen(expected, actual):
                seen_value = HIDDEN if actual is None else "nothing" if actual is NOTHING else told(actual)
                stage.fail(f"{path} as {seat} sees it: expected {told(expected)}, found {seen_value}")


def _is_seen(expected: Any, actual: Any) -> bool:
    """Whether a value is as expected; of a table what is named."""
    if expected == HIDDEN or actual is None:
        return bool(expected == HIDDEN and actual is None)
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(_is_seen(value, actual.get(key, NOTHING)) for key, value in expected.items())
    return expected in EMPTY if actual is NOTHING else same(expected, actual)
