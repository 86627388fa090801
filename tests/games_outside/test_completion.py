"""The shell completes games, also those of folders, and what the game named before has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def completed(folder: Path, *words: str) -> list[str]:
    """What the shell offers for the last of these words."""
    done = subprocess.run(
        [sys.executable, "-m", "rulecheck"],
        cwd=folder, capture_output=True, text=True, check=False,
        env={
            **os.environ,
            "_RULECHECK_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(("rulecheck", *words)),
            "COMP_CWORD": str(len(words)),
        },
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["--games", ".", "fuzz", "my"], ["mygame"]),
        (["fuzz", "./my"], ["./mygame"]),
        (["fuzz", "my"], ["mygame"]),
        (["--games", "mygame", "explain", "mygame", "turn.s"], ["turn.step"]),
        (["explain", "mygame", "rest"], ["rest.empty"]),
        (["readings", "mygame", "a"], ["aim.beyond"]),
        (["fuzz", "mygame", "--setup", ""], ["race"]),
        (["fuzz", "mygame", "--reading", "aim"], ["aim.beyond=stays", "aim.beyond=arrives"]),
        (["fuzz", "mygame", "--number", "push"], ["push.cost="]),
        (["prove", "mygame", "no"], ["no-step-leads-off-the-track"]),
        (["prove", "mygame", "la"], ["landing"]),
        (["explain", "catan_europe", "seven.robb"], ["seven.robber"]),
    ],
    ids=" ".join,
)
def test_what_there_is_is_offered(mygame: Path, words: list[str], offered: list[str]) -> None:
    assert completed(mygame.parent, *words) == offered


@pytest.mark.parametrize(
    "words",
    [
        ["--games", "absent", "fuzz", "my_"],
        ["explain", "no_such_game", "turn"],
        ["explain", "mygame", "trun"],
        ["fuzz", "absent/"],
    ],
    ids=" ".join,
)
def test_what_there_is_not_is_not_and_nothing_is_said(mygame: Path, words: list[str]) -> None:
    """The twin; a broken game says nothing while somebody types."""
    (mygame.parent / "broken").mkdir()
    (mygame.parent / "broken" / "engine.py").write_text("1 / 0\n")

    assert completed(mygame.parent, *words) == []
    assert completed(mygame.parent, "--games", "broken", "explain", "broken", "t") == []
