"""Every finding of a text, in the order of the text."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.conflicts import contradictions
from rulecheck.solvers.texts.coverage import missing, unclaimed, unfound
from rulecheck.solvers.texts.differing import differs
from rulecheck.solvers.texts.examples import examples
from rulecheck.solvers.texts.findings import EITHER, KINDS, TextFinding
from rulecheck.solvers.texts.terms import drift


def findings(check: TextCheck) -> list[TextFinding]:
    """Every finding, in the order of the text."""
    clashes = list(contradictions(check))
    mended = {(f.line, f.column) for f in clashes if f.fix != EITHER}
    every = [
        *clashes,
        *(f for f in differs(check) if (f.line, f.column) not in mended),
        *examples(check),
        *missing(check),
        *unfound(check),
        *unclaimed(check),
        *drift(check),
    ]
    return sorted(every, key=lambda f: (f.line == 0, f.line, f.column, list(KINDS).index(f.kind)))
