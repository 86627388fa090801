"""Each property cites clauses that exist, is exercised, reads what it says, and notices what breaks it.

A game's `tests/properties/<game>/breakers.py` says how: `SAMPLES` are the games to play, `BREAKERS` holds for
each property of positions and steps a function `(facts, before, move, after)` that makes a step that breaks it
from one that does not (None: this step does not lend itself), `GAMES` for whole-game properties a function that
breaks a finished game, and `WRONG_ENGINES` an engine for those that ask the engine.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any

import pytest
from attrs import frozen

from rulecheck.properties.checker import Checker, evaluate
from rulecheck.properties.declaring import Played, Property, properties_of
from rulecheck.properties.players import draw, players_of
from rulecheck.properties.recording import undeclared_reads
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import games, load, make_rules

GAMES = [game for game in games() if find_spec(f"rulecheck.properties.{game}")]
PROPERTIES = {game: properties_of(f"rulecheck.properties.{game}") for game in GAMES}
EACH = 40
"""Steps kept of each kind of move and of each phase."""

each_game = pytest.mark.parametrize("game", games())
each = pytest.mark.parametrize(
    ("game", "one"),
    [pytest.param(game, one, id=f"{game}-{one.name}") for game, some in PROPERTIES.items() for one in some],
)


@frozen
class Seen:
    """A step of a game that was played."""

    engine: AnyEngine
    before: Any
    move: Any
    after: Any


@frozen
class Record:
    """What a few seeded games have to show."""

    steps: dict[str, list[Seen]]
    counts: dict[str, int]
    violations: list[str]
    finished: list[tuple[AnyEngine, Played]]


def breakers(game: str) -> ModuleType:
    """The module that says how to break what a game's properties say."""
    return import_module(f"tests.properties.{game}.breakers")


def play(engine: AnyEngine, player_name: str, seed: int, cap: int) -> tuple[list[Any], list[Any]]:
    """A seeded game, to its end or its cap."""
    rng = Random(seed)
    player = players_of(engine.game)[player_name](rng)
    state = engine.start()
    states, moves = [state], list[Any]()
    while (actor := engine.actor(state)) != OVER and len(moves) < cap:
        legal = engine.legal_moves(state)
        move = draw(legal, engine.weights(state), rng) if actor == CHANCE else player(engine, state, legal, rng)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return states, moves


def violations_of(engine: AnyEngine, states: list[Any], moves: list[Any], checker: Checker) -> list[str]:
    """What the properties have to say about a game."""
    found = checker.first(states[0])
    for before, move, after in zip(states, moves, states[1:], strict=False):
        found += checker.step(before, move, after)
    if engine.actor(states[-1]) == OVER:
        found += checker.whole(states, moves, engine.outcome(states[-1]))
    return [f"{one.name}: {one.message} {one.trace}" for one in found]


@cache
def record(game: str) -> Record:
    """Some thousand moves, checked by everything."""
    steps: dict[str, list[Seen]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    kept: dict[tuple[type, type, type], int] = defaultdict(int)
    found = Record(steps, counts, [], [])
    for seed, sample in enumerate(breakers(game).SAMPLES):
        rules = make_rules(game, players=sample.players, setup=sample.setup or None, readings=sample.readings)
        engine = build(rules)
        checker = Checker(engine, PROPERTIES[game], generic=False)
        states, moves = play(engine, sample.player, seed, sample.cap)
        found.violations.extend(violations_of(engine, states, moves, checker))
        if engine.actor(states[-1]) == OVER:
            found.finished.append((engine, Played(states, moves, engine.outcome(states[-1]))))
        for before, move, after in zip(states, moves, states[1:], strict=False):
            kind = (type(move), type(before.phase), type(after.phase))
            kept[kind] += 1
            if kept[kind] <= EACH:
                steps[kind[0].__name__].append(Seen(engine, before, move, after))
        for name, count in checker.counts().items():
            counts[name] += count
    return found


@each_game
def test_there_are_many_properties(game: str) -> None:
    assert len(PROPERTIES[game]) >= 30
    assert len({one.name for one in PROPERTIES[game]}) == len(PROPERTIES[game])


@each_game
def test_the_reference_breaks_none(game: str) -> None:
    assert record(game).violations == []


@each_game
def test_the_reference_breaks_none_under_all_other_readings_together(game: str) -> None:
    other = {
        reading.id: choice
        for reading in load(game).readings.values()
        for choice in reading.choices
        if choice != reading.default
    }
    for players in load(game).setups[load(game).default_setup].players:
        engine = build(make_rules(game, players=players, readings=other))
        states, moves = play(engine, "uniform", 7, 600)

        assert violations_of(engine, states, moves, Checker(engine, PROPERTIES[game], generic=False)) == []


@each
def test_its_clauses_exist(game: str, one: Property) -> None:
    assert one.clauses
    assert [clause for clause in one.clauses if clause not in load(game).clauses] == []


@each
def test_it_says_in_a_sentence_what_holds(game: str, one: Property) -> None:
    assert one.doc.endswith(".")


@each
def test_a_few_games_exercise_it(game: str, one: Property) -> None:
    run = record(game).counts[one.name]

    assert run > 0, f"no game of SAMPLES in tests/properties/{game}/breakers.py runs it: add a player or a reading"


@each
def test_it_looks_at_the_fields_it_names_only(game: str, one: Property) -> None:
    for seen in [step for steps in record(game).steps.values() for step in steps[-3:]]:
        assert undeclared_reads(one, seen.engine, seen.after) == set()


@each
def test_it_notices_what_breaks_it(game: str, one: Property) -> None:
    how = breakers(game)
    if one.name not in {*how.BREAKERS, *how.GAMES, *how.WRONG_ENGINES}:
        pytest.fail(f"nothing breaks it: put a way to break it into tests/properties/{game}/breakers.py")
    if one.name in how.WRONG_ENGINES:
        notices_the_engine(one, record(game), how.WRONG_ENGINES[one.name])
    elif one.kind == "whole_game":
        engine, played = record(game).finished[0]
        assert evaluate(one, engine, played) == []
        assert evaluate(one, engine, how.GAMES[one.name](played))
    else:
        notices_the_step(one, record(game), how.BREAKERS[one.name])


def notices_the_engine(one: Property, seen: Record, engine_of: Any) -> None:
    """Some position, or some game, of the reference looks wrong if the engine answers wrongly."""
    for engine, played in seen.finished:
        wrong = engine_of(engine.rules)
        steps = zip(played.positions, played.moves, played.positions[1:], strict=False)
        given: list[tuple[Any, ...]] = [(played,)] if one.kind == "whole_game" else list(steps)
        for some in given:
            found = evaluate(one, wrong, *some)
            assert [violation.trace for violation in found if violation.trace] == []
            if found:
                return
    pytest.fail("no position shows it")


def notices_the_step(one: Property, seen: Record, breaker: Any) -> None:
    """Some step of the reference, broken, looks wrong; the property itself does not crash on it."""
    kinds = list(seen.steps) if one.moves is None else [kind for kind in one.moves if kind in seen.steps]
    for step in (step for kind in kinds for step in seen.steps[kind]):
        facts = import_module(f"rulecheck.properties.{step.engine.game}.facts").facts(step.engine)
        broken = breaker(facts, step.before, step.move, step.after)
        if broken is not None:
            before, move, after = broken
            found = evaluate(one, step.engine, *((after,) if one.kind == "holds" else (before, move, after)))
            if found:
                assert [violation.trace for violation in found if violation.trace] == []
                return
    pytest.fail("no step of the games lends itself to breaking it")


@each_game
def test_every_property_has_a_breaker_and_no_breaker_is_left_over(game: str) -> None:
    how = breakers(game)
    broken, names = {*how.BREAKERS, *how.GAMES, *how.WRONG_ENGINES}, {one.name for one in PROPERTIES[game]}

    assert sorted(names - broken) == [], f"put a way to break each into tests/properties/{game}/breakers.py"
    assert sorted(broken - names) == [], "no such property: take it out, or mend the name"
