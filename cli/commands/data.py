"""`rulecheck data`: does a data file meet what the rulebook says about it?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.arguments.options import Game, Output
from rulecheck.cli.rendering.answers import FOUND, Format, Screen, UserError, document, emit, some

if TYPE_CHECKING:
    from rulecheck.spec.data import DataFile

_WORD: Final = {True: "holds", False: "broken", None: "undecided"}
_ROWS: Final = 12
"""So many rows with values to be filled in are told."""
_STYLE: Final = {True: None, False: "red", None: "yellow"}


def data(
    game: Game,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A data file to be used with --data; else the game's own.")
    ] = None,
    template: Annotated[
        bool,
        typer.Option(
            "--template", help="Write a file for each substitute, to be filled in from the print, in GAME-data/."
        ),
    ] = False,
    form: Output = Format.TEXT,
) -> None:
    """Check data files, yours or the game's, against the rulebook.

    A check that is wanted but not needed may fail: the game can be played all the same. A file with
    values still to be filled in ("?") is played with the substitute's.
    """
    from rulecheck.cli.arguments.options import engine_for, rules_for
    from rulecheck.cli.arguments.rooms import has_engine
    from rulecheck.cli.arguments.tables import tables
    from rulecheck.spec import load, load_data
    from rulecheck.spec.rules import fitting

    if template:
        if file is not None:
            raise UserError(f"--template writes files for the game, and {file} is one: leave it out")
        _write_templates(Screen(), game)
        return
    paths = _own(game) if file is None else [file]
    own = load_own(game)
    files = [(path, _completed(load_data(path), own)) for path in paths]
    if has_engine(game):
        for rules in tables(
            game, None, None, lambda n, name: rules_for(game, players=n, setup=name, data=[file] if file else [])
        ):
            engine_for(rules)  # values that no game can be played with are told now
    book = load(game)
    checked = [(path, read, fitting(book, read), () if read.unfilled else _checks(game, path)) for path, read in files]
    broken = [[check for check in checks if check.holds is False and check.needed] for _, _, _, checks in checked]
    if form is Format.JSON:
        told = [_told(path, read, values, checks) for path, read, values, checks in checked]
        emit(document("data", game=game, **({"files": told} if file is None else told[0])))
    else:
        for (path, read, values, checks), wrong in zip(checked, broken, strict=True):
            title = f"{path}   in place of {read.name}" if file else f"{read.name}   {read.title}"
            _show(Screen(), title, values, checks, len(wrong))
            _show_unfilled(Screen(), game, read)
    if any(broken):
        raise typer.Exit(FOUND)


def _write_templates(screen: Screen, game: str) -> None:
    """A folder with a template of each substitute file."""
    from rulecheck.properties.runtime.writing import new_folder, why, write_atomically
    from rulecheck.spec import load_data
    from rulecheck.spec.data import template

    files = [read for read in map(load_data, _own(game)) if read.printed]
    if not files:
        raise UserError(f"{game} has no substitute data: nothing is to be filled in")
    folder = Path(f"{game}-data")
    try:
        with new_folder(folder) as made:
            for read in files:
                write_atomically(made / f"{read.name}.toml", template(read))
    except OSError as error:
        raise UserError(f"{folder}: {why(error)}") from None
    for read in files:
        path = folder / f"{read.name}.toml"
        screen.line(f"{path}   {read.title}; when filled in: rulecheck data {game} {path}")


def _completed(read: DataFile, own: Mapping[str, DataFile]) -> DataFile:
    from rulecheck.spec.data import completed

    return completed(read, own[read.name]) if read.name in own else read


def _show_unfilled(screen: Screen, game: str, read: DataFile) -> None:
    """What a file lacks of the print."""
    if read.unfilled:
        screen.line(f"  values of {some(len(read.unfilled), 'row')} still to be filled in:", style="yellow")
        for row in read.unfilled[:_ROWS]:
            screen.line(f"    {row}")
        if len(read.unfilled) > _ROWS:
            screen.line(f"    … {len(read.unfilled) - _ROWS} more")
    elif read.printed and read.substitute:
        what = ", ".join(read.printed)
        screen.line(f"  substitute: {what} are to be filled in from the print; `rulecheck data {game} --template`")


def load_own(game: str) -> Mapping[str, DataFile]:
    """The game's own data files, by name."""
    from rulecheck.spec import load
    from rulecheck.spec.rules import own_data

    book = load(game)
    return {} if book.file is None else own_data(book.file.parent)


def _own(game: str) -> list[Path]:
    from rulecheck.spec import load

    book = load(game)
    return [] if book.file is None else sorted((book.file.parent / "data").glob("*.toml"))


def _told(path: Path, read: Any, values: int | None, checks: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "file": str(path),
        "replaces": read.name,
        "substitute": read.substitute,
        "values": values,
        "unfilled": list(read.unfilled),
        "checks": [
            {"id": check.id, "verdict": _WORD[check.holds], "needed": check.needed, "what": check.what}
            for check in checks
        ],
    }


def _checks(game: str, file: Path) -> tuple[Any, ...]:
    from rulecheck.spec import Part, game_named

    check = game_named(game).offered(Part.CHECKS, "check_data")
    return tuple(check(file)) if check is not None else ()


def _show(screen: Screen, title: str, values: int | None, checks: tuple[Any, ...], broken: int) -> None:
    if values is None and not checks:
        screen.line(f"{title}   NOT CHECKED", style="bold yellow")
        screen.line("  the file is readable; nothing is known about what it must contain", style="yellow")
        return
    asked = [] if values is None else [f"{some(values, 'value')} of the right kind"]
    asked += [f"{some(len(checks), 'check')}, {broken} broken"] if checks else []
    screen.line(f"{title}   {', '.join(asked)}", style="bold")
    rows = [
        (check.id, _WORD[check.holds] if check.needed or check.holds is not False else "missed", check.what)
        for check in checks
    ]
    width = max((len(row[0]) for row in rows), default=0)
    for check, (id, word, what) in zip(checks, rows, strict=True):
        screen.line(f"  {id:<{width}}  {word:<9}  {what}", style=_STYLE[check.holds] if word != "missed" else "yellow")
