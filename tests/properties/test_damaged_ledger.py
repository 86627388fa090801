"""A ledger with any kind of damage in any column is told in one line; what can be read is read."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra store)")

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.ledger import Ledger, Logbook
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.campaign.run_record import Course, LedgerError, Summary
from rulecheck.properties.findings.finding import describe
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy

RULES = [toy(2, ("silent",))]
COURSE = Course(tuple(map(describe, RULES)), seed=7, round=16)
VALUES = ("null", "x'b3ff00'", "'x'", "''", "'[]'", "'{}'", "-1", "0", "7.5", f"{10**17}", f"'{10**40}'")


def played(book: Logbook, games: int) -> CampaignResult:
    result = Campaign(
        rules=RULES, properties=["tests.toy.trader"], build=trader.build, clauses=CLAUSES, games=games, seed=book.seed,
        shrink_steps=0, log=book, jobs=1, round=book.round, corpus=book.positions,
    ).run()  # fmt: skip
    book.finish(Summary(result.moves, 1.0, result.clauses, len(CLAUSES), result.findings), is_over=True)
    return result


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of one small campaign."""
    place = tmp_path_factory.mktemp("store") / "s.db"
    ledger = Ledger(str(place))
    played(ledger.begin(COURSE), 4)
    ledger.close()
    return place


def columns(place: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(place)) as database:
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            for _, column, *_ in database.execute(f"pragma table_info({table})"):
                yield table, column


def damaged(store: Path, folder: Path, statement: str) -> Path | None:
    """A copy of the store in which a statement was carried out; None if the database refuses it."""
    place = folder / "t.db"
    shutil.copy(store, place)
    with closing(sqlite3.connect(place)) as database:
        try:
            database.execute(statement)
            database.commit()
        except sqlite3.Error:
            return None
    return place


def use(place: Path) -> None:
    """What the commands do with a store: list it, go on with its run, begin another one."""
    with suppress(LedgerError), closing(Ledger(str(place))) as ledger:
        for run in ledger.runs():
            assert run.moves / max(run.seconds, 1) >= 0
            ledger.sightings(run.game)
    with suppress(LedgerError), closing(Ledger(str(place))) as ledger:
        played(ledger.resume(COURSE), 5)
    with suppress(LedgerError), closing(Ledger(str(place))) as ledger:
        played(ledger.begin(COURSE, goes_on=True), 2)


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.campaign)])
def test_damage_of_every_kind_in_every_column(store: Path, tmp_path: Path, every: int) -> None:
    """All of it, or every ninth trial."""
    trials = [f"update {table} set {column} = {value}" for table, column in columns(store) for value in VALUES]
    trials += [f"drop table {table}" for table in dict(columns(store))]
    trials += [f"delete from {table}" for table in dict(columns(store))]
    trials += [f"alter table {table} drop column {column}" for table, column in columns(store)]
    refused = 0
    tried = trials[::every]
    for statement in tried:
        place = damaged(store, tmp_path, statement)
        if place is None:
            refused += 1
            continue
        try:
            use(place)
        except Exception as error:
            raise AssertionError(f"{statement}: {error!r}") from error
    assert refused < len(tried) / 2


def test_what_can_be_read_is_read_and_the_rest_is_told(store: Path, tmp_path: Path) -> None:
    with closing(Ledger(str(store))) as ledger:
        other = ledger.begin(COURSE).run
    place = damaged(store, tmp_path, f"update runs set moves = x'b3ff' where id = {other}")
    assert place is not None

    with closing(Ledger(str(place))) as ledger:
        runs = ledger.runs()

    assert [run.id for run in runs] == [1]
    assert ledger.damaged == [f"table runs, row id {other}: its moves is damaged"]
