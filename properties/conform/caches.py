"""What an engine has worked out and keeps: under a change of its rules it must not be asked for that.

An engine keeps no state, so whatever has grown in it since it was made is there to be quicker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulecheck.reference_engines.contract import AnyEngine


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
