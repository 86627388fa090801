"""Lists of moves played again from the last position they share with the best game so far.

A move that has become illegal is skipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import define, frozen

from rulecheck.properties.runtime.interrupts import asked_to_end
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.reference_engines.contract import CHANCE, AnyEngine


@define(eq=False)
class Budget:
    """How much a reduction may cost: moves replayed (the same everywhere), and seconds as a fuse."""

    steps: int = 400_000
    seconds: float | None = None
    used: int = 0
    _end: float | None = None

    def start(self) -> None:
        """Set the fuse."""
        if self.seconds is not None and self._end is None:
            self._end = time.monotonic() + self.seconds

    @property
    def spent(self) -> bool:
        """Whether nothing more may be tried."""
        is_late = self._end is not None and time.monotonic() > self._end
        return self.used >= self.steps or is_late or asked_to_end()


@frozen
class Line:
    """A game that shows the fault, with every position on the way."""

    moves: tuple[Any, ...]
    states: tuple[Any, ...]
    memos: tuple[Any, ...]

    def __len__(self) -> int:
        return len(self.moves)


Rest: TypeAlias = Sequence[Any] | Callable[[Any], Any]
"""Moves to play, or who says in each position what to play; None for nothing more."""


class Spent(Exception):
    """The budget is used up."""


class Replayer:
    """Plays lists of moves on one engine and keeps the shortest one that shows the fault."""

    def __init__(self, engine: AnyEngine, condition: Condition, budget: Budget) -> None:
        self.engine = engine
        self.condition = condition
        self.budget = budget
        self.best = Line((), (), ())
        self.replays = 0
        self._tried: set[int] = set()
        """Hashes of the candidates so far: there are many, of thousands of moves each, and the moves are not kept."""
        self.chance: set[type] = set()

    def first(self, moves: Sequence[Any], *, later: bool = False) -> Line | None:
        """The game given, as far as it is needed; None if it does not show the fault."""
        try:
            state = self.engine.start()
            shown, memo = self.condition.start(self.engine, state)
        except Exception:
            return None
        empty = Line((), (state,), (memo,))
        if shown:
            self.best = empty
            return empty
        line = self.replay(empty, 0, moves, limit=len(moves), later=later)
        if line is not None:
            self.best = line
            acting = zip(line.states, line.moves, strict=False)
            self.chance = {type(move) for state, move in acting if self.engine.actor(state) == CHANCE}
        return line

    def replay(self, base: Line, keep: int, rest: Rest, *, limit: int, later: bool = False) -> Line | None:
        """The first `keep` moves of a line, then the rest as far as legal, if that shows the fault within `limit`.

        The rest may be a player instead, who is asked in each position.  With `later`, a decision that is not legal in
        its place is made as soon as it is.
        """
        engine, condition = self.engine, self.condition
        refusal, apply, step = engine.refusal, engine.apply, condition.step
        state, memo = base.states[keep], base.memos[keep]
        moves: list[Any] = []
        states: list[Any] = []
        memos: list[Any] = []
        room = limit - keep
        asked: Any = None  # the position that was last asked whether it is stuck
        used = 0
        self.replays += 1
        shown = False
        waiting: list[Any] = []
        chance = self.chance
        following = _asked(rest, lambda: state) if callable(rest) else rest
        todo = list(following)[::-1] if later else []
        try:
            for move in _drain(todo) if later else following:
                used += 1
                try:
                    if refusal(state, move) is not None:
                        if asked is not state:
                            asked = state
                            if condition.stuck(engine, state, memo):
                                shown = True
                                break
                        if later and type(move) not in chance:
                            waiting.append(move)
                        continue
                    if len(moves) >= room:
                        if condition.whole:
                            break
                        return None
                    after = apply(state, move)
                except Exception as error:
                    if not condition.crashed(engine, state, move, error):
                        return None
                    if len(moves) >= room:
                        return None
                    moves.append(move)
                    states.append(state)
                    memos.append(memo)
                    shown = True
                    break
                shown, memo = step(engine, state, move, after, memo)
                moves.append(move)
                states.append(after)
                memos.append(memo)
                state = after
                if shown:
                    break
                if waiting:
                    todo.extend(reversed(waiting))
                    waiting.clear()
            if condition.whole:
                pass
            elif not shown and (asked is state or not condition.stuck(engine, state, memo)):
                return None
        except Exception:
            return None
        finally:
            self.budget.used += used
        if condition.whole:
            return self._whole(base, keep, moves, states)
        head = keep + 1
        return Line((*base.moves[:keep], *moves), (*base.states[:head], *states), (*base.memos[:head], *memos))

    def _whole(self, base: Line, keep: int, moves: Sequence[Any], states: Sequence[Any]) -> Line | None:
        """A line as far as a condition on whole games needs it; None if it does not show the fault."""
        played = (*base.moves[:keep], *moves)
        reached = (*base.states[: keep + 1], *states)
        upto = self.condition.line(self.engine, played, reached)
        if upto is None or upto < keep:  # where it shows in what was kept, it does not answer alike each time
            return None
        return Line(played[:upto], reached[: upto + 1], (None,) * (upto + 1))

    def attempt(self, keep: int, rest: Sequence[Any], *, same_length: bool = False) -> bool:
        """Take a candidate if it is shorter (or as long, where that is wanted and new)."""
        if self.budget.spent:
            raise Spent
        candidate = hash((*self.best.moves[:keep], *rest))
        if candidate in self._tried:
            return False
        self._tried.add(candidate)
        limit = len(self.best) - (not same_length)
        line = self.replay(self.best, keep, rest, limit=limit)
        if line is None:
            return False
        self.best = line
        return True


def _asked(player: Callable[[Any], Any], now: Callable[[], Any]) -> Iterator[Any]:
    """What a player plays in the positions to which this leads."""
    while (move := player(now())) is not None:
        yield move


def _drain(todo: list[Any]) -> Iterator[Any]:
    while todo:
        yield todo.pop()
