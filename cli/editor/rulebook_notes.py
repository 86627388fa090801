"""A game's `rulebook.md`, or a file of worked examples, that is open in an editor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import define, frozen

from rulecheck.cli.editor.clause_facts import ClauseFacts
from rulecheck.cli.editor.notes import Note, Nothing, Place, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulecheck.properties.examples import ExampleResult
    from rulecheck.spec import Rulebook
    from rulecheck.spec.errors import SpecError

_ID: Final = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+")
_SEVERITY: Final = {"broken": "high", "fails": "high", "example-fails": "low"}


@define(slots=False)
class SpecAnalysis:
    """What is known of one version of a file that names clauses."""

    book: Rulebook
    folder: Path
    lines: Sequence[str]
    notes: tuple[Note, ...]

    @cached_property
    def _facts(self) -> ClauseFacts:
        return ClauseFacts(self.book, self.folder)

    def clauses_at(self, line: int, column: int) -> Mapping[str, Span]:
        """The clause whose name stands at a place, else the one whose paragraph does."""
        named = {
            word[0]: Span(line, word.start(), line, word.end())
            for word in _ID.finditer(self.lines[line] if line < len(self.lines) else "")
            if word[0] in self.book.clauses and word.start() <= column <= word.end()
        }
        return named

    def passages_of(self, clause: str) -> tuple[Span, ...]:
        """Where the file names a clause."""
        return tuple(
            Span(number, word.start(), number, word.end())
            for number, line in enumerate(self.lines)
            for word in _ID.finditer(line)
            if word[0] == clause
        )

    def definitions_of(self, clause: str) -> tuple[Place, ...]:
        """Our rulebook, and the functions that carry it out."""
        return self._facts.places(clause)

    def told_of(self, clause: str) -> str:
        """What is known of a clause, in Markdown."""
        return self._facts.markdown(clause)


@frozen
class RulebookChecker:
    """Checks versions of a game's rulebook: that it can be read, that its claims hold and its examples come out."""

    game: str
    folder: Path

    def check(self, text: str) -> SpecAnalysis | Nothing:
        """One version of the rulebook."""
        from rulecheck.cli.arguments.rooms import has_engine
        from rulecheck.properties.examples import run_examples
        from rulecheck.spec import check_claims
        from rulecheck.spec.errors import SpecError
        from rulecheck.spec.rulebook import parse_rulebook

        lines = text.split("\n")
        try:
            book = parse_rulebook(f"{text}\n", game=self.game, path=str(self.folder / "rulebook.md"))
        except SpecError as error:
            return Nothing((_mistake(error, lines),))
        notes = [
            Note(
                _whole(lines, book.claims[failure.claim].line),
                f"this claim {failure.why}: {failure.formula}; "
                + ", ".join(f"{name} = {value}" for name, value in failure.values.items()),
                "claim-fails",
                "high",
            )
            for failure in check_claims(book)
        ]
        if has_engine(self.game):
            notes += [_failure(result, lines) for result in run_examples(book) if not result.is_good]
        return SpecAnalysis(book, self.folder, lines, tuple(notes))


@frozen
class ExamplesChecker:
    """Checks versions of a file of worked examples of a game."""

    book: Rulebook
    folder: Path

    def check(self, text: str) -> SpecAnalysis | Nothing:
        """One version of the file."""
        from rulecheck.properties.examples import run_file
        from rulecheck.spec.errors import SpecError

        lines = text.split("\n")
        try:
            results = run_file(f"{text}\n", self.book)
        except SpecError as error:
            return Nothing((_mistake(error, lines),))
        notes = tuple(_failure(result, lines) for result in results if not result.is_good)
        return SpecAnalysis(self.book, self.folder, lines, notes)


def _failure(result: ExampleResult, lines: Sequence[str]) -> Note:
    step = f"step {result.step}: " if result.step is not None else ""
    told = "; ".join(f"{step}{failure}" for failure in result.failures) or str(result.verdict)
    return Note(_whole(lines, result.line), f"{result.id}: {told}", "example-fails", _SEVERITY[str(result.verdict)])


def _mistake(error: SpecError, lines: Sequence[str]) -> Note:
    what = "; ".join(part for part in (error.what, error.hint) if part)
    return Note(_whole(lines, error.line or 1), what, "mistake", "high")


def _whole(lines: Sequence[str], line: int) -> Span:
    return Span.of_line(line, lines[line - 1] if 0 < line <= len(lines) else "")
