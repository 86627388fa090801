"""Moves after which a program is known to depart: games that go around them show what lies behind.

A move is known by its kind and by the clause that it carries out more often where the sides part than where they
agree.  A program that goes on from positions needs none of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from attrs import define, field

from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.growing import Growing
from rulecheck.properties.conform.protocol.messages import kind_of_move

_LIKELY: Final = 0.3
"""How surely the sides part after such a move, from 0 to 1, for games to go around it."""


@define
class KnownDivergences(Growing):
    """What is known of the moves after which the sides part."""

    _agreed: Counter[tuple[str, str]] = field(factory=Counter)
    _parted: Counter[tuple[str, str]] = field(factory=Counter)
    _clauses: set[tuple[str, str]] = field(factory=set)

    def __bool__(self) -> bool:
        return bool(self._clauses)

    def passed(self, text: str, events: Iterable[str]) -> None:
        """A move was played, and the game went on."""
        kind = kind_of_move(text)
        for event in events:
            self._agreed[kind, event] += 1

    def note(self, divergence: Divergence, text: str) -> None:
        """The sides parted after a move, or because of one."""
        kind = kind_of_move(text)
        for clause in divergence.clauses:
            self._parted[kind, clause] += 1
        worst = self._worst(kind, divergence.clauses)
        if worst is not None:
            self._clauses.add(worst)

    def _worst(self, kind: str, clauses: Sequence[str]) -> tuple[str, str] | None:
        """The clause that tells most that the sides will part."""
        pairs = [(kind, clause) for clause in clauses]
        return max(pairs, key=self._likelihood, default=None)

    def _likelihood(self, pair: tuple[str, str]) -> float:
        parted = self._parted[pair]
        return parted / sqrt(parted + self._agreed[pair]) if parted else 0.0

    def threatens(self, text: str, events: Iterable[str]) -> bool:
        """Whether a move is one after which the sides are known to part."""
        kind = kind_of_move(text)
        pairs = [(kind, event) for event in events]
        return any(pair in self._clauses and self._likelihood(pair) >= _LIKELY for pair in pairs)
