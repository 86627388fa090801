"""A folder of findings: each is there as soon as it is found, a shorter game takes its place, old ones are archived."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.findings.finding import Finding, describe, read_finding
from rulecheck.properties.findings.store import ARCHIVE, FindingStore
from rulecheck.properties.runtime.writing import sweep, write_atomically
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy


@pytest.fixture
def finding() -> Finding:
    return Finding("broken", "coins", ("gone",), (), describe(toy()), ("roll 1", "sell"), 2, 2, False, player="uniform")


@pytest.fixture
def store(tmp_path: Path) -> FindingStore:
    return FindingStore(tmp_path, toy().game)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.json")}


def test_a_shorter_game_takes_the_place_of_the_one_before(store: FindingStore, finding: Finding) -> None:
    shorter = evolve(finding, moves=("sell",), shrunk=True)
    store.put(finding)
    assert names(store.folder) == {f"{finding.id}.json"}
    store.put(shorter)

    assert names(store.folder) == {f"{shorter.id}.json"}
    assert store.path_of(finding) == store.folder / f"{shorter.id}.json"


def test_another_fault_has_a_file_of_its_own(store: FindingStore, finding: Finding) -> None:
    """The twin of the test above."""
    store.put(finding)
    store.put(evolve(finding, name="grain"))

    assert len(names(store.folder)) == 2


def test_what_an_earlier_campaign_left_goes_to_the_archive(store: FindingStore, finding: Finding) -> None:
    old, again = evolve(finding, name="old"), evolve(finding, name="again")
    earlier = FindingStore(store.folder, store.game)
    earlier.finish([old, again])

    store.finish([again, finding])

    assert names(store.folder) == {f"{again.id}.json", f"{finding.id}.json"}
    assert names(store.folder / ARCHIVE) == {f"{old.id}.json"}
    assert store.notes == (f"moved to {store.folder / ARCHIVE}: 1 finding of earlier campaigns",)
    assert earlier.notes == ()


@pytest.mark.parametrize(
    "changes", [{"kind": "departs"}, {"kind": "diverges"}, {"player": "prove"}, {"player": "hypothesis"}], ids=str
)
def test_what_other_commands_found_stays_where_it_is(
    store: FindingStore, finding: Finding, changes: dict[str, Any]
) -> None:
    other = evolve(finding, **changes)
    FindingStore(store.folder, store.game).finish([other])

    store.finish([])

    assert names(store.folder) == {f"{other.id}.json"}


def test_findings_of_another_game_and_files_of_the_users_stay(store: FindingStore, finding: Finding) -> None:
    FindingStore(store.folder, "chess").finish([evolve(finding, setting=evolve(finding.setting, game="chess"))])
    (store.folder / "notes.json").write_text("{}")

    store.finish([])

    assert len(names(store.folder)) == 2


def test_the_archive_keeps_the_latest_only(
    store: FindingStore, finding: Finding, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulecheck.properties.findings.store._ARCHIVED", 2)
    old = [evolve(finding, name=f"old {number}") for number in range(4)]
    FindingStore(store.folder, store.game).finish(old)
    for age, outdated in enumerate(old):
        os.utime(store.folder / f"{outdated.id}.json", (1000 - age, 1000 - age))

    store.finish([])

    assert names(store.folder / ARCHIVE) == {f"{outdated.id}.json" for outdated in old[:2]}


def test_what_a_writer_that_was_killed_left_is_cleared_away(store: FindingStore) -> None:
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    dead = store.folder / f".{int(done.stdout)}-x.part"
    mine = store.folder / f".{os.getpid()}-x.part"
    dead.write_text("half")
    mine.write_text("half")

    store.open()

    assert [path.name for path in store.folder.iterdir()] == [mine.name]
    assert sweep(store.folder) == 0


def test_a_file_that_cannot_be_written_whole_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomically(tmp_path / "x", "before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(tmp_path / "x", "after")

    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x", "before")]


def test_each_fault_is_told_when_it_is_found_and_again_with_a_shorter_game(tmp_path: Path) -> None:
    told: list[Finding] = []
    store = FindingStore(tmp_path, toy().game)

    def keep(finding: Finding) -> None:
        store.put(finding)
        told.append(finding)
        assert read_finding(tmp_path / f"{finding.id}.json") == finding, "on disk as soon as it is told"

    result = Campaign(
        rules=[toy(2, ["leak"])], games=20, jobs=1, seed=7, clauses=CLAUSES, build=trader.build,
        properties=["tests.toy.trader"], found=keep,
    ).run()  # fmt: skip

    leaks = [finding for finding in told if finding.name == "components_are_conserved"]
    lengths = [len(finding.moves) for finding in leaks]
    assert [finding.shrunk for finding in leaks[:1]] == [False]
    assert leaks[-1].shrunk
    assert lengths == sorted(lengths, reverse=True)
    assert {finding.key for finding in told} == {finding.key for finding in result.findings}
    assert len(names(tmp_path)) == len(result.findings)


def test_a_game_that_could_not_be_made_shorter_says_so() -> None:
    def campaign(steps: int) -> Finding:
        leak, *_ = Campaign(
            rules=[toy(2, ["leak"])], games=20, jobs=1, seed=7, clauses=CLAUSES, build=trader.build,
            properties=["tests.toy.trader"], shrink_steps=steps, shrink_seconds=seconds, players=["uniform"],
        ).run().findings  # fmt: skip
        return leak

    seconds: float | None = 0.0
    as_played = campaign(0)
    seconds = None
    short = campaign(100_000)

    assert (as_played.shrunk, len(as_played.moves)) == (False, as_played.original_length)
    assert short.shrunk
    assert len(short.moves) < short.original_length
