"""The claims of a rulebook as theorems: what can be decided about a game that nothing plays yet."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rulecheck.solvers.decision import TheoremResult
from rulecheck.solvers.refutation import Evidence
from rulecheck.solvers.theorem import Theorem, Verdict
from rulecheck.spec import Rulebook, check_claims
from rulecheck.spec.expressions import parse_formula

BOUNDS = "the rulebook's own numbers, for every player count"


def as_theorems(book: Rulebook) -> list[Theorem]:
    """Each claim of a rulebook as a theorem of kind `claim`; its clauses are those that name its numbers."""
    return [
        Theorem(book.game, claim.id, claim.formula, _clauses(book, claim.formula), BOUNDS, _no_body, kind="claim")
        for claim in book.claims.values()
    ]


def _clauses(book: Rulebook, formula: str) -> tuple[str, ...]:
    names = parse_formula(formula).names
    return tuple(dict.fromkeys(q.clause for name, q in book.quantities.items() if name in names))


def _no_body() -> None:
    """Claims are decided together, by carrying their formulas out."""


def decide_claims(book: Rulebook, wanted: Iterable[Theorem], players: tuple[int, ...] = ()) -> list[TheoremResult]:
    """A verdict for each claim: refuted with the first numbers that break it, for these player counts or all."""
    began = time.monotonic()
    broken = {
        failure.claim: failure
        for failure in reversed(check_claims(book))
        if not players or failure.players in (None, *players)
    }
    cases = len(players or book.player_counts()) or 1
    results: list[TheoremResult] = []
    for theorem in wanted:
        failure = broken.get(theorem.name)
        results.append(
            TheoremResult(
                theorem,
                Verdict.PROVED if failure is None else Verdict.REFUTED,
                time.monotonic() - began,
                evidence=None if failure is None else Evidence(str(failure), "rulebook", dict(failure.values)),
                players=players or book.player_counts(),
                cases=cases,
            )
        )
    return results
