"""The guard of a driven program: a process between us and it, which ends all that it started when we are gone.

Run as a script of its own, `python -IS guard.py CONTROL STATUS`, so it imports nothing of rulecheck. Through the pipe
CONTROL comes one line of JSON: the command, its environment and where psutil is. The pipe stays open while we live, and
its end, however it comes, means: end everything. Into the pipe STATUS go lines of JSON: that the program was started
or why not, and how it ended.

On Linux the guard is the parent of every orphan below it (a child subreaper), so nothing leaves it by a double fork,
another session or an empty environment. Elsewhere it looks for parents, the session and a mark in the environment.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

MARK: Final = "RULECHECK_PROGRAM"
"""The environment variable that a program carries, and all that it starts unless they drop it."""

_IS_LINUX: Final = sys.platform == "linux"
_CHILDREN: Final = "/proc/{pid}/task/{thread}/children"
KEEPS_ORPHANS: Final = os.path.exists(_CHILDREN.format(pid=os.getpid(), thread=os.getpid()))
"""Whether everything that a program starts stays below its guard, and the system lists it."""
_SIGNAL_AT_PARENTS_DEATH: Final = 1
_CHILD_SUBREAPER: Final = 36
"""Numbers of `prctl` in Linux."""

_LOOK: Final = 1.0
"""Seconds between two looks at whether our parent lives: somebody else may hold its end of the pipe."""
_QUICK_ROUNDS: Final = 50
"""Rounds of killing without a pause, which a program that starts itself anew has to lose."""
_PAUSE: Final = 0.01
_LONGEST: Final = 60.0
"""Seconds after which what cannot be killed is left: it is not ours to kill, or hangs in the system."""


def main() -> None:
    """Start the program, wait, and end all of it."""
    control, status = int(sys.argv[1]), int(sys.argv[2])
    parent = os.getppid()
    wake = _woken_by_signals()
    _adopt_orphans()
    with os.fdopen(os.dup(control), "rb") as pipe:
        order = json.loads(pipe.readline())
    program = _start(order["command"], order["environment"], status)
    if program is None:
        return
    os.set_blocking(control, False)
    ended = False
    while not ended and os.getppid() == parent:
        ready = select.select([control, wake], [], [], _LOOK)[0]
        if wake in ready:
            ended = any(number != signal.SIGCHLD for number in os.read(wake, 4096))
        ended = ended or control in ready
        _bury(program, status)
    sys.path.append(order["library"])
    end_all(program, order["environment"].get(MARK), status)


def _woken_by_signals() -> int:
    """A pipe in which the number of each signal appears; none of them ends us."""
    reader, writer = os.pipe()
    for end in (reader, writer):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return reader


def _prctl(option: int, value: int) -> None:
    if _IS_LINUX:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _adopt_orphans() -> None:
    _prctl(_CHILD_SUBREAPER, 1)


def _start(command: Sequence[str], environment: Mapping[str, str], status: int) -> int | None:
    """The id of the program that was begun, with our three pipes, which are closed here; None if it was not."""
    try:
        program = subprocess.Popen(
            command,
            env=environment,
            start_new_session=True,
            preexec_fn=_die_with_the_guard if _IS_LINUX else None,
        )
    except (OSError, ValueError) as error:
        number = error.errno if isinstance(error, OSError) else None
        _tell(status, {"errno": number, "why": str(error)})
        return None
    nowhere = os.open(os.devnull, os.O_RDWR)
    for pipe in (0, 1, 2):
        os.dup2(nowhere, pipe)
    _tell(status, {"pid": program.pid})
    return program.pid


def _die_with_the_guard() -> None:
    _prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)


def _tell(status: int, said: Mapping[str, Any]) -> None:
    with contextlib.suppress(OSError):  # nobody may be there to hear it
        os.write(status, json.dumps(said).encode() + b"\n")


def _bury(program: int, status: int) -> bool:
    """Take leave of all that have ended, and tell how the program did; whether anybody is left."""
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return True
            if pid == program:
                _tell(status, {"code": os.waitstatus_to_exitcode(ended)})
    return False


def end_all(program: int, mark: str | None, status: int) -> None:
    """Kill all that live below us until there are none; whoever was begun meanwhile is met in the next round.

    Where orphans come to us nobody is left when we have no child any more: lists can miss what is just being begun.
    """
    deadline = time.monotonic() + _LONGEST
    rounds = 0
    somebody = True
    while somebody and time.monotonic() < deadline:
        living = set(below(os.getpid())) if KEEPS_ORPHANS else _related(program, mark)
        _kill(living, program, is_stubborn=rounds > 0)
        somebody = _bury(program, status) if KEEPS_ORPHANS else bool(living)
        rounds += 1
        if rounds > _QUICK_ROUNDS:
            time.sleep(_PAUSE)
    _bury(program, status)
    sys.exit(1 if somebody else 0)


def _kill(living: Iterable[int], program: int, *, is_stubborn: bool) -> None:
    with contextlib.suppress(OSError):
        os.killpg(program, signal.SIGKILL)  # all at once: none of them begins another meanwhile
    for pid in living:
        if is_stubborn and _IS_LINUX:
            with contextlib.suppress(OSError):
                _slow_down(pid)
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def _slow_down(pid: int) -> None:
    """Let it, and what it begins, run on our processor only, and only while we do not."""
    here = {min(os.sched_getaffinity(0))}
    os.sched_setaffinity(0, here)
    os.sched_setaffinity(pid, here)
    os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))


def below(pid: int) -> Iterable[int]:
    """All processes below one, those that have ended left out; as Linux tells them."""
    waiting = [pid]
    while waiting:
        for child in _children(waiting.pop()):
            waiting.append(child)
            if not _has_ended(child):
                yield child


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            children += map(int, Path(_CHILDREN.format(pid=pid, thread=thread)).read_bytes().split())
    return children


def _has_ended(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except (OSError, IndexError):
        return True
    return state in b"ZX"


def _related(program: int, mark: str | None) -> set[int]:
    """All that the program started, as far as parents, its session and the mark tell."""
    import psutil

    living = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
                continue
            if os.getsid(process.pid) == program or (mark and process.environ().get(MARK) == mark):
                living.update({process.pid, *(child.pid for child in process.children(recursive=True))})
    return living


if __name__ == "__main__":
    main()
