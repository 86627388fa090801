"""`contradiction`: statements of a text that cannot all be true."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from attrs import evolve

from rulecheck.solvers.consistency import Contradiction, Statement, expected
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import EITHER, TextFinding


def contradictions(check: TextCheck, conflicts: Iterable[Contradiction]) -> Iterator[TextFinding]:
    """`contradiction`."""
    for conflict in conflicts:
        yield _contradiction(check, conflict)


def told_by(conflicts: Iterable[Contradiction]) -> frozenset[str]:
    """The ids of the statements that some contradiction is made of."""
    return frozenset(s.id for conflict in conflicts for core in (conflict.core, *conflict.others) for s in core)


def _contradiction(check: TextCheck, conflict: Contradiction) -> TextFinding:
    core = list(conflict.core)
    for statement in conflict.mend:
        core.sort(key=lambda s: s.id != statement.id)
    texts = [s for s in core if s.is_of_text]
    rest = [s for s in core if not s.is_of_text]
    clauses = tuple(dict.fromkeys(c for s in texts + rest for c in s.clauses))
    reading = _reading(check, texts, clauses)
    ours = _ours_for(check, conflict.mend[0]) if conflict.mend else None
    right = conflict.right if conflict.right is not None else ours
    write = str(right) if right is not None and texts and texts[0] is core[0] else ""
    if conflict.right is not None:
        fix = f"{conflict.right} here would agree with all the rest"
    elif ours is not None:
        fix = f"{ours} here, as in the rulebook, would agree with the rest"
    elif conflict.mend:
        fix = "fix this passage; the others agree with one another"
    else:
        fix = EITHER
    parts = [s.text for s in texts] + [s.text.split(":")[0] if s.source == "claim" else s.text for s in rest]
    message = "these cannot all be true: " + "; ".join(dict.fromkeys(parts))
    seen = {e.id for e in core}
    more: list[Statement] = []
    for other in conflict.others:
        more += [s for s in other if s.id not in seen and s.names == core[0].names and s.source == "number"]
        seen |= {s.id for s in other}
    evidence = [check.of_statement(s) for s in texts + rest]
    evidence += [evolve(check.of_statement(s), note=f"also: {s.text}") for s in more[:4]]
    numbers = tuple(sorted({name for s in core for name in s.names if name in check.rulebook.quantities}))
    quotes = tuple(evidence)
    return TextFinding(
        "contradiction", message, clauses, quotes, fix, replacement=write, reading=reading, numbers=numbers
    )


def _reading(check: TextCheck, texts: Iterable[Statement], clauses: Collection[str]) -> str | None:
    """The reading that one of the sentences leaves open; for one of no sentence in particular its clauses decide."""
    opens = {reading for s in texts if s.said is not None for reading in s.said.passage.opens}
    elsewhere = {reading for passage in check.edition.passages for reading in passage.opens}
    readings = check.rulebook.readings
    return next(
        (
            id
            for id in check.edition.leaves_open
            if id in opens or (id not in elsewhere and not {*readings[id].silent}.isdisjoint(clauses))
        ),
        None,
    )


def _ours_for(check: TextCheck, statement: Statement) -> int | None:
    """The rulebook's number for a statement of the text."""
    if statement.said is None or statement.hole is None:
        return None
    ours = expected(statement.said.taken[statement.hole], check.rulebook)
    return None if ours == statement.value else ours
