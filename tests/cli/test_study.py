"""`rulecheck study`"""

from __future__ import annotations

import csv
from pathlib import Path

from tests.cli.running import Answer, Run

GAME = "castles_of_burgundy"
SMALL = (GAME, "--games", "4", "--seed", "3", "--jobs", "1")


def test_study_answers_with_figures_of_every_variant(answer: Answer) -> None:
    study = answer("study", *SMALL, "--variant", "players=3", "--variant", "workers.taken=2 players=2")

    assert [variant["label"] for variant in study["variants"]] == ["as it is", "players=3", "workers.taken=2 players=2"]
    assert [variant["tables"][0]["players"] for variant in study["variants"]] == [2, 3, 2]
    assert study["variants"][2]["numbers"] == {"workers.taken": 2}
    assert all(variant["games"] == 4 for variant in study["variants"])
    parted = [variant["parted"] for variant in study["variants"]]
    assert parted[0] is None
    assert [(row["part"], row["of"]) for row in parted[1:]] == [(4, 4), (0, 4)]


def test_study_repeats_from_its_seed(rulecheck: Run) -> None:
    first, again = rulecheck("study", *SMALL), rulecheck("study", *SMALL)

    assert first.code == 0
    assert first.out == again.out
    assert first.out.startswith(f"{GAME}   4 games   seed 3   played by greedy")


def test_study_says_of_each_variant_whether_it_differs_matters_or_never_came_up(rulecheck: Run) -> None:
    same, seldom = "knowledge.26-counts=colours", "castle.action=tiles"

    done = rulecheck("study", *SMALL, "--variant", same, "--variant", seldom)

    assert f"NO DIFFERENCE  {same}: all 4 games went the same\n" in done.out
    assert f"MATTERS  {seldom}: 4 of 4 games went differently; no figure differs by more than chance\n" in done.out


def test_study_writes_each_game_as_a_row(rulecheck: Run, tmp_path: Path) -> None:
    done = rulecheck("study", *SMALL, "--csv", "games.csv")

    assert done.code == 0
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["game"] for row in rows] == ["0", "1", "2", "3"]
    assert all(int(row["moves"]) > 50 for row in rows if row["finished"] == "1")


def test_a_variant_that_makes_no_sense_is_one_line(rulecheck: Run) -> None:
    for variant, what in (
        ("workers.takn=2", "workers.taken"),
        ("nonsense", "expected NAME=VALUE"),
        (" ", "names no change"),
        ("players=9", "9"),
        ("workers.taken=many", "not a whole number"),
    ):
        done = rulecheck("study", *SMALL, "--variant", variant)

        assert done.is_one_line_mistake, (variant, done)
        assert what in done.err


def test_the_same_variant_twice_and_an_unknown_player_are_one_line(rulecheck: Run) -> None:
    for more, what in (
        (("--variant", "players=3", "--variant", "players=3"), "twice"),
        (("--player", "nobody"), "there are"),
    ):
        done = rulecheck("study", *SMALL, *more)

        assert done.is_one_line_mistake, done
        assert what in done.err
