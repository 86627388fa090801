"""Work done by a Dask cluster: on other machines, or in processes of this one that Dask looks after.

Needs the extra `cluster` (`dask.distributed`).  Answers are the same as from the processes of `workers.Pool`: games are
told apart by their numbers, never by who played them.  Dask gives the work of a lost worker to another one.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import Any, Final

from attrs import frozen

from rulecheck import __version__
from rulecheck.properties.runtime.workers import Job, Jobs, Work, without_current_folder

_AHEAD: Final = 2
"""Jobs that each thread of the cluster has waiting, so that it need not wait for us."""
_WORTH: Final = 1.0
"""Seconds of work that are worth the way to a worker and back: so much of short jobs is handed out together."""
_TOGETHER: Final = 8
_CONNECT: Final = 20.0
"""Seconds in which a scheduler has to answer."""
_LOOK: Final = 1.0
"""Seconds between two looks at who is there."""
_WAKE: Final = 0.5
"""Seconds after which we look up from waiting, for signals and the clock."""
_QUIET: Final = {
    "distributed.worker.preload": ["rulecheck.properties.runtime.without_http"],
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing": False,
}
"""Of our own cluster: nobody looks at its pages, nor at what Dask samples of its workers a hundred times a second."""
_ROOMS: Final = threading.local()
"""What this thread of a worker has made its games in: engines are made once for many games."""
_END: Final[Any] = object()
_LOST: Final = "1h"
"""A killed worker of ours may be begun again so long. After Dask's 15 s a busy machine had none left, for good."""
_ALONE: Final = 60.0
"""Seconds without any worker after which nobody is waited for: a killed one is begun again well before."""
_SCHEMES: Final = {"dask": "tcp", "tls": "tls"}
"""What an address begins with, and what it is to Dask."""
_KEPT: Final = 4
"""Rooms that a thread keeps: campaigns that share a cluster do not empty each other's."""


class ClusterError(Exception):
    """A cluster that cannot be used; `str()` is one line that says why and what to do."""


@frozen
class Room:
    """What makes a worker's room, ready to travel; its `lacking()`, if it has that, tells what is missing there."""

    key: str
    packed: bytes

    @staticmethod
    def of(make: Callable[[], Any]) -> Room:
        """Packed once for all jobs."""
        packed = pickle.dumps(make)
        return Room(hashlib.blake2b(packed, digest_size=16).hexdigest(), packed)

    def enter(self) -> Any:
        """The room of this thread, made when the first job needs it."""
        rooms: dict[str, Any] = _ROOMS.__dict__.setdefault("rooms", {})
        if self.key not in rooms:
            while len(rooms) >= _KEPT:
                rooms.pop(next(iter(rooms)))
            rooms[self.key] = pickle.loads(self.packed)()
        return rooms[self.key]


@frozen
class _Done:
    """The answers to some jobs, packed, and the seconds that they took."""

    packed: bytes
    seconds: float


def _done(room: Room, packed: bytes) -> _Done:
    """What comes of some jobs; what Dask would pack object by object travels as bytes, either way."""
    began = time.monotonic()
    work, every_given = pickle.loads(packed)
    entered = room.enter()
    answers = [work(entered, *given) for given in every_given]
    return _Done(pickle.dumps(answers), time.monotonic() - began)


def _trouble(room: Room, version: str) -> str:
    """What keeps a worker from the work; empty if nothing does."""
    if __version__ != version:
        return f"has rulecheck {__version__}, this machine {version}: install the same version on both"
    try:
        make = pickle.loads(room.packed)
    except Exception as error:
        return f"cannot read the rules ({type(error).__name__}: {error}): games of your own must be installed there too"
    lacking = getattr(make, "lacking", None)
    return lacking() if lacking is not None else ""


class Cluster:
    """Those who work for a Dask scheduler.  Raises ClusterError where they lack something."""

    def __init__(self, room: Callable[[], Any], client: Any, *, owned: Any = None) -> None:
        """`client` is a `distributed.Client`; `owned` a cluster that was begun for us alone and ends when we do."""
        self.notes: list[str] = []
        self._dask: Any = import_module("distributed")
        self._gone = (OSError, self._dask.CancelledError, import_module("distributed.client").ClosedClientError)
        """What Dask raises where the scheduler does not answer any more."""
        self._room = Room.of(room)
        self._client = client
        self._owned = owned
        self._dropped = False
        self._under_way: dict[Any, list[Job]] = {}
        """The futures, with their jobs."""
        self._each = inf
        """Seconds that a job took of late."""
        self._threads: dict[str, int] = {}
        """The threads of each worker, by its address."""
        self._looked = 0.0
        self._manned = time.monotonic()
        """When somebody was last seen there."""
        try:
            self._threads = dict(client.nthreads())
            self._check()
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        """Every worker has what the work needs."""
        if not self._threads:
            raise ClusterError("the scheduler has no workers; start some (`dask worker ADDRESS`)")
        there = self._client.run(find_spec, "rulecheck", on_error="return")
        lacking = sorted(name for name, spec in there.items() if spec is None or isinstance(spec, Exception))
        if lacking:
            raise ClusterError(f"worker {lacking[0]} has no rulecheck: install it there")
        told = self._client.run(_trouble, self._room, __version__, on_error="return")
        for name, trouble in sorted(told.items()):
            if trouble:
                raise ClusterError(f"worker {name} {trouble}")

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        """Answers as they come; None for a job that no worker survived."""
        self._dropped = False
        self._each = inf
        more = True
        while True:
            more = more and self._hand_out(jobs, work)
            if not self._under_way:
                if not more or self._dropped:
                    return
                raise RuntimeError("no work is left and none was promised")
            for future in self._ready():
                if self._dropped and future not in self._under_way:  # lost together with one before it
                    break
                done = self._under_way.pop(future)
                answers = self._answers(future, f"{doing} {done[0].number}", len(done))
                if answers is None:  # which of them it was shows when each is done alone
                    for job in done:
                        self._submit([job], work)
                    continue
                yield from zip((job.number for job in done), answers, strict=True)
            self._look_round()

    def _hand_out(self, jobs: Jobs, work: Work) -> bool:
        """Jobs for all threads and some to wait, several together if they are short; False if there are no more."""
        free = _AHEAD * max(1, sum(self._threads.values())) - len(self._under_way)
        together = max(1, min(_TOGETHER, int(_WORTH / self._each)))
        begun: list[Job] = []
        more = True
        while len(begun) < free * together and not self._dropped:
            job = next(jobs, _END)
            if job is None or job is _END:
                more = job is None
                break
            begun.append(job)
        size = -(-len(begun) // max(1, free))
        for first in range(0, len(begun), max(1, size)):
            if not self._submit(begun[first : first + size], work):
                break
        return more

    def _submit(self, jobs: list[Job], work: Work) -> bool:
        """Hand out some jobs together; False if nobody takes them."""
        packed = pickle.dumps((work, [job.given for job in jobs]))
        try:
            future = self._client.submit(_done, self._room, packed, pure=False)
        except self._gone as error:
            self._unreachable(error)
            return False
        self._under_way[future] = jobs
        return True

    def _ready(self) -> list[Any]:
        """Those that are done, in the order of their numbers; none after a while."""
        try:
            with self._client.as_current():
                done = self._dask.wait(list(self._under_way), timeout=_WAKE, return_when="FIRST_COMPLETED").done
        except (TimeoutError, self._dask.TimeoutError):
            return []
        except self._gone as error:
            self._unreachable(error)
            return []
        return sorted(done, key=lambda future: self._under_way[future][0].number)

    def _answers(self, future: Any, doing: str, many: int) -> list[Any] | None:
        """The answers of so many jobs that are done together; if their worker died, they are waited for anew.

        A job that killed all who tried it is answered by None; of several it is not known which did: None for all.
        """
        lost = False
        while not lost:
            try:
                done: _Done = future.result(timeout=_WAKE)
                answers: list[Any] = pickle.loads(done.packed)
                self._each = done.seconds / len(answers)
                return answers
            except self._dask.KilledWorker:
                if many > 1:
                    return None
                self.notes.append(f"workers were killed while they were {doing}; the others went on")
                return [None]
            except TimeoutError:
                lost = self._look_round()
            except self._gone as error:
                self._unreachable(error)
                lost = True
        return [None] * many

    def _unreachable(self, error: Exception) -> None:
        self._lost(f"the scheduler was lost ({type(error).__name__})")

    def _lost(self, why: str) -> None:
        """Nobody answers any more: what was under way is lost, and nothing new is begun."""
        if not self._dropped:
            self.notes.append(f"{why}; the run was ended early")
        self._under_way.clear()
        self._dropped = True

    def _look_round(self) -> bool:
        """Say which workers have gone, and see those that have come; whether there is nobody to wait for."""
        if time.monotonic() < self._looked + _LOOK:
            return False
        self._looked = time.monotonic()
        try:
            threads = dict(self._client.nthreads())
        except self._gone as error:
            self._unreachable(error)
            return True
        for name in sorted(self._threads.keys() - threads.keys()):
            self.notes.append(f"worker {name} was lost; others do its work again")
        self._threads = threads
        if threads:
            self._manned = self._looked
        if self._looked < self._manned + _ALONE:
            return False
        self._lost(f"there was no worker for {_ALONE:.0f} s")
        return True

    def drop(self) -> None:
        """Begin nothing new; what is being done is still waited for."""
        self._dropped = True

    def close(self) -> None:
        """Give up what is under way, and leave; a cluster of our own ends."""
        with suppress(Exception):
            self._client.cancel(list(self._under_way), force=True)
        self._under_way.clear()
        with suppress(Exception):
            self._client.close(timeout=2)
        if self._owned is not None:
            with suppress(Exception):
                self._owned.close(timeout=5)


def connect(address: str, jobs: int) -> Callable[[Callable[[], Any]], Cluster]:
    """What makes a cluster's workers: those of a scheduler (`dask://HOST:PORT`), or `jobs` of our own (`dask://`).

    `tls://HOST:PORT` is a scheduler with TLS, by the certificates that Dask's configuration names.  Raises
    ClusterError, now for an address that is none or a missing `distributed`, later for the rest.
    """
    scheme, slashes, place = address.partition("://")
    if scheme not in _SCHEMES or not slashes or (scheme == "tls" and not place):
        what = "expected dask://HOST:PORT, tls://HOST:PORT, or dask:// for processes of this machine"
        raise ClusterError(f"{address}: {what}")
    if find_spec("distributed") is None:
        raise ClusterError("it needs dask.distributed: pip install 'rulecheck-games[cluster]'")

    def make(room: Callable[[], Any]) -> Cluster:
        dask: Any = import_module("distributed")
        owned = None
        try:
            if not place:
                import_module("rulecheck.properties.runtime.without_http")
                import_module("dask").config.set({"distributed.deploy.lost-worker-timeout": _LOST})
                with without_current_folder(), import_module("dask").config.set(_QUIET):
                    owned = dask.LocalCluster(
                        n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=50
                    )
            client = dask.Client(owned or f"{_SCHEMES[scheme]}://{place}", timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError, TimeoutError) as error:  # TypeError: TLS without certificates
            if owned is not None:
                owned.close(timeout=5)
            raise ClusterError(f"no scheduler answers at {address}: {' '.join(str(error).split())[:200]}") from None
        return Cluster(room, client, owned=owned)

    return make
