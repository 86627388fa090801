"""`rulecheck conform` with programs that fail: verdict, exit code and standard error."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import GAME, Run

PROGRAMS = Path(__file__).parents[1] / "bad" / "programs.py"
SMALL = ("--players", 3, "--games", 1, "--seed", 1)


def program(way: str, at: int, *, reference: bool) -> list[object]:
    """A program that answers as the reference, or only the first request, until it goes wrong."""
    return ["--", sys.executable, PROGRAMS, way, at, *([GAME] if reference else [])]


@pytest.mark.parametrize(
    ("way", "verdict", "stderr"),
    [
        ("exits", "crashed", "no tile 17 on this board\n"),
        ("half-a-line", "half a line", ""),
        ("chats", "garbage", ""),
        ("floods", "flood", ""),
    ],
)
def test_a_program_that_fails_in_a_game_is_no_departure(rulecheck: Run, way: str, verdict: str, stderr: str) -> None:
    done = rulecheck("conform", GAME, *SMALL, "--format", "json", *program(way, 9, reference=True))

    assert done.code == 3, done.err
    found = done.json()["departures"]
    assert {one["kind"] for one in found} == {verdict}
    assert {one["stderr"] for one in found} == {stderr}


def test_a_program_that_ends_at_once_cannot_be_driven(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, *SMALL, *program("exits", 1, reference=False))

    assert (done.code, done.out) == (3, "")
    assert "crashed" in done.err
    assert done.err.endswith("\n    no tile 17 on this board\n")


def test_a_program_that_is_not_there_cannot_be_driven(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, *SMALL, "--", "no-such-bot")

    assert (done.code, done.out) == (3, "")
    assert done.err == (
        "rulecheck: cannot start no-such-bot: no program no-such-bot on the PATH; "
        "check the name, or write its whole path\n"
    )
