"""Every game's theorems come out as they say, each with twins that are refuted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulecheck.solvers.decision import decide
from rulecheck.solvers.theorem import Theorem, Verdict, theorems
from rulecheck.spec import games, load

LONGER = """
    castles_of_burgundy-every-game-ends castles_of_burgundy-nobody-is-ever-stuck new_world-components-are-conserved
    new_world-a-settler-is-asked-for-just-if-the-supply-has-one new_world-completing-never-brings-less
    new_world-completed-trails-and-towns-bring-what-is-written new_world-no-scoring-brings-less-than-two-points
    power_grid-where-fuel-lies-does-not-matter-for-the-win
    puerto_rico-components-are-conserved puerto_rico-loads-offered-are-the-maximal-ones
    puerto_rico-the-captain-phase-ends
"""
"""Theorems that take seconds: campaigns prove them, for all numbers of players."""
ALL = [theorem for game in games() for theorem in theorems(game)]


def name(theorem: Theorem) -> str:
    return f"{theorem.game}-{theorem.name}"


QUICK = [theorem for theorem in ALL if name(theorem) not in LONGER.split()]


def test_the_theorems_that_take_longer_are_theorems() -> None:
    assert set(LONGER.split()) <= set(map(name, ALL))


@pytest.mark.parametrize("theorem", QUICK, ids=name)
def test_a_theorem_comes_out_as_it_says_for_the_most_players(theorem: Theorem) -> None:
    comes_out_as_it_says(theorem, load(theorem.game).player_counts()[-1:])


@pytest.mark.campaign
@pytest.mark.parametrize("theorem", ALL, ids=name)
def test_a_theorem_comes_out_as_it_says_for_all_numbers_of_players(theorem: Theorem) -> None:
    comes_out_as_it_says(theorem, load(theorem.game).player_counts())


@pytest.mark.long
@pytest.mark.parametrize("theorem", ALL, ids=name)
def test_a_theorem_comes_out_as_it_says_for_each_number_of_players(theorem: Theorem) -> None:
    for count in load(theorem.game).player_counts()[:-1]:
        comes_out_as_it_says(theorem, (count,))


def comes_out_as_it_says(theorem: Theorem, players: Sequence[int]) -> None:
    result = decide(theorem, players)

    assert result.verdict is theorem.expected, (players, result.reason)
    assert [twin.verdict for twin in result.twins] == [Verdict.REFUTED] * len(theorem.twins)
    assert all(twin.evidence is not None for twin in result.twins)


@pytest.mark.parametrize("theorem", ALL, ids=name)
def test_a_theorem_names_clauses_and_readings_that_exist(theorem: Theorem) -> None:
    book = load(theorem.game)

    assert [clause for clause in theorem.clauses if clause not in book.clauses] == []
    assert [reading for reading in theorem.readings if reading not in book.readings] == []
    assert theorem.clauses
    assert theorem.bounds


@pytest.mark.parametrize("theorem", ALL, ids=name)
def test_a_theorem_has_a_twin_or_is_refuted_itself(theorem: Theorem) -> None:
    assert theorem.twins or theorem.expected is Verdict.REFUTED
    assert bool(theorem.because) == (theorem.expected is Verdict.REFUTED)
