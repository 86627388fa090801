"""The faults of each game say what they do, are met in games, and can be played on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import pytest

from rulecheck.properties.batteries import mistaken
from rulecheck.properties.batteries.material import Owed
from rulecheck.properties.mistakes import Mistake
from rulecheck.reference_engines.contract import Refused
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.spec import games, load
from tests.faults.catalogue import faults_of

SEED: Final = 35
each_game = pytest.mark.parametrize("game", games())


@each_game
def test_faults_say_what_they_do_and_which_clauses_they_break(game: str) -> None:
    mistaken.say_what_they_do(game, faults_of(game))


def drawn(game: str) -> list[Mistake]:
    """A fault of each module of a game."""
    faults = list(faults_of(game))
    Random(SEED).shuffle(faults)
    return list({fault.engine.__module__: fault for fault in faults}.values())


def test_faults_of_all_chapters_depart_in_steps_that_games_come_to() -> None:
    """In one game, some faults: campaigns look at all of all games."""
    mistaken.are_met("puerto_rico", drawn("puerto_rico"))


@pytest.mark.campaign
@each_game
def test_faults_depart_in_steps_that_games_come_to(game: str) -> None:
    mistaken.are_met(game, faults_of(game))


@each_game
def test_most_rules_have_a_fault(game: str) -> None:
    """Four in five of the clauses that engines carry out, or forbid by, are broken by one at least."""
    rules = {clause.id for clause in load(game).clauses.values() if clause.kind == "rule"}
    broken = {clause for mistake in faults_of(game) for clause in mistake.clauses}
    assert len(rules & broken) >= 0.8 * len(rules)


@pytest.mark.campaign
@each_game
def test_faults_can_be_played_on_with(game: str) -> None:
    mistaken.play_on(game, faults_of(game))


# What is no mistake is noticed


class Right(PuertoRico):
    """It does as the rules say."""


class Forgets(PuertoRico):
    """It refuses a move that it lists."""

    def refusal(self, state: Any, move: Any) -> Refused | None:
        return Refused("round.order", "never")


def mistake(engine: type[Any], **more: Any) -> Mistake:
    return Mistake(
        **{"name": engine.__name__, "clauses": ("round.order",), "says": "It is a sentence", "engine": engine, **more}
    )


@pytest.mark.parametrize(
    ("battery", "wrong", "told"),
    [
        (mistaken.say_what_they_do, mistake(Right, clauses=("no.clause",)), "breaks no.clause"),
        (mistaken.say_what_they_do, mistake(Right, clauses=()), "breaks nothing"),
        (mistaken.say_what_they_do, mistake(Right, says="Wrong"), "'Wrong'"),
        (mistaken.are_met, mistake(Right), "as the rules say"),
        (mistaken.play_on, mistake(Forgets), "refuses it"),
    ],
)
def test_what_is_no_mistake_is_noticed(
    battery: Callable[[str, Sequence[Mistake]], None], wrong: Mistake, told: str
) -> None:
    with pytest.raises(Owed, match=told):
        battery("puerto_rico", (wrong,))


def test_two_mistakes_of_one_name_are_noticed() -> None:
    with pytest.raises(Owed, match="several mistakes are called Right"):
        mistaken.say_what_they_do("puerto_rico", (mistake(Right), mistake(Right)))
