"""The shortest game found that shows a difference: moves left out, and games made of the moves that matter."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from attrs import define, frozen

from rulecheck.properties.regress.courses import Course, Rates, Skipped
from rulecheck.properties.regress.differences import Apart
from rulecheck.properties.regress.side import Failed, Table, is_chance

_FAVOURED: Final = (0.5, 0.8, 0.95)
"""How likely a move of the game is played again where it is legal, in games made of its moves."""
_PATIENCE: Final = 600
"""Games made of its moves that bring nothing before that is left."""


@frozen
class Shown:
    """A game that shows a difference in its last move."""

    table: Table
    moves: tuple[str, ...]
    apart: Apart
    tried: str | None = None


@define
class Budget:
    """Moves and seconds that may be spent; None: as many seconds as it takes."""

    moves: int
    until: float | None = None

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.moves <= 0 or (self.until is not None and time.monotonic() > self.until)


class Shortener:
    """Replays games of one difference."""

    def __init__(self, make: Callable[[Rates, Random], Course], shown: Shown, rates: Rates, budget: Budget) -> None:
        self._make = make
        self._rates = rates
        self._budget = budget
        self.best = shown
        self.is_confirmed = False
        """Whether the difference was seen again."""

    def run(self, seed: int) -> Shown:
        """The shortest game found."""
        again = self.replayed(self.best.moves)
        if again is None:
            return self.best
        self.best, self.is_confirmed = again, True
        before = None
        while before != self.best.moves and not self._budget.is_spent:
            before = self.best.moves
            self._left_out()
            self._made_of_its_moves(Random(seed))
        return self.best

    def _left_out(self) -> None:
        """Leave out ever fewer moves in a row, then pairs that stand apart."""
        size = max(1, len(self.best.moves) // 2)
        while size and not self._budget.is_spent:
            at = len(self.best.moves) - size
            while at >= 0 and not self._budget.is_spent:
                moves = self.best.moves
                at = min(at, len(moves) - size)
                if at < 0 or not self._take((*moves[:at], *moves[at + size :])):
                    at -= size if size < 4 else size // 2
            size //= 2
        for first, second in self._pairs():
            if self._budget.is_spent:
                return
            moves = self.best.moves
            if second < len(moves):
                self._take((*moves[:first], *moves[first + 1 : second], *moves[second + 1 :]))

    def _pairs(self) -> Iterator[tuple[int, int]]:
        for gap in (1, 2, 3, 4, 5, 7):
            for first in range(len(self.best.moves) - 1, -1, -1):
                yield first, first + gap

    def _take(self, moves: Sequence[str]) -> bool:
        shown = self.replayed(moves)
        if shown is None or len(shown.moves) >= len(self.best.moves):
            return False
        self.best = shown
        return True

    def replayed(self, moves: Sequence[str]) -> Shown | None:
        """The game of these moves as far as it shows the difference; what is not legal is passed over."""
        wanted = iter(moves)

        def choose(course: Course) -> str | None:
            legal = set(course.legal)
            return next((move for move in wanted if move in legal), None)

        return self._play(choose, len(moves) + 1)

    def _made_of_its_moves(self, rng: Random) -> None:
        """Shorter games of the same moves in another order, with others among them."""
        idle = 0
        while idle < _PATIENCE and not self._budget.is_spent and len(self.best.moves) > 1:
            pool, favour = None if rng.random() < 0.5 else set(self.best.moves), rng.choice(_FAVOURED)

            def choose(course: Course, pool: set[str] | None = pool, favour: float = favour) -> str | None:
                again = course.moves if pool is None else pool  # what comes of repetition takes the same moves again
                near = [move for move in course.legal if move in again]
                if is_chance(course.told) or not near or rng.random() >= favour:
                    near = list(course.legal)
                return rng.choice(near) if near else None

            shown = self._play(choose, len(self.best.moves))
            idle = 0 if shown is not None else idle + 1
            if shown is not None:
                self.best = shown

    def _play(self, choose: Callable[[Course], str | None], most: int) -> Shown | None:
        """A game of fewer moves than `most` that shows the difference, or None."""
        course = self._make(self._rates, Random(0))
        key = self.best.apart.key
        passed = {"lists", "misses", *(self.best.apart.kind for check in self._rates.of if check != "wrong")}
        try:
            seen = course.start(self.best.table)
            while not any(apart.key == key for apart in seen):
                self._budget.moves -= 1
                if any(apart.kind not in passed for apart in seen) or len(course.moves) + 1 >= most:
                    return None
                move = None if course.is_over else choose(course)
                if move is None or self._budget.is_spent:
                    return None
                seen = course.play(move)
        except Skipped:
            return None
        except Failed as failed:
            if not key.startswith("fails:"):
                return None
            seen = [Apart("fails", self.best.apart.about, str(failed))]
        apart = next((apart for apart in seen if apart.key == key), None)
        return (
            None
            if apart is None
            else Shown(self.best.table, tuple(course.moves), apart, course.tried or self._rates.tried)
        )
