"""`rulecheck data`: does a data file meet what the rulebook says about it?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from rulecheck.cli.arguments.options import Game, Output
from rulecheck.cli.rendering.answers import FOUND, Format, Screen, document, emit, some

_WORD: Final = {True: "holds", False: "broken", None: "undecided"}
_STYLE: Final = {True: None, False: "red", None: "yellow"}


def data(
    game: Game,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A data file to be used with --data; else the game's own.")
    ] = None,
    form: Output = Format.TEXT,
) -> None:
    """Check data files, yours or the game's, against the rulebook.

    A check that is wanted but not needed may fail: the game can be played all the same.
    """
    from rulecheck.cli.arguments.options import engine_for, rules_for
    from rulecheck.cli.arguments.rooms import has_engine
    from rulecheck.cli.arguments.tables import tables
    from rulecheck.spec import load, load_data
    from rulecheck.spec.rules import fitting

    paths = _own(game) if file is None else [file]
    files = [(path, load_data(path)) for path in paths]
    if has_engine(game):
        for rules in tables(
            game, None, None, lambda n, name: rules_for(game, players=n, setup=name, data=[file] if file else [])
        ):
            engine_for(rules)  # values that no game can be played with are told now
    book = load(game)
    checked = [(path, read, fitting(book, read), _checks(game, path)) for path, read in files]
    broken = [[check for check in checks if check.holds is False and check.needed] for _, _, _, checks in checked]
    if form is Format.JSON:
        told = [_told(path, read, values, checks) for path, read, values, checks in checked]
        emit(document("data", game=game, **({"files": told} if file is None else told[0])))
    else:
        for (path, read, values, checks), wrong in zip(checked, broken, strict=True):
            title = f"{path}   in place of {read.name}" if file else f"{read.name}   {read.title}"
            _show(Screen(), title, values, checks, len(wrong))
    if any(broken):
        raise typer.Exit(FOUND)


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
        screen.line("  the file can be read; nothing is known about what must stand in it", style="yellow")
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
