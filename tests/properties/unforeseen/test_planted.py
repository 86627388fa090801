"""Choices that no clause makes are planted in every game, and found; where none is planted, none is told."""

from __future__ import annotations

from importlib import import_module

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.reference_engines import build
from rulecheck.spec import games, make_rules
from tests.properties.unforeseen.planted import Choice, seen

CHOICES: dict[str, tuple[Choice, ...]] = {
    game: import_module(f"tests.properties.{game}.choices").CHOICES for game in games()
}
MOVES = 3000
"""Moves that are played at random for one of them, at most."""

each_game = pytest.mark.parametrize("game", games())


def cases(*, quick: bool) -> list[object]:
    """The planted choices that are looked for in every run, or the others."""
    return [
        pytest.param(game, choice, id=f"{game}-{choice.told}")
        for game, choices in CHOICES.items()
        for choice in choices
        if choice.is_quick == quick
    ]


def keys(game: str, choice: Choice) -> list[str]:
    """What is told of an engine, up to what is planted in it."""
    told = []
    for key in seen(choice.engine, game, moves=MOVES, players=choice.players, setup=choice.setup, seed=5):
        told.append(key)
        if choice.is_met_by(key):
            break
    return told


@each_game
def test_seats_lists_and_parts_in_passing_are_planted_in_each_game(game: str) -> None:
    names = [choice.name for choice in CHOICES[game]]

    assert len(names) >= 4
    assert any("seats" in name for name in names)
    assert any("lists" in name for name in names)
    assert any("without a clause" in name for name in names)


@pytest.mark.parametrize(("game", "choice"), cases(quick=True))
def test_a_choice_that_no_clause_makes_is_seen_in_a_game(game: str, choice: Choice) -> None:
    told = keys(game, choice)

    assert any(map(choice.is_met_by, told)), told


@pytest.mark.campaign
@pytest.mark.parametrize(("game", "choice"), cases(quick=False))
def test_the_other_choices_are_seen_as_well(game: str, choice: Choice) -> None:
    told = keys(game, choice)

    assert any(map(choice.is_met_by, told)), told


@each_game
def test_where_nothing_is_planted_nothing_is_seen(game: str) -> None:
    assert list(seen(build, game, moves=250, players=None, setup=None, seed=5)) == []


@pytest.mark.parametrize(
    ("game", "choice"),
    [
        pytest.param(game, choice, id=f"{game}-{choice.told}", marks=pytest.mark.long if nth else pytest.mark.campaign)
        for game, choices in CHOICES.items()
        for nth, choice in enumerate(choices)
    ],
)
def test_a_campaign_finds_it_and_shows_it_in_a_game_that_became_shorter(game: str, choice: Choice) -> None:
    rules = [make_rules(game, players=choice.players, setup=choice.setup)]
    result = Campaign(
        rules=rules, seed=6, games=150, jobs=1, build=choice.engine, properties=[], shrink_steps=60_000
    ).run()
    mine = [finding for finding in result.findings if choice.is_met_by(finding.key)]

    assert mine, [finding.key for finding in result.findings if finding.kind != "silent"]
    assert len(mine[0].moves) <= mine[0].original_length
