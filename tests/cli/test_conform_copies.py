"""`rulecheck conform --jobs` and `--workers`: processes with a copy of the program each, and the same answer."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run

GAME = "puerto_rico"
OPTIONS = ("--players", "3", "--games", "12", "--seed", "5", "--shrink", "200", "--format", "json")
FAULT = ("--", sys.executable, "-m", "tests.faults.serve", GAME, "TwoShipsOfAKind")


@pytest.fixture(autouse=True)
def from_the_repository(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs and workers find the planted faults."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root / "src"), str(root)]))


@pytest.mark.campaign
def test_one_two_and_four_copies_tell_the_same(rulecheck: Run) -> None:
    answers = [rulecheck("conform", GAME, *OPTIONS, "--jobs", jobs, *FAULT) for jobs in (1, 2, 4)]

    assert [done.err for done in answers] == ["", "", ""]
    assert answers[0].json()["departures"]
    assert answers[0].out == answers[1].out == answers[2].out


@pytest.mark.campaign
def test_the_workers_of_a_cluster_tell_the_same(rulecheck: Run) -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    here = rulecheck("conform", GAME, *OPTIONS, *FAULT)
    there = rulecheck("conform", GAME, *OPTIONS, "--jobs", 2, "--workers", "dask://", *FAULT)

    assert json.loads(here.out)["departures"]
    assert (there.out, there.err) == (here.out, "")


def test_copies_do_not_go_with_what_drives_only_one(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, "--perft", 1, "--jobs", 2, *FAULT)

    assert done.is_one_line_mistake
    assert "--jobs does not go with --perft" in done.err


def test_what_may_be_under_way_together_is_part_of_the_answer(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, *OPTIONS[:2], "--games", 1, "--shrink", 0, "--round", 3, *OPTIONS[-2:], *FAULT)

    assert done.json()["asked"]["round"] == 3
