"""Under a change of its rules an engine works out anew what it has worked out before, and forgets it afterwards."""

from __future__ import annotations

from random import Random
from typing import Any

from rulecheck.properties.suite.changed_rules import Caches
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules

RULES = make_rules("puerto_rico", players=3)


def played() -> tuple[Any, dict[Any, Any]]:
    """An engine that has played a while, and what it has worked out."""
    engine: Any = build(RULES)
    plays(engine, 40)
    return engine, engine.g.lists


def plays(engine: Any, many: int) -> None:
    rng, state = Random(0), engine.start()
    for _ in range(many):
        legal = engine.legal_moves(state)
        state = engine.apply(state, legal[int(rng.random() * len(legal))])


def test_what_was_worked_out_is_not_known_within_and_is_again_afterwards() -> None:
    engine, lists = played()
    before = dict(lists)
    with Caches(engine, build(RULES)).emptied():
        assert not lists

    assert lists == before != {}


def test_what_is_worked_out_within_is_not_known_afterwards() -> None:
    engine, lists = played()
    before = dict(lists)
    with Caches(engine, build(RULES)).emptied():
        plays(engine, 60)
        assert lists.keys() - before.keys()

    assert lists == before


def test_what_the_engine_was_made_with_is_left_alone() -> None:
    engine, _ = played()
    fresh: Any = build(RULES)
    made = {name: dict(table) for name, table in vars(fresh.g).items() if type(table) is dict and table}
    with Caches(engine, build(RULES)).emptied():
        assert made
        assert all(getattr(engine.g, name) == table for name, table in made.items())
