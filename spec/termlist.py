"""A translator's glossary: what her terms are called in each language.

A CSV file with the columns `concept`, `language`, `forms`, and perhaps `group` (in any order; commas, semicolons or
tabs between them); terms of one group can stand in one another's place.
Forms have `|` or `,` between them and are written as in a language pack: `word`, `word*`, `several words`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import display, read_text
from rulecheck.spec.languages import Concept, Language
from rulecheck.spec.languages.packs import normal
from rulecheck.spec.model import Rulebook
from rulecheck.spec.vocabulary import glossary_of

COLUMNS: Final = ("concept", "language", "forms")
GROUP: Final = "group"
MOST: Final = 20_000
"""Rows that are read."""


@frozen
class Entry:
    """What a concept is called in one language."""

    concept: str
    language: str
    """The language's code."""
    forms: tuple[str, ...]
    group: str = ""
    """Terms of one group can stand in one another's place."""


@frozen
class TermList:
    """The terms of a rulebook, in the languages it is in."""

    path: str
    entries: tuple[Entry, ...] = field(repr=False)

    def concepts(self, language: Language) -> tuple[Concept, ...]:
        """The terms in one language, as a lexicon takes them."""
        forms: dict[tuple[str, str], list[str]] = {}
        for entry in self.entries:
            if entry.language == language.code:
                forms.setdefault((entry.group, entry.concept), []).extend(map(normal, entry.forms))
        return tuple(
            Concept(f"term.{group}.{concept}", f"term.{group}", tuple(dict.fromkeys(own)), shares=True)
            for (group, concept), own in forms.items()
        )

    @property
    def languages(self) -> frozenset[str]:
        """The languages it has terms in."""
        return frozenset(entry.language for entry in self.entries)


def read_terms(path: Path) -> TermList:
    """Read a glossary; raises SpecError with the line for what cannot be used."""
    name = display(path)
    text = read_text(path)
    head = text.split("\n", 1)[0]
    mark = max(",;\t", key=head.count)
    rows = csv.reader(io.StringIO(text), delimiter=mark)
    try:
        columns = [cell.strip().lower() for cell in next(rows)]
        for column in columns:
            if column not in (*COLUMNS, GROUP):
                raise SpecError(name, 1, f"unknown column {shown(column)}", meant(column, COLUMNS, "the columns are"))
        for column in COLUMNS:
            if column not in columns:
                raise SpecError(name, 1, f"no column {column}", f"the first line is {', '.join(COLUMNS)}")
        entries = tuple(_entries(name, columns, rows))
    except csv.Error as problem:
        raise SpecError(name, rows.line_num, f"not a CSV file that can be read: {problem}", "mend this line") from None
    return TermList(name, entries)


def _entries(name: str, columns: list[str], rows: Iterable[list[str]]) -> Iterable[Entry]:
    number = 1
    for number, cells in enumerate(rows, 2):
        if not any(cell.strip() for cell in cells):
            continue
        if number > MOST:
            raise SpecError(name, number, f"more than {MOST:,} rows", "is this the right file?")
        if len(cells) != len(columns):
            what = f"expected {len(columns)} cells, found {len(cells)}"
            raise SpecError(name, number, what, "put forms with commas into quotes")
        row: Mapping[str, str] = {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}
        forms = tuple(form.strip() for form in re.split(r"[|,]", row["forms"]) if form.strip())
        if not row["concept"] or not row["language"] or not forms:
            raise SpecError(name, number, "an empty cell", "say what is called how in which language")
        yield Entry(_id(row["concept"]), row["language"].lower(), forms, _id(row.get(GROUP, "")))


def _id(name: str) -> str:
    return re.sub(r"[\s.]+", "-", name.strip().lower())


def written(entries: Iterable[Entry]) -> str:
    """A glossary file, as `read_terms` reads it."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow((*COLUMNS, GROUP))
    table.writerows((entry.concept, entry.language, "|".join(entry.forms), entry.group) for entry in entries)
    return out.getvalue()


def terms_of(rulebook: Rulebook, edition: str | None = None) -> tuple[Entry, ...]:
    """What a game's concepts are called: in our English, and in its editions or in one of them.

    Raises SpecError for an unknown edition; a game without concepts has none.
    """
    glossary = glossary_of(rulebook)
    if glossary is None:
        return ()
    own = [concept for concept in glossary.english if concept not in glossary.of_packs]
    group_of = glossary.group_of
    found = [Entry(concept, "en", _separate(glossary.english[concept]), group_of[concept]) for concept in own]
    for id in editions(rulebook) if edition is None else (edition,):
        laid = load_edition(rulebook, id)
        found += [
            Entry(concept, laid.language.code, _separate(laid.forms[concept]), group_of[concept])
            for concept in own
            if laid.forms.get(concept)
        ]
    return tuple(entry for entry in found if entry.forms)


def _separate(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form.strip() for text in forms for form in text.split(",") if form.strip()))
