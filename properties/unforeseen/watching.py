"""Which steps of a campaign's games are looked at for silences that nobody wrote down, and what is seen there.

Steps are sorted by the kind of move, the clauses carried out and the parts changed.  The first of each sort in a game
is held against the accounts (where its kind is routine, in one game of four); a step or a few of every second game, of
sorts that are new to the campaign and rare in it, are played again with names exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from random import Random
from typing import Any, Final
from zlib import crc32

from attrs import define, field, frozen

from rulecheck.properties.invariants.checker import NewStep
from rulecheck.properties.invariants.violation import Violation, clauses_in, guarded
from rulecheck.properties.unforeseen.accounting import (
    Accounts,
    change_without_a_clause,
    changed_parts,
    seldom_changed,
    unaccounted,
)
from rulecheck.properties.unforeseen.learning import KNOWN, Learnt
from rulecheck.properties.unforeseen.silences import Choices
from rulecheck.properties.unforeseen.symmetry import UNFORESEEN, Twin
from rulecheck.reference_engines.contract import AnyEngine

LOOKS: Final = 6
"""Steps that are played again with names exchanged in a game that is looked at closely.

Of the others every second one plays one again: it costs what a dozen moves do."""


@frozen(eq=False)
class _Seen:
    at: int
    number: int
    step: NewStep

    @property
    def events(self) -> tuple[str, ...]:
        events: tuple[str, ...] = self.step.after.events
        return events


@define(eq=False)
class Watch:
    """Watches one game: takes its steps of new sorts, and answers with what is not as the rules have it."""

    engine: AnyEngine
    twins: Sequence[Twin]
    accounts: Accounts | None
    familiar: Set[int]
    """The sorts that earlier rounds met."""
    learnt: Learnt
    """What earlier rounds learnt, where there are no accounts."""
    choices: Choices | None = None
    """The engines that follow other choices of readings, if there are any."""
    changes: set[tuple[str, str]] = field(factory=set, init=False)
    """Where there are no accounts: parts with the clauses in whose steps they changed, as far as that is new."""
    _seen: list[_Seen] = field(factory=list, init=False)

    def take(self, steps: list[NewStep], at: int) -> list[Violation]:
        """Take steps after `at` moves of the game, and empty the list.

        Answers what they change without a clause, and which readings they do not tell.
        """
        violations: list[Violation] = []
        for step in steps:
            parts = changed_parts(step.before, step.after)
            events = step.after.events
            number = _number(type(step.move).__name__, events, parts)
            if self.accounts is None:
                violations += self._without_accounts(step.move, parts, events)
            if number in self.familiar:
                continue
            self._seen.append(_Seen(at, number, step))
            if self.choices is not None:
                seen = self.choices.violations(self.engine, step.before, step.move, step.after, near=True)
                violations += guarded("apply", seen)
            if self.accounts is not None:
                for part in unaccounted(self.accounts, parts, events):
                    violations.append(change_without_a_clause(part, step.move, events))
        steps.clear()
        return violations

    def _without_accounts(self, move: Any, parts: Sequence[str], events: Sequence[str]) -> Iterator[Violation]:
        for part in self.learnt.unaccounted(parts, events):
            yield seldom_changed(part, move, events, KNOWN)
        self.changes.update(self.learnt.new(parts, events))

    def look(self, index: int | None, times: Counter[str], rng: Random) -> Iterator[tuple[int, Violation]]:
        """Play a step of the game of this index again with names exchanged, or some (None: looked at closely).

        Answers what then differs, and after how many moves.  `times` tells how often each clause was carried out
        before: what was rare goes first.
        """
        if not self.twins or not self._seen or (index is not None and index % 2):
            return
        rarest = sorted(self._seen, key=lambda seen: min(map(times.__getitem__, seen.events), default=0))
        chosen = list(self._at_stake(rarest))
        while len(chosen) < (LOOKS if index is None else 1):
            seen = rarest[len(chosen) // 2 % len(rarest)] if len(chosen) % 2 == 0 else rng.choice(rarest)
            chosen.append((rng.choice(self.twins), seen))
        for twin, seen in chosen:
            step = seen.step
            for violation in asymmetries(twin, self.engine, step.before, step.move, step.after):
                yield seen.at, violation

    def _at_stake(self, rarest: Sequence[_Seen]) -> Iterator[tuple[Twin, _Seen]]:
        """For each symmetry that names clauses the rarest step that carries one of them out."""
        for twin in self.twins:
            clauses = twin.symmetry.clauses
            if clauses:
                yield from [(twin, seen) for seen in rarest if any(event in clauses for event in seen.events)][:1]

    def sorts(self) -> tuple[int, ...]:
        """The sorts that were new to the campaign, by their numbers."""
        return tuple(sorted({seen.number for seen in self._seen}))


@lru_cache(maxsize=50_000)
def _number(move: str, events: tuple[str, ...], parts: tuple[str, ...]) -> int:
    """The number of a sort of steps, the same in every process."""
    return crc32("|".join((move, *events, "", *parts)).encode())


def asymmetries(twin: Twin, engine: AnyEngine, before: Any, move: Any, after: Any) -> list[Violation]:
    """Where a step comes out differently with names exchanged; what raises there and did not before is one of them."""
    try:
        return twin.violations(engine, before, move, after)
    except Exception as error:
        message = f"with names exchanged the engine crashes: {type(error).__name__}: {error}"
        return [Violation(UNFORESEEN, twin.symmetry.name, message, clauses_in(after.events), about="crash")]
