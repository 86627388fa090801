"""`rulecheck edition`: a first edition file for a new text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulecheck.cli.options import Encoding, Game
from rulecheck.cli.reading import opened
from rulecheck.cli.show import Screen, UserError

if TYPE_CHECKING:
    from rulecheck.solvers.texts.authoring import Proposal
    from rulecheck.solvers.texts.checking import TextCheck

app = typer.Typer(help="Edition files: where a text says each clause and number.", no_args_is_help=True)


@app.callback()
def _edition() -> None:
    """Edition files: where a text says each clause and number."""


@app.command("holds")
def holds(
    game: Game,
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="Your rulebook text, UTF-8.", show_default=False)],
    edition: Annotated[str | None, typer.Option("--edition", metavar="ID|FILE", help="The edition it is.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write what each passage holds into the edition.")] = False,
    words: Annotated[int, typer.Option("--words", min=0, help="So many words that no concept has.")] = 40,
) -> None:
    """What each passage of an edition speaks of, as the text stands: for its author.

    Tells the concepts that no clause accounts for, as rows for accepted.toml, and the words that no concept has.
    """
    from rulecheck.cli.rulebook import text_check
    from rulecheck.solvers.texts.authoring import proposal, with_holds
    from rulecheck.spec import load
    from rulecheck.spec.files import read_text

    check = text_check(load(game), text, edition)
    if check.meaning is None:
        raise UserError(f"{game}: write concepts.toml beside its rulebook, and [forms] in {check.edition.path}, first")
    proposed = proposal(check)
    screen = Screen()
    if write:
        path = _file_of(check)
        path.write_text(with_holds(read_text(path), check, proposed.holds), encoding="utf-8")
    _show_foreign(screen, check, proposed)
    shown = ", ".join(f"{word} {often}" for word, often, _ in proposed.unknown[:words])
    screen.line(f"words without a concept ({len(proposed.unknown)}): {shown}")
    if proposed.missing_forms:
        screen.line(f"concepts without a word in this edition: {', '.join(proposed.missing_forms)}")
    rows = sum(len(names) for names in check.meaning.glossary.accepted.values())
    left = len({(one.clause, one.concept) for one in proposed.foreign})
    passages = len(check.edition.passages)
    screen.line(
        f"{passages} passages, {rows} accepted rows ({rows / max(passages, 1):.2f} a passage), {left} rows foreign",
        style="bold",
    )


def _show_foreign(screen: Screen, check: TextCheck, proposed: Proposal) -> None:
    """The concepts that no clause accounts for, each with its places, then all of them as rows of accepted.toml."""
    by_clause: dict[str, dict[str, list[str]]] = {}
    for one in proposed.foreign:
        places = by_clause.setdefault(one.clause, {}).setdefault(one.concept, [])
        mark = f" !! {one.sibling} is expected" if one.sibling else ""
        places.append(f"l.{one.line} {one.words}{mark}")
    accepted = check.meaning.glossary.accepted if check.meaning is not None else {}
    rows = []
    for clause in check.rulebook.clauses:
        concepts = by_clause.get(clause, {})
        for concept, places in concepts.items():
            style = "bold red" if any("!!" in place for place in places) else ""
            screen.line(f"{clause}: {concept}: {'; '.join(dict.fromkeys(places))}", style=style)
        if concepts:
            names = ", ".join(f'"{c}"' for c in sorted({*accepted.get(clause, ()), *concepts}))
            rows.append(f'"{clause}" = [{names}]')
    if rows:
        screen.line()
        screen.line("# for accepted.toml, once each has been looked at:")
        for row in rows:
            screen.line(row)
        screen.line()


def _file_of(check: TextCheck) -> Path:
    """The edition's own file."""
    from rulecheck.spec.files import ROOT

    path = Path(check.edition.path)
    return path if path.exists() else ROOT.parent / path


@app.command("draft")
def draft(
    game: Game,
    text: Annotated[
        Path, typer.Argument(metavar="TEXT", help="Your rulebook: txt, md, html, pdf.", show_default=False)
    ],
    lang: Annotated[str, typer.Option("--lang", metavar="XX", help="Its language: a code, or your own pack's file.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.toml", help="Write here, not to standard output.")
    ] = None,
    encoding: Encoding = None,
) -> None:
    """Propose an edition file: key phrases, numbers and rule words, placed as far as numbers tell.

    What could not be placed is listed in it, line by line, for you to finish.
    """
    from rulecheck.spec import load
    from rulecheck.spec.drafts import draft_of
    from rulecheck.spec.languages import language_of
    from rulecheck.spec.languages.telling import require_language
    from rulecheck.spec.text import parse

    book = load(game)
    language = language_of(lang)
    source = opened(text, encoding)
    require_language(source.text, str(text), language)
    drafted = draft_of(parse(source, language, str(text)), book)
    if out is None:
        print(drafted.toml, end="")
        return
    if out.exists():
        raise UserError(f"{out} is there already; name another file")
    out.write_text(drafted.toml, encoding="utf-8")
    Screen().line(f"{out}   {drafted.placed} passages placed, {drafted.left} left for you")


@app.command("glossary")
def glossary(
    game: Game,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="ID|FILE", help="The terms of this edition only, beside ours.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.csv", help="Write here, not to standard output.")
    ] = None,
) -> None:
    """Write a game's terms, for translators: CSV.

    Columns are concept, language and forms; `rulecheck translation --glossary` reads the file.
    """
    from rulecheck.spec import load
    from rulecheck.spec.termlist import terms_of, written

    entries = terms_of(load(game), edition)
    if not entries:
        raise UserError(f"{game} has no terms: there is no concepts.toml beside its rulebook")
    if out is None:
        print(written(entries), end="")
        return
    if out.exists():
        raise UserError(f"{out} is there already; name another file")
    out.write_text(written(entries), encoding="utf-8")
    Screen().line(f"{out}   {len(entries)} terms, {len({entry.language for entry in entries})} languages")
