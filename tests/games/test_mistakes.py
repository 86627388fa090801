"""Each mistake of a game's fault dictionary is a sentence, breaks clauses that exist, and is met in games."""

from __future__ import annotations

import pytest

from rulecheck.properties.batteries import mistaken
from rulecheck.properties.mistakes import Mistake, mistakes_of
from rulecheck.spec import games

each = pytest.mark.parametrize(
    ("game", "mistake"),
    [pytest.param(game, mistake, id=f"{game}-{mistake.name}") for game in games() for mistake in mistakes_of(game)],
)


@pytest.fixture(scope="module")
def played() -> dict[str, mistaken.Steps]:
    """Steps of each game, once they are asked for."""
    return {}


def steps_of(game: str, played: dict[str, mistaken.Steps]) -> mistaken.Steps:
    if game not in played:
        played[game] = mistaken.steps_of(game)
    return played[game]


@each
def test_a_mistake_says_what_it_does_and_which_clauses_it_breaks(game: str, mistake: Mistake) -> None:
    mistaken.says_what_it_does(game, mistake)


@each
def test_a_mistake_departs_in_a_step_that_games_come_to(
    game: str, mistake: Mistake, played: dict[str, mistaken.Steps]
) -> None:
    mistaken.is_met(mistake, steps_of(game, played))


@pytest.mark.parametrize("game", games())
def test_mistakes_leave_the_rules_alone(game: str, played: dict[str, mistaken.Steps]) -> None:
    mistaken.leave_the_rules_alone(steps_of(game, played))
