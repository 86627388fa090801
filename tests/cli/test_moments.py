"""What a campaign has told of a finding stays true: it is on disk, and whole, whatever ends the campaign and when."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest
from attrs import field, frozen

from rulecheck.properties.findings.finding import KINDS, FindingError, read_finding
from tests.cli.faulty import write_faulty
from tests.cli.running import die_with_us

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX systems")

ENDINGS: Final = ("SIGTERM", "SIGKILL", "full disk")
_TOLD: Final = re.compile(rf"^({'|'.join(kind.upper() for kind in KINDS)})  (.+?)   met in game .*?$", re.MULTILINE)
_STEERS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

FULL_DISK: Final = """
trap : TERM
exec 3<&0 < /dev/null
mount -t tmpfs -o size=1m tmpfs "$DISK" || exit 99
cd "$DISK"
( read -r _ <&3 && { cat /dev/zero > filler 2> "$DISK.full"; truncate -s -"$FREE" filler; } ) &
"$@" 3<&-
code=$?
wait
rm -f filler
cp -a . "$LEFT"
exit $code
"""
"""A small file system of its own, which runs full down to so many bytes when a line comes on standard input."""


@frozen
class Moment:
    """When and how a campaign ends."""

    ending: str
    seed: int
    games: int
    """The campaign comes to its own end after so many, and makes the games of its findings short."""
    after: float
    """Seconds from when it first tells of a finding."""
    jobs: int
    free: int
    """Bytes that are left when the disk is full: a file may be cut off in the middle."""
    further: float
    """Seconds that it goes on with a full disk."""

    @staticmethod
    def draw(rng: Random, ending: str) -> Moment:
        """Any moment from the first finding on."""
        return Moment(
            ending, rng.randrange(10**6), rng.choice((6, 12, 100_000)), rng.expovariate(1.0),
            rng.choice((1, 1, 2)), 4096 * rng.randrange(6), rng.uniform(0.0, 3.0),
        )  # fmt: skip


@frozen
class Told:
    """What a campaign had told when it ended, and what it left."""

    code: int
    screen: str
    out: str
    folder: Path

    def announced(self) -> set[tuple[str, str]]:
        """The kinds and names of the findings that it told of as they came, without those it said it could not keep."""
        lines = [match for match in _TOLD.finditer(self.screen) if "not on disk" not in match[0]]
        return {(match[1].lower(), match[2]) for match in lines}

    def on_disk(self) -> set[tuple[str, str]]:
        """The kinds and names of the findings in the folder; raises FindingError for a file that is not whole."""
        paths = [path for path in (self.folder / "findings").glob("*.json") if not path.name.startswith("last-")]
        return {(finding.kind, finding.name) for finding in map(read_finding, paths)}


@frozen
class Screen:
    """A terminal on which a campaign tells of its findings: everything that came there."""

    chunks: list[bytes] = field(factory=list)

    @property
    def text(self) -> str:
        return _STEERS.sub("", b"".join(self.chunks).decode(errors="replace")).replace("\r", "\n")

    @contextmanager
    def terminal(self) -> Iterator[int]:
        """A file to write to; what was written is read by a thread, as a person's terminal would."""
        ours, theirs = os.openpty()
        reader = threading.Thread(target=self._read, args=(ours,))
        reader.start()
        try:
            yield theirs
        finally:
            os.close(theirs)
            reader.join()
            os.close(ours)

    def _read(self, ours: int) -> None:
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # nobody writes there any more
                return
            if not chunk:
                return
            self.chunks.append(chunk)


def ended_at(moment: Moment, folder: Path) -> Told:
    """Play a campaign before a terminal until the moment comes; what it had told, and what is left of it."""
    left, disk = folder / "left", folder / "disk"
    disk.mkdir(parents=True)
    game = folder / write_faulty(folder)
    command = [sys.executable, "-m", "rulecheck", "fuzz", str(game), "--players", "3"]
    command += ["--games", str(moment.games), "--seed", str(moment.seed), "--jobs", str(moment.jobs)]
    if moment.ending == "full disk":
        command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", FULL_DISK, "sh", *command]
    screen = Screen()
    environment = {**os.environ, "COLUMNS": "400", "DISK": str(disk), "LEFT": str(left), "FREE": str(moment.free)}
    with screen.terminal() as terminal:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=terminal, text=True, cwd=disk,
            env=environment, start_new_session=True, preexec_fn=die_with_us,
        )  # fmt: skip
        assert process.stdin is not None
        with process:
            try:
                first_told(process, screen)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(moment.after)
                if moment.ending == "full disk" and process.poll() is None:
                    process.stdin.write("\n")
                    process.stdin.flush()
                    time.sleep(moment.further)
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL if moment.ending == "SIGKILL" else signal.SIGTERM)
                out, _ = process.communicate(timeout=60)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
    return Told(process.returncode, screen.text, out, left if moment.ending == "full disk" else disk)


def first_told(process: subprocess.Popen[str], screen: Screen) -> None:
    """Wait until a finding is told of, or until the process ends."""
    for _ in range(1200):
        if _TOLD.search(screen.text) or process.poll() is not None:
            return
        time.sleep(0.05)
    raise AssertionError("a minute, and nothing was told")


def has_own_mounts() -> bool:
    """Whether this system lets us have a small file system of our own."""
    if shutil.which("unshare") is None:
        return False
    tried = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


def check(moment: Moment, folder: Path) -> int:
    """What was announced is on disk and whole; how many findings that were."""
    told = ended_at(moment, folder)

    assert "Traceback" not in told.screen, (moment, told.screen)
    if moment.ending != "SIGKILL":  # once all is told and Python is ending, only the system answers to a signal
        assert told.code in (1, 143), (moment, told.code, told.screen)
    if moment.ending == "full disk":
        full = folder / "disk.full"
        assert not full.exists() or "No space left" in full.read_text(encoding="utf-8"), "it was full indeed"
    announced, on_disk = told.announced(), told.on_disk()
    assert announced, (moment, told.screen)
    assert announced <= on_disk, (moment, announced - on_disk)
    return len(announced)


@pytest.mark.parametrize("ending", ["SIGTERM", "full disk"])
def test_what_was_announced_is_on_disk_when_the_campaign_ends(tmp_path: Path, ending: str) -> None:
    if ending == "full disk" and not has_own_mounts():
        pytest.skip("no file system of our own here (unshare)")
    check(Moment(ending, 7, 100_000, 0.3, 1, 4096, 0.4), tmp_path)


def test_a_campaign_that_is_killed_leaves_what_it_announced_as_it_was_played(tmp_path: Path) -> None:
    """With its twin: were a file cut off or missing, it would be noticed."""
    told = ended_at(Moment("SIGKILL", 7, 100_000, 0.3, 1, 0, 0.0), tmp_path)
    findings = {path: read_finding(path) for path in sorted((told.folder / "findings").glob("*.json"))}

    assert told.announced()
    assert told.announced() <= told.on_disk()
    assert not any(finding.shrunk for finding in findings.values()), "there was no time to make it short"

    first = next(path for path, finding in findings.items() if (finding.kind, finding.name) in told.announced())
    cut_off = first.read_bytes()[:500]
    first.unlink()
    assert not told.announced() <= told.on_disk()
    first.write_bytes(cut_off)
    with pytest.raises(FindingError):
        told.on_disk()


@pytest.mark.campaign
def test_at_forty_random_moments_what_was_announced_is_on_disk_and_whole(
    tmp_path: Path, own_seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(own_seed)
    endings = ENDINGS if has_own_mounts() else ENDINGS[:2]
    announced: dict[str, int] = dict.fromkeys(endings, 0)
    for turn in range(40):
        ending = rng.choice(endings)
        announced[ending] += check(Moment.draw(rng, ending), tmp_path / str(turn))
    with capsys.disabled():
        print(f"\nseed {own_seed}: announced and on disk at 40 moments: {announced}")
