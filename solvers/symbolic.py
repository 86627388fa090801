"""Runs a rule function of the engine, as it stands, for all whole numbers at once.

A `Number` stands for an unknown.  Where the function's code asks whether a
condition holds, both answers are tried, one run for each that can be; so a
function of comparisons and sums falls into finitely many paths, each with its
condition and its result, which the solver then compares with what the rulebook
says.  Nothing is copied or translated: it is the engine's own code that runs.

Reach: comparison, +, -, multiplication and division by constants, truth values,
tuples, dictionaries by constant keys, truth values that count as numbers; and everything that the function does with
ordinary values.  A function that uses an unknown as an index, a range or a set
member raises TypeError: such a function must be enumerated instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.solvers.logic import Effort, Sat, Solver, Term, Values, all_of, either, is_formula, negation
from rulecheck.solvers.proof import Proof

PATHS: Final = 200_000
"""More paths than this, and the function is not for this method."""


class TooManyPaths(Exception):
    """A function has more paths than are worth trying."""


@define
class _Run:
    """One run of the function: the answers chosen so far."""

    solver: Solver
    chosen: list[bool]
    open: list[bool]
    """For each choice: could it also go the other way?"""
    at: int = 0
    conditions: list[Term] = field(factory=list)
    values: Values | None = None
    """Unknowns that take the path so far: they answer a condition one way without asking the solver."""

    def decide(self, condition: Term) -> bool:
        if not is_formula(condition):
            return bool(condition)
        if self.at == len(self.chosen):
            self._choose(condition)
        answer = self.chosen[self.at]
        taken = condition if answer else negation(condition)
        self.solver.push()
        self.solver.add(taken)
        self.at += 1
        self.conditions.append(taken)
        return answer

    def _choose(self, condition: Term) -> None:
        if self.values is None:
            if self.solver.ask() is Sat.NO:
                raise DeadPath
            self.values = self.solver.values()
        answer = self.values.holds(condition)
        other = self.solver.ask(negation(condition) if answer else condition)
        self.chosen.append(answer)
        self.open.append(other is not Sat.NO)

    def leave(self) -> None:
        """Take back what the path required."""
        for _ in range(self.at):
            self.solver.pop()


class DeadPath(Exception):
    """No values take this path: only where nothing meets the assumptions."""


_RUN: ContextVar[_Run] = ContextVar("run")


def _term(value: object) -> Term:
    return value.term if isinstance(value, Number) else value


@frozen(eq=False, repr=False)
class Number:
    """A whole number that depends on unknowns."""

    term: Term

    def __bool__(self) -> bool:
        return _RUN.get().decide(self.term != 0)

    def __hash__(self) -> int:
        raise TypeError("an unknown number cannot be a key")

    def __index__(self) -> int:
        raise TypeError("an unknown number cannot be an index")

    def __eq__(self, other: object) -> Any:
        return Truth.of(self.term == _term(other)) if isinstance(other, (int, Number)) else False

    def __ne__(self, other: object) -> Any:
        return Truth.of(self.term != _term(other)) if isinstance(other, (int, Number)) else True

    def __lt__(self, other: int | Number) -> Truth:
        return Truth.of(self.term < _term(other))

    def __le__(self, other: int | Number) -> Truth:
        return Truth.of(self.term <= _term(other))

    def __gt__(self, other: int | Number) -> Truth:
        return Truth.of(self.term > _term(other))

    def __ge__(self, other: int | Number) -> Truth:
        return Truth.of(self.term >= _term(other))

    def __add__(self, other: int | Number) -> Number:
        return Number(self.term + _term(other))

    __radd__ = __add__

    def __sub__(self, other: int | Number) -> Number:
        return Number(self.term - _term(other))

    def __rsub__(self, other: int | Number) -> Number:
        return Number(_term(other) - self.term)

    def __neg__(self) -> Number:
        return Number(-self.term)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return Number(either(self.term < 0, -self.term, self.term))

    def __mul__(self, other: int | Number) -> Number:
        return Number(self.term * _term(other))

    __rmul__ = __mul__

    def __lshift__(self, other: int) -> Number:
        return self * (1 << other)

    def __int__(self) -> int:
        raise TypeError("an unknown number cannot be counted out")

    def __floordiv__(self, other: int) -> Number:
        return Number(self.term / _positive(other))  # Z3's division rounds down for a positive divisor

    def __mod__(self, other: int) -> Number:
        return Number(self.term % _positive(other))

    def __divmod__(self, other: int) -> tuple[Number, Number]:
        return self // other, self % other


@frozen(eq=False, repr=False)
class Truth(Number):
    """A truth value that depends on unknowns; asking for it splits the path, and it counts as 1 or 0."""

    condition: Term

    @staticmethod
    def of(condition: Term) -> Truth:
        """The truth of a condition."""
        return Truth(either(condition, 1, 0), condition)

    def __bool__(self) -> bool:
        return _RUN.get().decide(self.condition)

    def __index__(self) -> int:
        return int(bool(self))

    __int__ = __index__

    def __lshift__(self, other: int) -> int:  # type: ignore[override]
        return int(bool(self)) << other

    def __hash__(self) -> int:
        raise TypeError("an unknown truth value cannot be a key")

    def __and__(self, other: object) -> Any:
        return bool(self) and other

    def __or__(self, other: object) -> Any:
        return bool(self) or other

    __rand__ = __and__
    __ror__ = __or__


def _positive(divisor: object) -> int:
    if not isinstance(divisor, int) or divisor <= 0:
        raise TypeError(f"division of an unknown by {divisor!r}: only by a positive constant")
    return divisor


@frozen
class Path:
    """What a function does under one condition."""

    condition: Term
    result: Any
    """The value returned, with formulas in place of unknowns; or the exception raised."""

    @property
    def raised(self) -> bool:
        """Did the function raise?"""
        return isinstance(self.result, Exception)


def paths(function: Callable[[], Any], given: Sequence[Term] = (), effort: Effort | None = None) -> Iterator[Path]:
    """Every path of a call, under the formulas that its unknowns satisfy."""
    chosen: list[bool] = []
    open_: list[bool] = []
    solver = Solver(effort=effort or Effort())
    solver.add(*given)
    for _ in range(PATHS):
        run = _Run(solver, list(chosen), list(open_))
        token = _RUN.set(run)
        dead = False
        result: Any = None
        try:
            result = function()
        except DeadPath:
            dead = True
        except TypeError:
            raise
        except Exception as error:
            result = error
        finally:
            _RUN.reset(token)
            run.leave()
        if not dead:
            yield Path(all_of(True, *run.conditions), plain(result))
        chosen, open_ = run.chosen, run.open
        while chosen and not open_[-1]:
            chosen.pop()
            open_.pop()
        if not chosen:
            return
        chosen[-1] = not chosen[-1]
        open_[-1] = False
    raise TooManyPaths(f"more than {PATHS:,} paths")


def plain(value: Any) -> Any:
    """A result with formulas in place of symbolic values, also inside tuples, lists and dictionaries."""
    if isinstance(value, Truth):
        return value.condition
    if isinstance(value, Number):
        return value.term
    if type(value) in (tuple, list):
        return type(value)(plain(item) for item in value)
    if type(value) is dict:
        return {key: plain(item) for key, item in value.items()}
    return value


def unknown(term: Term) -> Any:
    """An unknown number to hand to a rule function (it passes for an int where ints are only reckoned with)."""
    return Number(term)


def disagreement(
    proof: Proof,
    function: Callable[[], Any],
    right: Callable[[Any], Term],
    given: Sequence[Term],
    measure: Sequence[Term] = (),
) -> tuple[Values, Any] | None:
    """Values for which a function's result is not right, and the result as a formula; None if it always is.

    Every path of the function is looked at, and each must be met by some values; a
    function that raises is wrong there.  The values found are the smallest by `measure`.
    """
    for path in paths(function, given, proof.effort):
        proof.case()
        claim = False if path.raised else right(path.result)
        values = proof.smallest(claim, [*given, path.condition], measure)
        if values is not None:
            return values, path.result
    return None


def outcome(function: Callable[[], Any], given: Sequence[Term] = (), effort: Effort | None = None) -> Term:
    """A function's result as one formula: the result of whichever path's condition holds."""
    listed = list(paths(function, given, effort))
    raised = next((path for path in listed if path.raised), None)
    if raised is not None:
        raise raised.result
    formula = listed[-1].result
    for path in reversed(listed[:-1]):
        formula = either(path.condition, path.result, formula)
    return formula
