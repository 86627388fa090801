"""The tables of a ledger, and what is asked of them: the one module that speaks to SQLAlchemy."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Generator, Sequence
from pathlib import Path
from typing import Any, Final

import orjson
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    literal,
    select,
    true,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from rulecheck.properties.campaign.run_record import Course, LedgerError, Summary
from rulecheck.properties.findings.finding import Finding

VERSION: Final = 1
"""Of the tables; another one is refused."""
_BUSY: Final = 30
"""Seconds that another writer of the same file is waited for."""
_BATCH: Final = 200
"""Reports that are read at a time."""
_LONGEST_SEED: Final = 40
"""Digits, as the column has it."""
_MOST: Final = 10**15
"""No number of ours is larger."""
SHARED: Final = 0
"""Instead of the number of a run: what is kept for the next one."""


def told(place: str) -> str:
    """A place as it is told to people: without a password."""
    if "://" not in place:
        return place
    try:
        return make_url(place).render_as_string(hide_password=True)
    except ArgumentError:
        return place


def opened(place: str) -> Engine:
    """The engine for a file of SQLite or the URL of a database; raises LedgerError."""
    is_file = "://" not in place
    url = f"sqlite:///{Path(place).absolute()}" if is_file else place
    if is_file and not Path(place).absolute().parent.is_dir():
        raise LedgerError(f"{place}: no such folder; make it first")
    try:
        engine = create_engine(url)
    except NoSuchModuleError:
        raise LedgerError(f"{told(place)}: SQLAlchemy knows no such database; a file's name will do") from None
    except (ArgumentError, ImportError) as error:
        raise LedgerError(f"{told(place)}: {line_of(error)}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _safe_and_shared)
    return engine


def _safe_and_shared(connection: Any, _: Any) -> None:
    """SQLite: others may read while we write; what was committed survives our death."""
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_BUSY * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def line_of(error: Exception) -> str:
    """What a database says of its trouble, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]


class Damaged(Exception):
    """A row with something in it that no writer of ours has put there; `str()` says which, and in which column."""


def whole(table: Table, row: Any) -> dict[str, Any]:
    """The columns of a row that was read from a table; raises Damaged where one is not of the column's type.

    SQLite keeps whatever it is given, and a database that is shared is somebody else's input.
    """
    told: dict[str, Any] = dict(row._mapping)
    for name, value in told.items():
        kind = table.c[name].type.python_type
        fits = isinstance(value, (int, float) if kind is float else kind) and not isinstance(value, bool)
        if not fits or (isinstance(value, (int, float)) and not 0 <= value <= _MOST):
            where = ", ".join(f"{key.name} {told[key.name]!r}"[:60] for key in table.primary_key if key.name in told)
            raise Damaged(f"table {table.name}, row {where or '?'}: its {name} is damaged")
    return told


class Tables:
    """Runs, reports, findings, and the positions that are kept from one run to the next."""

    def __init__(self) -> None:
        self._all = MetaData()
        self._about = Table("rulecheck_ledger", self._all, Column("version", Integer, nullable=False))
        self._runs = Table(
            "runs",
            self._all,
            Column("id", Integer, primary_key=True),
            Column("game", String(200), nullable=False),
            Column("seed", String(40), nullable=False),  # as text: seeds need more than a database's whole numbers
            Column("round", Integer, nullable=False),
            Column("digest", String(40), nullable=False),
            Column("settings", Text, nullable=False),
            Column("begun", String(40), nullable=False),
            Column("ended", String(40), nullable=False),
            Column("seconds", Float, nullable=False),
            Column("moves", Integer, nullable=False),
            Column("clauses", Text, nullable=False),
            Column("goals", Integer, nullable=False),
        )
        self._reports = Table(
            "reports",
            self._all,
            Column("run", ForeignKey("runs.id"), primary_key=True),
            Column("game", Integer, primary_key=True, autoincrement=False),
            Column("report", LargeBinary, nullable=False),
        )
        self._findings = Table(
            "findings",
            self._all,
            Column("run", ForeignKey("runs.id"), primary_key=True),
            Column("key", String(500), primary_key=True),
            Column("kind", String(40), nullable=False),
            Column("seen", String(40), nullable=False),
            Column("finding", Text, nullable=False),
        )
        self._positions = Table(
            "positions",
            self._all,
            Column("run", Integer, primary_key=True, autoincrement=False),
            Column("key", String(200), primary_key=True),
            Column("digest", String(40), primary_key=True),
            Column("entry", LargeBinary, nullable=False),
        )

    def prepare(self, engine: Engine, place: str) -> None:
        """Make the tables where there are none; raises LedgerError for those of another version."""
        try:
            self._all.create_all(engine)
            with engine.begin() as connection:
                versions = connection.execute(select(self._about.c.version)).scalars().all()
                if not versions:
                    connection.execute(insert(self._about).values(version=VERSION))
        except SQLAlchemyError as error:
            raise LedgerError(
                f"{place}: it is no database of campaigns, or not ours to write: {line_of(error)}"
            ) from None
        if versions and versions[0] != VERSION:
            raise LedgerError(f"{place}: its tables are of version {versions[0]}, this rulecheck's of {VERSION}")

    # Runs

    def runs_of(self, connection: Connection, game: str | None, damaged: list[str]) -> list[dict[str, Any]]:
        """The runs by column, first begun first; `seed` is a number, `clauses` a mapping.  What is damaged is told."""
        asked = select(self._runs).order_by(self._runs.c.id)
        rows = connection.execute(asked if game is None else asked.where(self._runs.c.game == game))
        runs = []
        for row in rows:
            try:
                runs.append(_run(whole(self._runs, row)))
            except Damaged as error:
                damaged.append(str(error))
        return runs

    def add_run(self, connection: Connection, course: Course, now: str) -> int:
        """The number of a new run."""
        row = {
            "game": course.game,
            "seed": str(course.seed),
            "round": course.round,
            "digest": course.digest,
            "settings": orjson.dumps([f"{s.players} players, {s.setup}" for s in course.settings]).decode(),
            "begun": now,
            "ended": "",
            "seconds": 0.0,
            "moves": 0,
            "clauses": "{}",
            "goals": 0,
        }
        key = connection.execute(insert(self._runs).values(row)).inserted_primary_key
        assert key is not None
        return int(key[0])

    def finish(self, run: int, summary: Summary, now: str, ended: str, connection: Connection) -> None:
        """What a run came to; its findings take the place of those noted before."""
        connection.execute(
            update(self._runs)
            .where(self._runs.c.id == run)
            .values(
                ended=ended,
                seconds=summary.seconds,
                moves=summary.moves,
                clauses=orjson.dumps(dict(sorted(summary.clauses.items()))).decode(),
                goals=summary.goals,
            )
        )
        connection.execute(delete(self._findings).where(self._findings.c.run == run))
        for finding in {finding.key: finding for finding in summary.findings}.values():
            self.saw(run, finding, now, connection)

    # Reports

    def counts(self, connection: Connection, game: str | None) -> dict[int, int]:
        """How many games are kept, by the number of the run; all runs, or those of a game."""
        table = self._reports
        asked = select(table.c.run, func.count()).where(self._is_of(table.c.run, game)).group_by(table.c.run)
        return {run: int(count) for run, count in connection.execute(asked) if isinstance(run, int)}

    def _is_of(self, run: Column[int], game: str | None) -> ColumnElement[bool]:
        """Whether a run is one of a game's, if there is a game."""
        return true() if game is None else run.in_(select(self._runs.c.id).where(self._runs.c.game == game))

    def reports_of(self, connection: Connection, run: int) -> Generator[tuple[int, bytes]]:
        """The reports of a run by the number of the game, ascending."""
        table = self._reports
        asked = select(table.c.game, table.c.report).where(table.c.run == run).order_by(table.c.game)
        with connection.execution_options(yield_per=_BATCH).execute(asked) as rows:
            for row in rows:
                told = whole(table, row)
                yield told["game"], told["report"]

    def add_reports(self, run: int, reports: Sequence[tuple[int, bytes]], connection: Connection) -> None:
        """Keep reports; of two of the same game the first stays."""
        table = self._reports
        games = [game for game, _ in reports]
        asked = select(table.c.game).where(table.c.run == run, table.c.game.in_(games))
        known = set(connection.execute(asked).scalars())
        rows = [{"run": run, "game": game, "report": report} for game, report in reports if game not in known]
        if rows:
            connection.execute(insert(table), rows)

    # Positions

    def begin_with(self, run: int, keys: Collection[str], connection: Connection) -> None:
        """Note that a run begins with the positions that are kept now under these keys."""
        table = self._positions
        kept = table.select().with_only_columns(literal(run), table.c.key, table.c.digest, table.c.entry)
        there = kept.where(table.c.run == SHARED, table.c.key.in_(keys))
        connection.execute(insert(table).from_select(["run", "key", "digest", "entry"], there))

    def positions(self, connection: Connection, run: int, key: str) -> list[bytes]:
        """The entries under a key: those that a run began with, or `SHARED`."""
        table = self._positions
        asked = select(table.c.entry).where(table.c.run == run, table.c.key == key).order_by(table.c.digest)
        return [entry for entry in connection.execute(asked).scalars() if isinstance(entry, bytes)]

    def add_position(self, run: int, key: str, entry: bytes, connection: Connection) -> None:
        """Keep an entry, once."""
        self.drop_position(run, key, entry, connection)
        row = {"run": run, "key": key, "digest": _digest(entry), "entry": entry}
        connection.execute(insert(self._positions).values(row))

    def drop_position(self, run: int, key: str, entry: bytes, connection: Connection) -> None:
        """Keep an entry no longer."""
        table = self._positions
        own = (table.c.run == run, table.c.key == key, table.c.digest == _digest(entry))
        connection.execute(delete(table).where(*own))

    # Findings

    def saw(self, run: int, finding: Finding, now: str, connection: Connection) -> None:
        """Note a finding in place of what was noted of the same fault."""
        table = self._findings
        connection.execute(delete(table).where(table.c.run == run, table.c.key == finding.key))
        row = {"run": run, "key": finding.key, "kind": finding.kind, "seen": now}
        connection.execute(insert(table).values(**row, finding=orjson.dumps(finding.to_json()).decode()))

    def kinds(self, connection: Connection, game: str | None, damaged: list[str]) -> dict[int, dict[str, str]]:
        """The kinds of findings by their keys, for each run that has any; all runs, or those of a game."""
        table = self._findings
        asked = select(table.c.run, table.c.key, table.c.kind).where(self._is_of(table.c.run, game))
        kinds: dict[int, dict[str, str]] = {}
        for row in connection.execute(asked.order_by(table.c.run, table.c.key)):
            try:
                told = whole(table, row)
            except Damaged as error:
                damaged.append(str(error))
            else:
                kinds.setdefault(told["run"], {})[told["key"]] = told["kind"]
        return kinds

    def sightings(self, connection: Connection, game: str) -> dict[str, tuple[int, int]]:
        """For each finding of a game the runs in which it was first and last seen."""
        runs, table = self._runs, self._findings
        asked = (
            select(table.c.key, func.min(table.c.run), func.max(table.c.run))
            .join(runs, runs.c.id == table.c.run)
            .where(runs.c.game == game)
            .group_by(table.c.key)
        )
        rows = connection.execute(asked)
        return {key: (first, last) for key, first, last in rows if isinstance(key, str) and isinstance(last, int)}


def _run(told: dict[str, Any]) -> dict[str, Any]:
    """A run with what its texts stand for."""
    where = f"table runs, row id {told['id']}"
    if not told["seed"].isdecimal() or len(told["seed"]) > _LONGEST_SEED:
        raise Damaged(f"{where}: its seed is damaged")
    try:
        clauses = orjson.loads(told["clauses"])
    except ValueError:
        clauses = None
    if not isinstance(clauses, dict) or not all(isinstance(times, int) for times in clauses.values()):
        raise Damaged(f"{where}: its clauses are damaged")
    return {**told, "seed": int(told["seed"]), "clauses": clauses}


def _digest(entry: bytes) -> str:
    return hashlib.blake2b(entry, digest_size=16).hexdigest()
