"""`rulecheck conform --trace` and `--record`: logs of played games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from tests.cli.test_conform import GAME, fits, lines_of

LOG = "games.jsonl"

Told = Callable[..., Any]


@pytest.fixture(scope="module")
def kept() -> list[str]:
    """The lines of a recorded log, once one has been recorded."""
    return []


@pytest.fixture
def log(rulecheck: Run, root: Path, tmp_path: Path, kept: list[str]) -> Path:
    """A log of one game of ours, in the folder where the command runs."""
    path = tmp_path / LOG
    if kept:
        path.write_text(kept[0], encoding="utf-8")
        return path
    done = rulecheck("conform", GAME, "--record", LOG, "--players", "3", "--seed", "5", "--format", "json")
    assert (done.code, done.err) == (0, "")
    fits(root, "conform-record", done.json())
    kept.append(path.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def told(rulecheck: Run, root: Path) -> Told:
    def go(*options: object) -> Any:
        done = rulecheck("conform", GAME, *options, "--format", "json")
        report = done.json()
        fits(root, "conform-trace", report)
        return report, done.code

    return go


def changed(log: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """The same log with something else in its game."""
    game = json.loads(log.read_text(encoding="utf-8"))
    change(game)
    log.write_text(json.dumps(game) + "\n", encoding="utf-8")


def richer(game: dict[str, Any]) -> None:
    game["steps"][20]["state"]["players"]["bob"]["doubloons"] += 1


def test_a_recorded_game_agrees(log: Path, told: Told) -> None:
    report, code = told("--trace", LOG)

    assert (code, report["verdict"], report["games"], report["agree"]) == (0, "agrees", 1, 1)
    game = json.loads(log.read_text(encoding="utf-8"))
    assert report["moves"] == len(game["steps"]) == report["compared"]["legal"]
    assert report["compared"]["not_told"] == []


def test_recording_repeats_with_its_seed(log: Path, rulecheck: Run, tmp_path: Path) -> None:
    rulecheck("conform", GAME, "--record", "again", "--players", "3", "--seed", "5")
    rulecheck("conform", GAME, "--record", "other", "--players", "3", "--seed", "6")

    assert (tmp_path / "again").read_bytes() == log.read_bytes() != (tmp_path / "other").read_bytes()


def test_a_log_that_departs_is_shown_where_it_does(log: Path, told: Told, rulecheck: Run) -> None:
    changed(log, richer)

    report, code = told("--trace", LOG)

    assert (code, report["verdict"]) == (1, "departs")
    (departure,) = report["departures"]
    assert departure["kind"] == "state"
    assert departure["where"] == [f"{LOG}:1 step 21"]
    assert "players.bob.doubloons is" in departure["messages"][0]
    assert departure["replay"] == f"rulecheck replay {departure['file']}"
    shown = rulecheck("replay", departure["file"])
    assert shown.code == 0
    assert "conform" not in shown.out  # no program was driven
    text = rulecheck("conform", GAME, "--trace", LOG)
    assert text.code == 1
    assert lines_of(text, "in") == [f"    in      {LOG}:1 step 21"]


def test_a_known_departure_of_a_log_is_only_counted(log: Path, told: Told, rulecheck: Run) -> None:
    changed(log, richer)
    assert rulecheck("conform", GAME, "--trace", LOG, "--write-accepted", "known").code == 1

    report, code = told("--trace", LOG, "--accept", "known")

    assert (code, report["verdict"], report["departures"]) == (0, "agrees", [])
    assert list(report["accepted"].values()) == [1]
    assert "AGREES but for what is known" in rulecheck("conform", GAME, "--trace", LOG, "--accept", "known").out


def test_a_line_that_cannot_be_used_does_not_spoil_the_others(log: Path, rulecheck: Run, told: Told) -> None:
    log.write_text(log.read_text(encoding="utf-8") + '{"game": "puerto_rico", "st', encoding="utf-8")

    report, code = told("--trace", LOG)

    assert (code, report["agree"], len(report["problems"])) == (2, 1, 1)
    done = rulecheck("conform", GAME, "--trace", LOG)
    assert done.code == 2
    assert f"{LOG}:2: cut off in the middle" in done.out
    assert "1 game" in done.out.splitlines()[0]


def test_what_a_log_does_not_tell_is_said(log: Path, rulecheck: Run) -> None:
    def mute(game: dict[str, Any]) -> None:
        game["steps"] = [step["move"] for step in game["steps"]]
        del game["outcome"], game["finished"]

    changed(log, mute)

    done = rulecheck("conform", GAME, "--trace", LOG)

    assert done.code == 0
    assert lines_of(done, "compared") == ["  compared   moves"]
    assert lines_of(done, "not")[0].startswith(
        "  not compared, because these logs do not have: legal moves, positions, whose turn it is, ends of games"
    )


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("nope", "nope: cannot be read"),
        (".", ".: cannot be read: a folder"),
        ("empty", "empty: the file is empty"),
        ("latin", "latin: expected UTF-8"),
    ],
)
def test_a_file_that_is_no_log_is_told_in_a_line(rulecheck: Run, tmp_path: Path, name: str, what: str) -> None:
    (tmp_path / "empty").write_text("")
    (tmp_path / "latin").write_bytes(b"\xff\xfe\x00bad")

    done = rulecheck("conform", GAME, "--trace", name)

    assert done.is_one_line_mistake, done
    assert what in done.err


def test_findings_that_cannot_be_written_are_told(log: Path, rulecheck: Run, tmp_path: Path) -> None:
    changed(log, richer)
    (tmp_path / "findings").write_text("in the way")

    done = rulecheck("conform", GAME, "--trace", LOG)

    assert done.code == 1
    assert "could not be written" in lines_of(done, "note")[0]


def test_two_player_counts_are_no_log(rulecheck: Run, log: Path) -> None:
    done = rulecheck("conform", GAME, "--trace", LOG, "--players", "3", "--players", "4")

    assert done.is_one_line_mistake
