"""The shortest game that still shows it: delta debugging on lists of moves.

What is left out are whole moves, never random bytes, so that removing one decision
keeps the meaning of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.shrinking.condition import Condition, Step
from rulecheck.properties.shrinking.forward import Forward
from rulecheck.properties.shrinking.replayer import Budget, Line, Replayer, Spent
from rulecheck.reference_engines.contract import CHANCE, AnyEngine


@frozen
class Reduction:
    """The shortest game found.  `original_length` counts the moves given, `finished` is False if the budget ran out."""

    moves: tuple[Any, ...]
    original_length: int
    finished: bool
    replays: int
    steps: int
    engine: AnyEngine
    """The engine the moves are for: the one given, or one of `others`."""


def reduce(
    engine: AnyEngine,
    moves: Sequence[Any],
    condition: Condition | Callable[[Any, Any, Any], bool],
    *,
    budget: Budget | None = None,
    others: Sequence[AnyEngine] = (),
    thorough: bool = True,
) -> Reduction | None:
    """A shortest game that meets the condition, from one that does; None if the moves given do not meet it.

    The condition may be a plain function of (before, move, after).  `others` are
    engines of simpler set-ups (fewer players): the first on which the game still
    shows the fault is taken.  Not `thorough`, it tries what is cheap for what it brings and is never
    `finished`.  The same input gives the same answer unless the budget's seconds run out.
    """
    if not isinstance(condition, Condition):
        condition = Step(condition)
    budget = budget or Budget()
    budget.start()
    work = _Reducer(engine, condition, budget)
    if work.first(moves) is None:
        return None
    finished = thorough
    try:
        work = _simpler(work, moves, others)
        work.run(thorough)
        simplest = _simpler(work, work.best.moves, others)
        if simplest is not work:
            work = simplest
            work.run(thorough)
    except Spent:
        finished = False
    return Reduction(work.best.moves, len(moves), finished, work.replays, budget.used, work.engine)


def _simpler(work: _Reducer, moves: Sequence[Any], others: Sequence[AnyEngine]) -> _Reducer:
    """The first of the simpler engines on which the moves show it too, or what we have."""
    for other in others:
        if other is work.engine:
            break
        simpler = _Reducer(other, work.condition, work.budget)
        if simpler.first(moves) is not None or simpler.first(moves, later=True) is not None:
            return simpler
    return work


_TAIL: Final = 40
_TAIL_TRIES: Final = 12
_WIDE: Final = 80
_WANDER: Final = 1000
_LONG: Final = 400


class _Reducer(Replayer):
    """The ways to make a game shorter."""

    def run(self, thorough: bool) -> None:
        """All passes, the cheap ones first, until none of them makes the game shorter; or the cheap ones only.

        A search forward comes before all: what leaves out moves costs as much as the game is long, for each of them.
        """
        if thorough:
            self._forward()
        self._kinds()
        self._chunks()
        while True:
            before = len(self.best)
            self._turns()
            self._singles()
            if not thorough:
                return
            self._substitutes()
            if len(self.best) < before:
                continue
            self._pairs()
            self._wander()
            if len(self.best) < before:
                continue
            self._tails()
            if len(self.best) < before:
                continue
            self._plainer()
            if len(self.best) >= before:
                break

    def _kinds(self) -> None:
        """Do without a kind of move altogether, then without a certain move."""
        sorts: tuple[Callable[[Any], Any], ...] = (type, lambda move: move)
        for sort in sorts[: 1 if len(self.best) > _LONG else 2]:
            often = Counter(map(sort, self.best.moves))
            for sorted_out, times in often.most_common(_WIDE):
                if times > 1 and sorted_out not in self.chance:
                    moves = self.best.moves
                    first = next((at for at, move in enumerate(moves) if sort(move) == sorted_out), None)
                    if first is not None:
                        self.attempt(first, [move for move in moves[first:] if sort(move) != sorted_out])

    def _chunks(self) -> None:
        """Leave out long runs, then shorter ones, from the end towards the start."""
        size = len(self.best) // 2
        while size >= 2:
            end = len(self.best)
            while end > 0:
                start = max(0, end - size)
                moves = self.best.moves
                if self.attempt(start, moves[end:]):
                    # the same place again, in the new and shorter line
                    end = min(start + size, len(self.best)) if start + size <= len(self.best) else start
                    continue
                end = start
            size //= 2

    def _turns(self) -> None:
        """Leave out whole turns: the moves between two changes of the actor, and between two chance moves."""
        for cuts in (self._cuts(chance_only=True), self._cuts(chance_only=False)):
            for span in (4, 3, 2, 1):
                at = len(cuts) - 1 - span
                length = len(self.best)
                while at >= 0:
                    if at + span < len(cuts) and cuts[at + span] <= len(self.best):
                        self.attempt(cuts[at], self.best.moves[cuts[at + span] :])
                    at -= 1
                if len(self.best) < length:
                    break

    def _cuts(self, *, chance_only: bool) -> list[int]:
        actors = [self.engine.actor(state) for state in self.best.states[:-1]]
        if chance_only:
            cuts = [at for at, actor in enumerate(actors) if actor == CHANCE]
        else:
            cuts = [at for at in range(1, len(actors)) if actors[at] != actors[at - 1]]
        return sorted({0, *cuts, len(actors)})

    def _singles(self) -> None:
        at = len(self.best) - 1
        while at >= 0:
            if at < len(self.best):
                self.attempt(at, self.best.moves[at + 1 :])
            at -= 1

    def _pairs(self) -> None:
        """Leave out two moves that only work together (give and take)."""
        if len(self.best) > _WIDE:
            return
        for first in range(len(self.best) - 2, -1, -1):
            for second in range(first + 1, min(first + 13, len(self.best))):
                moves = self.best.moves
                if second < len(moves):
                    self.attempt(first, moves[first + 1 : second] + moves[second + 1 :])

    def _substitutes(self) -> None:
        """Do something else at one point, and see whether the rest gets there sooner."""
        if len(self.best) > 4 * _WIDE:
            return
        at = len(self.best) - 1
        while at >= 0:
            if at < len(self.best):
                state, moves = self.best.states[at], self.best.moves
                for other in self._others(state, moves[at], _WIDE):
                    if self.attempt(at, (other, *moves[at + 1 :])):
                        break
            at -= 1

    def _others(self, state: Any, move: Any, most: int) -> list[Any]:
        legal = [other for other in self.engine.legal_moves(state) if other != move]
        if len(legal) <= most:
            return legal
        return Random(f"{len(self.best)} {move}").sample(legal, most)

    def _tails(self) -> None:
        """From positions on the way, play on at random, preferring the kinds that the rest of the game used."""
        at = len(self.best) - 2
        while at >= max(0, len(self.best) - _TAIL):
            length = len(self.best)
            for nth in range(_TAIL_TRIES):
                if at >= len(self.best) - 1:
                    break
                self._play_on(at, Random(f"{at} {nth} {length}"))
            at -= 1

    def _play_on(self, keep: int, rng: Random) -> None:
        if self.budget.spent:
            raise Spent
        kinds = {type(move) for move in self.best.moves[keep:]}

        def improvise(state: Any) -> Any:
            legal = self.engine.legal_moves(state)
            self.budget.used += 4  # listing the moves costs several times what playing one does
            pool = legal
            if legal and rng.random() < 0.8:
                pool = [move for move in legal if type(move) in kinds] or legal
            return pool[int(rng.random() * len(pool))] if pool else None

        line = self.replay(self.best, keep, improvise, limit=len(self.best) - 1)
        if line is not None:
            self.best = line

    def _forward(self) -> None:
        """Look for a shorter game from the start, with half of the budget; twice, for it is up to luck."""
        for nth in range(2):
            shorter = Forward(self, Random(nth)).search(self.budget.steps // 4)
            if len(shorter) < len(self.best):
                self.best = shorter

    def _wander(self) -> None:
        """Change the game at random without making it longer, with decisions made later where they no longer fit.

        Better dice, another order, a turn less: what saves nothing by itself may open the way to what does.
        """
        rng = Random(f"{len(self.best)}")
        idle = 0
        best: Line | None = None
        while idle < _WANDER and len(self.best) > 1:
            if self.budget.spent:
                raise Spent
            if best is not self.best:
                best = self.best
                cuts = self._cuts(chance_only=bool(self.chance))
            at = int(rng.random() * len(best))
            which = rng.random()
            if which < 0.3:  # a few moves here and there, such as a purchase and the two sales that paid for it
                drop = {int(rng.random() * len(best)) for _ in range(rng.choice((2, 3, 3, 4)))}
            elif which < 0.75:
                cut = self._somewhere(cuts, rng) if rng.random() < 0.6 else (at, at + int(rng.random() * 4))
                # in half of the cases only what makes the turn a turn goes; its other decisions come later
                share = rng.choice((0.6, 1.0))
                drop = {n for n in range(*cut) if rng.random() < share}
            else:
                drop = set()
            rest: list[Any] = [move for n, move in enumerate(best.moves) if n not in drop]
            start = min(drop, default=len(best))
            for _ in range(rng.choice((0, 1, 1, 2))):
                where = int(rng.random() * len(rest))
                legal = self.engine.legal_moves(best.states[where])
                if legal and (where < start or start == len(best)):
                    rest[where] = legal[int(rng.random() * len(legal))]
                    start = min(start, where)
            if start >= len(best):
                continue
            idle += 1
            line = self.replay(best, start, rest[start:], limit=len(best), later=True)
            if line is not None:
                if len(line) < len(best):
                    idle = 0
                self.best = line

    @staticmethod
    def _somewhere(cuts: list[int], rng: Random) -> tuple[int, int]:
        at = int(rng.random() * (len(cuts) - 1))
        return cuts[at], cuts[min(len(cuts) - 1, at + 1 + int(rng.random() * 2))]

    def _plainer(self) -> None:
        """With the length settled: the first listed outcome of dice and cards that still shows it."""
        for at in range(len(self.best)):
            if at >= len(self.best):
                return  # another outcome has made the game shorter
            state = self.best.states[at]
            if self.engine.actor(state) == CHANCE:
                moves = self.best.moves
                for other in self.engine.legal_moves(state):
                    if other == moves[at] or self.attempt(at, (other, *moves[at + 1 :]), same_length=True):
                        break
