"""Texts of a game that does not exist, in three languages, made from rows that belong together."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

DATA: Final[dict[str, list[dict[str, Any]]]] = tomllib.loads(
    Path(__file__).with_name("salt_marsh.toml").read_text(encoding="utf-8")
)


@frozen
class Made:
    """A text, and where each row stands in it."""

    text: str
    places: tuple[tuple[int, int], ...]
    """By row: its stretch of the text; two rows that the language joins have the same."""


@frozen
class Fault:
    """What was changed, in which row."""

    kind: str
    row: int
    before: str
    after: str


def faults(language: str) -> list[Fault]:
    """The planted faults of a language."""
    return [
        Fault(
            fault["kind"],
            next(n for n, row in enumerate(DATA["row"]) if fault[language][0] in row[language]),
            *fault[language],
        )
        for fault in DATA["fault"]
    ]


def made(language: str, planted: Sequence[Fault] = ()) -> Made:
    """The text in a language, with faults planted or clean."""
    text = ""
    places: list[tuple[int, int]] = []
    for number, row in enumerate(DATA["row"]):
        says: str = row[language]
        if says == "+":
            places.append(places[-1])
            continue
        for fault in planted:
            if fault.row == number:
                says = says.replace(fault.before, fault.after)
        lay = row.get("lay", "")
        text += {"head": "\n\n", "item": "\n- ", "new": "\n\n"}.get(lay, " ") if says else ""
        places.append((len(text), len(text) + len(says)))
        text += says
    return Made(text, tuple(places))
