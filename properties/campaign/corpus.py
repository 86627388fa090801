"""What campaigns keep for the next one: for each clause the shortest game that came to it.

Kept through Hypothesis's example-database interface, so that a folder, Redis or a
shared CI artifact will do.  An entry is a compressed list of moves, never a position:
it stays readable when an engine changes, and is left out if its moves are not legal.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from attrs import asdict, frozen
from hypothesis.database import ExampleDatabase

from rulecheck.properties.campaign.folder_database import FolderDatabase
from rulecheck.properties.findings.finding import Setting
from rulecheck.properties.runtime.writing import why

FOLDER: Final = Path(".rulecheck") / "corpus"

_LARGEST: Final = 4_000_000


@frozen
class Entry:
    """One kept game: its moves from the start, and the clauses it was the shortest way to."""

    moves: tuple[str, ...]
    clauses: tuple[str, ...]


class Positions(Protocol):
    """Where a campaign keeps interesting positions for the next one."""

    def load(self, setting: Setting) -> tuple[list[Entry], list[str]]:
        """The games to begin with by these rules, and notes on what could not be read."""

    def keep(self, setting: Setting, reached: Mapping[str, tuple[str, ...]]) -> int:
        """Keep the shortest game to each clause; answers how many entries there are now."""


class Corpus:
    """Kept games by their rules, in any Hypothesis database (default: a folder of the project)."""

    def __init__(self, database: ExampleDatabase | None = None, *, folder: Path | str = FOLDER) -> None:
        self.database = FolderDatabase(folder) if database is None else database

    def load(self, setting: Setting) -> tuple[list[Entry], list[str]]:
        """The games kept for these rules, shortest first, and notes on damaged ones and on what cannot be read."""
        entries: list[Entry] = []
        notes: list[str] = []
        dropped = 0
        key = key_of(setting)
        try:
            for raw in list(self.database.fetch(key)):
                entry = _decode(raw, setting)
                if entry is None:
                    dropped += 1
                    self.database.delete(key, raw)
                else:
                    entries.append(entry)
        except OSError as error:
            notes.append(f"the corpus could not be used: {error.filename}: {why(error)}")
        entries.sort(key=lambda entry: (len(entry.moves), entry.moves, entry.clauses))
        if dropped:
            notes.append(f"{dropped} damaged games of the corpus were dropped")
        return entries, notes

    def keep(self, setting: Setting, reached: Mapping[str, tuple[str, ...]]) -> int:
        """Keep the shortest game to each clause, old or new; answers how many entries there are now."""
        best = {clause: entry.moves for entry in self.load(setting)[0] for clause in entry.clauses}
        for clause, moves in reached.items():
            if clause not in best or len(moves) < len(best[clause]):
                best[clause] = moves
        together: dict[tuple[str, ...], list[str]] = {}
        for clause in sorted(best):
            together.setdefault(best[clause], []).append(clause)
        key = key_of(setting)
        wanted = {_encode(setting, moves, clauses) for moves, clauses in together.items()}
        there = set(self.database.fetch(key))
        for raw in sorted(wanted - there):
            self.database.save(key, raw)
        for raw in sorted(there - wanted):
            self.database.delete(key, raw)
        return len(wanted)


def _canonical(setting: Setting) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(asdict(setting)))
    return plain


def key_of(setting: Setting) -> bytes:
    """The key of a database under which the games by these rules are kept."""
    digest = hashlib.sha256(json.dumps(_canonical(setting), sort_keys=True).encode()).hexdigest()
    return f"rulecheck/1/{setting.game}/{digest}".encode()


def _encode(setting: Setting, moves: tuple[str, ...], clauses: list[str]) -> bytes:
    body = {"rules": _canonical(setting), "moves": list(moves), "clauses": clauses}
    return zlib.compress(json.dumps(body, sort_keys=True).encode(), 6)


def _decode(raw: bytes, setting: Setting) -> Entry | None:
    """The entry, or None for anything that is not one for these rules."""
    try:
        unpack = zlib.decompressobj()
        body = json.loads(unpack.decompress(raw, _LARGEST))
        moves, clauses = body["moves"], body["clauses"]
        if body["rules"] != _canonical(setting):
            return None
    except (zlib.error, ValueError, KeyError, TypeError, RecursionError):
        return None
    if not all(isinstance(part, list) and all(isinstance(text, str) for text in part) for part in (moves, clauses)):
        return None
    return Entry(tuple(moves), tuple(clauses))
