"""What the mistakes share: rules of which some functions are replaced while they are asked; how seats are mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, ClassVar, Final, TypeVar

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules

EVERY_SPACE: Final = (1 << 37) - 1
"""Mask of all spaces of an estate."""

_MODULES: Final = "__instead__"

F = TypeVar("F", bound=Callable[..., Any])


def instead(*modules: ModuleType, of: str = "") -> Callable[[F], F]:
    """Mark a method that stands in some modules for the function of its name, or of another one."""

    def mark(method: F) -> F:
        setattr(method, _MODULES, (modules, of or method.__name__))
        return method

    return mark


class Wrong(CastlesOfBurgundy):
    """The rules, some functions of which are replaced while they are asked."""

    _swaps: ClassVar[tuple[tuple[ModuleType, str, str], ...]] = ()

    def __init_subclass__(cls, **others: Any) -> None:
        """Find the methods that stand for functions of the rules."""
        super().__init_subclass__(**others)
        replaced = {
            name: getattr(value, _MODULES, None) for base in cls.__mro__[::-1] for name, value in vars(base).items()
        }
        cls._swaps = tuple((module, of[1], name) for name, of in replaced.items() if of for module in of[0])

    def __init__(self, rules: Rules) -> None:
        with self._wrong():
            super().__init__(rules)

    @contextmanager
    def _wrong(self) -> Iterator[None]:
        before = [(module, name, getattr(module, name)) for module, name, _ in self._swaps]
        try:
            for module, name, method in self._swaps:
                setattr(module, name, getattr(self, method))
            yield
        finally:
            for module, name, right in before:
                setattr(module, name, right)

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        """What is open instead of these moves."""
        return moves

    def start(self) -> Table:
        with self._wrong():
            return super().start()

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        with self._wrong():
            moves = super().legal_moves(state)
            return self.offered(state, moves) if moves else moves

    def refusal(self, state: Table, move: m.Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        with self._wrong():
            refused = super().refusal(state, move)
        return refused or Refused(vars(type(self))["__breaks__"][0], "this is not offered")

    def apply(self, state: Table, move: m.Move) -> Table:
        with self._wrong():
            return super().apply(state, move)

    def weights(self, state: Table) -> Sequence[int]:
        with self._wrong():
            known = dict(zip(super().legal_moves(state), super().weights(state), strict=True))
        return [known.get(move, 1) for move in self.legal_moves(state)]

    def outcome(self, state: Table) -> Outcome | None:
        with self._wrong():
            return super().outcome(state)


def mended(t: Table, who: int, **changes: Any) -> Table:
    """The table after something of a seat has changed."""
    return changed(t, seats=replaced(t.seats, who, changed(t.seats[who], **changes)))


def paid(t: Table, who: int, silver: int = 0, workers: int = 0, points: int = 0) -> Table:
    """The table after a seat has received, or given, something."""
    seat = t.seats[who]
    silver, workers, points = seat.silver + silver, seat.workers + workers, seat.points + points
    return mended(t, who, silver=silver, workers=workers, points=points)


def acting(t: Table) -> Seat:
    """The seat whose turn it is."""
    return t.seats[t.turn]
