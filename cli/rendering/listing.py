"""`--list`: the names that a command can be asked about, one a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import typer

from rulecheck.cli.rendering.answers import Format, Screen, document, emit

List: TypeAlias = Annotated[bool, typer.Option("--list", help="List the names that can be asked for, one a line.")]


def show_names(game: str, of: str, rows: Iterable[tuple[str, str, str]], form: Format) -> None:
    """Names of `of`, each with its kind and what it says."""
    listed = [(name, kind, " ".join(says.split())) for name, kind, says in rows]
    if form is Format.JSON:
        names = [{"name": name, "kind": kind, "says": says} for name, kind, says in listed]
        emit(document("list", game=game, of=of, names=names))
    else:
        Screen().table(listed)
