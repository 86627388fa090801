"""Longer play, for every game there is: run with `python -m pytest -m campaign`."""

from __future__ import annotations

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.findings.finding import Finding
from rulecheck.reference_engines import build
from rulecheck.spec import check_claims, games, load
from rulecheck.spec.errors import SpecError
from rulecheck.spec.rules import Rules, make_rules

pytestmark = pytest.mark.campaign

OURS = {"silent", "endless"}
"""What a rulebook may be found to have: anything else is a fault of the engine or of a property."""


def faults(campaign: CampaignResult) -> list[Finding]:
    return [finding for finding in campaign.findings if finding.kind not in OURS]


GAMES = {"new_world": 480}
"""So many games instead of 120, where they are short: about as much play as in the others."""


@pytest.mark.parametrize("game", games())
def test_a_campaign_exercises_the_rules_and_finds_no_fault_of_ours(game: str) -> None:
    rulebook = load(game)
    rules = [
        make_rules(game, setup=setup.name, players=players)
        for setup in rulebook.setups.values()
        for players in setup.players
    ]

    count = GAMES.get(game, 120)
    campaign = Campaign(rules=rules, seed=20, games=count, jobs=2, shrink_steps=50_000).run()

    assert not faults(campaign), faults(campaign)
    assert campaign.games == count
    assert campaign.goals is not None
    assert len(campaign.unexercised) <= 0.03 * len(campaign.goals), campaign.unexercised


@pytest.mark.parametrize("game", games())
def test_no_choice_of_any_reading_breaks_the_game(game: str) -> None:
    rulebook = load(game)
    rules = [
        make_rules(game, readings={reading.id: choice})
        for reading in rulebook.readings.values()
        for choice in reading.choices
        if choice != reading.default
    ]

    campaign = Campaign(rules=rules, seed=21, games=len(rules), jobs=2, cap=1500, shrink_steps=20_000).run()

    assert not faults(campaign), faults(campaign)


TOLD = ("first.uranium",)
"""Numbers that the rulebook tells of a data file (power_grid's market): another one is rightly found to be wrong."""


@pytest.mark.parametrize("game", games())
def test_numbers_that_are_one_more_or_less_break_nothing_that_is_claimed_of_them(game: str) -> None:
    names = [name for name in load(game).quantities if name not in TOLD]
    rules = [altered for name in names for more in (1, -1) if (altered := changed(game, name, more)) is not None]

    campaign = Campaign(rules=rules, seed=22, games=len(rules), jobs=2, cap=800, shrink_steps=20_000).run()

    assert campaign.games == len(rules) > 0.3 * len(names)
    assert not faults(campaign), faults(campaign)


def changed(game: str, name: str, more: int) -> Rules | None:
    """The rules with another number; None if it cannot be played, or the rulebook's claims do not allow it."""
    book = load(game)
    try:
        value = make_rules(game).number(name) + more
        rules = make_rules(game, numbers={name: value})
        build(rules)
    except SpecError:
        return None
    return None if value < 0 or check_claims(book, {name: value}) else rules
