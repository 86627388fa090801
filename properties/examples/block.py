"""An example block as it is read: its keys, their values, and the line of each complaint about them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rulecheck.spec.errors import meant, shown
from rulecheck.spec.files import find_key, kind_of
from rulecheck.spec.model import Example

TOP_KEYS: Final = (
    *("like", "players", "setup", "seats", "readings", "numbers", "data", "start", "given", "partial", "cases", "step"),
    *("book", "false", "unchecked", "shows", "note"),
)
STEP_KEYS: Final = (
    *("given", "legal", "legal_of", "has", "lacks", "seat", "refuse", "by", "why", "do"),
    *("expect", "exactly", "none", "sees", "events", "no_events", "silent", "outcome", "note"),
)


class Broken(Exception):
    """The block cannot be played: where in the file, what, and what to do."""

    def __init__(self, line: int, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.line = line
        self.what = f"{what}; {hint}" if hint else what


class Block:
    """One example's block, and the step of it that is being played.

    What reads a key raises `Broken` for a value of another kind.
    """

    def __init__(self, example: Example) -> None:
        self.example = example
        self.body = example.body
        self.step: int | None = None
        """Counted from 1; None before the first step."""

    def only(self, table: Mapping[str, Any], keys: Sequence[str]) -> None:
        """Complain about a key that is none of these."""
        for key in table:
            if key not in keys:
                raise self.broken(key, f"unknown key {shown(key)}", meant(key, keys, "the keys are"))

    def text(self, key: str, table: Mapping[str, Any], default: str = "") -> str:
        """A text that is not empty; the default if the table does not have the key."""
        value = table.get(key, default)
        if not isinstance(value, str) or (key in table and not value.strip()):
            raise self.broken(key, f"expected a text for {shown(key)}, found {kind_of(value) if value else 'nothing'}")
        return value

    def texts(self, key: str, table: Mapping[str, Any]) -> tuple[str, ...]:
        """A text or a list of texts; none if the table does not have the key."""
        value = table.get(key, [])
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise self.broken(key, f"expected a text or a list of texts for {shown(key)}, found {kind_of(value)}")
        return tuple(texts)

    def table(self, key: str, table: Mapping[str, Any]) -> dict[str, Any]:
        """A table within a table; an empty one if there is none."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self.broken(key, f"expected a table for {shown(key)}, found {kind_of(value)}")
        return value

    def tables(self, key: str) -> list[dict[str, Any]]:
        """The list of tables that the block has under a key."""
        value = self.body.get(key, [])
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise self.broken(key, f"expected {shown(key)} to be a list of tables", f"write [[{key}]] above each")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if the block does not say."""
        value = self.body.get(key, False)
        if not isinstance(value, bool):
            raise self.broken(key, f"expected true or false, found {kind_of(value)}")
        return value

    def broken(self, key: str, what: str, hint: str = "", within: str | None = None) -> Broken:
        """The complaint about a key, or about something below the key `within`."""
        return Broken(self.line(key, within), what, hint)

    def line(self, key: str, within: str | None = None) -> int:
        """The line of a key, looked for in the step that is being played."""
        text = self.example.source
        for name in (key, within):
            at = None if name is None else find_key(text, name, self._step_starts())
            if at is not None:
                return self.example.line + 1 + text.count("\n", 0, at)
        return self.at()

    def at(self) -> int:
        """The line on which the current step opens, or the block."""
        if self.step is None:
            return self.example.line
        return self.example.line + 1 + self.example.source.count("\n", 0, self._step_starts())

    def _step_starts(self) -> int:
        """Where in the source the current step begins."""
        if self.step is None:
            return 0
        headers = [m.start() for m in re.finditer(r"^[ \t]*\[\[[ \t]*step[ \t]*\]\]", self.example.source, re.M)]
        return headers[self.step - 1] if self.step <= len(headers) else 0
