"""`rulecheck conform` with programs that fail: verdict, exit code and standard error."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from rulecheck.properties.conform.driver.child import Child
from rulecheck.properties.conform.driver.program import Program
from tests.cli.running import GAME, Run

PROGRAMS = Path(__file__).parents[1] / "hostile" / "programs.py"
SMALL = ("--players", 3, "--games", 1, "--seed", 1, "--no-suite", "--shrink", 0)


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
    departures = done.json()["departures"]
    assert {departure["kind"] for departure in departures} == {verdict}
    assert {departure["stderr"] for departure in departures} == {stderr}


def test_a_program_that_ends_at_once_cannot_be_driven(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, *SMALL, *program("exits", 1, reference=False))

    assert (done.code, done.out) == (3, "")
    assert "crashed" in done.err
    assert done.err.endswith("\n    no tile 17 on this board\n")


def test_a_signal_while_answers_are_on_the_way_is_no_fault(rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is ended then, and the game that was being played asks it nothing more."""
    waits: list[int] = []
    wait = Program._wait

    def interrupted(self: Program, child: Child) -> None:
        waits.append(1)
        if len(waits) == 12:
            signal.raise_signal(signal.SIGTERM)
        wait(self, child)

    monkeypatch.setattr(Program, "_wait", interrupted)
    done = rulecheck("conform", GAME, *SMALL, *program("complains", 10_000, reference=True))

    assert len(waits) == 12
    assert "Traceback" not in done.err
    assert done.code in (0, 1, 3, 143), done.err


def test_a_program_that_is_not_there_cannot_be_driven(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, *SMALL, "--", "no-such-bot")

    assert (done.code, done.out) == (3, "")
    assert done.err == (
        "rulecheck: cannot start no-such-bot: no program no-such-bot on the PATH; "
        "check the name, or write its whole path\n"
    )
