"""A translator's glossary: what her terms are called in each language.

A CSV file with the columns `concept`, `language`, `forms`, and perhaps `group` and `note` (in any order; commas,
semicolons or tabs between them), or a TBX file; terms of one group can stand in one another's place.  A plain list of
two columns, an English term and what it is called, is of the text's language.
Forms have `|` or `,` between them and are written as in a language pack: `word`, `word*`, `several words`.  Terms of a
TBX file, and of a language in which a CSV file has no `*`, stand for their other forms too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import decode, display, read_bytes
from rulecheck.spec.languages import Concept, Language
from rulecheck.spec.languages.packs import normal
from rulecheck.spec.model import Rulebook
from rulecheck.spec.termbase import read_tbx
from rulecheck.spec.vocabulary import glossary_of

COLUMNS: Final = ("concept", "language", "forms")
PLAIN: Final = {"term": "concept", "source": "concept", "english": "concept", "translation": "forms", "target": "forms"}
"""What the columns of a plain list are called."""

GROUP: Final = "group"
NOTE: Final = "note"
"""A column that is for people only."""

OPEN: Final = "?"
"""The concept of a row that somebody has yet to fill in; it is not read."""

_LONG: Final = 5
_LAST_VOWEL: Final = re.compile(r"[aeiouyăâîąę]$", re.I)
_BENT: Final = re.compile(r"(?:(?<=\w{4})e[mnrs]|[aeiouyáéíóúýăâîąę]{1,2})$", re.I)

_VOWELS: Final = ("a", "e", "i", "o", "as", "es", "os")
_ENDINGS: Final = ("e", "en", "er", "es", "s", "n")

MOST: Final = 20_000
"""Rows that are read."""


@frozen
class Entry:
    """What a concept is called in one language."""

    concept: str
    language: str
    """The language's code; empty for the text's, whichever that is."""
    forms: tuple[str, ...]
    group: str = ""
    """Terms of one group can stand in one another's place."""
    note: str = ""
    """For people."""


@frozen
class TermList:
    """The terms of a rulebook, in the languages it is in."""

    path: str
    entries: tuple[Entry, ...] = field(repr=False)

    def concepts(self, language: Language) -> tuple[Concept, ...]:
        """The terms in one language, as a lexicon takes them."""
        forms: dict[tuple[str, str], list[str]] = {}
        group_of = {entry.concept: entry.group for entry in self.entries if entry.group}
        for entry in self.entries:
            if entry.language == language.code:
                group = entry.group or group_of.get(entry.concept, "")
                forms.setdefault((group, entry.concept), []).extend(map(normal, entry.forms))
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
    raw = read_bytes(path)
    if path.suffix.lower() == ".tbx" or raw.lstrip()[:5] == b"<?xml":
        rows_of_tbx = islice(read_tbx(raw, name), MOST)
        terms = (Entry(_id(concept), code, own) for concept, code, own in rows_of_tbx)
        return TermList(name, _widened(terms, are_bare=True))
    text = decode(raw, name)
    head = text.split("\n", 1)[0]
    mark = max(",;\t", key=head.count)
    rows = csv.reader(io.StringIO(text), delimiter=mark)
    try:
        columns = [PLAIN.get(cell, cell) for cell in (cell.strip().lower() for cell in next(rows))]
        for column in columns:
            if column not in (*COLUMNS, GROUP, NOTE):
                raise SpecError(name, 1, f"unknown column {shown(column)}", meant(column, COLUMNS, "the columns are"))
        for column in COLUMNS:
            if column not in columns and sorted(columns) != ["concept", "forms"]:
                raise SpecError(name, 1, f"no column {column}", f"the first line is {', '.join(COLUMNS)}")
        entries = tuple(_entries(name, columns, rows))
    except csv.Error as problem:
        raise SpecError(name, rows.line_num, f"cannot be read as CSV: {problem}", "fix this line") from None
    return TermList(name, _widened(entries))


def _widened(entries: Iterable[Entry], *, are_bare: bool = False) -> tuple[Entry, ...]:
    """Entries of which those of languages in which nobody wrote a beginning (`word*`) also stand for other forms."""
    rows = tuple(entries)
    written = {e.language for e in rows if any("*" in form or ".." in form for form in e.forms)}
    written -= {entry.language for entry in rows} if are_bare else set()
    return tuple(
        entry
        if entry.language in written
        else evolve(entry, forms=tuple(dict.fromkeys(form for own in entry.forms for form in widened(own))))
        for entry in rows
    )


def widened(form: str) -> tuple[str, ...]:
    """A term with its other forms: as a beginning, or for a short word with the endings that nouns have."""
    word = form.strip()
    if " " in word or len(word) >= _LONG or not word.isalpha():
        return form, beginning(form)
    stem = _LAST_VOWEL.sub("", word)
    return form, *(f"{stem}{ending}" for ending in (_VOWELS if stem != word else _ENDINGS))


def beginning(form: str) -> str:
    """A term with its words as beginnings; short words stay as they are.

    Left out is the last vowel, and in terms of several words, of which some are adjectives, what bends these.
    """
    bent = _BENT if " " in form.strip() else _LAST_VOWEL
    return " ".join(bent.sub("", word) + "*" if len(word) >= _LONG else word for word in form.split())


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
        if not row["concept"] or not row.get("language", "any") or not forms:
            raise SpecError(name, number, "an empty cell", "say what is called how in which language")
        if row["concept"] == OPEN:
            continue
        yield Entry(_id(row["concept"]), row.get("language", "").lower(), forms, _id(row.get(GROUP, "")))


def _id(name: str) -> str:
    return re.sub(r"[\s.]+", "-", name.strip().lower())


def written(entries: Iterable[Entry]) -> str:
    """A glossary file, as `read_terms` reads it."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    rows = list(entries)
    columns = (*COLUMNS, GROUP, NOTE) if any(entry.note for entry in rows) else (*COLUMNS, GROUP)
    table.writerow(columns)
    for entry in rows:
        table.writerow((entry.concept, entry.language, "|".join(entry.forms), entry.group, entry.note)[: len(columns)])
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
    entries = [Entry(concept, "en", _separate(glossary.english[concept]), group_of[concept]) for concept in own]
    for id in editions(rulebook) if edition is None else (edition,):
        laid = load_edition(rulebook, id)
        entries += [
            Entry(concept, laid.language.code, _separate(laid.forms[concept]), group_of[concept])
            for concept in own
            if laid.forms.get(concept)
        ]
    return tuple(entry for entry in entries if entry.forms)


def _separate(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form.strip() for text in forms for form in text.split(",") if form.strip()))
