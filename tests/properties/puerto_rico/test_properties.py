"""Each property cites clauses that exist, is exercised, reads what it says, and notices what breaks it."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from attrs import frozen

from rulecheck.properties.model import Checker, Played, Property, evaluate, undeclared_reads
from rulecheck.properties.players import draw, players_of
from rulecheck.properties.puerto_rico import PROPERTIES
from rulecheck.properties.puerto_rico.facts import facts
from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.reference_engines.puerto_rico import build
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Table
from rulecheck.spec import load, make_rules
from tests.properties.puerto_rico.breakers import BREAKERS, GAMES, WRONG_ENGINES

BOOK = load("puerto_rico")
OTHER = {
    reading.id: choice for reading in BOOK.readings.values() for choice in reading.choices if choice != reading.default
}
"""Every reading as it is usually not played."""

TABLES: tuple[tuple[int, str, dict[str, str]], ...] = (
    (3, "shipper", {}),
    (4, "merchant", {}),
    (5, "mason", {}),
    (3, "settler", {}),
    (4, "crowd", {}),
    (5, "company", {}),
    (3, "farmer", {}),
    (4, "shipper", {"mayor.refuse": "removed", "craftsman.optional": "yes", "storage.discard": "yes"}),
)
EACH = 40
"""Steps kept of each kind of move and of each phase."""


@frozen
class Seen:
    """A step of a game that was played."""

    engine: PuertoRico
    before: Table
    move: Any
    after: Table


@frozen
class Record:
    """What a few seeded games have to show."""

    steps: dict[str, list[Seen]]
    counts: dict[str, int]
    violations: list[str]
    games: list[tuple[PuertoRico, Played]]


def play(engine: PuertoRico, player_name: str, seed: int) -> tuple[list[Table], list[Any]]:
    """A seeded game, to its end."""
    rng = Random(seed)
    player = players_of("puerto_rico")[player_name](rng)
    state = engine.start()
    states, moves = [state], list[Any]()
    while (actor := engine.actor(state)) != OVER:
        legal = engine.legal_moves(state)
        move = draw(legal, engine.weights(state), rng) if actor == CHANCE else player(engine, state, legal, rng)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return states, moves


def violations_of(engine: PuertoRico, states: list[Table], moves: list[Any], checker: Checker) -> list[str]:
    """What the properties have to say about a finished game."""
    found = checker.first(states[0])
    for before, move, after in zip(states, moves, states[1:], strict=False):
        found += checker.step(before, move, after)
    found += checker.whole(states, moves, engine.outcome(states[-1]))
    return [f"{one.name}: {one.message} {one.trace}" for one in found]


@pytest.fixture(scope="module")
def record() -> Record:
    """Some thousand moves, checked by everything."""
    steps: dict[str, list[Seen]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    kept: dict[tuple[type, type, type], int] = defaultdict(int)
    found = Record(steps, counts, [], [])
    for seed, (players, player, readings) in enumerate(TABLES):
        engine = build(make_rules("puerto_rico", players=players, readings=readings))
        checker = Checker(engine, PROPERTIES, generic=False)
        states, moves = play(engine, player, seed)
        found.violations.extend(violations_of(engine, states, moves, checker))
        found.games.append((engine, Played(states, moves, engine.outcome(states[-1]))))
        for before, move, after in zip(states, moves, states[1:], strict=False):
            kind = (type(move), type(before.phase), type(after.phase))
            kept[kind] += 1
            if kept[kind] <= EACH:
                steps[kind[0].__name__].append(Seen(engine, before, move, after))
        for name, count in checker.counts().items():
            counts[name] += count
    return found


each = pytest.mark.parametrize("one", tuple(PROPERTIES), ids=lambda one: one.name)


def test_there_are_many_properties() -> None:
    assert len(PROPERTIES) >= 30
    assert len({one.name for one in PROPERTIES}) == len(PROPERTIES)


def test_the_reference_breaks_none(record: Record) -> None:
    assert record.violations == []


@pytest.mark.parametrize(("reading", "choice"), OTHER.items())
def test_the_reference_breaks_none_under_any_reading(reading: str, choice: str) -> None:
    engine = build(make_rules("puerto_rico", players=3 + len(reading) % 3, readings={reading: choice}))
    states, moves = play(engine, "company", 7)

    assert violations_of(engine, states, moves, Checker(engine, PROPERTIES, generic=False)) == []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_reference_breaks_none_under_all_other_readings_together(players: int) -> None:
    engine = build(make_rules("puerto_rico", players=players, readings=OTHER))
    states, moves = play(engine, "uniform", 7)

    assert violations_of(engine, states, moves, Checker(engine, PROPERTIES, generic=False)) == []


@each
def test_its_clauses_exist(one: Property) -> None:
    assert one.clauses
    assert [clause for clause in one.clauses if clause not in BOOK.clauses] == []


@each
def test_it_says_in_a_sentence_what_holds(one: Property) -> None:
    assert one.doc.endswith(".")


@each
def test_a_few_games_exercise_it(one: Property, record: Record) -> None:
    assert record.counts[one.name] > 0


@each
def test_it_looks_at_the_fields_it_names_only(one: Property, record: Record) -> None:
    for seen in [step for steps in record.steps.values() for step in steps[-3:]]:
        assert undeclared_reads(one, seen.engine, seen.after) == set()


@each
def test_it_notices_what_breaks_it(one: Property, record: Record) -> None:
    if one.name in WRONG_ENGINES:
        notices_the_engine(one, record)
    elif one.kind == "whole_game":
        engine, played = record.games[0]
        assert evaluate(one, engine, played) == []
        assert evaluate(one, engine, GAMES[one.name](played))
    else:
        notices_the_step(one, record)


def notices_the_engine(one: Property, record: Record) -> None:
    """Some position, or some game, of the reference looks wrong if the engine answers wrongly."""
    for engine, played in record.games:
        wrong = WRONG_ENGINES[one.name](engine.rules)
        steps = zip(played.positions, played.moves, played.positions[1:], strict=False)
        given: list[tuple[Any, ...]] = [(played,)] if one.kind == "whole_game" else list(steps)
        for some in given:
            found = evaluate(one, wrong, *some)
            assert [violation.trace for violation in found if violation.trace] == []
            if found:
                return
    pytest.fail("no position shows it")


def notices_the_step(one: Property, record: Record) -> None:
    kinds = list(record.steps) if one.moves is None else [kind for kind in one.moves if kind in record.steps]
    for seen in (seen for kind in kinds for seen in record.steps[kind]):
        broken = BREAKERS[one.name](facts(seen.engine), seen.before, seen.move, seen.after)
        if broken is not None:
            before, move, after = broken
            given = (after,) if one.kind == "holds" else (before, move, after)
            found = evaluate(one, seen.engine, *given)
            if found:
                assert [violation.trace for violation in found if violation.trace] == []
                return
    pytest.fail("no step of the games lends itself to breaking it")


def test_every_property_has_a_breaker_and_no_breaker_is_left_over() -> None:
    assert {*BREAKERS, *GAMES, *WRONG_ENGINES} == {one.name for one in PROPERTIES}
