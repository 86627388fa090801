"""A game's mistakes: the ways in which its rules are typically carried out wrongly, each an engine of its own.

A mistake is an engine that is wrong on purpose in one thing, marked with the clauses that it breaks.  A game may
have some as its part `mistakes`; `rulecheck explain` lists those of a clause, and the batteries have them met in games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from inspect import getdoc, isclass
from types import ModuleType
from typing import Any, Final, TypeVar

from attrs import frozen

from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.game import Part
from rulecheck.spec.registry import find_game
from rulecheck.spec.rules import Rules

_BREAKS: Final = "__breaks__"

E = TypeVar("E", bound=type[AnyEngine])


def breaks(*clauses: str) -> Callable[[E], E]:
    """Mark an engine that is wrong on purpose with the clauses that it does not keep to, the one it is about first."""

    def mark(engine: E) -> E:
        setattr(engine, _BREAKS, clauses)
        return engine

    return mark


@frozen
class Mistake:
    """One way to carry out a clause wrongly."""

    name: str
    clauses: tuple[str, ...]
    """Those that it breaks, the one it is about first."""
    says: str
    """What such a program does, in a sentence without its full stop."""
    engine: Callable[[Rules], AnyEngine]


@lru_cache(maxsize=32)
def mistakes_of(game: str) -> tuple[Mistake, ...]:
    """The mistakes that a game knows, in the order of its modules and of their lines; none if it has none."""
    known = find_game(game)
    return mistakes_in([] if known is None else known.modules(Part.MISTAKES))


def mistakes_in(modules: Iterable[ModuleType]) -> tuple[Mistake, ...]:
    """The engines of some modules that are marked with clauses, in the order of modules and lines."""
    return tuple(
        _mistake(value)
        for module in modules
        for value in vars(module).values()
        if isclass(value) and value.__module__ == module.__name__ and _BREAKS in vars(value)
    )


def _mistake(engine: type[Any]) -> Mistake:
    says = (getdoc(engine) or "").split("\n")[0].rstrip(".")
    return Mistake(engine.__name__, vars(engine)[_BREAKS], says, engine)
