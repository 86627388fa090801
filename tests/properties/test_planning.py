"""How long games may go on: what others by the same rules needed, and now and then as long as any."""

from __future__ import annotations

from random import Random

from rulecheck.properties.campaign.planning import Lengths


def caps(lengths: Lengths, rules: int) -> set[int | None]:
    rng = Random(1)
    return {lengths.cap(rules, rng) for _ in range(100)}


def ended(*decisions: int) -> Lengths:
    lengths = Lengths()
    for many in decisions:
        lengths.add(0, many)
    return lengths


def test_most_games_get_thrice_what_half_of_those_that_ended_needed() -> None:
    lengths = ended(900, 100, 300, 700, 500, 200, 800, 400, 600)

    assert caps(lengths, 0) == {None, 1500}


def test_short_games_get_some_hundred_all_the_same() -> None:
    assert caps(ended(*[20] * 9), 0) == {None, 400}


def test_where_few_have_ended_most_games_get_some_thousand() -> None:
    assert caps(ended(*[500] * 7), 0) == {None, 2000}


def test_where_few_have_ended_by_some_rules_those_by_others_tell() -> None:
    lengths = ended(*[500] * 9)

    assert caps(lengths, 1) == {None, 1500}
    for many in [900] * 8:
        lengths.add(1, many)
    assert caps(lengths, 1) == {None, 2700}, "other rules, other lengths"
    assert caps(lengths, 0) == {None, 1500}


def test_one_game_in_four_may_go_on() -> None:
    rng, lengths = Random(2), ended(*[500] * 9)
    long = sum(lengths.cap(0, rng) is None for _ in range(2000))

    assert 400 < long < 600
