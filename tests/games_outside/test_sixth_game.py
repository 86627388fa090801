"""The sixth game, `examples/games/ur`: a package of its own; a sample of what it owes, and all of it as a campaign."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulecheck.properties.batteries import planted
from rulecheck.properties.batteries.suite import faults_beside, properties_of
from rulecheck.spec.registry import add_folder
from tests.cli.running import Answer, Run

GAME = Path(__file__).parents[2] / "examples" / "games" / "ur"
FAULTS = ("TakesOnTheFirstSquares",)
"""The planted faults of the sample."""


def own_tests(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The game's own tests, in its folder, as a person would run them."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments],
        cwd=GAME, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env={**os.environ},
    )  # fmt: skip


def test_its_own_tests_pass_as_far_as_they_are_quick() -> None:
    done = own_tests("-k", "claims_hold or examples or notation or left_over or cites")

    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) >= 28


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_and_shown_in_a_short_game(nothing_outside: None, name: str) -> None:
    add_folder(GAME)
    fault = next(fault for fault in faults_beside(GAME / "tests") if fault.name == name)

    planted.is_found_and_told_shortly("ur", fault)
    assert len(properties_of("ur")) >= 20


@pytest.mark.parametrize(("name", "verdict"), [("the-ways", "proved"), ("whoever-throws", "refuted")])
def test_its_theorems_are_decided(nothing_outside: None, answer: Answer, name: str, verdict: str) -> None:
    (theorem,) = answer("prove", str(GAME), name)["theorems"]

    assert (theorem["verdict"], theorem["as_expected"]) == (verdict, True)
    assert theorem["twins"] or verdict == "refuted"


def test_both_texts_are_checked_and_the_faults_of_one_are_told(nothing_outside: None, answer: Answer) -> None:
    """Of the English text only that it leaves three questions open."""
    english, german = (
        Counter(finding["kind"] for finding in answer("rulebook", str(GAME), str(text))["findings"])
        for text in (GAME / "texts" / "en.md", GAME / "texts" / "de.md")
    )

    assert english == {"open": 3}
    assert german == {"contradiction": 2, "differs": 1, "missing": 1, "term-drift": 1, "open": 1}


@pytest.mark.campaign
def test_its_own_tests_pass() -> None:
    done = own_tests()

    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.campaign
def test_every_theorem_and_contract_of_it_is_as_expected(nothing_outside: None, answer: Answer) -> None:
    told = answer("prove", str(GAME))["theorems"]

    assert len(told) >= 8
    assert all(theorem["as_expected"] for theorem in told)


@pytest.mark.campaign
def test_the_default_minute_exercises_its_clauses(nothing_outside: None, rulecheck: Run) -> None:
    told = rulecheck("fuzz", str(GAME), "--seed", "1", "--format", "json").json()

    assert len(told["unexercised"]) <= 0.03 * told["rules"]
    assert {finding["key"] for finding in told["findings"]} == {
        "silent:again.piece", "silent:home.more", "silent:rosette.peace"
    }  # fmt: skip
