"""Which questions rules that are wrong in one thing answer otherwise: mistakes of a game, small changes of its code."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.mistakes import Mistake
from rulecheck.properties.strength.changes import CannotChange, Change, Changer
from rulecheck.properties.strength.trying import TooLongError, at_most
from rulecheck.properties.suite.changed_rules import Caches, running
from rulecheck.properties.suite.questions import Question
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.rules import Rules

_HANGS: Final = 0.3
"""Seconds of processor time after which wrong rules give no answer: right ones take a few milliseconds."""
_CODES: Final[dict[str, tuple[FunctionType, CodeType]]] = {}
"""Functions with what runs in their place, by the key of the change."""
_FAILED: Final = object()
"""The answer of rules that raise an exception,"""
_HUNG: Final = object()
"""and of those that give none."""
_CORE: Final = 200
"""Questions that all wrong rules are asked, drawn from all: they tell what goes together."""
_ENOUGH: Final = 10
"""Questions that tell wrong rules from right ones before no others are looked for."""
_STRIDE: Final = 16
_HUNG_ENOUGH: Final = 3
"""Questions that wrong rules give no answer to before they are asked no more."""


@frozen
class Wrong:
    """Rules that are wrong in one thing."""

    name: str
    clauses: tuple[str, ...]
    says: str
    """In a sentence what they do; of a small change the code before and after."""


def of_mistake(mistake: Mistake) -> Wrong:
    """A mistake, as it is told."""
    return Wrong(mistake.name, mistake.clauses, mistake.says)


def of_change(change: Change) -> Wrong:
    """A small change, as it is told."""
    return Wrong(change.key, change.clauses, f"{change.where}: {change.what}")


class Asked:
    """Some questions with their right answers, to be asked of wrong rules."""

    def __init__(self, questions: Sequence[Question], build: Callable[[Rules], AnyEngine]) -> None:
        self.questions = questions
        self._build = build
        self._right = [question.answer(question.line.engine) for question in questions]
        engines = {id(question.line.engine): question.line.engine for question in questions}
        self._caches = {key: Caches(engine, build(engine.rules)) for key, engine in engines.items()}
        self._made_by: frozenset[CodeType] = frozenset()
        for engine in engines.values():
            self._made_by |= _run_by(partial(_begun, build, engine.rules))
        self._run_by: dict[CodeType, dict[int, None]] = {}
        for nth, question in enumerate(questions):
            engine = question.line.engine
            with self._caches[id(engine)].emptied():
                for code in _run_by(partial(question.answer, engine)):
                    self._run_by.setdefault(code, {})[nth] = None
        self._events = [frozenset([*question.clauses, *question.state.events]) for question in questions]
        self._core = sorted(Random(len(questions)).sample(range(len(questions)), min(_CORE, len(questions))))
        self._changer = Changer()

    def mistaken(self, mistake: Mistake, only: Sequence[int] | None = None) -> frozenset[int]:
        """The questions that a mistake answers otherwise; `only`: of these, all of them.

        The core is asked, and the others until enough are found, first where the clauses are at work that it breaks.
        """
        if only is not None:
            return frozenset(self._otherwise(mistake.engine, only, len(only)))
        about = set(mistake.clauses)
        near = [nth for nth, events in enumerate(self._events) if not about.isdisjoint(events)]
        far = [nth for nth, events in enumerate(self._events) if about.isdisjoint(events)]
        order = [*self._core, *spread(near), *spread(far)]
        return frozenset(self._otherwise(mistake.engine, order, len(self._core)))

    def changed(self, change: Change, most: int, only: Sequence[int] | None = None) -> frozenset[int]:
        """The same for a small change; raises CannotChange."""
        function, code = self._made(change)
        is_in_making = self.is_dear(change)
        asked = {} if is_in_making else self._run_by[function.__code__]
        order: Sequence[int] = range(len(self.questions)) if is_in_making else list(asked)
        core = [nth for nth in (self._core if only is None else only) if is_in_making or nth in asked]
        order = [*core, *spread(order)[:most]] if only is None else core
        if not order:
            return frozenset()
        with running(function, code):
            if is_in_making:
                return frozenset(self._otherwise(self._build, order, len(core)))
            with contextlib.ExitStack() as stack:
                for key in {id(self.questions[nth].line.engine): None for nth in order}:
                    stack.enter_context(self._caches[key].emptied())
                return frozenset(self._otherwise(None, order, len(core)))

    def is_dear(self, change: Change) -> bool:
        """Whether engines have to be made anew under a change: the function runs when they are made, or never again."""
        code = self._made(change)[0].__code__
        return code in self._made_by or code not in self._run_by

    def _made(self, change: Change) -> tuple[FunctionType, CodeType]:
        """The function, and what runs in its place; made once."""
        if change.key not in _CODES:
            _CODES[change.key] = self._changer.changed(change)
        return _CODES[change.key]

    def _otherwise(self, make: Callable[[Rules], AnyEngine] | None, order: Iterable[int], core: int) -> Iterator[int]:
        """The questions that get another answer, asked of engines that `make` makes, or of those that there are."""
        engines: dict[int, Any] = {}
        hung = hits = 0
        for done, nth in enumerate(order):
            if hung == _HUNG_ENOUGH or (done >= core and hits >= _ENOUGH):
                return
            question = self.questions[nth]
            engine: Any = question.line.engine
            if make is not None:
                if id(engine) not in engines:
                    engines[id(engine)] = _answered(partial(make, engine.rules), 10 * _HANGS)
                engine = engines[id(engine)]
            answer = engine if engine in (_FAILED, _HUNG) else _answered(partial(question.answer, engine), _HANGS)
            hung += answer is _HUNG
            if answer != self._right[nth]:
                hits += 1
                yield nth


def spread(items: Sequence[int]) -> Sequence[int]:
    """The same items, every sixteenth first: what comes early is from all over, and small ones before large ones."""
    return [items[nth] for start in range(_STRIDE) for nth in range(start, len(items), _STRIDE)]


def _begun(build: Callable[[Rules], AnyEngine], rules: Rules) -> None:
    """All that rules ask for before anybody plays."""
    build(rules).start()


def _answered(ask: Callable[[], Any], seconds: float) -> Any:
    """An answer; `_FAILED` where there is none."""
    try:
        with at_most(seconds):
            return ask()
    except TooLongError:
        return _HUNG
    except Exception:  # whatever wrong rules raise
        return _FAILED


def _run_by(work: Callable[[], object]) -> frozenset[CodeType]:
    """The code of all functions that run while something is done."""
    run: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            run.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return frozenset(run)


__all__ = ["Asked", "CannotChange", "Wrong", "of_change", "of_mistake"]
