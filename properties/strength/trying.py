"""Changes are tried one by one, each in a process of its own that may crash, hang or run out of memory."""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from attrs import asdict, define, frozen

from rulecheck.properties.runtime.workers import end_with_the_parent
from rulecheck.properties.strength.changes import CannotChange, Change, make
from rulecheck.properties.strength.looks import Look, Notice, Question, news

Outcome = Literal["noticed", "unnoticed", "endless", "crashed", "impossible"]
"""`endless`: it ran into the time limit; `crashed`: its process died.  Both count as noticed: nobody overlooks them.
`impossible`: the change could not be made in a running process, and says nothing."""

Until = Literal["all", "first", "named"]
"""How long is asked: by all looks that cost little, and those that are dear until one has noticed; until one thing has;
until something has that names each of the clauses."""

MEMORY: Final = 4 << 30
"""Bytes that a changed engine may take."""
TIMES: Final = 8
"""A changed engine may take so many times as long as the unchanged one, and AT_LEAST seconds."""
AT_LEAST: Final = 30.0
AT_LEAST_ONE: Final = 10.0
"""The same for the processor time of one look that costs little: what runs for ever shows there."""


@frozen
class Trial:
    """What became of one change."""

    key: str
    where: str
    line: int
    what: str
    clauses: tuple[str, ...]
    outcome: Outcome
    noticed: tuple[Notice, ...] = ()
    """All that the looks asked told of it: every look that costs little, or the first thing that noticed."""
    why: str = ""

    @property
    def is_noticed(self) -> bool:
        """Whether anybody would be told of the change."""
        return self.outcome in ("noticed", "endless", "crashed")

    def names(self, clause: str) -> bool:
        """Whether something that noticed it names this clause."""
        return any(clause in notice.clauses for notice in self.noticed)


@frozen
class Unchanged:
    """What the looks say, and how long they take, before anything is changed."""

    notices: tuple[Notice, ...]
    seconds: float
    of_looks: tuple[float, ...] = ()
    """The processor time of each look in seconds, in their order."""


def sample(changes: Sequence[Change], many: int | None, seed: int) -> list[Change]:
    """So many changes, every cited function's turn coming before any function's second; all if None."""
    if many is None or many >= len(changes):
        return list(changes)
    rng = Random(seed)
    functions: dict[str, list[Change]] = {}
    for change in changes:
        functions.setdefault(change.where, []).append(change)
    piles = list(functions.values())
    for pile in piles:
        rng.shuffle(pile)
    rng.shuffle(piles)
    turns = (pile[turn] for turn in range(max(map(len, piles))) for pile in piles if turn < len(pile))
    chosen = {change.key for change, _ in zip(turns, range(many), strict=False)}
    return [change for change in changes if change.key in chosen]


@define
class Kept:
    """Trials so far, in a small file that another run goes on from: a line for each, after one that says of what."""

    path: Path
    of: str
    """A digest of everything that the trials depend on; a file about something else is begun anew."""
    trials: dict[str, Trial]

    @classmethod
    def open(cls, path: Path, of: str) -> Kept:
        """The trials of the file, if it is about this."""
        trials: dict[str, Trial] = {}
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            first, *lines = path.read_text(encoding="utf-8").splitlines()
            if json.loads(first) == {"of": of}:
                for line in lines:
                    with contextlib.suppress(ValueError, KeyError, TypeError):  # a line that was cut off
                        trial = trial_of(json.loads(line))
                        trials[trial.key] = trial
        if not trials:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"of": of}) + "\n", encoding="utf-8")
        return cls(path, of, trials)

    def add(self, trial: Trial) -> None:
        """Keep one more."""
        self.trials[trial.key] = trial
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(trial), ensure_ascii=False) + "\n")


def trial_of(data: dict[str, Any]) -> Trial:
    """A trial as its line in the file tells it."""
    noticed = tuple(Notice(notice["look"], notice["name"], tuple(notice["clauses"])) for notice in data["noticed"])
    return Trial(**{**data, "clauses": tuple(data["clauses"]), "noticed": noticed})


def digest(folders: Iterable[Path], *more: object) -> str:
    """A digest of all files below some folders, and of whatever else trials depend on."""
    total = hashlib.blake2b(repr(more).encode(), digest_size=12)
    for folder in folders:
        for file in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if file.suffix in (".py", ".md", ".toml"):
                total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()


# ---- in a process of its own


def unchanged(game: str, looks: Sequence[Look]) -> Unchanged:
    """What the looks say about the engine as it is; raises RuntimeError if they crash."""
    began = time.monotonic()
    (answer,) = in_children([None], lambda _: (_look_at_all, (game, tuple(looks))), 1, 3600.0)
    if not isinstance(answer[1], tuple):
        raise RuntimeError(f"the unchanged engine could not be looked at: {answer[1]}")
    notices, of_looks = answer[1]
    return Unchanged(notices, time.monotonic() - began, of_looks)


def try_changes(
    game: str,
    changes: Iterable[Change],
    looks: Sequence[Look],
    before: Unchanged,
    jobs: int,
    limit: float | None = None,
    *,
    until: Until = "all",
) -> Iterator[Trial]:
    """What becomes of each change, as the answers come in; `limit` is in seconds, for one change."""
    limit = AT_LEAST + TIMES * before.seconds if limit is None else limit
    for change, answer in in_children(
        changes, lambda change: (_look_at, (game, change, tuple(looks), before, until)), jobs, limit
    ):
        if isinstance(answer, list):
            outcome: Outcome = "noticed" if answer else "unnoticed"
            yield _trial(change, outcome, answer)
        else:
            outcome, _, why = answer.partition(": ")
            yield _trial(change, outcome, (), why)


def _trial(change: Change, outcome: Outcome, noticed: Sequence[Notice], why: str = "") -> Trial:
    return Trial(
        change.key, change.where, change.line, change.what, change.clauses, outcome, tuple(noticed), why
    )  # fmt: skip


def _look_at_all(game: str, looks: Sequence[Look]) -> tuple[tuple[Notice, ...], tuple[float, ...]]:
    """What all looks say about the engine as it is, and the processor time of each."""
    noticed: list[Notice] = []
    seconds = []
    for look in looks:
        began = time.process_time()
        noticed += look(Question(game, ()))
        seconds.append(time.process_time() - began)
    return tuple(noticed), tuple(seconds)


def _look_at(game: str, change: Change, looks: Sequence[Look], before: Unchanged, until: Until) -> list[Notice] | str:
    """What the looks say after a change."""
    try:
        make(change)
    except CannotChange as why:
        return f"impossible: {why}"
    noticed: list[Notice] = []
    unnamed = set(change.clauses)
    for look, seconds in zip(looks, chain(before.of_looks, repeat(0.0)), strict=False):
        until_one = until == "first" or (until == "all" and look.is_dear)
        if (noticed and until_one) or (until == "named" and not unnamed):
            continue
        times = 1 if until == "named" else TIMES  # what names a clause is a part of what was asked about the unchanged
        limit = None if look.is_dear else AT_LEAST_ONE + times * seconds
        try:
            with at_most(limit):
                for notice in news(look(Question(game, change.clauses)), before.notices):
                    noticed.append(notice)
                    unnamed.difference_update(notice.clauses)
                    if until_one or (until == "named" and not unnamed):
                        break
        except TooLongError:
            return noticed or f"endless: no answer after {limit:.0f} s of processor time"
    return noticed


class TooLongError(BaseException):
    """A look has used up its time; nobody who looks may catch it as a fault of the engine."""


@contextlib.contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raises TooLongError within, after so much processor time of this process, where the system can tell."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ended(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGPROF, ended)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def in_children(
    tasks: Iterable[Any], work: Callable[[Any], tuple[Callable[..., Any], tuple[Any, ...]]], jobs: int, limit: float
) -> Iterator[tuple[Any, Any]]:
    """Each task with its answer, from a process of its own: `endless: …` or `crashed: …` for one that gave none."""
    context: Any = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    waiting = iter(tasks)
    busy: dict[Connection, tuple[Any, Any, float]] = {}
    more = True
    try:
        while True:
            while more and len(busy) < jobs:
                try:
                    task = next(waiting)
                except StopIteration:
                    more = False
                    break
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_child, args=(theirs, *work(task)), daemon=True)
                process.start()
                theirs.close()
                busy[ours] = task, process, time.monotonic() + limit
            if not busy:
                return
            soonest = min(end for _, _, end in busy.values())
            ready = wait(list(busy), timeout=max(0.0, soonest - time.monotonic()))
            for pipe in list(busy):
                task, process, end = busy[pipe]
                if pipe in ready:
                    answer = _received(pipe, process)
                elif time.monotonic() >= end:
                    answer = f"endless: no answer after {limit:.0f} s"
                else:
                    continue
                del busy[pipe]
                _bury(pipe, process)
                yield task, answer
    finally:
        for pipe, (_, process, _) in busy.items():
            _bury(pipe, process)


def _received(pipe: Connection, process: Any) -> Any:
    try:
        return pipe.recv()
    except (EOFError, OSError):
        process.join(5)
        return f"crashed: the process ended with {process.exitcode}"


def _bury(pipe: Connection, process: Any) -> None:
    pipe.close()
    process.kill()
    process.join()


def _child(pipe: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    """Does the work and sends the answer; an exception is one too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_the_parent()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        try:
            answer = work(*given)
        except BaseException as error:
            answer = f"crashed: {traceback.format_exception_only(error)[-1].strip()}"
    with contextlib.suppress(OSError):
        pipe.send(answer)
    pipe.close()
