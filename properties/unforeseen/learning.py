"""Which clauses change which part of a position, learnt over a campaign of a game that does not declare it.

Steps that carry out the same clauses change the same parts, or some of them now and then.  Where a part changes in a
step, and in a hundred games and more steps with just its clauses changed that part in two of them at most, nothing is
known that accounts for it.  That bounds false alarms: of changes that steps with the same clauses make in every tenth
game, one in five hundred is told wrongly, and of those made more often hardly any.  A change that is often made is
learnt as right; only declared accounts tell of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import define, field, frozen

KNOWN: Final = 100
"""Games that must have carried out some clauses together before it is taken to be known what they change."""
LEARNT: Final = 3
"""Games in which a part must have changed in a step with the same clauses before these account for it."""
_MET: Final = ""
"""Instead of a part: that the clauses were carried out at all."""

Change = tuple[str, str]
"""A part that changed, and the clauses of the step."""


@frozen
class Learnt:
    """What earlier rounds of a campaign learnt; the clauses of a step are one text."""

    known: frozenset[str] = frozenset()
    changes: Mapping[str, frozenset[str]] = field(factory=dict)
    """For each part the clauses that account for its changes."""

    def unaccounted(self, parts: Sequence[str], events: Sequence[str]) -> Iterator[str]:
        """The changed parts for which nothing accounts; none if it is not known yet what the step's clauses change."""
        clauses = " ".join(events)
        if events and clauses in self.known:
            for part in parts:
                if clauses not in self.changes.get(part, ()):
                    yield part

    def new(self, parts: Sequence[str], events: Sequence[str]) -> Iterator[Change]:
        """What a step adds to what is known."""
        clauses = " ".join(events)
        if clauses not in self.known:
            yield _MET, clauses
        for part in parts:
            if clauses not in self.changes.get(part, ()):
                yield part, clauses


@define
class Learning:
    """Gathers what the games of a campaign showed."""

    _games: Counter[Change] = field(factory=Counter)

    def add(self, changes: Iterable[Change]) -> None:
        """Take in what one game adds."""
        self._games.update(changes)

    def learnt(self) -> Learnt:
        """What is known by now."""
        changes: dict[str, set[str]] = {}
        for (part, clauses), games in self._games.items():
            if games >= (KNOWN if part == _MET else LEARNT):
                changes.setdefault(part, set()).add(clauses)
        known = frozenset(changes.pop(_MET, ()))
        return Learnt(known, {part: frozenset(accounts) for part, accounts in changes.items()})
