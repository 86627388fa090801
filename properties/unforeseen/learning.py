"""Which clauses change which part of a position, learnt over a campaign of a game that does not declare it.

A clause that changes a part is seen to do so in several games.  Where a part changes in a step all of whose clauses
have been carried out in a hundred games and more, and in fewer than ten with such a change, nothing is known that
accounts for it.  That bounds false alarms: of clauses that change a part in every fifth game, one in four hundred is
told wrongly, and of those that do it more often hardly any.  A change that is often made is learnt as right; only
declared accounts tell of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import define, field, frozen

KNOWN: Final = 100
"""Games that must have carried out a clause before it is taken to be known."""
LEARNT: Final = 10
"""Games in which a part must have changed in a step of a clause before the clause accounts for it."""


@frozen
class Learnt:
    """What earlier rounds of a campaign learnt."""

    known: frozenset[str] = frozenset()
    changes: Mapping[str, frozenset[str]] = field(factory=dict)
    """For each part the clauses that account for its changes."""

    def unaccounted(self, parts: Sequence[str], events: Sequence[str]) -> Iterator[str]:
        """The changed parts for which none of the clauses carried out accounts, all of them known."""
        if events and self.known.issuperset(events):
            for part in parts:
                if self.changes.get(part, frozenset()).isdisjoint(events):
                    yield part

    def lacks(self, parts: Iterable[str], events: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Each part with each clause that was seen to change it here and does not account for it yet."""
        for part in parts:
            accounted = self.changes.get(part, frozenset())
            yield from [(part, event) for event in events if event not in accounted]


@define
class Learning:
    """Gathers what the games of a campaign showed."""

    _games: Counter[str] = field(factory=Counter)
    _changes: Counter[tuple[str, str]] = field(factory=Counter)

    def add(self, events: Iterable[str], changes: Iterable[tuple[str, str]]) -> None:
        """Take in one game: what it carried out, and each part with each clause in whose step it changed."""
        self._games.update(set(events))
        self._changes.update(changes)

    def learnt(self) -> Learnt:
        """What is known by now."""
        changes: dict[str, set[str]] = {}
        for (part, clause), games in self._changes.items():
            if games >= LEARNT:
                changes.setdefault(part, set()).add(clause)
        known = frozenset(clause for clause, games in self._games.items() if games >= KNOWN)
        return Learnt(known, {part: frozenset(clauses) for part, clauses in changes.items()})
