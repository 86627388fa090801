"""Every finding of a text, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulecheck.solvers.consistency import Contradiction
from rulecheck.solvers.texts.chains import chains
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.conflicts import contradictions, told_by
from rulecheck.solvers.texts.coverage import missing, unclaimed, unfound
from rulecheck.solvers.texts.damage import IsKnown, damaged
from rulecheck.solvers.texts.differing import differing_passages, differs
from rulecheck.solvers.texts.examples import examples
from rulecheck.solvers.texts.findings import EITHER, KINDS, TextFinding
from rulecheck.solvers.texts.judged import confirmed, judged
from rulecheck.solvers.texts.naming import naming
from rulecheck.solvers.texts.severity import play, ranked
from rulecheck.solvers.texts.silences import open_readings, unqualified
from rulecheck.solvers.texts.terms import drift
from rulecheck.solvers.texts.wording import literal, wording


def findings(
    check: TextCheck, is_known: IsKnown | None = None, conflicts: Sequence[Contradiction] | None = None
) -> list[TextFinding]:
    """Every finding: what matters most first, then what is surest, then in the order of the text.

    With a word list misspellings are told too.  The contradictions are looked for unless they are given.
    """
    conflicts = check.conflicts() if conflicts is None else conflicts
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
    return sorted((ranked(check, finding) for finding in _once(every)), key=lambda finding: _weight(check, finding))


def _once(findings: Sequence[TextFinding]) -> Iterator[TextFinding]:
    """Each cause once: what leaves a reading open is told by the statements that contradict one another over it, and
    what one line says twice in the same way is one finding with two places."""
    told = {finding.reading for finding in findings if finding.kind == "contradiction"}
    rows: dict[tuple[str, str, int, tuple[str, ...]], TextFinding] = {}
    for finding in findings:
        if finding.kind == "open" and finding.reading in told:
            continue
        key = (finding.kind, finding.message, finding.line, finding.clauses)
        first = rows.get(key)
        if first is None:
            rows[key] = finding
        elif finding.line:
            more = (quote for quote in finding.evidence if quote not in first.evidence)
            rows[key] = evolve(first, evidence=(*first.evidence, *more))
    yield from rows.values()


def _weight(check: TextCheck, finding: TextFinding) -> tuple[float | bool, ...]:
    kind = list(KINDS).index(finding.kind)
    share = play(check, finding)
    place = (finding.line == 0, finding.line, finding.column, kind)
    return (finding.severity.rank, -share[0], -share[1], finding.confidence.rank, *place)
