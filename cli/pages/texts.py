"""The report of `rulecheck rulebook`: the text as one reads it, with the findings where they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulecheck.cli.pages.model import Table
from rulecheck.cli.pages.writing import INDEX, begin, rendered, write_files
from rulecheck.cli.rendering.answers import some
from rulecheck.cli.rendering.clause_text import said, wording

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.findings import Quote, TextFinding
    from rulecheck.spec import Rulebook
    from rulecheck.spec.sources import Source

_GUARDED: Final = "guarded"
_OPEN: Final = "unguarded"
_PLAIN: Final = ""


@frozen
class Mark:
    """A stretch that a note points at: where it is looked for first, or one of the other places."""

    start: int
    end: int
    note: int
    place: int
    """0 is where to look."""
    severity: str


@frozen
class Piece:
    """A stretch of the text in which nothing begins or ends."""

    text: str
    shade: str
    """Whether a clause claims it, it bears a rule that none claims, or it is just told."""
    clauses: str
    """What clauses say there, for who points at it."""
    marks: tuple[Mark, ...]
    begins: tuple[Mark, ...]
    """Those of its marks that begin with it."""


@frozen
class Note:
    """A finding, as it stands beside the text."""

    number: int
    kind: str
    severity: str
    message: str
    fix: str
    places: tuple[tuple[str, str], ...]
    """By address in the page: the words there, or what is said of them; an empty address is elsewhere."""
    clauses: tuple[tuple[str, str], ...]


def text_report(
    checker: TextCheck, findings: Sequence[TextFinding], known: int, mended: Table | None, folder: Path
) -> None:
    """Write the page of a text: as one reads it, with its findings underlined and numbered."""
    source, book = checker.text.source, checker.rulebook
    marks = [
        Mark(start, end, number, place, str(finding.severity))
        for number, finding in enumerate(findings, 1)
        for place, (start, end) in enumerate(_places(source, finding))
    ]
    claimed = checker.claimed()
    bearing = [number for number, _ in checker.laid.rule_bearing()]
    guarded = sum(number in claimed for number in bearing)
    facts = (
        ("text", checker.text.path),
        ("edition", checker.edition.title),
        ("covered", f"{guarded} of {some(len(bearing), 'sentence')} with rules belong to a clause"),
        ("known", some(known, "finding")),
    )
    page = rendered(
        "text.html.jinja",
        title=f"{book.title}: {Path(checker.text.path).name}",
        facts=facts,
        pieces=list(_pieces(checker, marks, claimed, bearing)),
        notes=[_note(book, number, finding) for number, finding in enumerate(findings, 1)],
        mended=mended,
    )
    begin(folder)
    write_files({INDEX: page}, folder)


def _places(source: Source, finding: TextFinding) -> list[tuple[int, int]]:
    """Where the passages of a finding stand in the user's file, by offsets; the first is where to look."""
    return [_offsets(source, quote) for quote in finding.evidence if quote.source == "text" and quote.line]


def _offsets(source: Source, quote: Quote) -> tuple[int, int]:
    start = source.offset_of(quote.line, quote.column)
    return start, max(start + 1, source.offset_of(quote.end_line, quote.end_column))


def _pieces(
    checker: TextCheck, marks: Sequence[Mark], claimed: frozenset[int], bearing: Sequence[int]
) -> Iterator[Piece]:
    """The text, divided wherever a mark, a passage or a sentence begins or ends."""
    source, text, book = checker.text.source, checker.text, checker.rulebook
    shades: list[tuple[int, int, str]] = []
    for number in bearing:
        sentence = text.sentences[number]
        shade = _GUARDED if number in claimed else _OPEN
        shades.append((source.in_original(sentence.start), source.in_original(sentence.end), shade))
    passages = []
    for place in checker.every_said:
        units = text.units
        start, end = units[place.match.first].start, units[place.match.last - 1].end
        passages.append((source.in_original(start), source.in_original(end), place.passage.clauses))
    original = source.original
    cuts = {0, len(original)}
    for start, end, *_ in (*shades, *passages):
        cuts |= {start, end}
    for mark in marks:
        cuts |= {mark.start, mark.end}
    for start, end in pairwise(sorted(cut for cut in cuts if cut <= len(original))):
        here = tuple(mark for mark in marks if mark.start <= start and end <= mark.end)
        clauses = dict.fromkeys(
            clause for first, last, ids in passages if first <= start and end <= last for clause in ids
        )
        yield Piece(
            original[start:end],
            next((shade for first, last, shade in shades if first <= start and end <= last), _PLAIN),
            "\n".join(f"{clause}: {said(book, clause)}" for clause in clauses),
            here,
            tuple(mark for mark in here if mark.start == start),
        )


def _note(book: Rulebook, number: int, finding: TextFinding) -> Note:
    places, nth = [], 0
    for quote in finding.evidence:
        told = " ".join((quote.note or quote.words).split())
        if quote.source == "text" and quote.line:
            places.append((f"#m{number}-{nth}", f"line {quote.line}: {told}"))
            nth += 1
        else:
            places.append(("", f"{quote.path}:{quote.line}: {told}"))
    return Note(
        number,
        finding.kind,
        str(finding.severity),
        finding.message,
        finding.fix,
        tuple(places),
        wording(book, finding.clauses),
    )


def mended_table(rows: Sequence[Mapping[str, object]]) -> Table | None:
    """What the text says no longer, from the answer that the command gives in JSON."""
    if not rows:
        return None
    cells = tuple((str(row["line"]), ", ".join(map(str, row["clauses"])), str(row["told"])) for row in rows)  # type: ignore[call-overload]
    return Table(("line", "clauses", "said no longer"), cells)
