"""`rulecheck fuzz --store` and `rulecheck campaigns`: campaigns that go on, and what changed from one to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Answer, Run

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra store)")

GAME = Path(__file__).parents[2] / "examples" / "games" / "ur"
PLAY = ("fuzz", GAME, "--setup", "short", "--shrink", "200", "--seed", "3", "--jobs", "1")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "campaigns.db"


def test_a_campaign_goes_on_as_if_it_had_never_ended(rulecheck: Run, answer: Answer, place: Path) -> None:
    rulecheck(*PLAY, "--games", "2", "--store", place)
    further = answer(*PLAY, "--games", "4", "--store", place, "--resume")
    at_once = answer(*PLAY, "--games", "4")

    for part in ("games", "moves", "clauses", "silences", "findings"):
        assert further[part] == at_once[part]
    (run,) = answer("campaigns", place)["runs"]
    assert (run["games"], run["seed"], run["game"]) == (4, 3, "ur")


def test_two_runs_are_compared(rulecheck: Run, answer: Answer, place: Path) -> None:
    few = ("fuzz", "new_world", "--players", "2", "--shrink", "0", *PLAY[-4:])
    for games in ("1", "2"):
        rulecheck(*few, "--games", games, "--store", place)

    told = answer("campaigns", place, "--run", "1", "--run", "2")["compared"]
    back = answer("campaigns", place, "--run", "2", "--run", "1")["compared"]

    assert told["findings"]["gone"] == back["findings"]["new"] == []
    assert told["findings"]["new"] == back["findings"]["gone"] != []
    assert told["gained"] == back["lost"] != []
    assert "can go on" not in rulecheck("campaigns", place).out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("campaigns", "nowhere.db"), "nowhere.db: no such file; `rulecheck fuzz GAME --store nowhere.db` makes it"),
        ((*PLAY, "--games", "1", "--resume"), "--resume: it needs --store"),
        ((*PLAY, "--games", "1", "--store", "new.db", "--resume"), "new.db: no run to go on with: it has no run of"),
        ((*PLAY, "--games", "1", "--store", "new.db", "--database", "kept"), "--store keeps games of its own"),
        ((*PLAY, "--games", "1", "--workers", "here:1"), "here:1: expected dask://HOST:PORT"),
    ],
)
def test_what_cannot_be_is_one_line(rulecheck: Run, arguments: tuple[object, ...], why: str) -> None:
    done = rulecheck(*arguments)

    assert done.is_one_line_mistake, done
    assert why in done.err
