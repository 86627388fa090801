"""Formulas, and a solver that answers the same each time: a thin typed skin over Z3.

Everything else in this room builds formulas through this module, so that the
untyped library stands in one place.  Seeds are fixed, and a question is given up
after an amount of work (Z3's `rlimit`), not after a time: what one machine
decides, every machine decides.

The choices `either`, `least`, `all_of`, … take Python values as well as
formulas, so that one text of a rule can be proved and played.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Any, Final, TypeAlias

import z3  # type: ignore[import-untyped]
from attrs import define, field, frozen

Term: TypeAlias = Any
"""A formula or a number, in Z3's or in Python's values."""

SEED: Final = 7
ONE: Final = threading.Lock()
"""To be held while others in this process may ask too, as the threads of a cluster's worker: there is one solver."""
WORK: Final = 60_000_000
"""How much work one question may take, in Z3's units; some ten seconds."""


class Sat(StrEnum):
    """What a solver says about a set of formulas."""

    YES = "satisfiable"
    NO = "unsatisfiable"
    UNKNOWN = "unknown"


def number(name: str) -> Term:
    """An unknown whole number."""
    return z3.Int(_symbol(name))


def truth(name: str) -> Term:
    """An unknown truth value."""
    return z3.Bool(_symbol(name))


def _symbol(name: str) -> str:
    """A name that SMT-LIB reads: Z3 puts bars around spaces, and writes `0.money` and `q'` as they are."""
    return f"of {name}" if name[:1].isdigit() or name.endswith("'") else name


def is_formula(value: object) -> bool:
    """Does a value belong to Z3?"""
    return isinstance(value, z3.ExprRef)


def all_of(*terms: Term) -> Term:
    """All of them hold."""
    if any(is_formula(term) for term in terms):
        return z3.And(*terms)
    return all(terms)


def any_of(*terms: Term) -> Term:
    """At least one of them holds."""
    if any(is_formula(term) for term in terms):
        return z3.Or(*terms)
    return any(terms)


def negation(term: Term) -> Term:
    """It does not hold."""
    return z3.Not(term) if is_formula(term) else not term


def implies(first: Term, then: Term) -> Term:
    """If the first holds, so does the second."""
    if is_formula(first) or is_formula(then):
        return z3.Implies(first, then)
    return not first or then


def same(first: Term, second: Term) -> Term:
    """Both hold or neither does."""
    if is_formula(first) or is_formula(second):
        return first == second
    return bool(first) == bool(second)


def either(condition: Term, then: Term, otherwise: Term) -> Term:
    """One value if the condition holds, else the other."""
    if is_formula(condition):
        return z3.If(condition, then, otherwise)
    return then if condition else otherwise


def least(*terms: Term) -> Term:
    """The smallest of some numbers."""
    smallest = terms[0]
    for term in terms[1:]:
        smallest = either(term < smallest, term, smallest)
    return smallest


def most(*terms: Term) -> Term:
    """The largest of some numbers."""
    largest = terms[0]
    for term in terms[1:]:
        largest = either(term > largest, term, largest)
    return largest


def total(terms: Iterable[Term]) -> Term:
    """The sum."""
    listed = list(terms)
    if len(listed) > 1 and any(is_formula(term) for term in listed):
        return z3.Sum(listed)  # a sum of one alone is no term of SMT-LIB
    return listed[0] if len(listed) == 1 else sum(listed)


def for_all(unknowns: Sequence[Term], claim: Term) -> Term:
    """The claim holds whatever the unknowns are."""
    return z3.ForAll(list(unknowns), claim)


def exists(unknowns: Sequence[Term], claim: Term) -> Term:
    """Some values of the unknowns make the claim true."""
    return z3.Exists(list(unknowns), claim)


@frozen
class Values:
    """Values of all unknowns that make some formulas true."""

    _model: Any

    def of(self, term: Term) -> int:
        """The value of a number."""
        if not is_formula(term):
            return int(term)
        return int(self._model.eval(term, model_completion=True).as_long())

    def holds(self, term: Term) -> bool:
        """The value of a formula."""
        if not is_formula(term):
            return bool(term)
        return bool(z3.is_true(self._model.eval(term, model_completion=True)))

    def all(self, terms: Mapping[str, Term]) -> dict[str, int]:
        """The values of named numbers and truths (0 or 1)."""
        return {name: self._value(term) for name, term in terms.items()}

    def _value(self, term: Term) -> int:
        return int(self.holds(term)) if z3.is_bool(term) else self.of(term)


_CERTIFICATES: Final[ContextVar[Callable[[str], None] | None]] = ContextVar("certificates", default=None)


def _written(formulas: Sequence[Term]) -> str:
    """Formulas in SMT-LIB, for another solver."""
    alone = z3.Solver()
    alone.add(*formulas)
    return f"(set-logic ALL)\n{alone.to_smt2()}"


@contextmanager
def certificates(keep: Callable[[str], None]) -> Iterator[None]:
    """Meanwhile everything that is found not to hold together is written in SMT-LIB and kept, to be decided again."""
    token = _CERTIFICATES.set(keep)
    try:
        yield
    finally:
        _CERTIFICATES.reset(token)


@define
class Effort:
    """How much was asked of the solvers."""

    questions: int = 0


@define
class Solver:
    """A set of formulas that must hold together."""

    effort: Effort = field(factory=Effort)
    _z3: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._z3 = z3.Solver()
        self._z3.set("random_seed", SEED)
        self._z3.set("rlimit", WORK)

    def add(self, *terms: Term) -> None:
        """Require formulas."""
        self._z3.add(*terms)

    def ask(self, *terms: Term) -> Sat:
        """Can these hold together with what is required?"""
        asked = [term if is_formula(term) else z3.BoolVal(bool(term)) for term in terms]
        answer = self._z3.check(*asked)
        self.effort.questions += 1
        if (keep := _CERTIFICATES.get()) is not None and answer == z3.unsat:
            keep(_written([*self._z3.assertions(), *asked]))
        return Sat.YES if answer == z3.sat else Sat.NO if answer == z3.unsat else Sat.UNKNOWN

    def values(self) -> Values:
        """What made the last question's answer YES."""
        return Values(self._z3.model())

    def why_unknown(self) -> str:
        """Why the last question was given up."""
        return str(self._z3.reason_unknown())

    def push(self) -> None:
        """Begin requirements that `pop` takes back."""
        self._z3.push()

    def pop(self) -> None:
        """Take back what was required since `push`."""
        self._z3.pop()


def afresh() -> None:
    """Forget everything that Z3 has seen: what it answers next does not depend on what was asked before.

    Formulas made before must not be used after it.
    """
    z3.z3._main_ctx = None


def work_done() -> int:
    """How much the solvers have worked since they began afresh, in Z3's own units."""
    solver = z3.Solver()
    solver.check()
    return int(solver.statistics().get_key_value("rlimit count"))
