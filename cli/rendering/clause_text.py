"""What a clause says in one paragraph, for whoever has no room for its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook

_NAMED: Final = re.compile(r"`([a-z][a-z0-9.-]*)`")


def said(book: Rulebook, clause: str, players: int | None = None) -> str:
    """A clause's wording with numbers for their names; the rows of its tables as far as they concern so many players.

    Empty for a clause that the rulebook does not have.
    """
    if clause not in book.clauses:
        return ""
    paragraphs = book.clauses[clause].text.split("\n\n")
    told = [" ".join(_numbered(book, text, players).split()) for text in paragraphs if not text.startswith("|")]
    tabled = [_NAMED.findall(text) for text in paragraphs if text.startswith("|")]
    numbers = {name: book.quantities[name].at(players) for names in tabled for name in names if name in book.quantities}
    rows = [f"{name} = {value}" for name, value in numbers.items() if value is not None]
    return " ".join([*told, *([f"({', '.join(rows)})"] if rows else [])])


def _numbered(book: Rulebook, text: str, players: int | None) -> str:
    def number(named: re.Match[str]) -> str:
        quantity = book.quantities.get(named[1])
        value = None if quantity is None else quantity.at(players)
        return named[0] if value is None else str(value)

    return _NAMED.sub(number, text)


def wording(book: Rulebook, events: Iterable[str], players: int | None = None) -> tuple[tuple[str, str], ...]:
    """Clauses and readings by their ids, each once, with what they say."""
    from rulecheck.reference_engines.contract import SILENT

    told: dict[str, str] = {}
    for event in events:
        reading = book.readings.get(event.removeprefix(SILENT)) if event.startswith(SILENT) else None
        told[event] = said(book, event, players) if reading is None else reading.question
    return tuple(told.items())
