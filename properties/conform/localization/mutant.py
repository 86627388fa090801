"""One small change of our rules: of a line of code, or of a number of the rulebook; and how it is put to work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeAlias

from attrs import frozen

from rulecheck.reference_engines.contract import AnyEngine

Line: TypeAlias = tuple[str, int]
"""A module and the number of a line in it."""


@frozen(eq=False)
class Mutant:
    """Rules with one small change: of a function's code, or a number."""

    name: str
    clauses: tuple[str, ...]
    code: tuple[FunctionType, CodeType] | None = None
    """A function, and what runs in its place."""
    number: tuple[str, int] | None = None
    """A number of the rulebook by its name, and what it is."""


@contextmanager
def running(function: FunctionType, code: CodeType) -> Iterator[None]:
    """Within, other code runs in the place of a function's."""
    before = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before


def lines_run_by(work: Callable[[], object]) -> set[Line]:
    """The lines that run while something is done, with their modules."""
    run: set[Line] = set()

    def note(frame: FrameType, event: str, _: Any) -> Any:
        name = str(frame.f_globals.get("__name__"))

        def line(frame: FrameType, event: str, _: Any) -> Any:
            run.add((name, frame.f_lineno))
            return line

        return line

    before = sys.gettrace()
    sys.settrace(note)
    try:
        work()
    finally:
        sys.settrace(before)
    return run


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
