"""Tables of what steps tell: a position and a move that carry a clause out, and beside them one that does not."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from attrs import field, frozen

from rulecheck.properties.examples.paths import put, split
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine, Position
from rulecheck.spec import make_rules

Parts = Mapping[str, Any]


@frozen
class Row:
    """A clause, the step that tells it, and what is other in a step beside it that does not."""

    clause: str
    start: str
    move: str
    given: Parts
    near: Parts | str
    """Parts of the position that are other there, or another move."""
    rules: Parts = field(factory=dict)
    """Arguments of `make_rules`."""


def position(engine: AnyEngine, start: str, given: Parts) -> Position:
    """A start with some of its parts set by hand."""
    data = engine.to_json(engine.named_start(start))
    for path, value in given.items():
        parts = split(path)
        assert parts is not None
        put(data, parts, deepcopy(value))  # a later path may lead into it
    state: Position = engine.from_json(data, given=tuple(given), partial=True)
    return state


def assert_told_there_only(game: str, row: Row) -> None:
    """A clause is told where it is at work, and not beside it."""
    engine = build(make_rules(game, **{"players": 3, **row.rules}))
    near = row.given if isinstance(row.near, str) else {**row.given, **row.near}
    other = row.near if isinstance(row.near, str) else row.move

    told = engine.play(position(engine, row.start, row.given), engine.parse(row.move))
    beside = engine.play(position(engine, row.start, near), engine.parse(other))

    assert row.clause in told.events
    assert row.clause not in beside.events


def refused_by(game: str, start: str, given: Parts, move: str, rules: Parts | None = None) -> str:
    """The clause that forbids a move in a position, of three players unless the rules say otherwise."""
    engine = build(make_rules(game, **{"players": 3, **(rules or {})}))
    refused = engine.refusal(position(engine, start, given), engine.parse(move))
    assert refused is not None
    return refused.clause
