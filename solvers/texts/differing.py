"""`differs`: numbers and rule words that are not what the rulebook (and the edition) expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rulecheck.solvers.consistency import expected
from rulecheck.solvers.judging.verdicts import DENIALS
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.judged import told_words
from rulecheck.spec.laid import Said


def differs(check: TextCheck) -> Iterator[TextFinding]:
    """`differs`: numbers and rule words that are not what the rulebook (and the edition) expects."""
    known = told_words(check)
    for said in check.every_said:
        for hole in check.wrong_holes(said):
            if not _is_dismissed(check, said, hole, known):
                yield _wrong(check, said, hole)


ORDERED: Final = ("bound", "order")
"""Families in which one word in another's place mostly turns the rule round."""


def _is_dismissed(check: TextCheck, said: Said, hole: int, known: Mapping[int, frozenset[str]]) -> bool:
    """Whether a rule word is another, and what is read shows that the clause is said all the same, or tells it."""
    item = said.taken[hole].item
    rule = item.rule
    is_named = item.formula is not None and bool(item.formula.names)
    if not is_named and not item.is_count and _lacks_words(said):
        return True  # the passage is worded anew: where its small words and its own numbers stand says nothing
    if rule is None or check.reading is None or check.meaning is None or not said.match.units:
        return False
    stretch = check.meaning.by_sentence.get(check.text.sentence_of(said.match.first))
    if stretch is None:
        return False
    if not said.match.is_exact and stretch in check.reading.stretches and not check.reading.is_alike(stretch):
        return True  # the sentence reads otherwise as a whole: one small word of it says nothing
    unit = said.taken[hole].unit
    other = None if unit is None else check.laid.finder.units[unit].rule
    word = rule.means.replace(" ", "-")
    if (other is None or other.family != rule.family) and word not in DENIALS:
        return True  # that a word is gone is told where sentences are compared with what they said before
    if other is not None and other.family == rule.family in ORDERED and other.means != rule.means:
        return word in check.reading.evidence(stretch)
    return word in known.get(stretch.number, ()) or check.reading.dismisses(stretch, word)


def _lacks_words(said: Said) -> bool:
    """Whether words of a passage's key phrase are gone, besides what its holes met."""
    pairs = zip(said.passage.phrase.items, said.match.units, strict=True)
    return any(unit is None for item, unit in pairs if item.kind == "word")


def differing_passages(check: TextCheck) -> frozenset[int]:
    """The numbers of passages with a hole that met something else than it should."""
    return frozenset(said.passage.number for said in check.every_said if any(True for _ in check.wrong_holes(said)))


def _wrong(check: TextCheck, said: Said, n: int) -> TextFinding:
    taken = said.taken[n]
    item, passage = taken.item, said.passage
    units = check.laid.finder.units
    unit = None if taken.unit is None else units[taken.unit]
    clause, write = passage.clauses[0], ""
    numbers = () if item.formula is None else tuple(n for n in item.formula.names if n in check.rulebook.quantities)
    if item.kind == "number":
        wanted = expected(taken, check.rulebook)
        stands = f"{unit.text!r}" if unit is not None else "nothing"
        if unit is not None and unit.value is not None:
            stands = str(unit.value)
        names = item.formula.names if item.formula is not None else ()
        named = f" ({' '.join(item.formula.text.split())})" if names and item.formula is not None else ""
        should = "a number" if wanted is None else str(wanted)
        if wanted is not None and unit is not None and unit.text.isdecimal():
            write = should
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
            stands, meant = f"«{unit.text}» ({unit.rule.means})", f"«{should}» ({item.rule.means})"
            message = f"{stands} stands here, where {meant} is expected ({clause})"
        elif unit is not None:
            message = f"«{unit.text}» stands here, where «{should}» ({item.rule.means}) is expected ({clause})"
        else:
            message = f"nothing here says «{should}» ({item.rule.means}), which the rule does ({clause})"
        fix = f"write «{should}», or another word for {item.rule.means!r}"
    where = check.of_said(said, n)
    quotes = (where, check.ours(clause))
    return TextFinding("differs", message, passage.clauses, quotes, fix, replacement=write, numbers=numbers)
