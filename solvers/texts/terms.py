"""`term-drift`: one thing under two names, two things under one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.naming import times
from rulecheck.spec.editions import Term
from rulecheck.spec.passages import Match, Phrase


def drift(check: TextCheck) -> Iterator[TextFinding]:
    """`term-drift`: one thing under two names, two things under one."""
    shared: dict[str, list[tuple[Term, list[tuple[Phrase, Match]]]]] = {}
    for term in check.edition.terms:
        own = _uses(check, term.says)
        other = _uses(check, term.also)
        if own and other:
            yield _two_names(check, term, own, other)
        if term.shares and own:
            shared.setdefault(term.shares, []).append((term, own))
    for word, uses in shared.items():
        if len(uses) > 1:
            yield _two_things(check, word, uses)


def _uses(check: TextCheck, phrases: Iterable[Phrase]) -> list[tuple[Phrase, Match]]:
    skipped = check.laid.skipped
    uses = [
        (phrase, match)
        for phrase in phrases
        for match in check.laid.finder.find(phrase)
        if not any(first <= match.first < last for first, last in skipped)
    ]
    return sorted(uses, key=lambda f: f[1].first)


def _two_names(
    check: TextCheck, term: Term, own: list[tuple[Phrase, Match]], other: list[tuple[Phrase, Match]]
) -> TextFinding:
    names: dict[str, list[Match]] = {}
    for phrase, match in other:
        names.setdefault(phrase.text, []).append(match)
    first = check.words_of(own[0][1])
    listed = ", ".join(f'"{check.words_of(uses[0])}"' for uses in names.values())
    message = f'more than one name for {term.thing}: "{first}", {listed}'
    evidence = [check.of_match(uses[0], f"another name, {times(len(uses))}") for uses in names.values()]
    evidence.append(check.of_match(own[0][1], f"its name, {times(len(own))}"))
    return TextFinding("term-drift", message, term.clauses, tuple(evidence), f'call it "{first}" everywhere')


def _two_things(check: TextCheck, word: str, uses: list[tuple[Term, list[tuple[Phrase, Match]]]]) -> TextFinding:
    things = " and ".join(term.thing for term, _ in uses)
    message = f'"{word}" names two things: {things}'
    evidence = [check.of_match(places[0][1], term.thing) for term, places in uses]
    clauses = tuple(dict.fromkeys(c for term, _ in uses for c in term.clauses))
    return TextFinding("term-drift", message, clauses, tuple(evidence), "give one of them another name")
