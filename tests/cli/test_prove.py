"""`rulecheck prove`."""

from __future__ import annotations

import contextlib
import signal
from typing import Any

import attrs
import pytest

from rulecheck.solvers import decision
from rulecheck.solvers.decision import TheoremResult
from rulecheck.solvers.theorem import Verdict
from tests.cli.running import GAME, Answer, Run


def test_a_theorem_is_decided_with_its_twins(answer: Answer) -> None:
    report = answer("prove", GAME, "first-placements")

    (theorem,) = report["theorems"]
    assert theorem["verdict"] == "proved"
    assert [twin["verdict"] for twin in theorem["twins"]] == ["refuted"]
    assert report["counts"]["proved"] == 1


def test_a_refutation_from_the_start_is_kept_and_can_be_replayed(answer: Answer, rulecheck: Run) -> None:
    report = answer("prove", GAME, "the-bank-of-gold-never-runs-dry")

    (theorem,) = report["theorems"]
    assert (theorem["verdict"], theorem["as_expected"]) == ("refuted", True)
    replayed = rulecheck("replay", theorem["evidence"]["file"])
    assert replayed.code == 0
    assert "the bank is empty" in replayed.out


def test_a_claim_refuted_as_expected_is_no_finding(rulecheck: Run) -> None:
    done = rulecheck("prove", GAME, "the-bank-of-gold-never-runs-dry")

    assert done.code == 0
    assert "as expected" in done.out
    assert "rulecheck replay" in done.out


def test_contracts_are_theorems_too(answer: Answer) -> None:
    report = answer("prove", GAME, "to_discard")

    (theorem,) = report["theorems"]
    assert (theorem["kind"], theorem["verdict"]) == ("contract", "proved")
    assert "seven.discard" in theorem["clauses"]


def test_a_theorem_that_does_not_exist_names_close_ones(rulecheck: Run) -> None:
    done = rulecheck("prove", GAME, "to_discart")

    assert done.is_one_line_mistake
    assert "to_discard" in done.err


def test_a_player_count_that_does_not_exist_is_told(rulecheck: Run) -> None:
    assert rulecheck("prove", GAME, "--players", 7).is_one_line_mistake


def test_a_claim_during_which_a_signal_was_lost_has_no_verdict(rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a finalizer of the solver drops the exception, and what it was making is left half made."""
    real = decision.decide

    def decide(*asked: Any) -> TheoremResult:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        return attrs.evolve(real(*asked), verdict=Verdict.CRASHED)

    monkeypatch.setattr(decision, "decide", decide)
    done = rulecheck("prove", GAME, "first-placements")

    assert done.code == 128 + signal.SIGTERM
    assert "crashed" not in done.out
