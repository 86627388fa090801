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
    levels = list(_levels(effects_of(check.rulebook), finding))
    kinds = {check.rulebook.clauses[clause].kind for clause in finding.clauses}
    level = finding.severity
    if levels:
        level = min(levels, key=lambda each: each.rank)
        if finding.kind == "open" and level == Level.HIGH:
            level = Level.MEDIUM  # it says nothing wrong
    elif kinds == {"advice"}:
        level = Level.LOW
    elif kinds and kinds <= LOOSE and level == Level.HIGH:
        level = Level.MEDIUM
    return evolve(finding, severity=level)


def play(check: TextCheck, finding: TextFinding) -> tuple[float, float]:
    """The shares of games with other winners, and with other points; nothing where nobody has played it."""
    every = (row for _, row in _rows(effects_of(check.rulebook), finding))
    return max(((row.winners / row.games, row.scores / row.games) for row in every), default=(0.0, 0.0))


def _levels(effects: Effects, finding: TextFinding) -> Iterator[Level]:
    """What was played says; with another number nobody adapts to it, so that any change of points weighs."""
    for is_number, row in _rows(effects, finding):
        if row.winners or (is_number and row.scores):
            yield Level.HIGH
        else:
            yield Level.MEDIUM if is_number or row.scores else Level.LOW


def _rows(effects: Effects, finding: TextFinding) -> Iterator[tuple[bool, Played]]:
    """What was played of a finding's reading, and of its numbers."""
    if finding.kind not in PLAYED:
        return
    row = effects.readings.get(finding.reading or "")
    played = [(False, row), *((True, effects.numbers.get(name)) for name in finding.numbers)]
    yield from ((is_number, row) for is_number, row in played if row is not None and row.games)
