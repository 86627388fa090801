"""`rulecheck edition`: a first edition file for a new text."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulecheck.cli.arguments.folders import command_for
from rulecheck.cli.arguments.options import Encoding, Game
from rulecheck.cli.arguments.review_file import write_reviewed
from rulecheck.cli.arguments.text_file import opened
from rulecheck.cli.commands.edition_glossary import drafting_of, glossary
from rulecheck.cli.commands.edition_review import review
from rulecheck.cli.rendering.answers import Screen, UserError, some
from rulecheck.properties.runtime.budget import budget
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.drafting import Drafting, Row
    from rulecheck.solvers.drafts.forms import Forms
    from rulecheck.solvers.texts.authoring import Proposal
    from rulecheck.solvers.texts.checking import TextCheck

app = typer.Typer(help="Edition files: where a text says each clause and number.", no_args_is_help=True)
app.command("review")(review)
app.command("glossary")(glossary)


@app.callback()
def _edition() -> None:
    """Edition files: where a text says each clause and number."""


@app.command("holds")
def holds(
    game: Game,
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="Your rulebook text, UTF-8.", show_default=False)],
    edition: Annotated[str | None, typer.Option("--edition", metavar="ID|FILE", help="The edition it is.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write what each sentence says beside the edition.")] = False,
    words: Annotated[int, typer.Option("--words", min=0, help="Number of words without a concept to show.")] = 40,
) -> None:
    """What the passages of an edition speak of, as the text stands: for its author.

    Tells the concepts that no clause accounts for, as rows for accepted.toml, and the words that no concept has.
    """
    from rulecheck.cli.arguments.text_file import text_check
    from rulecheck.solvers.texts.authoring import proposal
    from rulecheck.spec import load

    check = text_check(load(game), text, edition)
    if check.meaning is None:
        raise UserError(f"{game}: write concepts.toml beside its rulebook, and [forms] in {check.edition.path}, first")
    proposed = proposal(check)
    screen = Screen()
    if write:
        write_reviewed(_file_of(check), check)
    _show_foreign(screen, check, proposed)
    shown = ", ".join(f"{word} {often}" for word, often, _ in proposed.unknown[:words])
    screen.line(f"words without a concept ({len(proposed.unknown)}): {shown}")
    if proposed.missing_forms:
        screen.line(f"concepts without a word in this edition: {', '.join(proposed.missing_forms)}")
    rows = sum(len(names) for names in check.meaning.glossary.accepted.values())
    left = len({(foreign.clause, foreign.concept) for foreign in proposed.foreign})
    passages = len(check.edition.passages)
    screen.line(
        f"{passages} passages, {rows} accepted rows ({rows / max(passages, 1):.2f} a passage), {left} rows foreign",
        style="bold",
    )


def _show_foreign(screen: Screen, check: TextCheck, proposed: Proposal) -> None:
    """The concepts that no clause accounts for, each with its places, then all of them as rows of accepted.toml."""
    by_clause: dict[str, dict[str, list[str]]] = {}
    for foreign in proposed.foreign:
        places = by_clause.setdefault(foreign.clause, {}).setdefault(foreign.concept, [])
        mark = f" !! {foreign.sibling} is expected" if foreign.sibling else ""
        places.append(f"l.{foreign.line} {foreign.words}{mark}")
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
    lang: Annotated[
        str, typer.Option("--lang", metavar="XX", help="Its language: a code, none, or your own pack's file.")
    ],
    terms: Annotated[
        Path | None, typer.Option("--glossary", metavar="FILE", help="Your terms: CSV (concept, language, forms), TBX.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.toml", help="Write here, not to standard output.")
    ] = None,
    encoding: Encoding = None,
) -> None:
    """Propose an edition file: the likeliest clause of every sentence, its numbers, what the clause expects.

    What is unsure stays for `edition review`. What the text says differently is told by `rulecheck rulebook`.
    """
    from rulecheck.solvers.drafts.rowfile import edition_text
    from rulecheck.spec import load
    from rulecheck.spec.languages import language_of
    from rulecheck.spec.languages.telling import require_language
    from rulecheck.spec.text import parse

    book = load(game)
    language = language_of(lang)
    with budget(str(text)):
        source = opened(text, encoding)
        require_language(source.text, str(text), language)
        read = parse(source, language, str(text))
    drafting, forms = drafting_of(book, read, terms)
    rows = drafting.drafted()
    written = edition_text(drafting, rows, lang if lang.endswith(".toml") else "")
    if out is None:
        print(written, end="")
        return
    if out.exists():
        raise UserError(f"{out} already exists; name another file")
    write_atomically(out, written)
    _show_draft(Screen(), out, drafting, rows, forms)


def _show_draft(screen: Screen, out: Path, drafting: Drafting, rows: Sequence[Row], forms: Forms) -> None:
    """How sure a draft is, and what is missing for a better one."""
    placed = [row for row in rows if row.clauses]
    sures = sorted((row.sure or 0.0 for row in placed), reverse=True)
    half = sures[: max(1, len(rows) // 2)]
    screen.line(f"{out}   {some(len(rows), 'sentence')}, {len(placed)} placed", style="bold")
    if placed:
        screen.line(
            f"    about {100 * sum(sures) / len(sures):.0f} % of these should be right, "
            f"{100 * sum(half) / len(half):.0f} % of the surer half"
        )
    screen.line(f"    words: {', '.join(forms.sources) or 'none but those of every game'}")
    if forms.unknown:
        screen.line(f"    in your glossary and not in the game's concepts: {', '.join(forms.unknown)}")
    if forms.without:
        without = ", ".join(forms.without[:12])
        more = f" and {len(forms.without) - 12} more" if len(forms.without) > 12 else ""
        screen.line(f"    concepts without a word (see `rulecheck edition glossary`): {without}{more}")
    said = {clause for row in placed for clause in row.clauses}
    lacking = [c for c in drafting.rulebook.clauses if c not in said and c not in drafting.ours]
    screen.line(f"    {some(len(lacking), 'clause')} with no sentence yet")
    game = drafting.rulebook.game
    command = [*command_for(game, "edition", "review"), drafting.text.path, "--edition", str(out)]
    screen.line(f"    next: {shlex.join(command)}")
