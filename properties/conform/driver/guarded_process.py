"""A program begun behind its guard (`guard.py`): its pipes, its process id, how it ended, and that it ends with us."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import IO, Any, Final, cast

import psutil

from rulecheck.properties.conform.driver import guard

_START: Final = 30.0
"""Seconds in which the guard has to begin the program."""


class CannotStart(ValueError):
    """A program that is not there or cannot be executed; `str()` is one line that says what to do."""

    def __init__(self, command: Sequence[str], why: str) -> None:
        super().__init__(command, why)
        self.command = tuple(command)
        self.why = why

    def __str__(self) -> str:
        return f"cannot start {shlex.join(self.command) or 'a program'}: {self.why}"


class Guarded:
    """A running program and its guard, in which everything ends when we do.  Raises CannotStart."""

    def __init__(
        self, command: Sequence[str], cwd: str | os.PathLike[str] | None, environment: Mapping[str, str]
    ) -> None:
        check_command(command, cwd)
        order, self._control = os.pipe()
        self._status, status = os.pipe()
        self._rest = b""
        self._told: dict[str, Any] = {}
        self._is_gone = False
        try:
            self.process = _begun(order, status, cwd)
        except OSError as error:
            os.close(self._control)
            os.close(self._status)
            raise CannotStart(command, f"its guard cannot be started: {error}") from None
        finally:
            os.close(order)
            os.close(status)
        self._command(command, environment)
        if "pid" not in self._told:
            self.close()
            self.process.wait()
            raise CannotStart(command, _why(self._told, command[0], Path(cwd or ".")))
        self.pid: int = self._told["pid"]
        self.guard = psutil.Process(self.process.pid)

    def _command(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Tell the guard what to begin, and hear whether it could."""
        library = str(Path(psutil.__file__).parents[1])
        order = {"command": list(command), "environment": dict(environment), "library": library}
        with contextlib.suppress(BrokenPipeError), os.fdopen(os.dup(self._control), "wb") as pipe:
            pipe.write(json.dumps(order).encode() + b"\n")
        until = monotonic() + _START
        while not self._told and self._hear(until):
            pass

    def _hear(self, until: float) -> bool:
        """Take in what the guard tells next; False if that was nothing in this time, or it is gone."""
        left = max(0.0, until - monotonic())
        if self._is_gone or not select.select([self._status], [], [], left)[0]:
            return False
        data = os.read(self._status, 4096)
        self._is_gone = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._told.update(json.loads(line))
        return not self._is_gone

    @property
    def pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """Standard input, output and error of the program."""
        pipes = self.process.stdin, self.process.stdout, self.process.stderr
        return cast("tuple[IO[bytes], IO[bytes], IO[bytes]]", pipes)  # all three were asked for

    def code(self, seconds: float = 0.0) -> int | None:
        """The program's exit code, negative for a signal; None if it still runs after so many seconds."""
        until = monotonic() + seconds
        while "code" not in self._told and self._hear(until):
            pass
        if self._is_gone:
            self._told.setdefault("code", self.process.wait())  # the guard was killed, and the program with it
        return self._told.get("code")

    def release(self) -> None:
        """Let the guard end the program and all that it started, whether we wait for it or not."""
        if self._control >= 0:
            os.close(self._control)
            self._control = -1

    def is_over(self, seconds: float) -> bool:
        """Whether the guard goes in that time, and says that nobody is left."""
        until = monotonic() + seconds
        while self._hear(until):
            pass
        return self._is_gone and self.process.wait() == 0

    def disown(self) -> None:
        """In a process that was forked off ours: close what it holds of it, the program is our parent's."""
        self.process.returncode = 0  # not ours to wait for
        self.close()

    def close(self) -> None:
        """Close all pipes: where it runs, its guard ends it."""
        self.release()
        for pipe in self.pipes:
            with contextlib.suppress(OSError):
                pipe.close()
        if self._status >= 0:
            os.close(self._status)
            self._status = -1
            self._is_gone = True


def check_command(command: Sequence[str], cwd: str | os.PathLike[str] | None) -> None:
    """Raises CannotStart for what no system could start."""
    if os.name != "posix":
        raise CannotStart(command, "programs are driven on Linux and macOS only; use the pytest plugin, or traces")
    if not command:
        raise CannotStart(command, "there is no command; write it after --")
    if cwd is not None and not Path(cwd).is_dir():
        raise CannotStart(command, f"{cwd} is not a folder; the program cannot be started there")


def check_there(command: Sequence[str]) -> None:
    """Raises CannotStart for a program that is not on this machine or may not be executed."""
    name = command[0]
    if shutil.which(name) is None:
        number = errno.EACCES if os.sep in name and Path(name).exists() else errno.ENOENT
        raise CannotStart(command, _why({"errno": number}, name, Path()))


def _begun(order: int, status: int, cwd: str | os.PathLike[str] | None) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-IS", guard.__file__, str(order), str(status)],
        bufsize=0,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        cwd=cwd,
        pass_fds=(order, status),
        start_new_session=True,
    )


def _why(told: Mapping[str, Any], name: str, folder: Path) -> str:
    """What is wrong with a program that does not start, and what to do."""
    number = told.get("errno")
    file = folder / name
    if number == errno.ENOENT:
        if os.sep not in name:
            meant = f"was ./{name} meant?" if file.is_file() else "check the name, or write its whole path"
            if " " in name:
                meant = "write its words one by one, without quotes around all of them"
            return f"no program {name} on the PATH; {meant}"
        if file.exists():
            return f"the interpreter that {name} names in its first line is not there; write another before it"
        return f"there is no file {name}; paths begin at {folder.absolute()}"
    if number == errno.EACCES:
        if file.is_dir():
            return f"{name} is a folder; name the program in it"
        return f"{name} may not be executed; chmod +x it, or write its interpreter before it"
    if number == errno.ENOEXEC:
        return f"{name}is not an executable program; give it a first line with #!, or write its interpreter before it"
    return str(told.get("why", "its guard ended before it could begin it"))
