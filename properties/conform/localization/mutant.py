"""One small change of our rules, what is at work under it, and which clauses changes speak for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from rulecheck.reference_engines.contract import AnyEngine

_OFTEN: Final = 3
"""Steps that tell whether a change brings a clause to work."""

Line: TypeAlias = tuple[str, int]
"""A module and the number of a line in it."""
Support: TypeAlias = Mapping[str, float]
"""For some clauses, from 0 to 1, how well a change of one does what the other side did."""


@frozen
class Supported:
    """Which small changes of our rules do what the other side did in the games of one cause."""

    clauses: Support = field(factory=dict)
    """Theirs."""
    changes: Mapping[str, float] = field(factory=dict)
    """Each by its name, with the part of the steps in which it does."""
    always: frozenset[str] = frozenset()
    """Those that do in all games."""


Numbers: TypeAlias = tuple[tuple[str, int], ...]
"""Numbers of the rulebook by their names."""


@frozen(eq=False)
class Mutant:
    """Rules with one small change: of a function's code, or a number."""

    name: str
    clauses: tuple[str, ...]
    code: tuple[FunctionType, CodeType] | None = None
    """A function, and what runs in its place."""
    numbers: Numbers = ()
    line: Line = ("", 0)
    """Where the code is changed."""
    is_wider: bool = False

    @property
    def has_to_explain_all(self) -> bool:
        """Whether it has to explain every step: many numbers and wider changes explain some by chance."""
        return self.code is None or self.is_wider


Works: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""What was at work in a step, by our rules and by them as they are changed."""


def switched_by(works: Sequence[Works]) -> frozenset[str]:
    """The clauses that a change rather is about: it brings them to work, or keeps them from it, in half of the steps.

    In the others they are at work in any case.  None where it was seen too seldom to tell.
    """
    if len(works) < _OFTEN:
        return frozenset()
    at_work = frozenset.intersection(*(ours | changed for ours, changed in works))
    often = Counter(clause for ours, changed in works for clause in ours ^ changed)
    return frozenset(clause for clause in at_work if 2 * often[clause] >= len(works))


class Caches:
    """The tables of an engine and of its parts that are made empty: `fresh` is another, made by the same rules."""

    def __init__(self, engine: AnyEngine, fresh: AnyEngine) -> None:
        empty = {way for way, table in _tables(fresh) if not table}
        self._tables = [table for way, table in _tables(engine) if way in empty]

    @contextmanager
    def emptied(self) -> Iterator[None]:
        """Within, nothing is known that was worked out; afterwards just that."""
        known = [dict(table) for table in self._tables]
        for table in self._tables:
            table.clear()
        try:
            yield
        finally:
            for table, before in zip(self._tables, known, strict=True):
                table.clear()
                table.update(before)


def _tables(engine: AnyEngine) -> Iterator[tuple[tuple[str, str], dict[Any, Any]]]:
    """The tables of an engine and of its parts, each with the names that lead there."""
    for name, part in (("", engine), *vars(engine).items()):
        for own, value in vars(part).items() if hasattr(part, "__dict__") and not isinstance(part, type) else ():
            if type(value) is dict:
                yield (name, own), value
