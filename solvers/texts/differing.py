"""`differs`: numbers and rule words that are not what the rulebook (and the edition) expects."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.solvers.consistency import expected
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.spec.laid import Said


def differs(check: TextCheck) -> Iterator[TextFinding]:
    """`differs`: numbers and rule words that are not what the rulebook (and the edition) expects."""
    for said in check.every_said:
        for hole in check.wrong_holes(said):
            if not _is_dismissed(check, said, hole):
                yield _wrong(check, said, hole)


def _is_dismissed(check: TextCheck, said: Said, hole: int) -> bool:
    """Whether a rule word is another, and what is read shows that the clause is said all the same."""
    rule = said.taken[hole].item.rule
    if rule is None or check.reading is None or check.meaning is None or not said.match.units:
        return False
    stretch = check.meaning.by_sentence.get(check.text.sentence_of(said.match.first))
    return stretch is not None and check.reading.dismisses(stretch, rule.means.replace(" ", "-"), is_lost=True)


def differing_passages(check: TextCheck) -> frozenset[int]:
    """The numbers of passages with a hole that met something else than it should."""
    return frozenset(said.passage.number for said in check.every_said if any(True for _ in check.wrong_holes(said)))


def _wrong(check: TextCheck, said: Said, n: int) -> TextFinding:
    taken = said.taken[n]
    item, passage = taken.item, said.passage
    units = check.laid.finder.units
    unit = None if taken.unit is None else units[taken.unit]
    clause = passage.clauses[0]
    if item.kind == "number":
        wanted = expected(taken, check.rulebook)
        stands = f"{unit.text!r}" if unit is not None else "nothing"
        if unit is not None and unit.value is not None:
            stands = str(unit.value)
        names = item.formula.names if item.formula is not None else ()
        named = f" ({' '.join(item.formula.text.split())})" if names and item.formula is not None else ""
        should = "a number" if wanted is None else str(wanted)
        told = "" if item.players is None or item.is_count else f" with {item.players} players"
        where_from = "in the rulebook" if names else "expected"
        message = f"{stands} here, {should}{told}{named} {where_from}: {clause}"
        fix = (
            f"write {should}, or play with the text's: --number {names[0]}={unit.value}"
            if (len(names) == 1 and unit is not None and unit.value is not None and wanted is not None)
            else f"write {should}"
        )
    else:
        assert item.rule is not None
        should = item.text.split(":")[0].rstrip("? ")
        if unit is not None and unit.rule is not None:
            message = f'"{unit.text}" ({unit.rule.means}) here, "{should}" ({item.rule.means}) expected: {clause}'
        elif unit is not None:
            message = f'"{unit.text}" here, "{should}" ({item.rule.means}) expected: {clause}'
        else:
            message = f'"{should}" ({item.rule.means}) is not here: {clause}'
        fix = f'write "{should}" or another word for {item.rule.means!r}'
    where = check.of_said(said, n)
    return TextFinding("differs", message, passage.clauses, (where, check.ours(clause)), fix)
