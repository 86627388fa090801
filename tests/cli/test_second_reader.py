"""`rulecheck rulebook --reader COMMAND`: a program of the user's that answers what each sentence says."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run

UR = Path(__file__).parents[2] / "examples" / "games" / "ur"
SILENT = """
import json, sys
with open(sys.argv[1], "a") as log:
    print("started", file=log)
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "says": [], "words": {}, "sure": float(sys.argv[2])}), flush=True)
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """An English text of a game of somebody's."""
    return Path(shutil.copy(UR / "texts" / "en.md", tmp_path / "en.md"))


@pytest.fixture
def program(tmp_path: Path) -> str:
    """A reader to which no sentence says anything; it is told how sure it is of that."""
    script = tmp_path / "silent.py"
    script.write_text(SILENT, encoding="utf-8")
    return f"{sys.executable} {script} {tmp_path / 'log'}"


def test_both_readings_are_told_and_answers_are_kept(rulecheck: Run, text: Path, program: str, tmp_path: Path) -> None:
    command = ("rulebook", UR, text, "--format", "json", "--reader", f"{program} 0.9")
    first, again = (json.loads(rulecheck(*command).out) for _ in range(2))

    told = first["second_reader"]
    assert told["answered"] == told["sentences"] > 10
    assert told["differences"][0]["ours"]
    assert told["differences"][0]["theirs"] == []
    assert again == first
    assert (tmp_path / "log").read_text(encoding="utf-8").split() == ["started"]
    assert Path(told["kept"]).is_file()


def test_an_answer_that_is_not_sure_changes_no_finding(rulecheck: Run, text: Path, program: str) -> None:
    alone = json.loads(rulecheck("rulebook", UR, text, "--format", "json").out)
    unsure = json.loads(rulecheck("rulebook", UR, text, "--format", "json", "--reader", f"{program} 0.1").out)

    assert unsure["findings"] == alone["findings"]
    assert unsure["second_reader"]["differences"]


@pytest.mark.parametrize(
    ("command", "says"),
    [("no-such-program", "cannot be started"), ("'", "No closing quotation"), (" ", "name a command")],
)
def test_a_reader_that_cannot_be_asked_is_one_line(rulecheck: Run, text: Path, command: str, says: str) -> None:
    done = rulecheck("rulebook", UR, text, "--reader", command)

    assert done.code == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1
