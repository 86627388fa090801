"""The reducer: as short as a person would make it, legal at every move, the same each time, within its budget."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from rulecheck.properties.invariants.conservation import conservation
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.shrinking.condition import Condition, Step
from rulecheck.properties.shrinking.conditions import condition_for
from rulecheck.properties.shrinking.forward import Forward
from rulecheck.properties.shrinking.reducer import reduce
from rulecheck.properties.shrinking.replayer import Budget, Replayer
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import GOODS
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec import make_rules
from tests.toy.trader import Done, Flip, House, Move, Roll, Skip, Table, Trader, toy


def game(engine: Trader, seed: int, flips: float = 0.0) -> list[Move]:
    rng, state = Random(seed), engine.start()
    moves: list[Move] = []
    while legal := engine.legal_moves(state):
        flip = Flip() in legal and rng.random() < flips
        moves.append(Flip() if flip else rng.choice(legal))
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
        (bank_is_out_of_coins, 19),  # twelve sales of grain from three rolls
        (ten_seasons, 30),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_the_shortest_game_is_found_or_nearly(condition: Any, shortest: int, seed: int) -> None:
    engine = Trader(toy())
    moves = next(moves for n in range(99) if reaches(engine, moves := game(engine, 100 * seed + n), condition))

    reduced = reduce(engine, moves, condition, budget=Budget(100_000))

    assert reduced is not None
    assert reaches(engine, reduced.moves, condition)
    assert len(reduced.moves) <= 1.5 * shortest
    assert len(reduced.moves) >= shortest


def reaches(engine: Trader, moves: Any, condition: Any) -> bool:
    state = engine.start()
    shown = False
    for move in moves:
        after = engine.play(state, move)
        shown = shown or condition(state, move, after)
        state = after
    return shown


def test_a_search_forward_finds_what_leaving_out_moves_cannot() -> None:
    """Twelve sales need the dice, the sales and the turns of a short game, not a part of a long one."""
    engine = Trader(toy())
    moves = next(moves for n in range(99) if reaches(engine, moves := game(engine, n), bank_is_out_of_coins))
    work = Replayer(engine, Step(bank_is_out_of_coins), Budget(60_000))
    long = work.first(moves)

    shorter = Forward(work, Random(0)).search(60_000)

    assert long is not None
    assert len(shorter) <= 25 < len(long)
    assert reaches(engine, shorter.moves, bank_is_out_of_coins)


def test_a_search_forward_gives_up_where_it_finds_nothing_shorter() -> None:
    engine = Trader(toy())
    work = Replayer(engine, Step(lambda before, move, after: after.season == 2), Budget(10**9))
    assert work.first(game(engine, 5)) is not None

    assert Forward(work, Random(0)).search(10**9) is not None


@pytest.mark.campaign
def test_a_fault_that_only_a_full_ship_of_tobacco_shows_comes_in_eighty_moves() -> None:
    """puerto_rico: a rare fault, of which leaving out moves makes 467 to 438; 61 are the fewest known."""
    engine = LeakyTobacco(make_rules("puerto_rico", players=4))
    violation = Violation("broken", "components_are_conserved", "9 tobacco expected, 8 found", ("box.goods",))
    count = conservation(engine)
    for seed in (7, 22):
        moves, rng = [], Random(seed)
        state = engine.start()
        while legal := engine.legal_moves(state):
            moves.append(legal[int(rng.random() * len(legal))])
            state = engine.apply(state, moves[-1])

        reduced = reduce(engine, moves, condition_for(violation, [count]), budget=Budget(800_000))

        assert reduced is not None
        assert len(reduced.moves) <= 80


class LeakyTobacco(PuertoRico):
    """A ship with seven barrels of tobacco or more loses one when it unloads."""

    def apply(self, state: Any, move: Any) -> Any:
        after = super().apply(state, move)
        tobacco = GOODS.index("tobacco")
        for (kind, had), (_, has) in zip(state.ships, after.ships, strict=True):
            if kind == tobacco and had >= 7 and has == 0:
                after = changed(after, supply=plus(after.supply, tobacco, -1))
        return after


def test_moves_that_do_not_show_it_are_not_reduced() -> None:
    engine = Trader(toy())

    assert reduce(engine, game(engine, 1)[:4], first_house) is None


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

    reduced = reduce(engine, moves, first_house, budget=Budget(steps=1))

    assert reduced is not None
    assert not reduced.finished
    assert isinstance(reduced.moves[-1], House)


def test_dice_are_made_as_plain_as_they_can_be() -> None:
    engine = Trader(toy())

    reduced = reduce(engine, game(engine, 5), ten_seasons, budget=Budget(150_000))

    assert reduced is not None
    assert {str(move) for move in reduced.moves} == {"roll 1", "done", "skip"}


def test_a_simpler_set_up_is_taken_if_it_shows_it_too() -> None:
    three, two = Trader(toy(players=3)), Trader(toy(players=2))

    reduced = reduce(three, game(three, 5), ten_seasons, others=[two], budget=Budget(60_000))

    assert reduced is not None
    assert reduced.engine is two


def test_a_position_from_which_nothing_goes_on_can_be_the_condition() -> None:
    class Market(Condition):
        def stuck(self, engine: Any, state: Any, memo: Any) -> bool:
            return bool(state.phase == "market" and state.turn == 1)

    engine = Trader(toy())
    moves = game(engine, 5)
    rolls = [n for n, move in enumerate(moves, 1) if isinstance(move, Roll)]
    end = rolls[-1] if len(rolls) % 2 == 0 else rolls[-2]

    reduced = reduce(engine, moves[:end], Market())

    assert reduced is not None
    assert [type(move) for move in reduced.moves] == [Roll, Done, Skip, Roll]


def test_a_long_game_is_reduced_in_seconds() -> None:
    """1,500 moves of an endless table: the bound is generous, the machine may be busy."""
    engine = Trader(toy(faults=["endless"]))
    moves = next(moves for n in range(99) if len(moves := game(engine, n, flips=0.93)) >= 1500)
    began = time.perf_counter()

    reduced = reduce(engine, moves, lambda before, move, after: after.season == 20)

    assert reduced is not None
    assert len(reduced.moves) <= 90, "sixty is the least"
    assert time.perf_counter() - began < 30
