"""Two texts side by side: clause by clause what the one says and the other does not."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulecheck.solvers.consistency import Statement, equivalent
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Quote
from rulecheck.spec.laid import Said


@frozen
class TextDifference:
    """A clause on which two texts part."""

    clause: str
    message: str
    a: tuple[Quote, ...]
    b: tuple[Quote, ...]


def compare(a: TextCheck, b: TextCheck) -> list[TextDifference]:
    """Clause by clause what one text says and the other does not.

    Numbers and other statements are compared as formulas by z3, rule words by their meaning.
    """
    differences = []
    for id in a.rulebook.clauses:
        mine, theirs = _said_of(a, id), _said_of(b, id)
        if not mine and not theirs:
            continue
        if not mine or not theirs:
            only, where = ("first", mine) if mine else ("second", theirs)
            checker = a if mine else b
            evidence = tuple(checker.of_said(s) for s in where[:3])
            message = f"only the {only} text says it"
            differences.append(TextDifference(id, message, evidence if mine else (), () if mine else evidence))
            continue
        differences += _parts(a, b, id, mine, theirs)
    return [*differences, *_readings(a, b)]


def _readings(a: TextCheck, b: TextCheck) -> Iterator[TextDifference]:
    """Open readings that the two texts settle differently, or only one of them settles."""
    for id, reading in a.rulebook.readings.items():
        mine, other = a.edition.settles.get(id), b.edition.settles.get(id)
        if mine != other:
            first, second = (f"settles it: {choice}" if choice else "leaves it open" for choice in (mine, other))
            yield TextDifference(reading.silent[0], f"reading {id}: the first {first}, the second {second}", (), ())


def _said_of(checker: TextCheck, clause: str) -> list[Said]:
    return [s for p in checker.edition.passages_of(clause) for s in checker.said[p.number]]


def _public(checker: TextCheck, said: list[Said]) -> dict[frozenset[str], list[Statement]]:
    """Statements about numbers that both texts know, by the numbers they are about."""
    groups: dict[frozenset[str], list[Statement]] = {}
    for statement in (s for place in said for s in checker.statements.of(place)):
        if not any(" in " in name for name in statement.names):
            groups.setdefault(statement.names, []).append(statement)
    return groups


def _parts(a: TextCheck, b: TextCheck, id: str, mine: list[Said], theirs: list[Said]) -> Iterator[TextDifference]:
    ours, others = _public(a, mine), _public(b, theirs)
    for names in sorted({*ours, *others}, key=sorted):
        stated, other = ours.get(names, []), others.get(names, [])
        if stated and other and not equivalent(stated, other):
            told_a = "; ".join(dict.fromkeys(s.text for s in stated))
            told_b = "; ".join(dict.fromkeys(s.text for s in other))
            yield TextDifference(
                id,
                f"the first says {told_a}, the second {told_b}",
                tuple(a.of_statement(s) for s in stated[:2]),
                tuple(b.of_statement(s) for s in other[:2]),
            )
    yield from _words(a, b, id, mine, theirs)


def _words(a: TextCheck, b: TextCheck, id: str, mine: list[Said], theirs: list[Said]) -> Iterator[TextDifference]:
    """Rule words that the one text has for a clause and the other has turned round."""
    own, other = _rules(a, mine), _rules(b, theirs)
    for family in sorted({f for f, _ in own} & {f for f, _ in other}):
        first = {m for f, m in own if f == family}
        second = {m for f, m in other if f == family}
        if first != second and (first - second) and (second - first):
            only_a, only_b = sorted(first - second), sorted(second - first)
            yield TextDifference(
                id,
                f"the first says {' and '.join(only_a)}, the second {' and '.join(only_b)}",
                tuple(own[family, m] for m in only_a),
                tuple(other[family, m] for m in only_b),
            )


def _rules(checker: TextCheck, said: list[Said]) -> dict[tuple[str, str], Quote]:
    units = checker.laid.finder.units
    quotes: dict[tuple[str, str], Quote] = {}
    for place in said:
        for n, taken in enumerate(place.taken):
            rule = None if taken.unit is None else units[taken.unit].rule
            if taken.item.rule is not None and taken.item.fact is None and rule is not None:
                quotes.setdefault((rule.family, rule.means), checker.of_said(place, n))
    return quotes
