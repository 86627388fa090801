"""Figures: means, shares, and when two of them differ."""

from __future__ import annotations

from random import Random

import pytest

from rulecheck.properties.study.figures import LEVEL, Mean, Share, chance, holm, paired_chance


def test_a_mean_has_its_five_numbers_and_an_interval_around_it() -> None:
    mean = Mean.of([1, 2, 3, 4, 5])

    assert mean is not None
    assert (mean.least, mean.quarter, mean.median, mean.three_quarters, mean.most) == (1, 2, 3, 4, 5)
    assert mean.low < mean.mean == 3 < mean.high


def test_nothing_has_no_mean_and_a_single_value_is_its_own() -> None:
    alone = Mean.of([7])

    assert Mean.of([]) is None
    assert alone is not None
    assert (alone.low, alone.mean, alone.high) == (7, 7, 7)


def test_a_share_of_few_is_less_sure_than_the_same_share_of_many() -> None:
    few, many = Share(3, 6).interval, Share(300, 600).interval

    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert Share(0, 0).interval == (0.0, 1.0)
    assert Share(0, 20).interval[0] < 1e-9 < 0.1 < Share(0, 20).interval[1]


def test_shares_that_are_far_apart_are_told_apart_and_near_ones_are_not() -> None:
    assert chance(Share(80, 100), Share(20, 100)) < 1e-6
    assert chance(Share(51, 100), Share(49, 100)) > 0.5
    assert chance(Share(0, 100), Share(0, 100)) == 1.0


def test_a_small_change_in_every_game_is_told_though_games_differ_much() -> None:
    rng = Random(1)
    lengths = [rng.uniform(100, 500) for _ in range(50)]

    assert paired_chance([(length, length + rng.uniform(1, 3)) for length in lengths]) < 1e-6
    assert paired_chance([(length, length + rng.uniform(-2, 2)) for length in lengths]) > 0.01
    assert paired_chance([(length, length) for length in lengths]) == 1.0


def test_few_pairs_that_differ_prove_little_however_alike_they_are() -> None:
    pairs = [(0.0, 0.0)] * 990 + [(0.0, 1.0)] * 3

    assert paired_chance(pairs) >= 0.25
    assert paired_chance(pairs + [(0.0, 1.0)] * 30) < 1e-6


def test_of_many_comparisons_without_a_difference_hardly_one_is_told() -> None:
    rng = Random(2)
    told = 0
    for _ in range(60):
        chances = {n: paired_chance([(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(60)]) for n in range(40)}
        told += len(holm(chances))

    assert told <= 3, f"{told} of 2,400 comparisons told at a level of {LEVEL} for each 40"


def test_a_true_difference_among_many_is_told() -> None:
    assert holm({"true": 1e-9, **{f"none {n}": 0.3 for n in range(100)}}) == {"true"}
    assert holm({}) == frozenset()


@pytest.mark.parametrize("share", [Share(1.5, 3), Share(0, 5)])
def test_a_share_as_json_is_rounded(share: Share) -> None:
    told = share.to_json()

    assert told["share"] == round(share.share, 4)
    assert 0 <= told["low"] <= told["share"] <= told["high"] <= 1
