"""`rulecheck matrix`: several programs of one game by clause, a page, and badges."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulecheck.properties.conform.driver import program
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.protocol.reference import Reference
from tests.cli.running import Answer, Run
from tests.faults.puerto_rico.planted import TheGovernorStays

GAME = "puerto_rico"


class Right(Reference):
    """The reference under another name."""

    name = "right"


class Poor(Reference):
    """The governor stays who it is."""

    name = "poor <1>"


class Extra(Reference):
    """A start tile is taken from elsewhere, and it does not say so."""

    name = "extra"


PROGRAMS: Mapping[str, Callable[[], Reference]] = {
    "right": lambda: Right(GAME),
    "poor": lambda: Poor(GAME, TheGovernorStays),
    "extra": lambda: Extra(GAME, readings={"setup.start-tiles": "extra"}),
}


SHORT = ("--players", 3, "--games", 1, "--seed", 1, "--shrink", 0, "--no-suite", "--format", "json")


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    """The answers of three programs, once they have been given."""
    return {}


@pytest.fixture
def answers(rulecheck: Run, monkeypatch: pytest.MonkeyPatch, kept: dict[str, str], tmp_path: Path) -> list[str]:
    """The answers of three programs, each in its file."""
    for name, make in PROGRAMS.items():
        if name not in kept:
            monkeypatch.setattr(program, "Program", lambda command, make=make, **limits: InProcess(make))
            kept[name] = rulecheck("conform", GAME, *SHORT, "--", "bot").out
        (tmp_path / f"{name}.json").write_text(kept[name])
    return [f"{name}.json" for name in PROGRAMS]


def told(answer: Any, clause: str) -> list[str]:
    row = next(row for row in answer["clauses"] if row["clause"] == clause)
    return list(row["programs"])


def test_programs_stand_side_by_side(answers: list[str], answer: Answer, rulecheck: Run, tmp_path: Path) -> None:
    shown = answer("matrix", GAME, *answers)

    assert [each["name"] for each in shown["programs"]] == ["right", "poor <1>", "extra"]
    assert told(shown, "round.governor-moves") == ["agrees", "departs", "agrees"]
    assert not [row["clause"] for row in shown["clauses"] if "|" in row["text"]]  # no sources of tables
    assert told(shown, "setup.first-tile") == ["agrees", "agrees", "another reading"]
    assert all(each["counts"]["not told"] for each in shown["programs"])

    done = rulecheck("matrix", GAME, *answers, "--report", "pages")

    assert done.code == 1
    assert "round.governor-moves  agrees  departs   agrees" in done.out
    page = (tmp_path / "pages" / "index.html").read_text()
    assert "poor &lt;1&gt;" in page
    badges = sorted(path.name for path in (tmp_path / "pages").glob("badge-*.svg"))
    assert badges == ["badge-extra-3.svg", "badge-poor-1-2.svg", "badge-right-1.svg"]
    for name in badges:
        assert name in page
        words = "".join(ElementTree.parse(tmp_path / "pages" / name).getroot().itertext())
        assert "rulecheck puerto_rico" in words


def test_a_further_example_of_a_departure_counts_for_its_clause(
    answers: list[str], answer: Answer, tmp_path: Path
) -> None:
    path = tmp_path / "poor.json"
    written = json.loads(path.read_text())
    written["departures"][0]["also"] = [{"key": "lists:load:captain.full-ship", "clauses": ["captain.full-ship"]}]
    path.write_text(json.dumps(written))

    shown = answer("matrix", GAME, *answers)

    assert told(shown, "captain.full-ship")[1] == "departs"
    (row,) = [row for row in shown["clauses"] if row["clause"] == "captain.full-ship"]
    assert row["departures"] == [[], ["lists:load:captain.full-ship"], []]


def test_one_that_departs_nowhere_is_no_finding(answers: list[str], rulecheck: Run) -> None:
    assert rulecheck("matrix", GAME, answers[0]).code == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no json", "mine.json:1: no JSON"),
        ("[]", "mine.json: expected the JSON answer of a command, an object"),
        ('{"command": "fuzz"}', "mine.json: no answer of `rulecheck conform GAME"),
        (
            '{"command": "conform", "implementation": {"name": "x"}, "asked": {"game": "catan_europe"}}',
            "not puerto_rico",
        ),
        (
            '{"command": "conform", "implementation": {"name": "x"}, "asked": {"game": "puerto_rico"}}',
            "create it again",
        ),
    ],
)
def test_what_is_no_answer_is_told_in_a_line(text: str, says: str, rulecheck: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(text)

    done = rulecheck("matrix", GAME, "mine.json")

    assert done.is_one_line_mistake
    assert says in done.err


def test_a_file_that_is_not_there_is_told(rulecheck: Run) -> None:
    assert rulecheck("matrix", GAME, "none.json").is_one_line_mistake
