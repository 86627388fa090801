"""An implementation in a child process, driven over its standard input and output.

It is taken at its word and no further: whatever it does wrong is a verdict of its own
(`departure.FAILURES`) with the end of its standard error, and it never outlives us.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, Final, NoReturn

import orjson
from attrs import frozen

from rulecheck.properties.conform.driver.child import CHUNK, CannotStart, Child
from rulecheck.properties.conform.driver.guarded_process import check_command, check_there
from rulecheck.properties.conform.driver.participant import Failed, Participant
from rulecheck.properties.conform.driver.sandbox import clean_environment, sandboxed
from rulecheck.properties.runtime.interrupts import held_back

__all__ = ["CannotStart", "Command", "Program"]

_ROOM: Final = 64
_BATCH: Final = 16
"""Requests that are gathered before they are written, unless an answer is waited for."""
_LONGEST: Final = 8 << 20
"""Bytes of the longest line that is read."""
_SPILL: Final = 1 << 20
"""Bytes beyond a wrong line that make it a flood."""
_QUIET: Final = 0.1
"""Seconds without output after which a wrong line was the last."""
_LONG_SPILL: Final = 1.0
"""Seconds after which a wrong line is judged, however much goes on coming."""
_TICK: Final = 0.25
"""Seconds between two looks at the memory."""
_SHARE: Final = 20
"""The part of the time, as 1 in so many, that looking at the memory may take."""


@frozen
class Command:
    """A program with its limits, to be begun as often as it is asked for, here or elsewhere; see `Program`."""

    words: tuple[str, ...]
    timeout: float = 10.0
    memory: float = 2048
    sandbox: bool = False
    clean_env: bool = False

    def __call__(self) -> Program:
        """One more copy of it, not yet begun."""
        return Program(
            self.words,
            timeout=self.timeout,
            memory=self.memory,
            sandbox=self.sandbox,
            clean_env=self.clean_env,
        )

    def lacking(self) -> str:
        """Why it cannot be begun on this machine; empty if nothing is seen to be in its way."""
        try:
            check_command(self.words, None)
            check_there(self.words)
            if self.sandbox:
                sandboxed(self.words, None)
        except CannotStart as error:
            return str(error)
        return ""


class Program(Participant):
    """A program driven over its standard input and output, as docs/protocol.md says.

    `timeout` is in seconds for an answer, `memory` in MB for it and all that it starts. In a `sandbox` it has no
    network and can change no file; with `clean_env` it sees few variables of our environment (`confined.KEPT`).
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeout: float = 10.0,
        memory: float = 2048,
        cwd: str | os.PathLike[str] | None = None,
        sandbox: bool = False,
        clean_env: bool = False,
    ) -> None:
        self.command = tuple(command)
        self._sandbox = sandbox
        self._walled: list[str] = []
        self._clean_env = clean_env
        self.timeout = timeout
        self.memory = memory
        self._cwd = cwd
        self._child: Child | None = None
        self._end: weakref.finalize[Any, Program] | None = None
        self._stderr = ""

    def __repr__(self) -> str:
        return f"Program({shlex.join(self.command)})"

    @property
    def room(self) -> int:
        """Many requests go out in one system call, and their answers come in with one."""
        return _ROOM

    @property
    def is_running(self) -> bool:
        """Whether it was begun and has not failed since."""
        return self._child is not None

    @property
    def stderr(self) -> str:
        """The beginning and the end of what it has written to its standard error since it was begun."""
        return self._child.errors.text() if self._child is not None else self._stderr

    def begin(self) -> None:
        """Start the program, after ending the one that runs.  Raises CannotStart."""
        self.close()
        if self._sandbox and not self._walled:
            self._walled = sandboxed(self.command, self._cwd)
        environment = clean_environment(os.environ) if self._clean_env else os.environ
        with held_back():  # one that is begun by half could not be ended
            child = self._child = Child(self._walled or self.command, self._cwd, environment)
            self._end = weakref.finalize(self, child.end)
            self._asked: deque[tuple[Any, bytes]] = deque()
            self._unsent: list[bytes] = []
            self._outgoing = bytearray()
            self._lines: deque[bytes] = deque()
            self._rest: list[bytes] = []
            self._rest_size = 0
            self._ended = False
            self._deaf = False
            self._next_look = monotonic() + _TICK
            self._selector = selectors.DefaultSelector()
            self._selector.register(child.stdout, selectors.EVENT_READ)
            self._selector.register(child.stderr, selectors.EVENT_READ)
            self._writes = False

    def send(self, request: Mapping[str, Any]) -> None:
        """Ask something; it goes out together with others, or when an answer is waited for."""
        assert self._child is not None, "it must be started first"
        line = orjson.dumps(request, option=orjson.OPT_APPEND_NEWLINE)
        self._asked.append((request.get("id"), line))
        self._unsent.append(line)
        if len(self._unsent) >= _BATCH:
            self._write(self._child)

    def receive(self) -> Mapping[str, Any]:
        """The answer to the oldest request that has none yet.  Raises Failed."""
        child = self._child
        assert child is not None, "it must be started first"
        assert self._asked, "nothing was asked"
        if not self._lines:
            try:
                self._wait(child)
            except BaseException:
                self._stop(b"")  # Ctrl-C too: what is half read is of no use
                raise
        number, _ = self._asked[0]
        line = self._lines.popleft()
        try:
            said = orjson.loads(line)
        except orjson.JSONDecodeError:
            self._spoil(child, "no JSON object", line)
        if type(said) is not dict:
            self._spoil(child, "no JSON object", line)
        answered = said.get("id")
        if answered != number or type(answered) is not type(number):
            if "error" in said and answered is None:
                self._fail("crashed", f"it answers with an error of its own: {_cut(line)}{self._after()}")
            self._spoil(child, f"no answer to request {number}", line)
        self._asked.popleft()
        return said

    def fail(self, verdict: str, what: str) -> Failed:
        """End it for what it did wrong: a failure for the caller to raise, with its standard error."""
        self._stop(b"")
        return Failed(verdict, what, self._stderr)

    def close(self) -> None:
        """Say `bye`, and end it with all that it started."""
        if self._child is not None:
            self._stop(b"" if self._outgoing else b'{"id":0,"ask":"bye"}\n')

    # ---- what goes in and out ----

    def _wait(self, child: Child) -> None:
        """Until there is a line, or a failure."""
        now = monotonic()
        deadline = now + self.timeout
        self._write(child)
        while True:
            if now >= self._next_look:
                self._weigh(child, now)
            if self._lines:
                return
            if self._ended or child.code is not None:
                self._went(child)
            if now >= deadline:
                self._late()
            self._exchange(child, min(deadline - now, _TICK))
            now = monotonic()

    def _exchange(self, child: Child, seconds: float) -> None:
        """Read and write what can be, waiting no longer than that."""
        for key, _ in self._selector.select(seconds):
            if key.fd == child.stdout:
                self._read(child)
            elif key.fd == child.stderr:
                if not child.read_errors():
                    self._selector.unregister(child.stderr)
            else:
                self._write(child)

    def _write(self, child: Child) -> None:
        """As much as goes through now."""
        if self._unsent:
            self._outgoing += b"".join(self._unsent)
            self._unsent.clear()
        if not self._outgoing:
            return
        try:
            written = os.write(child.stdin, self._outgoing)
            del self._outgoing[:written]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it reads no more; whether it still answers will show
            self._outgoing.clear()
            self._deaf = True
        if bool(self._outgoing) != self._writes:
            self._writes = not self._writes
            if self._writes:
                self._selector.register(child.stdin, selectors.EVENT_WRITE)
            else:
                self._selector.unregister(child.stdin)

    def _read(self, child: Child) -> int:
        """Take in what stands in standard output; how many bytes."""
        try:
            data = os.read(child.stdout, CHUNK)
        except BlockingIOError:
            return 0
        if not data:
            self._ended = True
            self._selector.unregister(child.stdout)
            return 0
        first, *more = data.split(b"\n")
        self._rest.append(first)
        self._rest_size += len(first)
        if self._rest_size > _LONGEST:
            self._fail("flood", f"a line of more than {_LONGEST >> 20} MB{self._after()}")
        if more:
            more.insert(0, b"".join(self._rest))
            rest = more.pop()
            self._lines.extend(more)
            self._rest = [rest] if rest else []
            self._rest_size = len(rest)
        return len(data)

    # ---- what goes wrong ----

    def _weigh(self, child: Child, now: float) -> None:
        """Fail if it holds too much memory."""
        held = child.megabytes()
        if held > self.memory:
            held = child.megabytes_unshared()
        if held > self.memory:
            self._fail("out of memory", f"it holds {held:,.0f} MB of {self.memory:,.0f} MB allowed{self._after()}")
        after = monotonic()
        self._next_look = after + max(_TICK, _SHARE * (after - now))

    def _went(self, child: Child) -> None:
        """It ended or closed its output: take in what is left, or fail."""
        while not self._lines and not self._ended and self._read(child):
            pass
        if self._lines:
            return
        code = child.code_soon()
        ended = "closed its standard output" if code is None else _ending(code)
        if self._rest:
            half = _cut(b"".join(self._rest))
            self._fail("half a line", f"it {ended} in the middle of a line: {half}{self._after()}")
        self._fail("crashed", f"it {ended}{self._after()}")

    def _late(self) -> NoReturn:
        if self._outgoing or self._deaf:
            why = "; it does not read its standard input"
        elif self._rest:
            why = f"; an incomplete line came: {_cut(b''.join(self._rest))}"
        else:
            why = "; is each line flushed?"
        self._fail("timed out", f"no answer within {self.timeout:g} s{self._after()}{why}")

    def _spoil(self, child: Child, why: str, line: bytes) -> NoReturn:
        """Fail for a wrong line: garbage, or a flood if there is no end of it."""
        beyond = sum(map(len, self._lines)) + self._rest_size
        until = monotonic() + min(self.timeout, _LONG_SPILL)

        def is_flood() -> bool:  # other answers on the way may be wrong and large: they were asked for
            return beyond >= _SPILL and len(self._lines) >= len(self._asked)

        while not is_flood() and not self._ended and monotonic() < until:
            ready = self._selector.select(_QUIET)
            if not ready:
                break
            for key, _ in ready:
                if key.fd == child.stdout:
                    beyond += self._read(child)
                elif key.fd == child.stderr and not child.read_errors():
                    self._selector.unregister(child.stderr)
        if is_flood():
            self._fail("flood", f"output without end, beginning with {_cut(line)}{self._after()}")
        self._fail("garbage", f"{why}: {_cut(line)}{self._after()}")

    def _fail(self, verdict: str, what: str) -> NoReturn:
        raise self.fail(verdict, what)

    def _after(self) -> str:
        """The oldest request without an answer, as the end of a sentence."""
        return f", asked {_cut(self._asked[0][1])}" if self._asked else ""

    def _stop(self, farewell: bytes) -> None:
        """End it; nothing is left open."""
        child, end = self._child, self._end
        if child is None or end is None:
            return
        self._child = None
        self._selector.close()
        try:
            child.end(farewell)
        finally:
            self._stderr = child.errors.text()
        end.detach()


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _cut(line: bytes, limit: int = 160) -> str:
    """A line as it can be shown: on one line, cut, without signs that move the cursor."""
    text = " ".join(line[: 4 * limit].decode("utf-8", "replace").split())
    text = "".join(sign if sign.isprintable() else "�" for sign in text)
    if not text:
        return "(blank)"
    return text if len(text) <= limit and len(line) <= 4 * limit else text[: limit - 1] + "…"
