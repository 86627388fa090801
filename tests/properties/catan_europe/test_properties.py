"""Each property cites clauses that exist, is exercised, reads what it says, and notices what breaks it."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from attrs import frozen

from rulecheck.properties.catan_europe import PROPERTIES
from rulecheck.properties.catan_europe.facts import facts
from rulecheck.properties.model import Checker, Played, Property, evaluate, undeclared_reads
from rulecheck.properties.players import draw, players_of
from rulecheck.reference_engines.catan_europe import build
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import Table
from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.spec import load, make_rules
from tests.properties.catan_europe.breakers import BREAKERS, WRONG_OUTCOME

TABLES = (
    ("short-fixed", 3, "company"),
    ("full", 3, "founder"),
    ("full", 4, "gambler"),
    ("short-variable", 3, "crowder"),
    ("short-fixed", 4, "uniform"),
    ("full", 3, "gambler"),
    ("short-fixed", 3, "swarm"),
)
EACH = 40
"""Steps kept of each kind of move and of each phase."""


@frozen
class Seen:
    """A step of a game that was played."""

    engine: Catan
    before: Table
    move: Any
    after: Table


@frozen
class Record:
    """What a few seeded games have to show."""

    steps: dict[str, list[Seen]]
    counts: dict[str, int]
    violations: list[str]
    finished: tuple[Catan, Played] | None


def play(engine: Catan, player_name: str, seed: int, limit: int) -> tuple[list[Table], list[Any]]:
    """A seeded game, to its end or its limit."""
    rng = Random(seed)
    player = players_of("catan_europe")[player_name](rng)
    state = engine.start()
    states, moves = [state], list[Any]()
    while (actor := engine.actor(state)) != OVER and len(moves) < limit:
        legal = engine.legal_moves(state)
        move = draw(legal, engine.weights(state), rng) if actor == CHANCE else player(engine, state, legal, rng)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return states, moves


@pytest.fixture(scope="module")
def record() -> Record:
    """Some thousand moves, checked by everything."""
    steps: dict[str, list[Seen]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    kept: dict[tuple[type, type, type], int] = defaultdict(int)
    violations: list[str] = []
    finished = None
    for seed, (setup, players, player) in enumerate(TABLES):
        engine = build(make_rules("catan_europe", setup=setup, players=players))
        checker = Checker(engine, PROPERTIES, generic=False)
        states, moves = play(engine, player, seed, 1500)
        found = checker.first(states[0])
        for before, move, after in zip(states, moves, states[1:], strict=False):
            found += checker.step(before, move, after)
            kind = (type(move), type(before.phase), type(after.phase))
            kept[kind] += 1
            if kept[kind] <= EACH:
                steps[kind[0].__name__].append(Seen(engine, before, move, after))
        if engine.actor(states[-1]) == OVER:
            found += checker.whole(states, moves, engine.outcome(states[-1]))
            finished = engine, Played(states, moves, engine.outcome(states[-1]))
        violations += [f"{setup}, {players} players, {player}: {one.name}: {one.message}" for one in found]
        for name, count in checker.counts().items():
            counts[name] += count
    return Record(steps, counts, violations, finished)


each = pytest.mark.parametrize("one", tuple(PROPERTIES), ids=lambda one: one.name)


def test_there_are_many_properties() -> None:
    assert len(PROPERTIES) >= 30
    assert len({one.name for one in PROPERTIES}) == len(PROPERTIES)


def test_the_reference_breaks_none(record: Record) -> None:
    assert record.violations == []


@each
def test_its_clauses_exist(one: Property) -> None:
    clauses = load("catan_europe").clauses

    assert one.clauses
    assert [clause for clause in one.clauses if clause not in clauses] == []


@each
def test_it_says_in_a_sentence_what_holds(one: Property) -> None:
    assert one.doc.endswith(".")


@each
def test_a_few_games_exercise_it(one: Property, record: Record) -> None:
    assert record.counts[one.name] > 0


@each
def test_it_looks_at_the_fields_it_names_only(one: Property, record: Record) -> None:
    for seen in [steps[-1] for steps in record.steps.values()]:
        assert undeclared_reads(one, seen.engine, seen.after) == set()


@each
def test_it_notices_what_breaks_it(one: Property, record: Record) -> None:
    assert one.name in BREAKERS, f"{one.name}: no breaker in breakers.py"
    if one.kind == "whole_game":
        return
    kinds = list(record.steps) if one.moves is None else [kind for kind in one.moves if kind in record.steps]
    for seen in (seen for kind in kinds for seen in record.steps[kind]):
        broken = BREAKERS[one.name](facts(seen.engine), seen.before, seen.move, seen.after)
        if broken is not None:
            before, move, after = broken
            given = (after,) if one.kind == "holds" else (before, move, after)
            found = evaluate(one, seen.engine, *given)
            assert found, f"{seen.move} in {seen.before.phase}"
            assert [violation.trace for violation in found if violation.trace] == []
            return
    pytest.fail("no step of the games lends itself to breaking it")


def test_no_breaker_is_left_over() -> None:
    assert set(BREAKERS) == {one.name for one in PROPERTIES}


def test_a_wrong_winner_is_noticed(record: Record) -> None:
    assert record.finished is not None
    engine, played = record.finished
    one = PROPERTIES["the_winner_moved_last"]

    assert evaluate(one, engine, played) == []
    assert evaluate(one, engine, Played(played.positions, played.moves, WRONG_OUTCOME))
