"""Rules under a small change of their code: what an engine has worked out is not known then, nor afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

from rulecheck.reference_engines.contract import AnyEngine


@contextmanager
def running(function: FunctionType, code: CodeType) -> Iterator[None]:
    """Within, other code runs in the place of a function's."""
    before = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before


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
