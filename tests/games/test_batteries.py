"""What every game owes: the same batteries for each game that there is."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulecheck.properties.declaring import properties_of
from rulecheck.properties.examples import run_examples
from rulecheck.properties.machine import run, state_machine
from rulecheck.properties.perft import Counter as TreeCounter
from rulecheck.properties.players import draw, players_of
from rulecheck.reference_engines import build, citations
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, Engine, IllegalMove
from rulecheck.spec import check_claims, games, load
from rulecheck.spec.rules import Rules, make_rules

TABLES = [
    (game, setup.name, players) for game in games() for setup in load(game).setups.values() for players in setup.players
]
PERFT = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))

every_table = pytest.mark.parametrize(("game", "setup", "players"), TABLES)
every_game = pytest.mark.parametrize("game", games())


def engine_of(game: str, setup: str, players: int) -> Engine[Any, Any]:
    return build(make_rules(game, setup=setup, players=players))


def seeded(engine: Engine[Any, Any], seed: int, cap: int) -> tuple[list[Any], list[Any]]:
    """The moves of a random game and the positions they lead through."""
    rng = Random(seed)
    state = engine.start()
    moves: list[Any] = []
    states = [state]
    for _ in range(cap):
        actor = engine.actor(state)
        if actor == OVER:
            break
        legal = engine.legal_moves(state)
        weights: Sequence[float] = engine.weights(state) if actor == CHANCE else [1] * len(legal)
        moves.append(draw(legal, weights, rng))
        state = engine.apply(state, moves[-1])
        states.append(state)
    return moves, states


@every_table
def test_a_game_replays_from_its_notation(game: str, setup: str, players: int) -> None:
    engine = engine_of(game, setup, players)
    moves, states = seeded(engine, 5, 400)

    again = engine.start()
    for move, state in zip(moves, states[1:], strict=True):
        again = engine.play(again, engine.parse(str(move)))
        assert again == state


@every_table
def test_an_unfinished_game_always_has_a_move_and_chance_has_weights(game: str, setup: str, players: int) -> None:
    engine = engine_of(game, setup, players)

    for state in seeded(engine, 6, 400)[1]:
        legal = engine.legal_moves(state)
        assert bool(legal) is (engine.actor(state) != OVER)
        assert len({str(move) for move in legal}) == len(legal)
        assert (engine.outcome(state) is None) is (engine.actor(state) != OVER)
        if engine.actor(state) == CHANCE:
            assert len(engine.weights(state)) == len(legal)
            assert min(engine.weights(state)) > 0


@every_table
def test_illegal_moves_are_refused_with_a_clause_and_change_nothing(game: str, setup: str, players: int) -> None:
    engine = engine_of(game, setup, players)
    clauses = load(game).clauses
    everything = engine.all_moves()
    rng = Random(7)
    refused = 0

    for state in seeded(engine, 7, 300)[1][::10]:
        legal = set(engine.legal_moves(state))
        before = engine.to_json(state)
        for move in rng.sample(everything, min(60, len(everything))):
            no = engine.refusal(state, move)
            assert (no is None) is (move in legal), (str(move), no)
            if no is not None:
                refused += 1
                assert no.clause in clauses
                with pytest.raises(IllegalMove):
                    engine.play(state, move)
        assert engine.to_json(state) == before
    assert refused > 100


@every_table
def test_components_are_conserved_and_positions_come_back_from_json(game: str, setup: str, players: int) -> None:
    engine = engine_of(game, setup, players)

    for state in seeded(engine, 8, 400)[1][::7]:
        assert dict(engine.inventory(state)) == dict(engine.totals())
        assert engine.from_json(engine.to_json(state)) == state
        assert engine.draw(state)
        assert max(map(len, engine.draw(state).splitlines())) <= 110


@every_table
def test_what_a_player_sees_differs_from_the_whole_where_something_is_hidden(
    game: str, setup: str, players: int
) -> None:
    engine = engine_of(game, setup, players)

    states = seeded(engine, 9, 300)[1]

    seen = [engine.observe(state, 0) != engine.to_json(state) for state in states]
    assert any(seen)


@every_game
def test_players_cope_with_any_kinds_of_moves_alone(game: str) -> None:
    """A campaign shows them some of the legal moves only, to get a game out of a rut."""
    rng, book = Random(4), load(game)
    players = {name: make(rng) for name, make in players_of(game).items()}
    for _ in range(12):
        readings = {one.id: rng.choice([*one.choices]) for one in book.readings.values() if rng.random() < 0.5}
        engine = build(make_rules(game, readings=readings))
        for state in seeded(engine, rng.randrange(100), 400)[1][::4]:
            legal = engine.legal_moves(state)
            kinds = sorted({type(move).__name__ for move in legal})
            if engine.actor(state) < 0 or len(kinds) == 1:
                continue
            kept = rng.sample(kinds, rng.randint(1, len(kinds)))
            some = [move for move in legal if type(move).__name__ in kept]
            for name, play in players.items():
                assert play(engine, state, some, rng) in some, name


@every_game
def test_events_name_clauses_and_readings_that_exist(game: str) -> None:
    rulebook = load(game)
    engine = build(make_rules(game))
    met: Counter[str] = Counter()
    for seed in range(3):
        for state in seeded(engine, seed, 800)[1]:
            met.update(state.events)

    for event in met:
        if event.startswith(SILENT):
            assert event.removeprefix(SILENT) in rulebook.readings
        else:
            assert event in rulebook.clauses


@every_game
def test_each_rule_is_carried_out_by_a_function_that_cites_it(game: str) -> None:
    rulebook = load(game)
    build(make_rules(game))
    cited = citations(game)

    unknown = set(cited) - set(rulebook.clauses) - set(rulebook.readings)
    assert not unknown
    left = [clause.id for clause in rulebook.clauses.values() if clause.kind == "rule" and clause.id not in cited]
    assert not left


@every_game
def test_the_rulebooks_claims_hold_and_its_examples_come_out_as_they_say(game: str) -> None:
    rulebook = load(game)

    assert check_claims(rulebook) == ()
    results = run_examples(rulebook)
    assert results
    assert [str(result) for result in results if not result.is_good] == []


@every_game
def test_the_move_tree_has_the_size_it_had(game: str) -> None:
    assert PERFT.get(game), f"no move-tree counts for {game} in perft.toml"
    for row in PERFT[game]:
        engine = engine_of(game, row["setup"], row["players"])
        tree = TreeCounter(engine).tree(engine.named_start(row["start"]), len(row["counts"]))
        assert list(tree.positions) == row["counts"], row


@every_game
def test_a_hypothesis_state_machine_plays_the_game_without_a_fault(game: str) -> None:
    name = f"rulecheck.properties.{game}"
    properties = properties_of(import_module(name)) if find_spec(name) else ()
    rules: Rules = make_rules(game)
    machine = state_machine(
        lambda: build(rules),
        properties,
        clauses=frozenset(load(game).clauses),
        examples=6,
        database=None,
        derandomize=True,
    )

    found = run(machine)

    assert found.finding is None, found.finding
    assert found.counts.moves > 500
