"""What is wrong in an open file and where things stand in it, in lines and columns that no protocol has touched yet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from attrs import field, frozen


@frozen
class Span:
    """A stretch of a file: lines and columns from 0, the end is not part of it; columns count characters."""

    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def of_line(line: int, text: str = "") -> Span:
        """A whole line, given from 1 as messages count."""
        at = max(0, line - 1)
        return Span(at, 0, at, max(1, len(text)))

    def holds(self, line: int, column: int) -> bool:
        """Whether a place stands in it; the place just behind its end does too, as a cursor stands there."""
        return (self.line, self.column) <= (line, column) <= (self.end_line, self.end_column)


@frozen
class Place:
    """A stretch of some file; the file that was looked at if `path` is None."""

    path: Path | None
    span: Span
    note: str = ""


@frozen
class Note:
    """One thing that is wrong in an open file."""

    span: Span
    message: str
    kind: str
    severity: str
    """How much it matters, as findings of a text say it: high, medium or low."""
    related: tuple[Place, ...] = ()
    replacement: str = ""
    """What to write in place of the stretch, where that mends it."""


class Analysis(Protocol):
    """What is known of one version of an open file."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is wrong in it."""

    def clauses_at(self, line: int, column: int) -> Mapping[str, Span]:
        """The clauses that a place speaks of, each with the stretch that does."""

    def passages_of(self, clause: str) -> tuple[Span, ...]:
        """Where the file speaks of a clause."""

    def definitions_of(self, clause: str) -> tuple[Place, ...]:
        """Where a clause is said: our rulebook, a row of an edition, code that carries it out."""

    def told_of(self, clause: str) -> str:
        """What is known of a clause, in Markdown."""


@frozen
class Nothing:
    """What is known of a file that cannot be read, or belongs to no game: why, if that is worth a note."""

    notes: tuple[Note, ...] = field(default=())

    def clauses_at(self, line: int, column: int) -> Mapping[str, Span]:
        """None."""
        return {}

    def passages_of(self, clause: str) -> tuple[Span, ...]:
        """None."""
        return ()

    def definitions_of(self, clause: str) -> tuple[Place, ...]:
        """None."""
        return ()

    def told_of(self, clause: str) -> str:
        """Nothing."""
        return ""
