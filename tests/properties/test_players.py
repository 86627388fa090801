"""Players: always a legal move, a taste of their own each game, the same from the same seed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rulecheck.properties.campaign.players import GENERIC, Player, contenders_of, draw, players_of, swarm
from rulecheck.reference_engines.contract import OVER
from rulecheck.spec import games
from tests.toy.trader import Table, Trader, toy


@pytest.mark.parametrize("name", GENERIC)
def test_a_player_plays_legal_moves_to_the_end_and_the_same_from_the_same_seed(name: str) -> None:
    def game(seed: int) -> list[str]:
        engine, rng = Trader(toy()), Random(seed)
        player, state, moves = GENERIC[name](rng), engine.start(), []
        while engine.actor(state) != OVER:
            legal = engine.legal_moves(state)
            move = player(engine, state, legal, rng)
            assert move in legal
            moves.append(str(move))
            state = engine.apply(state, move)
        return moves

    assert game(3) == game(3)
    assert game(3) != game(4)


def test_a_swarm_player_avoids_kinds_but_never_gets_stuck() -> None:
    engine = Trader(toy())
    state = Table(phase="market", grain=(3, 0), bank_grain=13)
    legal = engine.legal_moves(state)
    tastes = [Counter(str(play(engine, state, legal, rng)) for _ in range(60)) for play, rng in map(_swarm, range(40))]

    assert any(len(taste) < len(legal) for taste in tastes)
    assert set().union(*tastes) == {str(move) for move in legal}
    play, rng = _swarm(1)
    assert play(engine, state, legal[:1], rng) == legal[0]


def _swarm(seed: int) -> tuple[Player, Random]:
    rng = Random(seed)
    return swarm(rng), rng


def test_draws_follow_the_weights_and_nothing_weighs_nothing() -> None:
    rng = Random(1)

    assert {draw("abc", [0, 5, 0], rng) for _ in range(50)} == {"b"}
    assert {draw("abc", [0, 0, 0], rng) for _ in range(50)} == set("abc")


def test_a_game_without_players_of_its_own_has_the_generic_ones() -> None:
    assert players_of("trader") == dict(GENERIC)
    assert contenders_of("trader") == {}


@pytest.mark.parametrize("game", games())
def test_who_plays_to_win_plays_in_no_campaign(game: str) -> None:
    contenders = contenders_of(game)

    assert contenders
    assert not contenders.keys() & players_of(game).keys()


def test_where_nobody_is_said_to_play_to_win_it_is_the_first_of_a_games_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("rulecheck.properties.new_world.players.TO_WIN")

    assert list(contenders_of("new_world")) == ["builder"]
