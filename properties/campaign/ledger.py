"""Campaigns in a database: what each game told, so that a campaign goes on after any end, and runs can be compared.

One table of runs, one of their games' reports (compressed JSON, written before they are merged), one of the findings
with the run that saw them, one of the positions from which the next run goes on.  SQLite by default; any database that
SQLAlchemy knows where several machines share it.  Needs the extra `store`.  A report is never
unpickled: a shared database is somebody else's input.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Final

import cattrs
import orjson
from attrs import evolve, frozen
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from rulecheck.properties.campaign.corpus import key_of
from rulecheck.properties.campaign.ledger_positions import RunPositions
from rulecheck.properties.campaign.ledger_tables import Damaged, Tables, line_of, opened, told
from rulecheck.properties.campaign.play import GameReport
from rulecheck.properties.campaign.run_record import Course, LedgerError, Summary
from rulecheck.properties.findings.finding import Finding

_LARGEST: Final = 64_000_000
"""Bytes that a report may unpack to."""
_CONVERTER: Final = cattrs.Converter()


@frozen
class Run:
    """One campaign in the database."""

    id: int
    game: str
    seed: int
    round: int
    digest: str
    begun: str
    """UTC, ISO 8601; `ended` likewise, empty while it runs or after it was killed."""
    ended: str
    seconds: float
    """Played so far, over all its parts."""
    games: int
    moves: int
    clauses: Mapping[str, int]
    """How often each was exercised, as of its last end."""
    of: int
    """Clauses that there are to exercise."""
    findings: Mapping[str, str]
    """The keys of its findings, each with its kind."""


class Ledger:
    """The database of campaigns at a place.  Raises LedgerError for one that cannot be opened or has other tables."""

    def __init__(self, place: str) -> None:
        """`place` is a file of SQLite, or the URL of a database."""
        self.place = told(place)
        self.engine: Engine = opened(place)
        self.tables = Tables()
        self.damaged: list[str] = []
        """The rows that could not be read so far: which, and what is wrong with them."""
        try:
            self.tables.prepare(self.engine, self.place)
        except LedgerError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from; what the database cannot answer is told in a line."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, Damaged) as error:
            raise LedgerError(f"{self.place}: {error if isinstance(error, Damaged) else line_of(error)}") from None

    # Runs

    def runs(self, game: str | None = None) -> tuple[Run, ...]:
        """All runs, or those of a game, in the order in which they were begun."""
        with self.reading() as connection:
            rows = self.tables.runs_of(connection, game, self.damaged)
            games, findings = self.tables.counts(connection, game), self.tables.kinds(connection, game, self.damaged)
            return tuple(
                Run(
                    id=row["id"],
                    game=row["game"],
                    seed=row["seed"],
                    round=row["round"],
                    digest=row["digest"],
                    begun=row["begun"],
                    ended=row["ended"],
                    seconds=row["seconds"],
                    games=games.get(row["id"], 0),
                    moves=row["moves"],
                    clauses=row["clauses"],
                    of=row["goals"],
                    findings=findings.get(row["id"], {}),
                )
                for row in rows
            )

    def sightings(self, game: str) -> Mapping[str, tuple[int, int]]:
        """For each finding of a game, by its key, the ids of the runs in which it was first and last seen."""
        with self.reading() as connection:
            return self.tables.sightings(connection, game)

    def begin(self, course: Course, *, goes_on: bool = False) -> Logbook:
        """A new run; one that `goes_on` begins with the positions that earlier ones of its rules kept."""
        try:
            with self.engine.begin() as connection:
                run = self.tables.add_run(connection, course, _now())
                if goes_on:
                    self.tables.begin_with(run, {key_of(setting).decode() for setting in course.settings}, connection)
        except SQLAlchemyError as error:
            raise LedgerError(f"{self.place}: no run can be begun: {line_of(error)}") from None
        return Logbook(self, run, course.seed, course.round)

    def resume(self, course: Course, seed: int | None = None) -> Logbook:
        """The latest run of this campaign (of this seed, if one is given); raises LedgerError if there is none.

        A run goes on with its own seed and its own size of rounds, whatever the course's are.
        """
        with self.reading() as connection:
            runs = self.tables.runs_of(connection, course.game, self.damaged)
        for run in reversed(runs):
            other = evolve(course, seed=run["seed"], round=run["round"])
            if run["digest"] == other.digest and seed in (None, run["seed"]):
                return Logbook(self, run["id"], run["seed"], run["round"], run["seconds"])
        what = f"its runs of {course.game} are of other rules, seeds or another rulecheck" if runs else (
            f"it has no run of {course.game}"
        )  # fmt: skip
        what += "".join(f"; {damaged}" for damaged in self.damaged[:1])
        raise LedgerError(f"{self.place}: no run to go on with: {what}; begin one without --resume")


class Logbook:
    """One run's part of a ledger: a `play.Log`."""

    def __init__(self, ledger: Ledger, run: int, seed: int, size: int, seconds: float = 0.0) -> None:
        self.run = run
        self.seed = seed
        self.round = size
        """Games that this run plans together."""
        self.seconds = seconds
        """Played by its earlier parts."""
        self.notes: list[str] = []
        """What could not be written, once."""
        self._ledger = ledger
        self.positions = RunPositions(ledger.tables, self._write, run)
        """What the run began with, and what is kept for the next one."""

    def reports(self) -> Iterator[tuple[int, GameReport]]:
        """What was kept, by the number of the game; raises LedgerError for a report that is none."""
        tables = self._ledger.tables
        with self._ledger.reading() as connection, closing(tables.reports_of(connection, self.run)) as rows:
            for index, packed in rows:
                yield index, _unpacked(packed, f"{self._ledger.place}: run {self.run}, game {index}")

    @property
    def pack(self) -> Callable[[GameReport], bytes]:
        """Makes what is kept of a report."""
        return packed

    def keep(self, packed: Sequence[tuple[int, bytes]]) -> None:
        """Keep what games told, in one transaction; what is there already stays as it is."""
        if packed:
            self._write(partial(self._ledger.tables.add_reports, self.run, packed))

    def saw(self, finding: Finding) -> None:
        """Note a finding as it comes, again when its game has become shorter."""
        self._write(partial(self._ledger.tables.saw, self.run, finding, _now()))

    def finish(self, summary: Summary, *, is_over: bool) -> None:
        """Note how far it came, with its findings; `is_over` if nothing of it is left to play."""
        self._write(partial(self._ledger.tables.finish, self.run, summary, _now(), _now() if is_over else ""))

    def _write(self, what: Callable[[Connection], None]) -> None:
        """In one transaction; where the database takes no more, the campaign goes on without it and says so."""
        if self.notes:
            return
        try:
            with self._ledger.engine.begin() as connection:
                what(connection)
        except SQLAlchemyError as error:
            self.notes.append(f"{self._ledger.place}: nothing more could be kept: {line_of(error)}")


def packed(report: GameReport) -> bytes:
    """A report as it is kept: compressed JSON."""
    return zlib.compress(orjson.dumps(_CONVERTER.unstructure(report), option=orjson.OPT_NON_STR_KEYS), 1)


def _unpacked(packed: bytes, where: str) -> GameReport:
    try:
        unpack = zlib.decompressobj()
        return _CONVERTER.structure(orjson.loads(unpack.decompress(packed, _LARGEST)), GameReport)
    except (zlib.error, ValueError, KeyError, TypeError, cattrs.BaseValidationError) as error:
        raise LedgerError(f"{where}: damaged ({type(error).__name__}); begin a new run") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
