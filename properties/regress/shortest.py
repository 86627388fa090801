"""The shortest game found that shows a difference: games of programs behind the reducer that serves all engines."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, cast

from attrs import define, frozen

from rulecheck.properties.regress.courses import Course, Rates
from rulecheck.properties.regress.differences import Apart
from rulecheck.properties.regress.engine import Move, move_of
from rulecheck.properties.regress.side import Failed, Table, is_chance
from rulecheck.properties.shrinking.condition import Step
from rulecheck.properties.shrinking.reducer import reduce
from rulecheck.properties.shrinking.replayer import Budget, Replayer
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Refused

_FAVOURED: Final = (0.5, 0.8, 0.95)
"""How likely a move of the game is played again where it is legal, in games made of its moves."""
_PATIENCE: Final = 250
"""Games made of its moves that bring nothing before that is left."""


@frozen
class Shown:
    """A game that shows a difference in its last move."""

    table: Table
    moves: tuple[str, ...]
    apart: Apart
    tried: str | None = None


@frozen(eq=False)
class _Place:
    """Where a game stands after some moves."""

    moves: tuple[Move, ...]
    legal: tuple[Move, ...]
    actor: int
    shown: Apart | None
    """The difference looked for, if it was seen here."""


class _OtherDifferenceError(Exception):
    """A game that ends in a difference that is not looked for."""


@define(eq=False)
class _Courses:
    """As much of an engine as the reducer asks: the programs play anew what they have not just played."""

    make: Callable[[Rates, Random], Course]
    sought: Shown
    rates: Rates
    budget: Budget
    course: Course | None = None
    at: tuple[Move, ...] = ()
    """The moves after which the course stands."""

    def start(self) -> _Place:
        """The programs begin."""
        self.course, self.at = self.make(self.rates, Random(0)), ()
        return self._place(lambda course: course.start(self.sought.table))

    def apply(self, place: _Place, move: Move) -> _Place:
        """They play on from a place."""
        if self.course is None or self.at != place.moves:
            self.start()
            self.budget.used += len(place.moves)
            for earlier in place.moves:
                self._play(earlier)
        return self._play(move)

    def _play(self, move: Move) -> _Place:
        self.at = (*self.at, move)
        return self._place(lambda course: course.play(move.text))

    def _place(self, go: Callable[[Course], Sequence[Apart]]) -> _Place:
        key, course, self.course = self.sought.apart.key, self.course, None
        assert course is not None, "it is begun first"
        try:
            seen = go(course)
        except Failed as failed:
            if not key.startswith("fails:"):
                raise
            seen = [Apart("fails", self.sought.apart.about, str(failed))]
        shown = next((apart for apart in seen if apart.key == key), None)
        passed = {"lists", "misses", *(self.sought.apart.kind for check in self.rates.of if check != "wrong")}
        if shown is None and any(apart.kind not in passed for apart in seen):
            raise _OtherDifferenceError
        self.course = course
        actor = OVER if course.is_over else CHANCE if is_chance(course.told) else 0
        return _Place(self.at, () if course.is_over else tuple(map(move_of, course.legal)), actor, shown)

    def refusal(self, place: _Place, move: Move) -> Refused | None:
        """What is not listed cannot be played."""
        return None if move in place.legal else Refused("listed", "the program does not list it")

    def legal_moves(self, place: _Place) -> Sequence[Move]:
        """What is listed."""
        return place.legal

    def actor(self, place: _Place) -> int:
        """Whether it goes on, and whether chance decides."""
        return place.actor


class _Seen(Step):
    """The difference is seen, be it before the first move."""

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return state.shown is not None, None


def shortened(
    make: Callable[[Rates, Random], Course], shown: Shown, rates: Rates, steps: int, until: float | None = None
) -> Shown | None:
    """The shortest game found with so many moves of the programs; None where the difference is not seen again."""
    budget = Budget(steps, None if until is None else max(0.0, until - time.monotonic()))
    courses = _Courses(make, shown, rates, budget)
    seen = _Seen(lambda _before, _move, after: after.shown is not None)
    engine = cast(AnyEngine, courses)
    moves: Sequence[Any] = tuple(map(move_of, shown.moves))
    while True:
        reduction = reduce(engine, moves, seen, budget=budget, thorough=False)
        if reduction is None:
            return None
        moves = _made_of(engine, seen, budget, reduction.moves)
        if len(moves) == len(reduction.moves):
            break
    thorough = reduce(engine, moves, seen, budget=budget)
    moves = moves if thorough is None else thorough.moves
    place = courses.start()
    for move in moves:
        place = courses.apply(place, move)
    if place.shown is None or courses.course is None:
        return None
    course = courses.course
    return Shown(shown.table, tuple(course.moves), place.shown, course.tried or rates.tried)


def _made_of(engine: AnyEngine, seen: _Seen, budget: Budget, moves: Sequence[Any]) -> Sequence[Any]:
    """A shorter game of the same moves in another order, with others among them."""
    work = Replayer(engine, seen, budget)
    rng, idle = Random(len(moves)), 0
    if work.first(moves) is None:
        return moves
    while idle < _PATIENCE and not budget.spent and len(work.best) > 1:
        own, favour = work.best.moves if rng.random() < 0.5 else None, rng.choice(_FAVOURED)

        def choose(place: _Place, own: Sequence[Any] | None = own, favour: float = favour) -> Move | None:
            again = place.moves if own is None else own  # what comes of repetition takes the same moves again
            near = [move for move in place.legal if move in again]
            if place.actor == CHANCE or not near or rng.random() >= favour:
                near = list(place.legal)
            return rng.choice(near) if near else None

        line = work.replay(work.best, 0, choose, limit=len(work.best) - 1)
        idle += 1
        if line is not None:
            work.best, idle = line, 0
    return work.best.moves
