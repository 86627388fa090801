"""The shortest game that still shows it: delta debugging on lists of moves.

A shorter list is replayed from the last position it shares with the best list so
far; a move that has become illegal is skipped.  What is left out are whole moves,
never random bytes, so that removing one decision keeps the meaning of the others.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Final

from attrs import define, frozen

from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine


class Condition:
    """What a game must reach to count as showing the fault.

    `memo` is whatever the condition wants to remember of the way here; it is kept for
    every position of the best game, so it must not be changed in place.

    A condition that is `whole` looks at a whole game at once, through `line` alone.
    """

    whole: ClassVar[bool] = False

    def line(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> int | None:
        """For a whole condition: how many of a game's moves show it, None if it does not show at all.

        `states` holds one more: the positions before, between and after the moves.
        """
        return None

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        """Whether the first position shows it, and the memo to begin with."""
        return False, None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        """Whether the position after a move shows it, and the next memo."""
        return False, memo

    def stuck(self, engine: AnyEngine, state: Any, memo: Any) -> bool:
        """Whether a position shows it; asked only where the list's next move is illegal, and at the end."""
        return False

    def crashed(self, engine: AnyEngine, state: Any, move: Any, error: Exception) -> bool:
        """Whether an exception of `refusal` or `apply` is the fault."""
        return False


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
        return self.used >= self.steps or (self._end is not None and time.monotonic() > self._end)


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


@frozen
class _Line:
    """A game that shows the fault, with every position on the way."""

    moves: tuple[Any, ...]
    states: tuple[Any, ...]
    memos: tuple[Any, ...]

    def __len__(self) -> int:
        return len(self.moves)


class _Spent(Exception):
    pass


def reduce(
    engine: AnyEngine,
    moves: Sequence[Any],
    condition: Condition | Callable[[Any, Any, Any], bool],
    *,
    budget: Budget | None = None,
    others: Sequence[AnyEngine] = (),
) -> Reduction | None:
    """A shortest game that meets the condition, from one that does; None if the moves given do not meet it.

    The condition may be a plain function of (before, move, after).  `others` are
    engines of simpler set-ups (fewer players): the first on which the game still
    shows the fault is taken.  The same input gives the same answer unless the
    budget's seconds run out.
    """
    if not isinstance(condition, Condition):
        condition = _Plain(condition)
    budget = budget or Budget()
    budget.start()
    work = _Reducer(engine, condition, budget)
    if work.first(moves) is None:
        return None
    finished = True
    try:
        work = _simpler(work, moves, others)
        work.run()
        simplest = _simpler(work, work.best.moves, others)
        if simplest is not work:
            work = simplest
            work.run()
    except _Spent:
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


@frozen
class _Plain(Condition):
    function: Callable[[Any, Any, Any], bool]

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        return self.function(before, move, after), None


_TAIL: Final = 40
_TAIL_TRIES: Final = 12
_WIDE: Final = 80
_WANDER: Final = 1000
_LONG: Final = 400


class _Reducer:
    def __init__(self, engine: AnyEngine, condition: Condition, budget: Budget) -> None:
        self.engine = engine
        self.condition = condition
        self.budget = budget
        self.best = _Line((), (), ())
        self.replays = 0
        self._tried: set[int] = set()
        self._chance: set[type] = set()

    # Replaying

    def first(self, moves: Sequence[Any], *, later: bool = False) -> _Line | None:
        """The game given, as far as it is needed; None if it does not show the fault."""
        try:
            state = self.engine.start()
            shown, memo = self.condition.start(self.engine, state)
        except Exception:
            return None
        empty = _Line((), (state,), (memo,))
        if shown:
            self.best = empty
            return empty
        line = self._replay(empty, 0, moves, limit=len(moves), later=later)
        if line is not None:
            self.best = line
            acting = zip(line.states, line.moves, strict=False)
            self._chance = {type(move) for state, move in acting if self.engine.actor(state) == CHANCE}
        return line

    def _replay(self, base: _Line, keep: int, rest: Sequence[Any], *, limit: int, later: bool = False) -> _Line | None:
        """The first `keep` moves of a line, then the rest as far as legal, if that shows the fault within `limit`.

        With `later`, a decision that is not legal in its place is made as soon as it is.
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
        chance = self._chance
        todo = list(rest)[::-1] if later else []
        try:
            for move in _drain(todo) if later else rest:
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
        return _Line((*base.moves[:keep], *moves), (*base.states[:head], *states), (*base.memos[:head], *memos))

    def _whole(self, base: _Line, keep: int, moves: Sequence[Any], states: Sequence[Any]) -> _Line | None:
        """A line as far as a condition on whole games needs it; None if it does not show the fault."""
        played = (*base.moves[:keep], *moves)
        reached = (*base.states[: keep + 1], *states)
        upto = self.condition.line(self.engine, played, reached)
        if upto is None or upto < keep:  # where it shows in what was kept, it does not answer alike each time
            return None
        return _Line(played[:upto], reached[: upto + 1], (None,) * (upto + 1))

    def _try(self, keep: int, rest: Sequence[Any], *, same_length: bool = False) -> bool:
        """Take a candidate if it is shorter (or as long, where that is wanted and new)."""
        if self.budget.spent:
            raise _Spent
        candidate = hash((*self.best.moves[:keep], *rest))
        if candidate in self._tried:
            return False
        self._tried.add(candidate)
        limit = len(self.best) - (not same_length)
        line = self._replay(self.best, keep, rest, limit=limit)
        if line is None:
            return False
        self.best = line
        return True

    # Passes

    def run(self) -> None:
        """All passes, the cheap ones first, until none of them makes the game shorter."""
        self._kinds()
        self._chunks()
        while True:
            before = len(self.best)
            self._turns()
            self._singles()
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
            for one, times in often.most_common(_WIDE):
                if times > 1 and one not in self._chance:
                    moves = self.best.moves
                    first = next((at for at, move in enumerate(moves) if sort(move) == one), None)
                    if first is not None:
                        self._try(first, [move for move in moves[first:] if sort(move) != one])

    def _chunks(self) -> None:
        """Leave out long runs, then shorter ones, from the end towards the start."""
        size = len(self.best) // 2
        while size >= 2:
            end = len(self.best)
            while end > 0:
                start = max(0, end - size)
                moves = self.best.moves
                if self._try(start, moves[end:]):
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
                        self._try(cuts[at], self.best.moves[cuts[at + span] :])
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
                self._try(at, self.best.moves[at + 1 :])
            at -= 1

    def _pairs(self) -> None:
        """Leave out two moves that only work together (give and take)."""
        if len(self.best) > _WIDE:
            return
        for first in range(len(self.best) - 2, -1, -1):
            for second in range(first + 1, min(first + 13, len(self.best))):
                moves = self.best.moves
                if second < len(moves):
                    self._try(first, moves[first + 1 : second] + moves[second + 1 :])

    def _substitutes(self) -> None:
        """Do something else at one point, and see whether the rest gets there sooner."""
        if len(self.best) > 4 * _WIDE:
            return
        at = len(self.best) - 1
        while at >= 0:
            if at < len(self.best):
                state, moves = self.best.states[at], self.best.moves
                for other in self._others(state, moves[at], _WIDE):
                    if self._try(at, (other, *moves[at + 1 :])):
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
            raise _Spent
        kinds = {type(move) for move in self.best.moves[keep:]}
        line = self._replay(self.best, keep, _Improvised(self, keep, rng, kinds), limit=len(self.best) - 1)
        if line is not None:
            self.best = line

    def _wander(self) -> None:
        """Change the game at random without making it longer, with decisions made later where they no longer fit.

        Better dice, another order, a turn less: what saves nothing by itself may open the way to what does.
        """
        rng = Random(f"{len(self.best)}")
        idle = 0
        while idle < _WANDER and len(self.best) > 1:
            if self.budget.spent:
                raise _Spent
            best = self.best
            cuts = self._cuts(chance_only=bool(self._chance))
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
            line = self._replay(best, start, rest[start:], limit=len(best), later=True)
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
                    if other == moves[at] or self._try(at, (other, *moves[at + 1 :]), same_length=True):
                        break


def _drain(todo: list[Any]) -> Iterator[Any]:
    while todo:
        yield todo.pop()


class _Improvised(Sequence[Any]):
    """Moves made up as the replay goes along."""

    def __init__(self, work: _Reducer, keep: int, rng: Random, kinds: set[type]) -> None:
        self._work = work
        self._keep = keep
        self._rng = rng
        self._kinds = kinds

    def __len__(self) -> int:
        return len(self._work.best) - self._keep

    def __getitem__(self, index: Any) -> Any:
        raise TypeError("improvised moves come one after the other")

    def __iter__(self) -> Iterator[Any]:
        work, rng = self._work, self._rng
        engine = work.engine
        state = work.best.states[self._keep]
        for _ in range(len(work.best) - self._keep - 1):
            if engine.actor(state) == OVER:
                return
            legal = engine.legal_moves(state)
            if not legal:
                return
            pool = legal
            if rng.random() < 0.8:
                pool = [move for move in legal if type(move) in self._kinds] or legal
            move = pool[int(rng.random() * len(pool))]
            work.budget.used += 4  # listing the moves costs several times what playing one does
            yield move
            state = engine.apply(state, move)
