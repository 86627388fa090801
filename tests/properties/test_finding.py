"""Finding files: the same bytes each time, replayed exactly, and a clear line for each way they can be damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.findings.finding import (
    Finding,
    FindingError,
    Loaded,
    describe,
    load_finding,
    read_finding,
    save,
)
from rulecheck.properties.runtime.writing import dump, write_atomically
from tests.toy.trader import build, make_toy, toy

MOVES = ("roll 1", "sell", "done", "skip", "roll 3", "done", "skip", "roll 4", "sell", "buy", "sell")


@pytest.fixture
def finding() -> Finding:
    return Finding(
        kind="broken",
        name="components_are_conserved",
        messages=("16 grain expected, 15 found",),
        clauses=(),
        setting=describe(toy(2, ["leak"])),
        moves=MOVES,
        at=11,
        original_length=300,
        shrunk=True,
    )


def load(path: Path) -> Loaded:
    return load_finding(path, make=make_toy, build=build)


def write(finding: Finding, folder: Path) -> Path:
    (path,) = save([finding], folder).paths
    return path


def damaged(finding: Finding, folder: Path, **changes: Any) -> Path:
    path = folder / "x.json"
    path.write_text(dump({**finding.to_json(), **changes}))
    return path


def test_a_finding_survives_writing(finding: Finding, tmp_path: Path) -> None:
    path = write(finding, tmp_path / "findings")

    assert path.name == f"{finding.id}.json"
    assert read_finding(path) == finding
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing half-written is left"


def test_the_id_depends_on_what_is_shown_and_not_on_how_it_was_found(finding: Finding) -> None:
    assert evolve(finding, seed=9, player="swarm", times=4).id == finding.id
    assert evolve(finding, moves=MOVES[:-1]).id != finding.id


def test_a_finding_is_replayed(finding: Finding, tmp_path: Path) -> None:
    loaded = load(write(finding, tmp_path))

    assert len(loaded.positions) == 12
    assert loaded.engine.inventory(loaded.positions[-1])["grain"] == 15


def test_a_crash_in_the_last_move_is_replayed_up_to_it(finding: Finding, tmp_path: Path) -> None:
    half = ["roll 4", "sell", "sell", "sell", "sell", "buy", "buy", "done", "house", "roll 1", "done", "skip"]
    crashing = evolve(finding, setting=describe(toy(2, ["assert"])), moves=(*half, *half, *half[:9]))

    loaded = load(write(crashing, tmp_path))

    assert len(loaded.positions) == len(loaded.moves) == 33


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema_version": 99}, "schema version 99; this rulecheck reads version 1"),
        ({"moves": 5}, "not a complete finding"),
        ({"at": "7"}, "not a complete finding"),
        ({"more": 1}, "not a complete finding"),
        ({"kind": "odd"}, "no kind 'odd'"),
        ({"moves": ["roll 1", "jump"]}, "move 2: no move 'jump'"),
        ({"moves": ["roll 1", "buy", "sell"]}, "move 2, 'buy', is not legal any more: a tool costs two coins"),
    ],
)
def test_a_damaged_finding_is_named_in_one_line(
    finding: Finding, tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    path = damaged(finding, tmp_path, **changes)

    with pytest.raises(FindingError) as caught:
        load(path)

    assert words in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_file_cut_in_half_is_called_so(finding: Finding, tmp_path: Path) -> None:
    path = write(finding, tmp_path)
    whole = path.read_text()
    for length in (len(whole) // 3, len(whole) // 2, len(whole) - 3):
        path.write_text(whole[:length])
        with pytest.raises(FindingError, match=r"^[^\n]*(cut off in the middle|not JSON)[^\n]*$"):
            load(path)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[1, 2]", b'"x"', b"[" * 100_000])
def test_what_is_no_finding_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)

    with pytest.raises(FindingError, match=r"^[^\n]+$"):
        load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FindingError, match="no such file"):
        read_finding(tmp_path / "none.json")


def test_an_unknown_game_is_named_with_those_there_are(finding: Finding, tmp_path: Path) -> None:
    setting = {**finding.to_json()["setting"], "game": "chess"}

    with pytest.raises(FindingError, match="no game 'chess'; there is trader"):
        load(damaged(finding, tmp_path, setting=setting))


def test_an_unknown_game_of_the_rulebooks_is_named_too(finding: Finding, tmp_path: Path) -> None:
    with pytest.raises(FindingError, match=r"^[^\n]*trader[^\n]*$"):
        load_finding(write(finding, tmp_path))


def test_a_full_disk_is_told_and_what_was_written_stays(
    finding: Finding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def sync(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", sync)
    saved = save([finding, evolve(finding, moves=MOVES[:-1]), finding], tmp_path)

    assert len(saved.paths) == 1
    assert saved.problem is not None
    assert "no space left on device" in saved.problem
    assert len(list(tmp_path.iterdir())) == 1


def test_a_finding_holds_no_time_and_no_place(finding: Finding) -> None:
    text = json.dumps(finding.to_json())

    assert str(Path.cwd()) not in text
    assert set(finding.to_json()) == {
        "schema_version", "id", "kind", "name", "messages", "clauses", "setting", "moves", "at", "original_length",
        "shrunk", "times", "seed", "game", "player", "about", "trace",
    }  # fmt: skip


def test_whoever_may_read_other_files_may_read_ours(tmp_path: Path) -> None:
    """Pages and badges are served, and findings shared, by other users than the one who ran the campaign."""
    other = tmp_path / "other"
    other.touch()
    ours = tmp_path / "ours"

    write_atomically(ours, "whole")

    assert ours.stat().st_mode == other.stat().st_mode
