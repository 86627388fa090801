"""`rulecheck prove`."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from rulecheck.properties.runtime.workers import Here, Jobs, Work
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
    real = decision.decide_alone

    def decide(*asked: Any) -> TheoremResult:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        return attrs.evolve(real(*asked), verdict=Verdict.CRASHED)

    monkeypatch.setattr("rulecheck.solvers.pieces.decide_alone", decide)
    done = rulecheck("prove", GAME, "first-placements")

    assert done.code == 128 + signal.SIGTERM
    assert "crashed" not in done.out


def without_clocks(report: Any) -> Any:
    """A report without the seconds it took."""
    if isinstance(report, dict):
        return {key: without_clocks(value) for key, value in report.items() if key != "seconds"}
    return [without_clocks(value) for value in report] if isinstance(report, list) else report


def test_two_processes_decide_the_same_as_one(answer: Answer) -> None:
    alone, shared = (answer("prove", GAME, "the-ba", "--jobs", jobs) for jobs in (1, 2))

    assert without_clocks(shared) == without_clocks(alone)
    assert len(alone["theorems"]) > 1


class Killed(Here):
    """Workers of which one was killed while it was at a twin."""

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        for number, answer in super().map(jobs, work, doing):
            if number == 1:
                self.notes.append(f"a worker was killed (signal 9) while it was {doing} {number}; the others went on")
            yield number, None if number == 1 else answer


def test_a_claim_whose_process_was_killed_is_undecided(rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulecheck.cli.commands.prove.workers_at", lambda *_: Killed)
    done = rulecheck("prove", GAME, "first-placements", "--format", "json")

    (theorem,) = done.json()["theorems"]
    assert (done.code, theorem["verdict"]) == (1, "undecided")
    assert theorem["reason"].endswith("the process that decided it was killed")
    assert done.json()["notes"] == ["a worker was killed (signal 9) while it was deciding claim 1; the others went on"]


class Interrupted(Here):
    """Ctrl-C comes when the second theorem is decided and the first still lacks its twin."""

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        listed = [job for job in jobs if job is not None]
        names = [job.given[0].theorem for job in listed]
        first = [job for job, name in zip(listed, names, strict=True) if name != names[0]]
        yield from super().map(iter(first), work, doing)
        raise KeyboardInterrupt


def test_what_was_decided_out_of_turn_is_told_when_it_is_interrupted(
    rulecheck: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulecheck.cli.commands.prove.workers_at", lambda *_: Interrupted)
    done = rulecheck("prove", GAME, "the-ba", "--format", "json")

    told = done.json()
    assert done.code == 130
    assert not told["complete"]
    assert told["theorems"]
