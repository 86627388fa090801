"""Every finding of a text, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulecheck.solvers.texts.chains import chains
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.conflicts import contradictions, told_by
from rulecheck.solvers.texts.coverage import missing, unclaimed, unfound
from rulecheck.solvers.texts.damage import IsKnown, damaged
from rulecheck.solvers.texts.differing import differing_passages, differs
from rulecheck.solvers.texts.examples import examples
from rulecheck.solvers.texts.findings import EITHER, KINDS, Level, TextFinding
from rulecheck.solvers.texts.judged import confirmed, judged
from rulecheck.solvers.texts.naming import naming
from rulecheck.solvers.texts.silences import open_readings, unqualified
from rulecheck.solvers.texts.terms import drift
from rulecheck.solvers.texts.wording import literal, wording


def findings(check: TextCheck, is_known: IsKnown | None = None) -> list[TextFinding]:
    """Every finding: what matters most first, then what is surest, then in the order of the text.

    With a word list misspellings are told too.
    """
    conflicts = check.conflicts()
    clashes = list(contradictions(check, conflicts))
    mended = {(f.line, f.column) for f in clashes if f.fix != EITHER}
    every = [
        *clashes,
        *(f for f in differs(check) if (f.line, f.column) not in mended),
        *literal(check, told_by(conflicts)),
        *judged(check),
        *chains(check),
        *wording(check, differing_passages(check)),
        *examples(check),
        *missing(check),
        *unfound(check),
        *unclaimed(check),
        *drift(check),
        *naming(check),
        *open_readings(check),
        *unqualified(check),
        *damaged(check, is_known),
    ]
    every += confirmed(check, every)
    return sorted((_by_kind(check, finding) for finding in _once(every)), key=_weight)


def _once(findings: Sequence[TextFinding]) -> Iterator[TextFinding]:
    """Each cause once: what leaves a reading open is told by the statements that contradict one another over it."""
    told = {finding.reading for finding in findings if finding.kind == "contradiction"}
    return (finding for finding in findings if finding.kind != "open" or finding.reading not in told)


def _by_kind(check: TextCheck, finding: TextFinding) -> TextFinding:
    """What is only about advice changes no play."""
    kinds = {check.rulebook.clauses[clause].kind for clause in finding.clauses}
    return evolve(finding, severity=Level.LOW) if kinds == {"advice"} else finding


def _weight(finding: TextFinding) -> tuple[int, int, bool, int, int, int]:
    kind = list(KINDS).index(finding.kind)
    return (finding.severity.rank, finding.confidence.rank, finding.line == 0, finding.line, finding.column, kind)
