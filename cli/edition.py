"""`rulecheck edition`: a first edition file for a new text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulecheck.cli.options import Game
from rulecheck.cli.show import Screen, UserError

app = typer.Typer(help="Edition files: where a text says each clause and number.", no_args_is_help=True)


@app.callback()
def _edition() -> None:
    """Edition files: where a text says each clause and number."""


@app.command("draft")
def draft(
    game: Game,
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="Your rulebook text, UTF-8.", show_default=False)],
    lang: Annotated[str, typer.Option("--lang", metavar="XX", help="Its language: a code, or your own pack's file.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.toml", help="Write here, not to standard output.")
    ] = None,
) -> None:
    """Propose an edition file: key phrases, numbers and rule words, placed as far as numbers tell.

    What could not be placed is listed in it, line by line, for you to finish.
    """
    from rulecheck.spec import load
    from rulecheck.spec.drafts import draft_of
    from rulecheck.spec.languages import language_of
    from rulecheck.spec.text import parse, read_source, require_language

    book = load(game)
    language = language_of(lang)
    source = read_source(text)
    require_language(source, str(text), language)
    drafted = draft_of(parse(source, language, str(text)), book)
    if out is None:
        print(drafted.toml, end="")
        return
    if out.exists():
        raise UserError(f"{out} is there already; name another file")
    out.write_text(drafted.toml, encoding="utf-8")
    Screen().line(f"{out}   {drafted.placed} passages placed, {drafted.left} left for you")
