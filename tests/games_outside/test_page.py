"""docs/games.md: its commands are carried out, in order, and what it says of files is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulecheck.spec import Part

PAGE = Path(__file__).parents[2] / "docs" / "games.md"
FOUND = ("readings .", "rulebook .")
"""The commands that find something: exit code 1."""


def commands(chapter: str) -> list[str]:
    """The commands of a chapter, each without its prompt."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {chapter}\n")[1].split("\n## ")[0]
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S)
    return [line for block in blocks for line in re.findall(r"^\$ (.*)$", block, re.M)]


def test_the_commands_of_the_afternoon_do_what_they_say(tmp_path: Path, nothing_outside: None) -> None:
    listed = commands("A game in an afternoon")
    folder = tmp_path
    assert len(listed) >= 8
    for line in listed:
        for command in line.split(" && "):
            if command.startswith("cd "):
                folder /= command.removeprefix("cd ")
                continue
            words = command.removeprefix("python -m ").split()
            quiet = ["-p", "no:cacheprovider", "-p", "no:xdist"] if words == ["pytest"] else []
            done = subprocess.run(
                [sys.executable, "-m", *words, *quiet],
                cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            assert done.returncode == (1 if any(part in command for part in FOUND) else 0), (command, done)
            assert done.stderr == "", (command, done)


@pytest.mark.parametrize("part", Part)
def test_every_part_of_a_game_stands_in_the_table(part: Part) -> None:
    assert f"| `{part}.py` |" in PAGE.read_text(encoding="utf-8")


def test_the_code_of_the_test_is_that_of_a_new_game(mygame: Path) -> None:
    code = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)[-1]

    assert code.strip().replace("tictac", "mygame") in (mygame / "tests" / "test_game.py").read_text(encoding="utf-8")
