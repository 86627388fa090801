"""Interesting positions in a ledger: what earlier runs leave for the next one, and what a run began with.

A run that goes on must begin with what it began with at first, whatever was kept since: so each has a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from hypothesis.database import ExampleDatabase
from sqlalchemy import Connection

from rulecheck.properties.campaign.corpus import Corpus, Entry
from rulecheck.properties.campaign.ledger_tables import SHARED, Tables
from rulecheck.properties.findings.finding import Setting

Write = Callable[[Callable[[Connection], None]], None]
"""Does something in one transaction; where the database takes no more, that is told once and nothing is done."""


class _Entries(ExampleDatabase):
    """The entries of one run, or those that all share."""

    def __init__(self, tables: Tables, write: Write, run: int) -> None:
        super().__init__()
        self._tables, self._write, self._run = tables, write, run

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """All entries under a key."""
        entries: list[bytes] = []
        self._write(lambda connection: entries.extend(self._tables.positions(connection, self._run, key.decode())))
        return entries

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an entry."""
        self._write(partial(self._tables.add_position, self._run, key.decode(), value))

    def delete(self, key: bytes, value: bytes) -> None:
        """Keep it no longer."""
        self._write(partial(self._tables.drop_position, self._run, key.decode(), value))


class RunPositions:
    """Begins with what the run began with, and keeps for all: a `corpus.Positions`."""

    def __init__(self, tables: Tables, write: Write, run: int) -> None:
        self._own = Corpus(_Entries(tables, write, run))
        self._shared = Corpus(_Entries(tables, write, SHARED))

    def load(self, setting: Setting) -> tuple[list[Entry], list[str]]:
        """The games that the run began with by these rules, shortest first, and notes on damaged ones."""
        return self._own.load(setting)

    def keep(self, setting: Setting, reached: Mapping[str, tuple[str, ...]]) -> int:
        """Keep the shortest game to each clause for the next run; answers how many entries there are now."""
        return self._shared.keep(setting, reached)
