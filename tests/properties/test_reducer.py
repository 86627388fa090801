"""The reducer: as short as a person would make it, legal at every move, the same each time, within its budget."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from rulecheck.properties.reducer import Budget, Condition, reduce
from tests.toy.trader import House, Move, Table, Trader, toy


def game(engine: Trader, seed: int, length: int = 10_000) -> list[Move]:
    rng, state, moves = Random(seed), engine.start(), []
    while (legal := engine.legal_moves(state)) and len(moves) < length:
        moves.append(rng.choice(legal))
        state = engine.apply(state, moves[-1])
    return moves


def first_house(before: Table, move: Move, after: Table) -> bool:
    return isinstance(move, House)


def bank_is_out_of_coins(before: Table, move: Move, after: Table) -> bool:
    return after.bank_coins == 0


def ten_seasons(before: Table, move: Move, after: Table) -> bool:
    return after.season == 10


@pytest.mark.parametrize(
    ("condition", "shortest"),
    [
        (first_house, 9),  # roll 4, four sales, two purchases, done, house
        (bank_is_out_of_coins, 22),  # twelve sales of grain from four rolls
        (ten_seasons, 30),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_shortest_game_is_found_or_nearly(condition: Any, shortest: int, seed: int) -> None:
    engine = Trader(toy())
    moves = next(moves for n in range(99) if reaches(engine, moves := game(engine, 100 * seed + n), condition))

    found = reduce(engine, moves, condition)

    assert found is not None
    assert reaches(engine, found.moves, condition)
    assert len(found.moves) <= 1.5 * shortest
    assert len(found.moves) >= shortest


def reaches(engine: Trader, moves: Any, condition: Any) -> bool:
    state = engine.start()
    shown = False
    for move in moves:
        after = engine.play(state, move)
        shown = shown or condition(state, move, after)
        state = after
    return shown


def test_moves_that_do_not_show_it_are_not_reduced() -> None:
    engine = Trader(toy())

    assert reduce(engine, game(engine, 1, 4), first_house) is None


def test_the_same_game_reduces_to_the_same_moves() -> None:
    engine = Trader(toy())
    moves = next(moves for n in range(99) if reaches(engine, moves := game(engine, n), first_house))

    once, again = reduce(engine, moves, first_house), reduce(engine, moves, first_house)

    assert once is not None
    assert again is not None
    assert once.moves == again.moves


def test_an_empty_budget_answers_with_the_game_as_far_as_it_is_needed() -> None:
    engine = Trader(toy())
    moves = next(moves for n in range(99) if reaches(engine, moves := game(engine, n), first_house))

    found = reduce(engine, moves, first_house, budget=Budget(steps=1))

    assert found is not None
    assert not found.finished
    assert isinstance(found.moves[-1], House)


def test_dice_are_made_as_plain_as_they_can_be() -> None:
    engine = Trader(toy())

    found = reduce(engine, game(engine, 5), ten_seasons)

    assert found is not None
    assert {str(move) for move in found.moves} == {"roll 1", "done", "skip"}


def test_a_simpler_set_up_is_taken_if_it_shows_it_too() -> None:
    three, two = Trader(toy(players=3)), Trader(toy(players=2))

    found = reduce(three, game(three, 5), ten_seasons, others=[two])

    assert found is not None
    assert found.engine is two


def test_a_position_from_which_nothing_goes_on_can_be_the_condition() -> None:
    class Market(Condition):
        def stuck(self, engine: Any, state: Any, memo: Any) -> bool:
            return bool(state.phase == "market" and state.turn == 1)

    engine = Trader(toy())

    found = reduce(engine, game(engine, 5, 60), Market())

    assert found is not None
    assert [str(move) for move in found.moves] == ["roll 1", "done", "skip", "roll 1"]


def test_a_long_game_is_reduced_in_seconds() -> None:
    """1,500 moves of an endless table: the bound is generous, the machine may be busy."""
    engine = Trader(toy(faults=["endless"]))
    moves = game(engine, 2)
    while len(moves) < 1500:
        moves[1:1] = [move for move in moves if str(move) == "flip"][:100]
    began = time.perf_counter()

    found = reduce(engine, moves, bank_is_out_of_coins) or reduce(engine, moves, first_house)

    assert found is not None
    assert time.perf_counter() - began < 30
