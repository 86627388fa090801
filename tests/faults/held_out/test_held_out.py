"""Each fault of the held-out engines shows in a game of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from attrs import frozen

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import load, make_rules
from tests.faults.held_out.corpus import HELD_OUT
from tests.faults.held_out.planting import HeldOut
from tests.faults.served import PLANTED


@frozen
class Games:
    """Which games of ours come to the faults of an engine."""

    seeds: tuple[int, ...]
    numbers: Mapping[str, int]
    """Quantities that make games short and rare things common."""


PLAYED: Final = {
    "Haciendas": Games((5,), {}),
    "Trappers": Games((0,), {}),
    "Substations": Games((22,), {"step2.cities": 2}),
    "Chateaux": Games((1,), {}),
    "Caravans": Games((2,), {"short.goods": 3, "short.covered": 2, "short.posts": 5}),
    "Smallholdings": Games((6,), {}),
    "Homesteads": Games((0,), {}),
    "Generators": Games((0,), {}),
    "Burghers": Games((3,), {}),
    "Trades": Games((0,), {"short.goods": 3, "short.covered": 2, "short.posts": 5}),
    "Quays": Games((1,), {}),
    "Prairies": Games((3, 7), {}),
    "Networks": Games((3,), {}),
    "Castellans": Games((2,), {}),
    "Portages": Games((2,), {"short.goods": 3, "short.covered": 2, "short.posts": 5}),
}


AGAIN: Final = {"BothSurveyorsMove"}
"""Planted before by somebody else; who wrote it down did not know."""
_LONG: Final = 5_000
"""Moves after which a game of an engine with faults need not have ended."""


LAST: Final = {engine.game: engine.name for engine in HELD_OUT}.values()
"""The last one written for each game, which every run plays; campaigns play all."""
each_played = pytest.mark.parametrize(
    "engine",
    [
        pytest.param(engine, id=engine.name, marks=() if engine.name in LAST else pytest.mark.campaign)
        for engine in HELD_OUT
    ],
)


def steps(engine: AnyEngine, seed: int) -> Iterator[tuple[Any, Any]]:
    """The positions of a random game with the move played in each, and the last position with None."""
    random, state = Random(seed), engine.start()
    while moves := engine.legal_moves(state):
        move = random.choice(moves)
        yield state, move
        state = engine.apply(state, move)
    yield state, None


def differs(wrong: AnyEngine, ours: AnyEngine, state: Any, move: Any) -> bool:
    """Whether a wrong engine lists, does or counts something else in a position."""
    if move is None:
        return bool(wrong.outcome(state) != ours.outcome(state))
    there, here = wrong.apply(state, move), ours.apply(state, move)
    if there != here or wrong.actor(there) != ours.actor(here) or wrong.outcome(there) != ours.outcome(here):
        return True
    return set(wrong.legal_moves(there)) != set(ours.legal_moves(here))


@each_played
def test_each_fault_shows_in_a_game_of_ours(engine: HeldOut) -> None:
    games = PLAYED[engine.name]
    rules = make_rules(engine.game, players=engine.players, numbers=games.numbers)
    ours = build(rules)
    wrong_ones = {part.name: part.fault.engine(rules) for part in engine.parts}
    left = {name: wrong for name, wrong in wrong_ones.items() if wrong.start() == ours.start()}
    for seed in games.seeds:
        for state, move in steps(ours, seed):
            left = {name: wrong for name, wrong in left.items() if not differs(wrong, ours, state, move)}
    assert not left


@pytest.mark.parametrize("engine", HELD_OUT, ids=lambda engine: engine.name)
def test_nobody_planted_its_faults_before_and_it_names_clauses_that_there_are(engine: HeldOut) -> None:
    others = {fault for other in HELD_OUT if other != engine and other.game == engine.game for fault in other.faults}
    planted = {fault.name for fault in PLANTED if fault.game == engine.game}
    assert not (planted | others) & set(engine.faults) - AGAIN
    assert {clause for part in engine.parts for clause in part.clauses} <= set(load(engine.game).clauses)


@each_played
def test_all_faults_together_play_a_game(engine: HeldOut) -> None:
    wrong = engine.engine(make_rules(engine.game, players=engine.players))
    played, last = 0, None
    for state, _ in islice(steps(wrong, 1), _LONG):
        played, last = played + 1, state
    assert played == _LONG or wrong.outcome(last) is not None
