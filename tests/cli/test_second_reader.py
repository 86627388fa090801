"""`rulecheck rulebook --reader COMMAND`: a program of the user's that answers what each sentence says."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from rulecheck.cli.commands.second_reading import SecondReading
from rulecheck.spec.reading.frames import Frame, Word
from rulecheck.spec.reading.second import Answer, SecondReader
from rulecheck.spec.text import parse
from tests.cli.running import Run
from tests.spec.reading.readers import concepts

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


def test_the_review_asks_which_reader_is_right_and_what_a_person_says_counts(
    rulecheck: Run, text: Path, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = Path(shutil.copy(UR / "editions" / "en.toml", tmp_path / "en.toml"))
    reader = ("--reader", f"{program} 0.9")

    def review(keys: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        done = rulecheck("edition", "review", UR, text, "--edition", edition, *reader)
        assert done.code == 0, done.err
        return done.out

    def told(*options: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(rulecheck("rulebook", UR, text, "--format", "json", *options).out)
        return answer

    before = told(*reader)["second_reader"]["differences"]
    first = review("2u2xsq")
    asked = int(first.partition("The two readers differ in ")[2].split()[0])
    assert 10 < asked < len(before), "the sentences that the edition has a row for"
    assert "no such key" in first
    assert "accept its place" not in first, "the person quit"
    left = told(*reader)["second_reader"]["differences"]
    (settled,) = [row for row in before if row not in left]
    assert first.count(settled["sentence"][:60]) == 2, "undone, and asked again"

    assert "accept its place" in review("1" * (asked - 1) + "q"), "the sentences of the draft come next"
    assert len(told(*reader)["second_reader"]["differences"]) == len(before) - asked


@pytest.mark.parametrize(
    ("sure", "is_right", "is_followed"),
    [(0.9, None, True), (0.1, None, False), (0.9, False, False), (0.1, True, True)],
)
def test_what_a_person_says_of_a_reader_counts_more_than_how_sure_it_is(
    sure: float, is_right: bool | None, is_followed: bool
) -> None:
    answer = Answer("Anna pays.", (), {}, sure, is_right)
    ours = (Frame(act=(Word(("pay",)),)),)
    reading = SecondReading(
        SecondReader(("none",), concepts(), "en"), {"Anna pays.": answer}, lambda _: ours, parse("", "en")
    )

    assert reading.read("Anna pays.") == (() if is_followed else ours)
    assert reading.read("Ben pays.") == ours


@pytest.mark.parametrize(
    ("command", "says"),
    [("no-such-program", "cannot be started"), ("'", "No closing quotation"), (" ", "name a command")],
)
def test_a_reader_that_cannot_be_asked_is_one_line(rulecheck: Run, text: Path, command: str, says: str) -> None:
    done = rulecheck("rulebook", UR, text, "--reader", command)

    assert done.code == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1
