"""How much findings matter: by what their two sides change in play, where that was played, and by their kind else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Level, TextFinding
from rulecheck.spec.effects import Effects, Played, effects_of

PLAYED: Final = frozenset({"contradiction", "differs", "example-fails", "open", "refuted"})
"""Kinds of findings that have two sides."""

LOOSE: Final = frozenset({"advice", "component", "definition"})
"""Kinds of clauses that no move carries out."""


def ranked(check: TextCheck, finding: TextFinding) -> TextFinding:
    """A finding with the severity that its sides have in play."""
    share = play(check, finding)
    kinds = {check.rulebook.clauses[clause].kind for clause in finding.clauses}
    level = finding.severity
    if share is not None:
        level = Level.HIGH if share[0] else Level.MEDIUM if share[1] else Level.LOW
        if finding.kind == "open" and level == Level.HIGH:
            level = Level.MEDIUM  # it says nothing wrong
    elif kinds == {"advice"}:
        level = Level.LOW
    elif kinds and kinds <= LOOSE and level == Level.HIGH:
        level = Level.MEDIUM
    return evolve(finding, severity=level)


def play(check: TextCheck, finding: TextFinding) -> tuple[float, float] | None:
    """The shares of games with other winners, and with other points; None where nobody has played it."""
    if finding.kind not in PLAYED:
        return None
    rows = [row for row in _rows(effects_of(check.rulebook), finding) if row.games]
    return max(((row.winners / row.games, row.scores / row.games) for row in rows), default=None)


def _rows(effects: Effects, finding: TextFinding) -> Iterator[Played]:
    if finding.reading is not None and finding.reading in effects.readings:
        yield effects.readings[finding.reading]
    yield from (effects.numbers[name] for name in finding.numbers if name in effects.numbers)
