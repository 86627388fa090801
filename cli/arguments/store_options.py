"""Where a campaign is played and kept, as `fuzz` is asked: by which workers, in which ledger, new or going on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.rendering.answers import UserError

if TYPE_CHECKING:
    from rulecheck.properties.campaign.corpus import Corpus
    from rulecheck.properties.campaign.ledger import Ledger, Logbook
    from rulecheck.properties.campaign.results import CampaignResult
    from rulecheck.spec import Rules

Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Number of processor cores to use (all by default)."),
]
WorkersAt = Annotated[
    str | None,
    typer.Option(
        "--workers",
        metavar="dask://HOST:PORT|tls://HOST:PORT",
        help="Use the workers of a Dask scheduler; dask:// starts --jobs of them here.",
    ),
]
RoundSize = Annotated[
    int | None,
    typer.Option(
        "--round",
        metavar="N",
        min=1,
        max=100_000,
        help="Games planned together (16 by default); more for many workers.",
    ),
]
Store = Annotated[
    str | None,
    typer.Option("--store", metavar="FILE", help="A database that keeps campaigns: a file, or the URL of one."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Resume the latest such campaign in --store.")]


def cores(asked: int | None) -> int:
    """How many processes to play in: as asked, or as many as this process may use cores."""
    if asked is not None:
        return asked
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_at(address: str | None, jobs: int) -> Callable[[Callable[[], Any]], Any] | None:
    """What makes the workers of a cluster; None without an address.  Raises ClusterError."""
    if address is None:
        return None
    from rulecheck.properties.runtime.cluster import connect

    return connect(address, jobs)


def corpus_at(database: str | None, *, repeatable: bool) -> Corpus | None:
    """The positions kept between campaigns; a campaign that must repeat from its seed begins with none."""
    if database == "none" or (database is None and repeatable):
        return None
    from rulecheck.properties.campaign.corpus import FOLDER, Corpus

    if database is None:
        return Corpus(folder=FOLDER)
    module, colon, name = database.partition(":")
    if not colon or not module.replace(".", "_").isidentifier():
        return Corpus(folder=database)
    return Corpus(_hypothesis_database(module, name))


def _hypothesis_database(module: str, name: str) -> Any:
    from importlib import import_module

    from hypothesis.database import ExampleDatabase

    try:
        database = getattr(import_module(module), name)
        database = database() if callable(database) else database
    except Exception as error:
        raise UserError(f"--database {module}:{name}: {error}") from error
    if not isinstance(database, ExampleDatabase):
        raise UserError(f"--database {module}:{name}: no Hypothesis database (hypothesis.database.ExampleDatabase)")
    return database


def apart(game: str, jobs: int) -> Callable[[Callable[[], Any]], Any] | None:
    """For one core, what makes the process that plays somebody's own game: its code may end the process it runs in."""
    from rulecheck.spec import game_named

    if jobs > 1 or game_named(game).ours:
        return None
    from rulecheck.properties.runtime.workers import Pool

    return lambda room: Pool(room, 1)


def ledger_at(place: str) -> Ledger:
    """The database of campaigns at a place; raises UserError without SQLAlchemy, LedgerError for what is none."""
    if find_spec("sqlalchemy") is None:
        raise UserError("campaigns are kept with SQLAlchemy: pip install 'rulecheck-games[store]'")
    from rulecheck.properties.campaign.ledger import Ledger

    return Ledger(place)


@contextmanager
def logbook(
    place: str | None,
    rules: Sequence[Rules],
    seed: int | None,
    new_seed: int,
    size: int,
    *,
    resume: bool,
    repeatable: bool,
) -> Iterator[Logbook | None]:
    """The part of a ledger that a campaign writes: of a new run, or of the latest like it; None without a ledger.

    A run that is `repeatable` from its seed begins with no position that earlier ones kept.
    """
    if place is None:
        if resume:
            raise UserError("--resume: it needs --store, where the campaign was kept")
        yield None
        return
    ledger = ledger_at(place)
    from rulecheck.properties.campaign.run_record import Course
    from rulecheck.properties.findings.finding import describe

    try:
        course = Course(tuple(map(describe, rules)), new_seed, size)
        yield ledger.resume(course, seed) if resume else ledger.begin(course, goes_on=not repeatable)
    finally:
        ledger.close()


def finish(book: Logbook, result: CampaignResult) -> None:
    """Write down what a campaign came to; what could not be kept stands in its notes."""
    from rulecheck.properties.campaign.run_record import Summary

    goals = result.goals or ()
    clauses = {clause: times for clause, times in result.clauses.items() if clause in goals}
    is_over = not result.interrupted and result.asked is not None
    summary = Summary(result.moves, book.seconds + result.seconds, clauses, len(goals), result.findings)
    book.finish(summary, is_over=is_over)
    result.notes += book.notes
