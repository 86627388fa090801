"""Ending early: real signals at odd moments, full disks and folders in the way lose nothing and are told."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from attrs import frozen

from rulecheck.properties.findings import store as store_module
from rulecheck.properties.findings.finding import read_finding
from rulecheck.properties.runtime import writing
from tests.cli.faulty import NAME, write_faulty
from tests.cli.running import Run, die_with_us
from tests.games_outside.conftest import nothing_outside

__all__ = ["nothing_outside"]

BRIEF = "castles_of_burgundy"
ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")
CAMPAIGN = ("fuzz", BRIEF, "--players", "2", "--games", "100000", "--seed", "7", "--format", "json")
"""All that it finds are silences which the rulebook lists."""
FAULTY = ("fuzz", NAME, *CAMPAIGN[2:])
"""It finds what is new."""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX systems")


@frozen
class Ended:
    """How a command ended to which a signal was sent."""

    code: int
    out: str
    err: str
    seconds: float
    folder: Path

    @property
    def files(self) -> list[Path]:
        return [path for path in (self.folder / "findings").glob("*.json") if not path.name.startswith("last-")]

    def lost_nothing(self) -> bool:
        """Every file is whole, and all findings that it told of are there."""
        for path in self.files:
            read_finding(path)
        assert list(self.folder.rglob("*.part")) == []
        told = json.loads(self.out)["findings"] if self.out else []
        return all((self.folder / finding["file"]).exists() for finding in told)


WITH_JOBS = ("conform", "fuzz", "prove", "study")


def ended_by(
    name: str,
    folder: Path,
    after: float | None,
    jobs: int = 1,
    everybody: bool = False,
    command: Sequence[str] = CAMPAIGN,
) -> Ended:
    """Run a long campaign (or another command) and send a signal to it, or to its worker processes too.

    The signal comes after so many seconds, or when the first finding is on disk (one that is new in a faulty game).
    """
    if NAME in command:
        write_faulty(folder)
    more = ["--jobs", str(jobs)] if command[0] in WITH_JOBS else []
    process = subprocess.Popen(
        [sys.executable, "-m", "rulecheck", *command[:2], *more, *command[2:]],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=die_with_us,
    )
    with process:
        try:
            if after is None:
                is_time = partial(drives_in, jobs=jobs) if command is DRIVING else has_findings
                if command is FAULTY:
                    is_time = has_news
                wait_for(process, partial(is_time, folder))
            else:
                process.wait(after)
        except subprocess.TimeoutExpired:
            (os.killpg if everybody else os.kill)(process.pid, getattr(signal, name))
        began = time.monotonic()
        out, err = process.communicate(timeout=60)
    return Ended(process.returncode, out, err, time.monotonic() - began, folder)


def has_findings(folder: Path) -> bool:
    return any((folder / "findings").glob("*.json"))


def has_news(folder: Path) -> bool:
    """Whether a finding is on disk which no rulebook lists."""
    paths = [path for path in (folder / "findings").glob("*.json") if not path.name.startswith("last-")]
    return any(read_finding(path).kind != "silent" for path in paths)


def drives_in(folder: Path, jobs: int) -> bool:
    """Whether a program is driven there that has begun a process: with the command and the guard they are four.

    Copies have a worker each besides, and all of them the tracker of resources.
    """
    there = len([process for process in psutil.process_iter() if is_in(process, folder)])
    return there >= (4 if jobs == 1 else 2 + 4 * jobs)


def wait_for(process: subprocess.Popen[str], is_time: Callable[[], bool]) -> None:
    """Raises TimeoutExpired when it is time for the signal."""
    for _ in range(600):
        try:
            process.wait(0.1)
            return
        except subprocess.TimeoutExpired:
            if is_time():
                raise
    raise AssertionError("a minute, and nothing had come of it")


@pytest.mark.parametrize("name", ENDINGS)
def test_a_signal_ends_a_campaign_which_tells_what_it_found(tmp_path: Path, name: str) -> None:
    ended = ended_by(name, tmp_path, after=None, command=FAULTY)

    told = json.loads(ended.out)
    assert [finding for finding in told["findings"] if finding["known"] is None]
    assert told["interrupted"]
    assert told["games"] < 100_000
    assert (ended.code, ended.err) == (1, ""), "what was found is told, and nothing else"
    assert ended.files
    assert ended.lost_nothing()


@pytest.mark.parametrize("name", ENDINGS)
def test_a_signal_ends_a_campaign_that_found_nothing_new_with_its_own_code(tmp_path: Path, name: str) -> None:
    """The twin: what it found is told as well, and is known."""
    ended = ended_by(name, tmp_path, after=None)

    told = json.loads(ended.out)
    assert told["interrupted"]
    assert {finding["known"] for finding in told["findings"]} == {"rulebook"}
    assert ended.code == 128 + getattr(signal, name)
    assert ended.files
    assert ended.lost_nothing()


def test_a_signal_to_all_processes_at_once_is_told_by_the_first_alone(tmp_path: Path) -> None:
    ended = ended_by("SIGTERM", tmp_path, after=None, jobs=2, everybody=True, command=FAULTY)

    assert (ended.code, ended.err) == (1, "")
    assert json.loads(ended.out)["notes"] == [], "no worker was killed by it"
    assert ended.lost_nothing()


@pytest.mark.parametrize("name", ENDINGS)
def test_a_signal_while_a_command_starts_is_one_line(tmp_path: Path, name: str) -> None:
    """Moments from the first import on, others for each; before Python has come to us, only the system can answer."""
    number = getattr(signal, name)
    for moment in range(ENDINGS.index(name), 15, 3):
        ended = ended_by(name, tmp_path, after=0.05 + 0.03 * moment)

        for room in ("cli", "properties", "spec"):
            assert f"rulecheck/{room}" not in ended.err
        if ended.err and "Traceback" not in ended.err:
            assert ended.err == f"rulecheck: stopped by {'Ctrl-C' if name == 'SIGINT' else name}\n"
            assert ended.code == 128 + number
        assert ended.lost_nothing()


SERVE = (sys.executable, "-m", "rulecheck", "serve", BRIEF)
OTHERS = (
    ("perft", BRIEF, "--depth", "12"),
    ("prove", BRIEF),
    ("study", BRIEF, "--games", "100000"),
    ("conform", BRIEF, "--games", "100000", "--", *SERVE),
    ("readings", BRIEF, "knowledge.free-step", "--seconds", "600"),
)


@pytest.mark.parametrize("command", OTHERS, ids=lambda command: command[0])
def test_sigterm_ends_every_command_in_time_and_leaves_nothing_running(tmp_path: Path, command: Sequence[str]) -> None:
    ended = ended_by("SIGTERM", tmp_path, after=4.0, command=command)

    assert "Traceback" not in ended.err
    assert ended.code in (1, 143), (ended.code, ended.err)
    assert ended.seconds < 15
    assert [process.pid for process in psutil.process_iter() if is_in(process, tmp_path)] == []


def is_in(process: psutil.Process, folder: Path) -> bool:
    """Whether a process runs in a folder, as all that the command starts do."""
    try:
        return Path(process.cwd()) == folder and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, OSError):
        return False


def left_in(folder: Path) -> list[psutil.Process]:
    """What still runs in a folder after those that have seen that the command is gone had time to end."""
    staying = [process for process in psutil.process_iter() if is_in(process, folder)]
    return psutil.wait_procs(staying, timeout=20)[1]


PROGRAM = (sys.executable, str(Path(__file__).parents[1] / "hostile" / "programs.py"), "has-children", "1", BRIEF)
DRIVING = ("conform", BRIEF, "--games", "100000", "--", *PROGRAM)
"""A program that begins a process, in a session of its own, with each answer."""


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_a_driven_program_and_its_children_end_with_the_command(tmp_path: Path, name: str, jobs: int) -> None:
    ended = ended_by(name, tmp_path, after=None, command=DRIVING, jobs=jobs)

    assert "Traceback" not in ended.err
    assert left_in(tmp_path) == []


@pytest.mark.parametrize(
    "moments", [pytest.param(20, marks=pytest.mark.campaign), pytest.param(100, marks=pytest.mark.long)]
)
def test_signals_at_random_moments_lose_nothing_and_leave_nothing_running(tmp_path: Path, moments: int) -> None:
    rng = Random(19)
    for turn in range(moments):
        folder = tmp_path / str(turn)
        folder.mkdir()
        name = rng.choice((*ENDINGS, "SIGKILL"))
        command = rng.choice((CAMPAIGN, FAULTY, DRIVING))
        moment, jobs, everybody = rng.uniform(0.3, 8.0), rng.choice((1, 2)), rng.random() < 0.5
        ended = ended_by(name, folder, moment, jobs=jobs, everybody=everybody, command=command)

        if name != "SIGKILL":  # a worker that is just being born then has no more to read, and Python tells of it
            assert "Traceback" not in ended.err, (turn, name)
        assert ended.seconds < 10, (turn, name)
        assert left_in(folder) == [], (turn, name)
        if name == "SIGKILL" or command is DRIVING:
            for path in ended.files:
                read_finding(path)
        else:
            assert ended.lost_nothing(), (turn, name)


# Disks


def full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


BRIEFLY = ("fuzz", NAME, "--players", "2", "--games", "12", "--seed", "7", "--shrink", "0", "--jobs", "1")


@pytest.mark.usefixtures("nothing_outside")
def test_a_full_disk_is_told_in_one_line(rulecheck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_faulty(tmp_path)
    monkeypatch.setattr(os, "fsync", full)

    done = rulecheck(*BRIEFLY, "--database", tmp_path / "kept")

    notes = [line for line in done.out.splitlines() if line.startswith("  note ")]
    assert done.code == 1
    assert done.err == ""
    assert len([note for note in notes if "could not be written: no space left on device; 0 of" in note]) == 1
    assert len([note for note in notes if "the corpus could not be kept" in note]) == 1
    left = [path for path in tmp_path.rglob("*") if path.is_file() and tmp_path / NAME not in path.parents]
    assert left == [], "nothing half-written"


@pytest.mark.usefixtures("nothing_outside")
def test_with_room_again_at_the_end_all_findings_are_written(
    rulecheck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin: the disk is full while the campaign plays only."""
    write_faulty(tmp_path)
    written: list[Path] = []

    def sometimes(path: Path, content: str | bytes) -> None:
        if len(written) < 3:
            written.append(path)
            full()
        writing.write_atomically(path, content)

    monkeypatch.setattr(store_module, "write_atomically", sometimes)

    done = rulecheck(*BRIEFLY, "--format", "json")

    told = json.loads(done.out)
    assert told["notes"] == []
    assert told["findings"]
    assert all(Path(finding["file"]).exists() for finding in told["findings"])


def test_a_file_size_that_is_limited_leaves_nothing_cut_off(tmp_path: Path) -> None:
    """The limit of the system itself, which cuts a file off in the middle."""
    write_faulty(tmp_path)

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    command = [sys.executable, "-B", "-m", "rulecheck", *BRIEFLY, "--database", "kept"]
    done = subprocess.run(command, cwd=tmp_path, preexec_fn=limit, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (1, "")
    assert "could not be written: file too large" in done.stdout
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or path.stat().st_size > 0
        assert path.suffix != ".part"


@pytest.mark.usefixtures("nothing_outside")
def test_a_corpus_that_is_no_folder_is_told(rulecheck: Run, tmp_path: Path) -> None:
    write_faulty(tmp_path)
    (tmp_path / "kept").write_text("in the way")

    done = rulecheck(*BRIEFLY, "--database", tmp_path / "kept")

    assert (done.code, done.err) == (1, "")
    assert len([line for line in done.out.splitlines() if "the corpus could not be kept" in line]) == 1
