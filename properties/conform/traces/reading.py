"""A game of a log with its moves read by the engine whose rules it was played by; what is wrong in it is `Unusable`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY, kind_of_move
from rulecheck.properties.conform.protocol.move_matching import move_fitting
from rulecheck.properties.conform.traces.format import Trace, TraceStep, Unusable
from rulecheck.reference_engines.contract import AnyEngine, PositionError, UnknownMove
from rulecheck.spec.errors import meant, shown

_LONGEST_MOVE: Final = 300


@frozen
class ReadStep:
    """A step of a log with its moves read."""

    step: TraceStep
    moves: tuple[Any, ...]
    legal: tuple[tuple[Any, ...], ...] | None

    @property
    def speaks(self) -> bool:
        """Whether it tells anything of the position after it."""
        step = self.step
        return not (step.turn is None and self.legal is None and step.state is None and step.outcome is None)


class ReadTrace:
    """A game of a log, read; raises Unusable."""

    def __init__(self, trace: Trace, engine: AnyEngine) -> None:
        self.trace = trace
        self._engine = engine
        named = ("unwritten", trace.unwritten), ("together", trace.together), ("optional", trace.optional)
        for key, patterns in named:
            self._check_patterns(key, patterns)
        self.begin = self._begin()
        """The position that the log begins with."""
        self.steps = tuple(self._numbered(number, step) for number, step in enumerate(trace.steps, 1))
        self._check_outcome(trace.outcome)

    def _begin(self) -> Any:
        if self.trace.position is None:
            return self._engine.start()
        try:
            return self._engine.from_json(self.trace.position)
        except PositionError as problem:
            raise Unusable(f"the position cannot be: {problem}", "fix it, or leave it out") from None

    def _check_patterns(self, key: str, patterns: tuple[str, ...]) -> None:
        """A pattern that fits no move of the game is a slip."""
        for pattern in patterns:
            kind = kind_of_move(pattern)
            kinds = _kinds(self._engine)
            if kind not in kinds and not _fits_some(self._engine, pattern):
                hint = meant(kind, kinds, "moves begin with")
                raise Unusable(f"{shown(key)}: no move of the game is like {shown(pattern)}", hint)

    def _numbered(self, number: int, step: TraceStep) -> ReadStep:
        try:
            return self._step(step)
        except Unusable as problem:
            raise Unusable(problem.what, problem.hint, number) from None

    def _step(self, step: TraceStep) -> ReadStep:
        if step.by is not None:
            self._check_seat(step.by, (CHANCE_SEAT,), "by")
        if step.turn is not None:
            self._check_seat(step.turn, (CHANCE_SEAT, NOBODY), "turn")
        self._check_outcome(step.outcome)
        moves = tuple(map(self._move, step.moves))
        if step.legal is None:
            return ReadStep(step, moves, None)
        if not self.trace.together and any(len(texts) > 1 for texts in step.legal):
            hint = 'say in the game which are taken together, "together": ["…"]'
            raise Unusable('"legal" has moves that are several of ours', hint)
        return ReadStep(step, moves, tuple(tuple(map(self._move, texts)) for texts in step.legal))

    def _check_seat(self, name: str, others: Sequence[str], key: str) -> None:
        names = [*self._engine.seats, *others]
        if name not in names:
            raise Unusable(f"{shown(key)}: no seat {shown(name)}", meant(name, names, "there are"))

    def _check_outcome(self, outcome: Mapping[str, Any] | None) -> None:
        for seat in (*(outcome or {}).get("winners", ()), *(outcome or {}).get("scores", ())):
            self._check_seat(seat, (), "outcome")

    def _move(self, text: str) -> Any:
        page = f"docs/notation/{self.trace.game}.md has the moves"
        if len(text) > _LONGEST_MOVE:
            raise Unusable(f"no move {shown(text)}", page)
        try:
            return self._engine.parse(text)
        except UnknownMove as problem:
            close = " or ".join(map(shown, problem.close))
            raise Unusable(f"no move {shown(text)}", f"did you mean {close}?" if close else page) from None


@lru_cache(maxsize=8)
def _kinds(engine: AnyEngine) -> tuple[str, ...]:
    """The first words of a game's moves."""
    return tuple(dict.fromkeys((*(kind_of_move(str(move)) for move in engine.all_moves()), *engine.unlisted)))


@lru_cache(maxsize=64)
def _fits_some(engine: AnyEngine, pattern: str) -> bool:
    return any(map(move_fitting(engine, (pattern,)), engine.all_moves()))
