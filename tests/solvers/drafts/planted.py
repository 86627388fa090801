"""Translations in our own words with planted faults: what of them a check tells."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.spec import load
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.termlist import read_terms
from rulecheck.spec.text import parse
from tests.solvers.drafts.reviewer import Reviewer, change_of

HERE = Path(__file__).parent

GLOSSARIES = {
    "new_world.de": HERE.parents[2] / "examples" / "translating" / "terms.csv",
    "power_grid.de": HERE / "power_grid.de.terms.csv",
}


@frozen
class Fault:
    """One planted fault."""

    clause: str
    right: str
    wrong: str
    line: int
    """Of the text."""


@frozen
class Sample:
    """A translation, clean, with its clauses by line and the faults that can be planted."""

    game: str
    language: str
    text: str
    clauses: dict[int, tuple[str, ...]]
    faults: tuple[Fault, ...]

    @property
    def faulty(self) -> str:
        """The text with all faults; a sentence that is left out leaves its line empty."""
        lines = self.text.split("\n")
        for fault in self.faults:
            line = lines[fault.line - 1]
            lines[fault.line - 1] = "" if not fault.wrong else line.replace(fault.right, fault.wrong)
        return "\n".join(lines)


def sample(name: str) -> Sample:
    """`game.language`, from the two files beside this one."""
    game, _, language = name.partition(".")
    lines: list[str] = []
    clauses: dict[int, tuple[str, ...]] = {}
    for row in _rows(name):
        of, _, sentence = row.partition("|")
        if row.startswith("="):
            lines += [row[1:].strip(), ""]
        elif sentence:
            lines.append(sentence.strip())
            clauses[len(lines)] = tuple(of.split())
        else:
            lines.append("")
    faults = []
    for row in _rows(f"{name}.faults"):
        clause, right, wrong = (part.strip() for part in row.split("|"))
        places = [n for n, line in enumerate(lines, 1) if right in line and clause in clauses.get(n, ())]
        assert len(places) == 1, f"{right!r} stands {len(places)} times under {clause}"
        faults.append(Fault(clause, right, wrong, places[0]))
    return Sample(game, language, "\n".join(lines) + "\n", clauses, tuple(faults))


def _rows(name: str) -> list[str]:
    rows = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [row for row in rows if not row.startswith("#")]


def drafting(given: Sample, text: str) -> Drafting:
    """A draft of the text, with the sample's glossary if there is one and without editions of its language."""
    book = load(given.game)
    read = parse(text, given.language, "text.txt")
    path = GLOSSARIES.get(f"{given.game}.{given.language}")
    terms = read_terms(path) if path is not None else None
    return Drafting(read, book, forms_of(book, read.language, terms).names)


def reviewer(given: Sample) -> Reviewer:
    """Somebody who knows where each line belongs and what was planted."""
    right, wrong = drafting(given, given.text), drafting(given, given.faulty)
    of_line = {right.line(number): number for number in reversed(range(len(right.text.sentences)))}
    places = {of_line[line]: clauses for line, clauses in given.clauses.items() if line in of_line}
    starts = [[0], [0]]
    lines = (given.text.split("\n"), given.faulty.split("\n"))
    for own, rows in zip(starts, lines, strict=True):
        for row in rows:
            own.append(own[-1] + len(row) + 1)
    changes = []
    for at, (first, second) in enumerate(zip(*lines, strict=True)):
        if first != second and second:
            changes.append(change_of(first, second, (starts[0][at], starts[1][at]), (given.text, given.faulty)))
    left_out = frozenset(fault.clause for fault in given.faults if not fault.wrong)
    return Reviewer(right, wrong, changes, places, left_out)


def told(draft: Drafting, source: str) -> list[TextFinding]:
    """What the check says of the text."""
    edition = parse_edition(source, draft.rulebook)
    return findings(TextCheck(draft.rulebook, edition, draft.text))


def shown(given: Sample, rows: list[TextFinding]) -> set[Fault]:
    """The faults that some finding points at: in their line, or for a sentence left out by its clause."""
    lines = {quote.line for row in rows for quote in row.evidence if quote.source == "text" and row.kind != "missing"}
    lacking = {clause for row in rows if row.kind == "missing" and row.severity != "low" for clause in row.clauses}
    return {fault for fault in given.faults if (fault.line in lines if fault.wrong else fault.clause in lacking)}


def false_rows(rows: list[TextFinding]) -> list[TextFinding]:
    """What is told of a clean text, but for clauses that it leaves out on purpose."""
    return [row for row in rows if not (row.kind == "missing" and row.severity == "low")]
