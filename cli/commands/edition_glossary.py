"""`rulecheck edition glossary`: a game's terms out, a translator's terms in, and words that are in no entry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rulecheck.cli.arguments.options import Encoding, Game
from rulecheck.cli.arguments.text_file import opened
from rulecheck.cli.rendering.answers import Screen, UserError, some
from rulecheck.properties.runtime.budget import budget
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.drafting import Drafting
    from rulecheck.solvers.drafts.forms import Forms
    from rulecheck.spec import Rulebook
    from rulecheck.spec.termlist import Entry
    from rulecheck.spec.text import Text


MOST: Final = 2_000
"""Sentences of a text that is drafted; a rulebook has a fifth of them. Drafting takes about 15 ms for each."""


def drafting_of(book: Rulebook, text: Text, glossary: Path | None) -> tuple[Drafting, Forms]:
    """A text ready to be drafted, with where its words come from."""
    from rulecheck.solvers.drafts.drafting import Drafting
    from rulecheck.solvers.drafts.forms import forms_of
    from rulecheck.spec.termlist import read_terms

    if len(text.sentences) > MOST:
        what = f"{len(text.sentences):,} sentences, at most {MOST:,} are drafted"
        raise UserError(f"{text.path}: {what}; is this the right file?")
    terms = None if glossary is None else read_terms(glossary)
    if terms is not None and not terms.languages & {"", text.language.code}:
        known = ", ".join(sorted(terms.languages)) or "none"
        raise UserError(f"{terms.path}: no terms in {text.language.name} ({text.language.code}); it has {known}")
    forms = forms_of(book, text.language, terms)
    return Drafting(text, book, forms.names), forms


def glossary(
    game: Game,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="ID|FILE", help="The terms of this edition only, beside ours.")
    ] = None,
    text: Annotated[
        Path | None,
        typer.Option("--text", metavar="TEXT", help="Propose terms instead: words of this text that are in no entry."),
    ] = None,
    lang: Annotated[str | None, typer.Option("--lang", metavar="XX", help="The language of the text.")] = None,
    terms: Annotated[
        Path | None, typer.Option("--glossary", metavar="FILE", help="With --text: the terms you have, CSV or TBX.")
    ] = None,
    least: Annotated[
        float,
        typer.Option("--least", metavar="P", min=0.0, max=1.0, help="With --text: only terms at least this sure."),
    ] = 0.5,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write here, .csv or .tbx, not to standard output.")
    ] = None,
    encoding: Encoding = None,
) -> None:
    """Write a game's terms, for translators: CSV or TBX; or propose terms from a text.

    Columns are concept, language and forms; `--glossary` of other commands reads the file.
    """
    from rulecheck.spec import load
    from rulecheck.spec.termlist import terms_of, written

    book = load(game)
    if text is None:
        if terms is not None or lang is not None:
            raise UserError("--lang and --glossary are for --text; name the text")
        entries = terms_of(book, edition)
    else:
        entries = _proposed(book, text, lang, terms, edition, encoding, least)
    if not entries and text is None:
        raise UserError(f"{game} has no terms: there is no concepts.toml beside its rulebook")
    is_tbx = out is not None and out.suffix.lower() == ".tbx"
    if is_tbx:
        from rulecheck.spec.termbase import tbx_of
        from rulecheck.spec.termlist import OPEN

        told = tbx_of((entry.concept, entry.language, entry.forms) for entry in entries if entry.concept != OPEN)
    else:
        told = written(entries)
    if out is None:
        print(told, end="")
        return
    if out.exists():
        raise UserError(f"{out} already exists; name another file")
    write_atomically(out, told)
    languages = some(len({entry.language for entry in entries}), "language")
    Screen().line(f"{out}   {some(len(entries), 'term')}, {languages}")


def _proposed(
    book: Rulebook,
    path: Path,
    lang: str | None,
    terms: Path | None,
    edition: str | None,
    encoding: str | None,
    least: float,
) -> tuple[Entry, ...]:
    """The words of a text that no term has, each with the concept that it most likely names, as rows to look over."""
    from rulecheck.solvers.drafts.proposing import proposed
    from rulecheck.spec.editionfile import load_edition
    from rulecheck.spec.languages import language_of
    from rulecheck.spec.languages.telling import require_language
    from rulecheck.spec.termlist import OPEN, Entry
    from rulecheck.spec.text import parse

    if lang is None:
        raise UserError(f"{path}: name its language with --lang")
    language = language_of(lang)
    with budget(str(path)):
        source = opened(path, encoding)
        require_language(source.text, str(path), language)
        read = parse(source, language, str(path))
    drafting, _ = drafting_of(book, read, terms)
    if drafting.glossary is None:
        raise UserError(f"{book.game} has no terms: there is no concepts.toml beside its rulebook")
    placed = None
    if edition is not None:
        from rulecheck.solvers.drafts.drafting import places_of

        placed = places_of(load_edition(book, edition), read)
    group_of = drafting.glossary.group_of
    return tuple(
        Entry(
            concept=row.concept or OPEN,
            language=language.code,
            forms=row.forms,
            group=group_of.get(row.concept, ""),
            note=f"{row.often} times, first line {row.line}" + (f", sure {row.sure:.2f}" if row.concept else ""),
        )
        for row in proposed(drafting, placed)
        if row.sure >= least
    )
