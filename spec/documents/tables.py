"""String tables: CSV and JSON files that hold a text for each key, one language a column or a file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rulecheck.spec.documents.model import Document, Side, Units, word_places
from rulecheck.spec.errors import SpecError

MOST: Final = 20_000
"""Rows that are read."""

_KEYS: Final = frozenset(("key", "id", "name", "context", "location"))
_CODE: Final = re.compile(r"[a-z]{2}([-_][A-Za-z]{2,4})?")
_BESIDE: Final = frozenset(("message", "description", "placeholders"))
"""What a text and what stands beside it are called in the JSON of browsers' extensions."""


def read_table(content: str, name: str, side: Side) -> Document:
    """One side of a string table; raises SpecError for what is none.

    Where a table has one language only, both sides are its texts.
    """
    rows, language = _csv(content, name, side) if name.lower().endswith(".csv") else _json(content, name, side)
    made = Units()
    at = 0
    states = []
    for number, (key, words) in enumerate(rows, 1):
        if number > MOST:
            raise SpecError(name, None, f"more than {MOST:,} texts", "is this the right file?")
        id = made.new_id(key)
        if words.strip():
            places, at = word_places(content, words.split(), at)
            made.add(id, words, places)
        else:
            states.append((id, "empty"))
    if not made.text:
        raise SpecError(name, None, f"no row has a {side}", "is this the right file?")
    return made.document(content, language=language, states=tuple(states))


def _csv(content: str, name: str, side: Side) -> tuple[list[tuple[str, str]], str | None]:
    first = content.lstrip("\n").partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        table = list(csv.reader(io.StringIO(content), delimiter=separator, strict=True))
    except csv.Error as problem:
        raise SpecError(name, None, f"cannot be read as a table: {problem}", "save it again as CSV") from None
    head = [cell.strip() for cell in table[0]]
    column = _column(head, side)
    if column is None:
        told = ", ".join(cell[:20] for cell in head[:6])
        hint = "the first row names the columns: key, source, target; or key and codes of languages"
        raise SpecError(name, 1, f"no column of texts among {told}", hint)
    key = next((at for at, cell in enumerate(head) if cell.lower() in _KEYS), None)
    rows = [
        (row[key] if key is not None and key < len(row) and row[key] else str(number), row[column])
        for number, row in enumerate(table[1:], 2)
        if column < len(row)
    ]
    code = head[column] if _CODE.fullmatch(head[column]) else None
    return rows, code and code[:2].lower()


def _column(names: Sequence[str], side: Side) -> int | None:
    """The column of one side: by its name, else the first or second that is named by a language's code."""
    lower = [cell.lower() for cell in names]
    if side in lower:
        return lower.index(side)
    codes = [at for at, cell in enumerate(names) if _CODE.fullmatch(cell) and cell.lower() not in _KEYS]
    if codes:
        return codes[0] if side == "source" else codes[min(1, len(codes) - 1)]
    texts = [at for at, cell in enumerate(lower) if cell in ("text", "value", "string", "translation")]
    return texts[0] if texts else None


def _json(content: str, name: str, side: Side) -> tuple[Iterator[tuple[str, str]], str | None]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError) as problem:
        raise SpecError(name, None, f"cannot be read as JSON: {problem}", "save it again") from None
    language = body.get("@@locale") if isinstance(body, dict) else None
    return _texts(body, "", side), str(language)[:2].lower() if language else None


def _texts(value: Any, path: str, side: Side) -> Iterator[tuple[str, str]]:
    """The texts of a JSON value with the path to each."""
    if isinstance(value, str):
        yield path or "1", value
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _texts(item, f"{path}.{number}".lstrip("."), side)
    elif isinstance(value, dict):
        names = [key for key, item in value.items() if isinstance(item, str)]
        both = {"source", "target"} <= set(names) or (len(names) > 1 and all(_CODE.fullmatch(key) for key in names))
        if both and len(names) == len(value) and path:
            column = _column(names, side)
            assert column is not None
            yield path, value[names[column]]
            return
        if isinstance(value.get("message"), str) and all(key in _BESIDE for key in value):
            yield path, value["message"]
            return
        for key, item in value.items():
            if not key.startswith("@"):
                yield from _texts(item, f"{path}.{key}".lstrip("."), side)
