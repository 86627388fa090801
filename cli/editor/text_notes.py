"""A rulebook text that is open in an editor, checked against its edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulecheck.cli.arguments.text_file import edition_of, player, under_choices
from rulecheck.cli.editor.clause_facts import ClauseFacts
from rulecheck.cli.editor.notes import Note, Place, Span
from rulecheck.cli.editor.review_choices import Choice, choices, decided, review_of

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.review import Review
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.findings import Quote, TextFinding
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.laid import Said


class TextChecker:
    """Checks versions of one text; what they share (the edition, the engine, the list of words) is made once."""

    def __init__(self, book: Rulebook, folder: Path, path: Path, edition: str | None = None) -> None:
        self.book = book
        self.folder = folder
        self.path = path
        self.named = edition
        self.facts = ClauseFacts(book, folder)
        self.play, self.under = player(book), under_choices(book)
        self._edition: Edition | None = None
        self._review: Review | None = None
        self._is_known: Callable[[str], bool] | None = None

    def check(self, text: str) -> TextAnalysis:
        """One version of the text; raises SpecError and UserError for a text that no edition is of."""
        from rulecheck.solvers.texts.checking import TextCheck
        from rulecheck.solvers.texts.damage import word_list
        from rulecheck.solvers.texts.findall import findings
        from rulecheck.spec.sources import source_of
        from rulecheck.spec.text import parse

        source = source_of(text, self.path)
        if self._edition is None:
            self._edition = edition_of(self.book, source, str(self.path), self.named)
            self._is_known = word_list(self._edition.language, source.text)
        edition = self._edition
        laid = parse(source, edition.language, str(self.path), edition.counted)
        checker = TextCheck(self.book, edition, laid, self.play, under=self.under)
        notes = tuple(_note(self, checker, finding) for finding in findings(checker, self._is_known))
        return TextAnalysis(self, checker, notes)

    @property
    def edition_file(self) -> Path | None:
        """The file of the edition: the user's, or one of the game's own."""
        if self._edition is None:
            return None
        own = Path(self.named) if self.named is not None and self.named.endswith(".toml") else None
        file = own or self.folder / "editions" / f"{self._edition.id}.toml"
        return file if file.is_file() else None

    def review(self, check: TextCheck) -> Review | None:
        """The review of a version of the text, where its edition is a draft in a file of the user's."""
        file = self.edition_file
        if file is None or self.named is None or not self.named.endswith(".toml"):
            return None
        self._review = review_of(check, file, self._review)
        return self._review

    def decide(self, check: TextCheck, number: int, decision: str, of: Sequence[str]) -> str:
        """Write a decision of the review; the next check reads the file again."""
        going = self.review(check)
        if going is None or number not in going.rows:
            return "the edition's file has changed; ask again"
        self._edition = None
        return decided(going, number, decision, of)


@define
class TextAnalysis:
    """What is known of one version of a text."""

    by: TextChecker
    checker: TextCheck
    notes: tuple[Note, ...]
    _spans: list[tuple[Span, tuple[str, ...]]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._spans = [(self._span(said), said.passage.clauses) for said in self.checker.every_said]

    def _span(self, said: Said) -> Span:
        return _span(self.checker.of_said(said))

    def clauses_at(self, line: int, column: int) -> Mapping[str, Span]:
        """The clauses whose passages hold a place, those of the shortest passage first."""
        here = [(span, clauses) for span, clauses in self._spans if span.holds(line, column)]
        here.sort(key=lambda row: (row[0].end_line - row[0].line, row[0].end_column - row[0].column))
        told: dict[str, Span] = {}
        for span, clauses in here:
            for clause in clauses:
                told.setdefault(clause, span)
        return told

    def passages_of(self, clause: str) -> tuple[Span, ...]:
        """Where the text says a clause."""
        return tuple(sorted((span for span, clauses in self._spans if clause in clauses), key=lambda s: s.line))

    def definitions_of(self, clause: str) -> tuple[Place, ...]:
        """Our rulebook, the rows of the edition, the functions that carry it out."""
        return self.by.facts.places(clause, self.checker.edition, self.by.edition_file)

    def told_of(self, clause: str) -> str:
        """What is known of a clause, in Markdown."""
        return self.by.facts.markdown(clause)

    def choices_at(self, line: int, column: int) -> tuple[int, tuple[Choice, ...]]:
        """The sentence that stands at a place, and what a review of the draft asks of it."""
        text, going = self.checker.text, self.by.review(self.checker)
        for number in range(len(text.sentences)) if going is not None else ():
            sentence = text.sentences[number]
            if going is not None and _span(self.checker.at(sentence.start, sentence.end)).holds(line, column):
                return number, tuple(choices(going, number))
        return 0, ()

    def decide(self, number: int, decision: str, of: Sequence[str]) -> str:
        """Write a choice into the draft's file; what was decided, in words."""
        return self.by.decide(self.checker, number, decision, of)


def _span(quote: Quote) -> Span:
    return Span(quote.line - 1, quote.column - 1, quote.end_line - 1, quote.end_column - 1)


def _note(by: TextChecker, checker: TextCheck, finding: TextFinding) -> Note:
    """A finding as a note; one of something that is not there points at the first line."""
    text = [quote for quote in finding.evidence if quote.source == "text"]
    related = [quote for quote in finding.evidence if not text or quote is not text[0]]
    clauses = f" ({', '.join(finding.clauses)})" if finding.clauses else ""
    fix = f"\n{finding.fix[:1].upper()}{finding.fix[1:]}." if finding.fix else ""
    return Note(
        _span(text[0]) if text else Span(0, 0, 0, 1),
        f"{finding.message}{clauses}{fix}",
        finding.kind,
        str(finding.severity),
        tuple(_place(by, quote) for quote in related),
        finding.replacement if text and finding.evidence[0] is text[0] else "",
    )


def _place(by: TextChecker, quote: Quote) -> Place:
    told = " ".join((quote.note or quote.words).split())
    if quote.source == "text":
        return Place(None, _span(quote), told)
    return Place(by.facts.rulebook, Span.of_line(quote.line), told)
