"""What a driven program may see: all of our environment or little of it, the whole system or a sandbox.

The sandbox is made by bubblewrap (`bwrap`, Linux): no network, every file read-only, processes of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rulecheck.properties.conform.driver.guarded_process import CannotStart, check_command

KEPT: Final = ("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE")
"""The variables that a program keeps in a clean environment, where they are set."""

_BUBBLEWRAP: Final = "bwrap"
_PRIVATE: Final = "/tmp"
"""Empty in the sandbox, and the one place where it can write: in memory."""
_PRIVATE_BYTES: Final = 64 << 20
_HIDDEN: Final = "/run"
"""Empty in the sandbox: sockets of services stand there, and a read-only file system does not close them."""
_TRIAL: Final = 20.0
"""Seconds in which an empty sandbox has to open and close."""


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What is left of an environment for a program that is to see as little of it as it can live with."""
    return {name: environment[name] for name in KEPT if name in environment}


def sandboxed(command: Sequence[str], cwd: str | os.PathLike[str] | None) -> list[str]:
    """The command that runs a command in a sandbox.  Raises CannotStart where that cannot be."""
    check_command(command, cwd)
    tool = shutil.which(_BUBBLEWRAP)
    if tool is None:
        raise CannotStart(
            command,
            f"a sandbox needs bubblewrap, and there is no {_BUBBLEWRAP} on the PATH; "
            "install it, or write the command of a container after --",
        )
    folder = Path(cwd or ".").absolute()
    walls = [tool, *_walls(tool), *_shown(command, folder), "--chdir", str(folder)]
    _try(command, walls)
    return [*walls, "--", *command]


def _walls(tool: str) -> list[str]:
    limit = ["--size", str(_PRIVATE_BYTES)] if "--size" in _said(tool, "--help") else []
    return [
        *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        *(*limit, "--tmpfs", _PRIVATE, "--setenv", "TMPDIR", _PRIVATE),
        *("--tmpfs", _HIDDEN, "--remount-ro", _HIDDEN),
    ]


def _shown(command: Sequence[str], folder: Path) -> list[str]:
    """The working folder and what the command names, where they stand in a folder that is empty in the sandbox."""
    shown = []
    for place in (folder, *(folder / word for word in command)):
        if place.exists() and place.is_relative_to(_PRIVATE) and place != Path(_PRIVATE):
            shown += ["--ro-bind", str(place), str(place)]
    return shown


def _try(command: Sequence[str], walls: Sequence[str]) -> None:
    """Open a sandbox with nothing in it: where that is not allowed, its own words say why."""
    try:
        said = _said(*walls, "--", "true", is_needed=True)
    except (OSError, subprocess.SubprocessError) as error:
        said = str(error)
    if said:
        raise CannotStart(command, f"bubblewrap makes no sandbox here: {' '.join(said.split())[:300]}")


def _said(*command: str, is_needed: bool = False) -> str:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=_TRIAL, check=False
    )
    if is_needed:
        return (done.stderr or f"exit code {done.returncode}") if done.returncode else ""
    return done.stdout + done.stderr
