"""A child process and everything that it starts: begun, weighed, and always ended.

Its guard (`guarded.py`) ends all of it, also when we are gone. Where the guard is no more, or the system gives it no
orphans, what the program started is found by parent, by session, and by a mark in the environment.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic, time
from typing import IO, Final

import psutil
from attrs import define, field

from rulecheck.properties.conform.driver import guard
from rulecheck.properties.conform.driver.guard import MARK
from rulecheck.properties.conform.driver.guarded_process import CannotStart, Guarded

__all__ = ["CHUNK", "MARK", "CannotStart", "Child", "Kept"]

CHUNK: Final = 1 << 18
_HEAD: Final = 4 << 10
_TAIL: Final = 16 << 10
_MB: Final = 1 << 20

_PATIENCE: Final = 0.3
"""Seconds to go by itself after `bye`, and again after SIGTERM."""
_FORCE: Final = 5.0
"""Seconds in which the guard, or what SIGKILL was sent to, is waited for; it takes a few hundredths of one."""
_STEP: Final = 0.01
_MINUTE: Final = 60
"""Seconds by which clocks may disagree on when a process began."""


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

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._mark = f"{os.getpid()}.{secrets.token_hex(8)}"
        self._program = Guarded(command, cwd, {**environment, MARK: self._mark})
        self._owner = os.getpid()
        self._known: set[psutil.Process] = set()
        with contextlib.suppress(psutil.Error):
            self._known.add(psutil.Process(self._program.pid))
        self._since = time() - _MINUTE
        self._is_closed = False
        self.errors = Kept()
        self.stdin, self.stdout, self.stderr = (_unblocked(pipe) for pipe in self._program.pipes)

    @property
    def code(self) -> int | None:
        """Its exit code, negative for a signal; None while it runs."""
        return self._program.code()

    def code_soon(self) -> int | None:
        """Its exit code, with a moment's patience for one that is about to end."""
        return self._program.code(_PATIENCE)

    def read_errors(self) -> bool:
        """Take in what stands in standard error; False once it was closed."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self.stderr, CHUNK)
            self.errors.add(data)
            return bool(data)
        return True

    def megabytes(self) -> float:
        """The memory that it and all that it started hold."""
        return sum(_held(process) for process in self._family()) / _MB

    def megabytes_unshared(self) -> float:
        """The same with what several of them share counted once: slower."""
        return sum(_held_unshared(process) for process in self._family()) / _MB

    def _family(self) -> set[psutil.Process]:
        """Everything that it started and that lives, itself included."""
        family: set[psutil.Process] = set()
        for ancestor in (self._program.guard, *self._known):
            with contextlib.suppress(psutil.Error):
                if ancestor not in family and _lives(ancestor):
                    family.update((ancestor, *ancestor.children(recursive=True)))
        if not (guard.KEEPS_ORPHANS and self._program.guard in family):
            family.update(process for process in psutil.process_iter() if self._is_ours(process))
        family.discard(self._program.guard)
        self._known = {process for process in family if _lives(process)}
        return self._known

    def _is_ours(self, process: psutil.Process) -> bool:
        with contextlib.suppress(psutil.Error, OSError):
            if process.create_time() < self._since or process.pid == os.getpid():
                return False
            return os.getsid(process.pid) == self._program.pid or process.environ().get(MARK) == self._mark
        return False

    def end(self, farewell: bytes = b"") -> None:
        """End it and all that it started: by asking, then by SIGTERM; then its guard does by SIGKILL.

        In a process that was forked off ours it only closes the pipes: the program is our parent's.
        """
        if os.getpid() != self._owner:
            self._program.disown()
            self._is_closed = True
            return
        if self._is_closed:
            return
        try:
            if farewell:
                self._ask_to_go(farewell)
            self._signal(signal.SIGTERM)
        finally:
            deadline = monotonic() + _FORCE
            self._program.release()
            if not self._program.is_over(_FORCE):  # it goes on without us, unless it was killed
                while self._signal(signal.SIGKILL) and monotonic() < deadline:
                    pass
            self._finish(deadline)

    def _ask_to_go(self, farewell: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self.stdin, farewell)
        with contextlib.suppress(OSError):
            self._program.pipes[0].close()
        self._drain_until(monotonic() + _PATIENCE, ())

    def _signal(self, number: signal.Signals) -> bool:
        """Send a signal to all that live and give them time to go; whether there were any."""
        family = self._family()
        for process in family:
            with contextlib.suppress(psutil.Error):
                process.send_signal(number)
        if family:
            self._drain_until(monotonic() + _PATIENCE, family)
        return bool(family)

    def _drain_until(self, deadline: float, family: Iterable[psutil.Process]) -> None:
        """Read what it still writes until it and the others are gone, or until the deadline."""
        open_pipes = [self.stdout, self.stderr]
        while self.code is None or any(_lives(process) for process in family):
            left = deadline - monotonic()
            if left <= 0:
                return
            if not open_pipes and self.code is None:
                self._program.code(min(left, _STEP))
            for pipe in select.select(open_pipes, [], [], min(left, _STEP))[0]:
                if not (self.read_errors() if pipe == self.stderr else os.read(pipe, CHUNK)):
                    open_pipes.remove(pipe)

    def _finish(self, deadline: float) -> None:
        """Read what is left of its standard error, and close the pipes."""
        while self.read_errors() and select.select([self.stderr], [], [], 0)[0] and monotonic() < deadline:
            pass
        self._is_closed = True
        self._program.close()


def _unblocked(pipe: IO[bytes]) -> int:
    number = pipe.fileno()
    os.set_blocking(number, False)
    return number


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _held(process: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _held_unshared(process: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        full = process.memory_full_info()
        return int(getattr(full, "pss", full.uss))
    return 0
