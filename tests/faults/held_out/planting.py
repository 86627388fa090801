"""The engines of this folder, with several faults each, written down by people who had not seen what has to find them.

They measure searches: only `benchmarks/` and the tests of this folder read them, and nobody mends a search by their
names.  `docs/faults.md` says how they came about.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from rulecheck.reference_engines.contract import Outcome
from tests.faults.fault import Fault
from tests.faults.served import Served
from tests.faults.several import Several

_PLANTED: Final = "__planted__"

E = TypeVar("E", bound=type[Any])


def planted(*clauses: str, sort: str, shows: str) -> Callable[[E], E]:
    """Mark a fault of one of these engines with the rules that it breaks, its sort, and the departures it shows by."""

    def mark(engine: E) -> E:
        setattr(engine, _PLANTED, (sort, tuple(shows.split()), clauses))
        return engine

    return mark


def again(engine: type[Any], *clauses: str, sort: str, shows: str) -> type[Any]:
    """One of `tests/faults/<game>/` that does just the same as a fault did that was written here, under its name."""
    return planted(*clauses, sort=sort, shows=shows)(type(engine.__name__, (engine,), {"__module__": __name__}))


@frozen
class HeldOut(Several):
    """A program with all the faults of one module of this folder."""

    written: str = ""
    """The day."""

    @property
    def parts(self) -> tuple[Served, ...]:
        """Each fault with the clauses that it breaks."""
        module = import_module(f"{__package__}.{self.game}.{self.name.lower()}")
        return tuple(self._part(name, getattr(module, name)) for name in self.faults)

    def _part(self, name: str, engine: type[Any]) -> Served:
        sort, shows, clauses = vars(engine)[_PLANTED]
        return Served(self.game, name, sort, shows, clauses, Fault(engine, set(), ()))


def held_out(game: str, name: str, written: str) -> HeldOut:
    """The engine of one module, with all the faults that are marked in it."""
    module = import_module(f"{__package__}.{game}.{name.lower()}")
    own = tuple(
        name
        for name, value in vars(module).items()
        if _PLANTED in getattr(value, "__dict__", ()) and value.__module__ in (module.__name__, __name__)
    )
    return HeldOut(game, name, own, written=written)


def shared(outcome: Outcome) -> Outcome:
    """The same end of a game, won by all who have the most points."""
    most = max(outcome.scores.values())
    return evolve(outcome, winners=tuple(name for name, score in outcome.scores.items() if score == most))
