"""Work done in this process or in several others, which may die without taking the rest with them."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
import threading
import traceback
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Protocol

from attrs import define, frozen

from rulecheck.properties.runtime.interrupts import left_to_the_parent, started_quietly

_DEATHS: Final = 20
"""Workers that may be killed before a campaign is ended early."""


_SAFE: Final = "PYTHONSAFEPATH"


@frozen
class Job:
    """One thing to do: what the work is given besides the worker's own room."""

    number: int
    given: tuple[Any, ...]


Jobs = Iterator[Job | None]
"""None: nothing can be begun before more answers are in."""
Work = Callable[..., Any]
"""`work(room, *given)`: picklable, and so are its answers."""


class Workers(Protocol):
    """Those who do the work."""

    notes: list[str]
    """What went wrong with them, for people."""

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        """Answers as they come, each with the number of its job; None for a job whose worker was killed.

        `doing` says what they are at, before the number.
        """

    def drop(self) -> None:
        """Begin nothing new; what is being done is still waited for."""

    def close(self) -> None:
        """End them, whatever they are at."""


MakeWorkers = Callable[[Callable[[], Any]], Workers]
"""Makes those who do the work, from what makes the room that each works with."""


def hire(room: Callable[[], Any], jobs: int, far: MakeWorkers | None = None) -> Workers:
    """Those who are to do some work: a cluster's, or this process, or `jobs` others."""
    if far is not None:
        return far(room)
    return Here(room) if jobs <= 1 else Pool(room, jobs)


class Here:
    """Does the work in this process, one thing after the other."""

    def __init__(self, room: Callable[[], Any]) -> None:
        self.notes: list[str] = []
        self._room = room()
        self._dropped = False

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        """Answers in the order of the jobs."""
        self._dropped = False
        for job in jobs:
            if job is not None:
                yield job.number, work(self._room, *job.given)
            if self._dropped:
                return

    def drop(self) -> None:
        """Begin nothing new."""
        self._dropped = True

    def close(self) -> None:
        """There is nothing to end."""


@frozen
class _Raised:
    """What work raised in another process, and its traceback there."""

    error: Exception
    told: str


class _RemoteTraceback(Exception):
    """Shown as the cause of what was raised in another process: the traceback it had there; `Game.raised` reads it."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@define(eq=False)
class _Worker:
    process: Any
    pipe: Connection
    number: int | None = None
    """The job it is at."""


class Pool:
    """Worker processes that may die without taking the campaign with them; `room` makes what each works with."""

    def __init__(self, room: Callable[[], Any], count: int) -> None:
        self.notes: list[str] = []
        self._room = room
        self._context = multiprocessing.get_context("spawn")
        self._count = count
        self._workers: list[_Worker] = []
        self._dropped = False
        self._deaths = 0

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        """Answers as they come; None for a job whose worker was killed.  What work raises is raised here."""
        self._dropped = False
        more = True
        while True:
            more = more and self._hand_out(jobs, work)
            busy = [worker for worker in self._workers if worker.number is not None]
            if not busy:
                if not more or self._dropped:
                    return
                raise RuntimeError("no work is left and none was promised")
            ready = wait([worker.pipe for worker in busy], timeout=0.5)
            for worker in busy:
                if worker.pipe in ready:
                    number = worker.number
                    assert number is not None
                    worker.number = None
                    try:
                        answer = worker.pipe.recv()
                    except (EOFError, OSError):
                        self._bury(worker, f"{doing} {number}")
                        answer = None
                    if isinstance(answer, _Raised):
                        raise answer.error from _RemoteTraceback(answer.told)
                    yield number, answer

    def _hand_out(self, jobs: Jobs, work: Work) -> bool:
        """A job for everyone who has none; False if there are no more."""
        for worker in [*self._workers, *(None for _ in range(self._count - len(self._workers)))]:
            if self._dropped:
                break
            if worker is not None and worker.number is not None:
                continue
            job = next(jobs, _END)
            if job is _END:
                return False
            if job is None:
                break
            worker = worker or self._hire()
            worker.number = job.number
            with contextlib.suppress(OSError):  # a worker that died idle: noticed when it does not answer
                worker.pipe.send((work, job.given))
        return True

    def _hire(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._room, _SAFE in os.environ), daemon=True)
        with without_current_folder():
            resource_tracker.ensure_running()  # starting it unblocks signals; it must not do so in between
            with started_quietly():
                process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _bury(self, worker: _Worker, doing: str) -> None:
        worker.process.join(5)
        code = worker.process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        self.notes.append(f"a worker was killed ({how}) while it was {doing}; the others went on")
        self._workers.remove(worker)
        worker.pipe.close()
        self._deaths += 1
        if self._deaths > _DEATHS and not self._dropped:
            self.notes.append("too many workers were killed; the run was ended early")
            self._dropped = True

    def drop(self) -> None:
        """Begin nothing new; what is being done is still waited for."""
        self._dropped = True

    def close(self) -> None:
        """End them, whatever they are at."""
        for worker in self._workers:
            worker.pipe.close()
            if worker.number is not None:
                worker.process.kill()  # it heeds no other signal, and has nothing to lose
        for worker in self._workers:
            worker.process.join(2)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join(2)
        self._workers.clear()


_END: Final[Any] = object()


def end_with_the_parent() -> None:
    """In a worker process: end at once when the process that began it is gone, however it went, whatever we are at."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent.sentinel,), daemon=True).start()


def _outlive(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


@contextlib.contextmanager
def without_current_folder() -> Iterator[None]:
    """Around the start of a Python: it does not import files of the folder that we are in, whatever their names."""
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE]


def _serve(pipe: Connection, make_room: Callable[[], Any], is_safe_for_all: bool) -> None:
    """A worker: does what comes through the pipe until it closes."""
    if not is_safe_for_all:
        os.environ.pop(_SAFE, None)  # it was for us, not for programs that we start in turn
    left_to_the_parent()
    end_with_the_parent()
    room = make_room()
    gc.freeze()  # what was imported stays: to look for cycles among it takes 14 ms each time
    while True:
        try:
            work, given = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = work(room, *given)
        except Exception as error:
            answer = _raised(error)
        try:
            pipe.send(answer)
        except OSError:
            return


def _raised(error: Exception) -> _Raised:
    told = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an exception of somebody's, made in a way of its own
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return _Raised(error, told)
