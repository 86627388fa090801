"""Two readings: the shortest game that tells them apart, or how much was looked at in vain."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulecheck.properties.campaign.separation import separate
from tests.toy.trader import CHOICES, ToyRules, Trader, build, toy

BOTH = tuple(CHOICES["market.empty"])


def same_whatever_is_chosen(rules: ToyRules) -> Trader:
    return build(evolve(rules, readings={"market.empty": "nothing"}))


def test_the_shortest_game_that_separates_two_readings() -> None:
    separation = separate(toy(), "market.empty", choices=BOTH, build=build, seconds=None, games=20)

    assert separation is not None
    (pair,) = separation.pairs
    assert pair.moves is not None
    assert pair.difference is not None
    assert len(pair.moves) <= 28, "three full rolls are sold, a fourth is at hand: 22 is the least"
    assert pair.difference.only_a == ("sell",)
    assert pair.difference.what == ("only the first allows sell",)
    assert pair.original_length >= len(pair.moves)


def test_the_answer_depends_on_the_seed_alone() -> None:
    def ask() -> Any:
        return separate(toy(), "market.empty", choices=BOTH, build=build, seconds=None, games=10, seed=3)

    assert ask() == ask()


def test_readings_that_never_part_are_told_with_what_was_played() -> None:
    separation = separate(toy(), "market.empty", choices=BOTH, build=same_whatever_is_chosen, seconds=None, games=10)

    assert separation is not None
    (pair,) = separation.pairs
    assert not pair.found
    assert str(pair).startswith("nothing / refused: none found in 10 games, ")


def test_a_reading_with_one_choice_separates_nothing() -> None:
    assert separate(toy(), "market.empty", choices=BOTH[:1], build=build) is None


def test_a_separation_is_a_finding() -> None:
    separation = separate(toy(), "market.empty", choices=BOTH, build=build, seconds=None, games=20)

    assert separation is not None
    (finding,) = separation.findings(toy())
    assert finding.kind == "diverges"
    assert finding.about == "market.empty"
    assert finding.setting.readings == {"market.empty": "nothing"}
