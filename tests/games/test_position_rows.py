"""The tables of positions on the notation pages: each row has a predicate, which holds at every position of play."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, AnyEngine
from rulecheck.spec import games, load, make_rules
from tests.games.rows.look import Look, Rows
from tests.games.test_notation_pages import notation, page_of

each_game = pytest.mark.parametrize("game", games())


def rows_of(game: str) -> Rows:
    rows: Rows = import_module(f"tests.games.rows.{game}").ROWS
    return rows


def wrong_in_play(engine: AnyEngine, rows: Rows, seed: int, moves: int) -> list[str]:
    """The rows that do not hold in so many moves of random play, each with the move after which it first does not."""
    rng, state = Random(seed), engine.start()
    before, move, wrong = None, "the start", dict[str, str]()
    for _ in range(moves):
        position = engine.to_json(state)
        for name in rows.wrong(Look(engine, state, position, before, move)):
            wrong.setdefault(name, f"{name} after {move}")
        legal = engine.legal_moves(state)
        if not legal:
            state, before, move = engine.start(), None, "the start"
            continue
        chosen = rng.choices(legal, engine.weights(state))[0] if engine.actor(state) == CHANCE else rng.choice(legal)
        before, move, state = position, str(chosen), engine.apply(state, chosen)
    return [*wrong.values()]


@each_game
def test_each_row_of_the_page_has_a_predicate(game: str, root: Path) -> None:
    rows, module = rows_of(game), notation(game)
    written = {*rows.parts, "players", *(f"players.*.{part}" for part in rows.players)}

    assert {*rows.parts, "players"} == {*module.PARTS}
    assert {*rows.players} == {*module.SEAT_PARTS}
    assert written - {"players"} == page_of(game, root).paths - {"players"}


@each_game
def test_what_the_rows_say_holds_in_play(game: str) -> None:
    for nth, setup in enumerate(load(game).setups.values()):
        engine = build(make_rules(game, setup=setup.name, players=setup.players[-1]))

        assert wrong_in_play(engine, rows_of(game), nth, 1200) == []


@pytest.mark.campaign
@each_game
def test_what_the_rows_say_holds_in_long_play(game: str) -> None:
    for setup in load(game).setups.values():
        for players in setup.players:
            engine = build(make_rules(game, setup=setup.name, players=players))

            assert wrong_in_play(engine, rows_of(game), players, 12_000) == []


def test_a_row_that_is_wrong_is_told() -> None:
    """The page of power_grid once said that `ending` is true as soon as somebody has cities enough."""
    engine = build(make_rules("power_grid", players=3))
    state = engine.named_start("building")
    position = engine.to_json(state)
    position["players"]["anna"]["cities"] = [f"city {k}" for k in range(17)]
    rows = rows_of("power_grid")

    assert "ending" not in rows.wrong(Look(engine, state, position))
    assert "ending" in rows.wrong(Look(engine, state, {**position, "ending": True}))
    assert "players.anna.houses" in rows.wrong(Look(engine, state, position))
