"""What a theorem works with: engines, solvers that always answer the same, and a count of what it looked at.

Assumptions are asked for on their own: a theorem that never saw them satisfied
(`Proof.possible`, `Proof.case`) is `vacuous`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field

from rulecheck.reference_engines import build
from rulecheck.solvers.logic import Effort, Sat, Solver, Term, Values, all_of, negation, number
from rulecheck.solvers.refutation import AnyEngine
from rulecheck.spec import Rules, make_rules


class Undecided(Exception):
    """Raised inside a theorem when the question stays open; the text says why."""


class Vacuous(Exception):
    """Raised inside a theorem when nothing meets its assumptions."""


@define
class Proof:
    """What a theorem works with: engines, solvers that always answer the same, and a count of what it looked at."""

    game: str
    players: tuple[int, ...]
    """The player counts to prove it for."""
    deadline: float | None = None
    effort: Effort = field(factory=Effort)
    cases: int = 0
    """Cases looked at one by one."""
    replayed: int = 0
    """Engine moves replayed."""
    sampled: int = 0
    """Of them, those of random games on which the verdict rests."""
    met: int = 0
    """How often the assumptions were seen satisfied."""
    covered: set[tuple[Any, ...]] = field(factory=set)
    """Of the cases that the theorem states (`ranges.py`), those looked at."""
    unknowns: set[str] = field(factory=set)
    """The numbers that were left unknown, of those that the theorem states."""
    notes: list[str] = field(factory=list)
    """Facts met on the way that are worth telling."""
    readings: dict[str, str] = field(factory=dict)
    substitute: set[str] = field(factory=set)
    _engines: dict[Any, AnyEngine] = field(factory=dict)

    def rules(self, players: int, **choices: Any) -> Rules:
        """The game's rules for a player count."""
        rules = make_rules(self.game, players=players, **choices)
        self.substitute.update(rules.substitute)
        return rules

    def engine(self, players: int, **choices: Any) -> AnyEngine:
        """The game's engine for a player count; the same one for the same choices."""
        key = (players, repr(sorted(choices.items())))
        if key not in self._engines:
            self._engines[key] = build(self.rules(players, **choices))
        return self._engines[key]

    def rests_on(self, rules: Rules, *readings: str) -> None:
        """Say which readings the theorem was proved under."""
        for reading in readings:
            self.readings[reading] = rules.reading(reading)

    def note(self, fact: str) -> None:
        """A fact worth telling with the verdict."""
        if fact not in self.notes:
            self.notes.append(fact)

    def case(self, number: int = 1) -> None:
        """One more case was looked at; cases are satisfied assumptions."""
        self.cases += number
        self.met += number
        self.check_time()

    def cover(self, *case: Any) -> None:
        """One of the cases that the theorem states was looked at: the players, and a value of each axis."""
        self.covered.add(case)
        self.case()

    def unknown(self, *names: str) -> list[Term]:
        """Unknown numbers that the theorem states."""
        self.unknowns.update(names)
        return list(map(number, names))

    def sample(self) -> None:
        """One engine move of a random game was looked at, for what is not decided for all positions."""
        self.replayed += 1
        self.sampled += 1
        if not self.replayed % 500:
            self.check_time()

    def check_time(self) -> None:
        """Give up if the time that was asked for is over."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Undecided("the time given (--seconds) ran out")

    def possible(self, *given: Term, what: str = "the assumptions") -> Values:
        """Values that meet the assumptions; without any, the theorem is vacuous."""
        solver = Solver(effort=self.effort)
        solver.add(*given)
        answer = solver.ask()
        if answer is Sat.NO:
            raise Vacuous(f"nothing meets {what}")
        if answer is Sat.UNKNOWN:
            raise Undecided(f"whether anything meets {what}: {solver.why_unknown()}")
        self.met += 1
        return solver.values()

    def against(self, claim: Term, given: Iterable[Term] = ()) -> Values | None:
        """Values that meet the assumptions and break the claim; None if there are none."""
        self.check_time()
        solver = Solver(effort=self.effort)
        solver.add(*given)
        answer = solver.ask(negation(claim))
        if answer is Sat.UNKNOWN:
            raise Undecided(f"the solver gave up: {solver.why_unknown()}")
        return solver.values() if answer is Sat.YES else None

    def smallest(self, claim: Term, given: Sequence[Term], measure: Sequence[Term]) -> Values | None:
        """As `against`, with the measures made as small as possible one after the other: easier to read."""
        values = self.against(claim, given)
        if values is None:
            return None
        fixed: list[Term] = []
        for term in measure:
            low, high = 0, values.of(term)
            while low < high:
                middle = (low + high) // 2
                better = self.against(claim, [*given, *fixed, term <= middle])
                if better is None:
                    low = middle + 1
                else:
                    values, high = better, better.of(term)
            fixed.append(all_of(term <= high))
        return values
