"""What every game owes: the same batteries for each game that there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rulecheck.properties.batteries import books, contract
from rulecheck.properties.batteries.material import seeded
from rulecheck.properties.batteries.suite import engine_at, properties_of
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import games, load

TABLES = [
    (game, setup.name, players) for game in games() for setup in load(game).setups.values() for players in setup.players
]
PERFT = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))

every_table = pytest.mark.parametrize(("game", "setup", "players"), TABLES)
every_game = pytest.mark.parametrize("game", games())


def engine_of(game: str, setup: str, players: int) -> AnyEngine:
    return engine_at(game, (setup, players))


@every_table
def test_a_game_replays_from_its_notation(game: str, setup: str, players: int) -> None:
    contract.replays_from_its_notation(engine_of(game, setup, players))


@every_table
def test_an_unfinished_game_always_has_a_move_and_chance_has_weights(game: str, setup: str, players: int) -> None:
    contract.plays_on_until_it_is_over(engine_of(game, setup, players))


@every_table
def test_illegal_moves_are_refused_with_a_clause_and_change_nothing(game: str, setup: str, players: int) -> None:
    contract.refuses_what_is_not_legal(engine_of(game, setup, players), least=101)


@every_table
def test_components_are_conserved_and_positions_come_back_from_json(game: str, setup: str, players: int) -> None:
    engine = engine_of(game, setup, players)

    contract.loses_no_component(engine)
    contract.comes_back_from_json(engine)


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
    contract.has_players_that_cope(game)


@every_game
def test_events_name_clauses_and_readings_that_exist(game: str) -> None:
    contract.names_what_exists(game)


@every_game
def test_each_rule_is_carried_out_by_a_function_that_cites_it(game: str) -> None:
    contract.cites_every_rule(game)


@every_game
def test_the_rulebooks_claims_hold_and_its_examples_come_out_as_they_say(game: str) -> None:
    books.claims_hold(game)
    books.examples_come_out(game)


@every_game
def test_the_move_tree_has_the_size_it_had(game: str) -> None:
    books.move_trees_have_their_sizes(game, PERFT.get(game, ()))


@every_game
def test_a_hypothesis_state_machine_plays_the_game_without_a_fault(game: str) -> None:
    books.a_state_machine_finds_nothing(game, properties_of(game), least=501)
