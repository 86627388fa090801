"""Moves to try where they are not listed as legal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulecheck.reference_engines.contract import AnyEngine


class Tries:
    """Draws well-formed moves to try where they are not listed.

    Some are of kinds that are open just now: those get past "not your turn" to the
    clauses that matter.  Some have their kind drawn first, so that a kind with a
    single move, such as to stay or to pass, is tried too.
    """

    def __init__(self, engine: AnyEngine) -> None:
        self._all = engine.all_moves()
        self._kinds: dict[type, list[Any]] = {}
        for move in self._all:
            self._kinds.setdefault(type(move), []).append(move)

    def every(self) -> Sequence[Any]:
        """All well-formed moves."""
        return self._all

    def draw(self, legal: Sequence[Any], rng: Random, count: int) -> list[Any]:
        """Some well-formed moves, legal or not."""
        if not self._all:
            return []
        drawn = []
        kinds = tuple(self._kinds.values())
        for nth in range(count):
            pool: Sequence[Any] = self._all
            if nth % 2 and legal:
                pool = self._kinds.get(type(legal[int(rng.random() * len(legal))]), self._all)
            elif nth % 4 == 0:
                pool = kinds[int(rng.random() * len(kinds))]
            drawn.append(pool[int(rng.random() * len(pool))])
        return drawn
