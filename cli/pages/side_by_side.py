"""The report of `rulecheck regress`: both programs' positions side by side, with what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rulecheck.cli.pages.writing import INDEX, begin, rendered, write_files

_MOST: Final = 400
"""Rows of a position; those that differ come whatever they are."""


def write_pages(answer: Mapping[str, Any], folder: Path) -> None:
    """Write the page of an answer; raises UserError where that cannot be."""
    cards = [{**difference, "rows": list(_rows(difference))} for difference in answer["differences"]]
    begin(folder)
    write_files({INDEX: rendered("regress.html.jinja", answer=answer, cards=cards)}, folder)


def _rows(difference: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Part by part what either side tells after the last move, and what the move has changed."""
    if difference["after"] is None:
        return
    old, new = (dict(_flat("", told)) for told in difference["after"])
    before = dict(_flat("", difference["before"][0])) if difference["before"] else old
    both = difference["after"][1] is not None
    for many, path in enumerate(dict.fromkeys([*old, *new])):
        differs = both and old.get(path) != new.get(path)
        if differs or many < _MOST:
            changed = path in before and before[path] != old.get(path)
            yield {
                "path": path,
                "old": old.get(path, ""),
                "new": new.get(path, ""),
                "differs": differs,
                "changed": changed,
            }


def _flat(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """By path what stands there, as text; moves are listed one by one."""
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from _flat(f"{path}.{name}" if path else str(name), inner)
    elif path == "legal" and value:
        yield from ((f"legal {move}", "listed") for move in value)
    elif value is not None:
        yield path, str(value)
