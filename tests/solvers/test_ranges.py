"""What a theorem states as data is what it looks at, no more and no less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulecheck.solvers.decision import outcome_of
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges, always, largest
from rulecheck.solvers.theorem import Theorem, Verdict, theorem, theorems
from rulecheck.spec import games

GAME = "catan_europe"
COINS = Ranges(Axis("coins", range(3)), Axis("player's turn", lambda engine: range(len(engine.seats))))


def stated(skips: Callable[[Any], bool], more: bool = False) -> Theorem:
    """A theorem that leaves out some of the cases it states, or looks at one more."""

    @theorem("a.clause", bounds=COINS)
    def one(proof: Proof) -> None:
        """It holds."""
        for case in COINS.cases(proof):
            if not skips(case):
                proof.cover(*case)
        if more:
            proof.cover(3, "", 7, 7)

    one.game = GAME
    return one


def test_a_theorem_that_looks_at_all_cases_it_states_is_proved() -> None:
    outcome = outcome_of(stated(lambda case: False))

    assert outcome.verdict is Verdict.PROVED


def test_a_case_left_out_is_told_and_no_proof() -> None:
    outcome = outcome_of(stated(lambda case: case[2:] == (1, 3)))

    assert outcome.verdict is Verdict.CRASHED
    assert "1 of 21 cases are stated, but not looked at: players 4, set-up , coins 1, player's turn 3" in outcome.reason


def test_a_case_that_is_not_stated_is_told_as_well() -> None:
    outcome = outcome_of(stated(lambda case: False, more=True))

    assert outcome.verdict is Verdict.CRASHED
    assert "looked at, but not stated" in outcome.reason


@pytest.mark.parametrize(
    ("axis", "words"),
    [
        (Axis("coins", range(5)), "coins 0 to 4"),
        (Axis("coins", (0, 7)), "coins 0 or 7"),
        (Axis("sums", range(2, 13, 2)), "sums 2, 4, 6, 8, 10 or 12"),
        (Axis("sums", tuple(range(8))[::1]), "each of 8 sums"),
        (Axis("region", lambda engine: ()), "each region"),
        (Axis("bought", (False, True)), "bought or not"),
    ],
    ids=str,
)
def test_bounds_are_told_from_the_data(axis: Axis, words: str) -> None:
    assert str(axis) == words
    assert str(Ranges(axis, besides="the printed beginning", setups=("full",))) == (
        f"set-up full; {words}; the printed beginning"
    )


def test_numbers_of_players_can_be_fewer_than_those_asked_for() -> None:
    assert (always(2)((3, 4)), largest((3, 4))) == ((2,), (4,))


PLAYED_TO_THE_END = {"tiles-are-laid-just-where-the-sentences-allow", "the-condition-of-note-five-changes-nothing"}
"""Theorems that follow random games to their end: how many positions there are is not known before."""


@pytest.mark.parametrize("game", games())
def test_bounds_are_data_but_for_claims_that_show_one_position(game: str) -> None:
    in_words = {each.name for each in theorems(game) if each.ranges is None and each.expected is not Verdict.REFUTED}

    assert in_words <= PLAYED_TO_THE_END


def sampled(moves: int) -> Theorem:
    """A theorem that states three moves of random games."""

    @theorem("a.clause", bounds=Ranges(players=always(3), moves=3))
    def one(proof: Proof) -> None:
        """It holds."""
        for _ in range(moves):
            proof.sample()
        proof.cover(3, "")

    one.game = GAME
    return one


def test_moves_of_random_games_are_counted_too() -> None:
    assert outcome_of(sampled(3)).verdict is Verdict.TIED
    assert "3 moves of random games are stated, 2 were looked at" in outcome_of(sampled(2)).reason


def on_numbers(*left_unknown: str) -> Theorem:
    """A theorem that states two unknown numbers."""

    @theorem("a.clause", bounds=Ranges(players=always(3), unknowns=("gold", "cards")))
    def one(proof: Proof) -> None:
        """It holds."""
        proof.unknown(*left_unknown)
        proof.cover(3, "")

    one.game = GAME
    return one


def test_numbers_stated_as_unknown_are_left_unknown() -> None:
    assert on_numbers().bounds == "any gold and cards"
    assert outcome_of(on_numbers("gold", "cards")).verdict is Verdict.PROVED
    assert "unknown are stated: gold, cards; left unknown: gold" in outcome_of(on_numbers("gold")).reason


@pytest.mark.parametrize("game", games())
def test_what_is_stated_as_data_is_told_in_words(game: str) -> None:
    for each in theorems(game):
        assert each.ranges is None or each.bounds == str(each.ranges)
