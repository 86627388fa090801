"""Whether a game's theorems notice that its engine was changed."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

from attrs import frozen

from rulecheck.solvers.decision import outcome_of
from rulecheck.solvers.theorem import Verdict, theorems


@frozen
class Fallen:
    """A theorem that does not come out as it says."""

    name: str
    clauses: tuple[str, ...]
    verdict: Verdict


def fallen(game: str, clauses: Collection[str], seconds: float | None = None) -> Iterator[Fallen]:
    """The theorems naming one of these clauses that come out otherwise than they say, without their twins, one by one.

    After so many seconds, no further theorem is begun; one that runs out of time then says nothing.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    for theorem in theorems(game):
        if set(clauses).isdisjoint(theorem.clauses):
            continue
        verdict = outcome_of(theorem, deadline=deadline).verdict
        if verdict not in (theorem.expected, Verdict.UNDECIDED):
            yield Fallen(theorem.name, theorem.clauses, verdict)
