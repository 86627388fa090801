"""`--watch`: a command that runs again whenever one of its files is saved."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

OPTION: Final = "--watch"
Watch = Annotated[bool, typer.Option(OPTION, help="Run again whenever one of the files is saved, until Ctrl-C.")]

_PAUSE: Final = 0.4
"""Seconds between two looks at the files."""
_LEFT_OUT: Final = ("findings", "__pycache__", "pages")
"""Folders that commands write to."""


def watched(paths: Sequence[Path], command: Sequence[str] | None = None) -> None:
    """Run a command line, by default this one, now and after every change of some files or folders, till Ctrl-C.

    Each run is a process of its own: what was imported of a game is imported anew.
    """
    line = [each for each in (sys.argv[1:] if command is None else command) if each != OPTION]

    def run() -> None:
        if sys.stdout.isatty():
            sys.stdout.write("\x1b[2J\x1b[H")
            sys.stdout.flush()
        subprocess.run([sys.executable, "-m", "rulecheck", *line], check=False)
        print(f"-- watching {', '.join(map(str, paths))}; Ctrl-C ends it", file=sys.stderr)

    after_each_change(paths, run)


def after_each_change(paths: Sequence[Path], run: Callable[[], None]) -> None:
    """Call a function now and whenever a file has changed since it was called last."""
    while True:
        before = _times(paths)
        run()
        while _times(paths) == before:
            time.sleep(_PAUSE)


def _times(paths: Iterable[Path]) -> dict[Path, int]:
    """When each file was written last."""
    times = {}
    for path in paths:
        for file in _files(path):
            try:
                times[file] = file.stat().st_mtime_ns
            except OSError:  # an editor is just putting another in its place
                continue
    return times


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in path.rglob("*"):
        if not any(part in _LEFT_OUT or part.startswith(".") for part in file.relative_to(path).parts):
            yield file
