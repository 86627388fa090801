"""Lint and types are tests like the others, so that one command tells whether a change is good."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "--no-cache", "."], id="ruff-check"),
        pytest.param(["ruff", "format", "--no-cache", "--check", "."], id="ruff-format"),
        pytest.param(["mypy"], id="mypy"),
    ],
)
def test_the_checker_has_nothing_to_say(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
