"""A child process and everything that it starts: begun, weighed, and always ended.

What it starts is found by parent, by session, and by a mark in the environment that children
inherit, so that a grandchild whose parent is gone, or that left the session, is ended as well.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shlex
import signal
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic, time
from typing import IO, Final

import psutil
from attrs import define, field

MARK: Final = "RULECHECK_PROGRAM"
"""The environment variable that a program and all that it starts carry."""

CHUNK: Final = 1 << 18
_HEAD: Final = 4 << 10
_TAIL: Final = 16 << 10
_MB: Final = 1 << 20

_PATIENCE: Final = 0.3
"""Seconds to go by itself after `bye`, and again after SIGTERM."""
_FORCE: Final = 1.0
"""Seconds in which what SIGKILL was sent to is waited for."""
_STEP: Final = 0.01
_MINUTE: Final = 60
"""Seconds by which clocks may disagree on when a process began."""


class CannotStart(ValueError):
    """A program that is not there or cannot be executed; `str()` is one line that says what to do."""

    def __init__(self, command: Sequence[str], why: str) -> None:
        super().__init__(command, why)
        self.command = tuple(command)
        self.why = why

    def __str__(self) -> str:
        return f"cannot start {shlex.join(self.command) or 'a program'}: {self.why}"


@define
class Kept:
    """The beginning and the end of what was written, however much it was."""

    _head: bytearray = field(factory=bytearray)
    _tail: bytearray = field(factory=bytearray)
    _left_out: int = 0

    def add(self, data: bytes) -> None:
        """What was written next."""
        room = _HEAD - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        surplus = len(self._tail) - _TAIL
        if surplus > 0:
            del self._tail[:surplus]
            self._left_out += surplus

    def text(self) -> str:
        """All that was kept, with a line for what was left out."""
        gap = f"\n… {self._left_out:,} bytes left out …\n".encode() if self._left_out else b""
        return (bytes(self._head) + gap + bytes(self._tail)).decode("utf-8", "replace")


class Child:
    """A running program with three pipes that never block us.  Raises CannotStart."""

    def __init__(self, command: Sequence[str], cwd: str | os.PathLike[str] | None = None) -> None:
        self._mark = f"{os.getpid()}.{secrets.token_hex(8)}"
        self._process = _started(command, cwd, {**os.environ, MARK: self._mark})
        self._owner = os.getpid()
        self._known: set[psutil.Process] = set()
        with contextlib.suppress(psutil.Error):
            self._known.add(psutil.Process(self._process.pid))
        self._since = time() - _MINUTE
        self._is_closed = False
        self.errors = Kept()
        self.stdin, self.stdout, self.stderr = (_unblocked(pipe) for pipe in self._pipes)

    @property
    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        return pipes  # type: ignore[return-value]  # all three were asked for

    @property
    def code(self) -> int | None:
        """Its exit code, negative for a signal; None while it runs."""
        return self._process.poll()

    def code_soon(self) -> int | None:
        """Its exit code, with a moment's patience for one that is about to end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(_PATIENCE)
        return None

    def read_errors(self) -> bool:
        """Take in what stands in standard error; False once it was closed."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self.stderr, CHUNK)
            self.errors.add(data)
            return bool(data)
        return True

    def megabytes(self) -> float:
        """The memory that it and all that it started hold."""
        return sum(_held(one) for one in self._family()) / _MB

    def megabytes_unshared(self) -> float:
        """The same with what several of them share counted once: slower."""
        return sum(_held_unshared(one) for one in self._family()) / _MB

    def _family(self) -> set[psutil.Process]:
        """Everything that it started and that lives, itself included."""
        found: set[psutil.Process] = set()
        for one in self._known:
            with contextlib.suppress(psutil.Error):
                if one not in found and _lives(one):
                    found.update((one, *one.children(recursive=True)))
        for one in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if one not in found and self._is_ours(one):
                    found.add(one)
        self._known = {one for one in found if _lives(one)}
        return self._known

    def _is_ours(self, one: psutil.Process) -> bool:
        if one.create_time() < self._since or one.pid == os.getpid():
            return False
        return os.getsid(one.pid) == self._process.pid or one.environ().get(MARK) == self._mark

    def end(self, farewell: bytes = b"") -> None:
        """End it and all that it started: by asking, then by SIGTERM, then by SIGKILL.

        In a process that was forked off ours it only closes the pipes: the program is our parent's.
        """
        if os.getpid() != self._owner:
            self._process.returncode = 0  # not ours to wait for
            self._close()
            return
        if self._is_closed:
            return
        somebody = True
        try:
            if farewell:
                self._ask_to_go(farewell)
            somebody = self._signal(signal.SIGTERM)
        finally:
            deadline = monotonic() + _FORCE
            while somebody and monotonic() < deadline:  # again for what was started meanwhile
                somebody = self._signal(signal.SIGKILL)
            self._finish(deadline)

    def _ask_to_go(self, farewell: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self.stdin, farewell)
        with contextlib.suppress(OSError):
            self._pipes[0].close()
        self._drain_until(monotonic() + _PATIENCE, ())

    def _signal(self, number: signal.Signals) -> bool:
        """Send a signal to all that live and give them time to go; whether there were any."""
        family = self._family()
        for one in family:
            with contextlib.suppress(psutil.Error):
                one.send_signal(number)
        if family:
            self._drain_until(monotonic() + _PATIENCE, family)
        return bool(family)

    def _drain_until(self, deadline: float, family: Iterable[psutil.Process]) -> None:
        """Read what it still writes until it and the others are gone, or until the deadline."""
        open_pipes = [self.stdout, self.stderr]
        while self.code is None or any(_lives(one) for one in family):
            left = deadline - monotonic()
            if left <= 0:
                return
            if not open_pipes and self.code is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(min(left, _STEP))
            for pipe in select.select(open_pipes, [], [], min(left, _STEP))[0]:
                if not (self.read_errors() if pipe == self.stderr else os.read(pipe, CHUNK)):
                    open_pipes.remove(pipe)

    def _finish(self, deadline: float) -> None:
        """Read what is left of its standard error, and close the pipes."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FORCE)
        while self.read_errors() and select.select([self.stderr], [], [], 0)[0] and monotonic() < deadline:
            pass
        self._close()

    def _close(self) -> None:
        self._is_closed = True
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.close()


def _unblocked(pipe: IO[bytes]) -> int:
    number = pipe.fileno()
    os.set_blocking(number, False)
    return number


def _started(
    command: Sequence[str], cwd: str | os.PathLike[str] | None, environment: dict[str, str]
) -> subprocess.Popen[bytes]:
    if os.name != "posix":
        raise CannotStart(command, "programs are driven on Linux and macOS only; use the pytest plugin, or traces")
    if not command:
        raise CannotStart(command, "there is no command; write it after --")
    if cwd is not None and not Path(cwd).is_dir():
        raise CannotStart(command, f"{cwd} is no folder to start it in")
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            list(command),
            bufsize=0,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            cwd=cwd,
            env=environment,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise CannotStart(command, _why(error, command[0], Path(cwd or "."))) from None


def _why(error: OSError | ValueError, name: str, folder: Path) -> str:
    """What is wrong with a program that does not start, and what to do."""
    file = folder / name
    if isinstance(error, FileNotFoundError):
        if os.sep not in name:
            meant = f"was ./{name} meant?" if file.is_file() else "check the name, or write its whole path"
            if " " in name:
                meant = "write its words one by one, without quotes around all of them"
            return f"no program {name} on the PATH; {meant}"
        if file.exists():
            return f"the interpreter that {name} names in its first line is not there; write another before it"
        return f"there is no file {name}; paths begin at {folder.absolute()}"
    if isinstance(error, PermissionError):
        if file.is_dir():
            return f"{name} is a folder; name the program in it"
        return f"{name} may not be executed; chmod +x it, or write its interpreter before it"
    if isinstance(error, OSError) and error.strerror == "Exec format error":
        return f"{name} is no program; give it a first line with #!, or write its interpreter before it"
    return str(error)


def _lives(one: psutil.Process) -> bool:
    try:
        return one.is_running() and one.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _held(one: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        return int(one.memory_info().rss)
    return 0


def _held_unshared(one: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        full = one.memory_full_info()
        return int(getattr(full, "pss", full.uss))
    return 0
