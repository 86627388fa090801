"""`--watch` runs a command again when a file is saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulecheck.cli.arguments import watching
from rulecheck.cli.commands.new import write_game


class Enough(Exception):
    """Ends a loop that has no end."""


def test_it_runs_once_for_each_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "rulebook.md", tmp_path / "findings" / "x.json"
    file.write_text("1")
    other.parent.mkdir()
    runs = []
    looks = 0

    def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        other.write_text(str(looks))  # what a command writes itself starts nothing
        if looks % 3 == 0:
            os.utime(file, ns=(looks, looks))

    def run() -> None:
        runs.append(looks)
        if len(runs) == 3:
            raise Enough

    monkeypatch.setattr(time, "sleep", sleep)
    with pytest.raises(Enough):
        watching.after_each_change([tmp_path], run)

    assert runs == [0, 3, 6]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_examples_are_played_again_when_the_rulebook_is_saved(tmp_path: Path) -> None:
    write_game("mygame", tmp_path / "mygame")
    book = tmp_path / "mygame" / "rulebook.md"
    log = tmp_path / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "rulecheck", "examples", "mygame", "--watch"],
            cwd=tmp_path, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    try:
        wait_for(log, 1)
        book.write_text(book.read_text(encoding="utf-8") + "\nA last word.\n", encoding="utf-8")
        wait_for(log, 2)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)

    assert log.read_text().count("examples: ") == 2


def wait_for(log: Path, runs: int) -> None:
    end = time.monotonic() + 60
    while log.read_text().count("-- watching") < runs and time.monotonic() < end:
        time.sleep(0.1)
    assert log.read_text().count("-- watching") >= runs, log.read_text()
