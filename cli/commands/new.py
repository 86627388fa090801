"""`rulecheck new`: a game of your own that works from the first minute, to be changed rule by rule."""

from __future__ import annotations

import keyword
import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck import DISTRIBUTION
from rulecheck.cli.arguments.options import Output
from rulecheck.cli.rendering.answers import Format, Screen, UserError, document, emit
from rulecheck.properties.runtime.writing import new_folder, write_atomically

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES: Final = Path(__file__).parents[1] / "templates"
_SUFFIX: Final = ".jinja"


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name; its folder and package are called so.")],
    into: Annotated[
        Path, typer.Option("--into", metavar="DIR", help="Put the game's folder into DIR, not into this one.")
    ] = Path("."),
    program: Annotated[
        str | None,
        typer.Option(
            "--from-program",
            metavar="'PROGRAM…'",
            help="The game of a program that speaks the protocol: its engine, and clauses still to be written.",
        ),
    ] = None,
    form: Output = Format.TEXT,
) -> None:
    """Write a small game that works at once, for you to change.

    A rulebook of a dozen clauses with a silence in it, an engine, properties with breakers, a theorem with its twin,
    worked examples, an edition with its text, tests, and a workflow for a code host.
    """
    folder = _folder(name, into)
    if program is None:
        written = write_game(name, folder)
    else:
        from rulecheck.cli.commands.new_from_program import words_of

        runs_in = repr(os.path.relpath(Path.cwd(), folder))
        written = write_game(name, folder, "program", {**words_of(program), "runs_in": runs_in})
    if form is Format.JSON:
        emit(document("new", game=name, folder=str(folder), files=written))
        return
    screen = Screen()
    screen.line(f"{folder}   {len(written)} files; README.md says what each is for", style="bold")
    screen.line(f"    cd {folder} && rulecheck fuzz .")


def write_game(name: str, folder: Path, kind: str = "game", more: Mapping[str, Any] | None = None) -> list[str]:
    """Write the game of a name into a new folder; the files' paths in it, in order.  Raises OSError."""
    environment = _environment(kind)
    words = {"name": name, "title": name.replace("_", " ").title(), "distribution": DISTRIBUTION, **(more or {})}
    written: list[str] = []
    with new_folder(folder) as made:
        for template in environment.list_templates(extensions=[_SUFFIX.removeprefix(".")]):
            name_in = template.removesuffix(_SUFFIX)
            write_atomically(made / name_in, environment.get_template(template).render(words))
            written.append(name_in)
    return written


def _environment(kind: str) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_TEMPLATES / kind),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )


def _folder(name: str, into: Path) -> Path:
    """Where the game goes; raises UserError for a name that cannot be one and for a folder that is there."""
    from rulecheck.spec import games

    if not (name.isidentifier() and name == name.lower() and name.isascii()) or keyword.iskeyword(name):
        raise UserError(f"{name!r} cannot be a game's name: use small letters, digits and _, a letter first")
    if name in games():
        raise UserError(f"a game {name} already exists; choose another name")
    folder = into / name
    if folder.exists():
        raise UserError(f"{folder} already exists; choose another name, or another place with --into DIR")
    if find_spec(name) is not None:
        raise UserError(f"{name} is also the name of a Python module; choose another name")
    if not into.is_dir():
        raise UserError(f"--into {into}: no such folder")
    return folder
