"""The page of several programs by clause, and a badge for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.pages.model import Link, Report, Section, Table
from rulecheck.cli.pages.writing import rendered, write_files, write_report
from rulecheck.cli.rendering.answers import some

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook

_COLOURS: Final = {"agrees": "#2c7a3f", "departs": "#b3261e", "failed": "#7a2c6b", "skipped": "#6b6b6b"}
_LETTER: Final = 7
"""Pixels that a letter of a badge takes, or is made to take."""


def matrix_report(answer: Mapping[str, Any], book: Rulebook, folder: Path) -> None:
    """Write the page and the badges from the answer that `rulecheck matrix` gives in JSON."""
    from rulecheck.properties.conform.search.matrix import WORDS

    programs = answer["programs"]
    badges = {_file_name(each["name"], nth): _badge(book.game, each) for nth, each in enumerate(programs)}
    rows = tuple(
        (each["name"], each["verdict"], each["games"], *each["counts"].values(), Link("badge", name))
        for each, name in zip(programs, badges, strict=True)
    )
    clauses = tuple((row["clause"], *row["programs"], row["text"]) for row in answer["clauses"])
    departures = tuple(
        (row["clause"], each["name"], key)
        for row in answer["clauses"]
        for each, keys in zip(programs, row["departures"], strict=True)
        for key in keys
    )
    names = tuple(each["name"] for each in programs)
    sections = [
        Section("Programs", tables=(Table(("program", "verdict", "games", *WORDS, ""), rows),)),
        Section("Clauses", tables=(Table(("clause", *names, ""), clauses),)),
    ]
    if departures:
        sections.insert(1, Section("Departures", tables=(Table(("clause", "program", "key"), departures),)))
    title = f"{book.game}: {some(len(programs), 'program')} against the rules"
    write_report(Report(title, tuple(WORDS.items()), tuple(sections)), folder)
    write_files(badges, folder)


def _badge(game: str, program: Mapping[str, Any]) -> str:
    """A badge: the game, and how many clauses the program agrees in."""
    counts = program["counts"]
    what = f"{program['verdict']} · {counts['agrees']} of {sum(counts.values())} clauses"
    return rendered(
        "badge.svg.jinja",
        left=f"rulecheck {game}",
        right=what,
        colour=_COLOURS.get(program["verdict"], _COLOURS["skipped"]),
        letter=_LETTER,
    )


def _file_name(name: str, nth: int) -> str:
    """Letters and digits of a program's name, told apart from the others by its place."""
    letters = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:40] or "program"
    return f"badge-{letters}-{nth + 1}.svg"
