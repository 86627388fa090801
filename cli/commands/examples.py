"""`rulecheck examples`: worked examples, the rulebook's or the user's own, played on the engine."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments.options import (
    Data,
    Game,
    HostOutput,
    Numbers,
    Players,
    Readings,
    SetUpName,
    needs_engine,
    pairs,
    whole_numbers,
)
from rulecheck.cli.arguments.watching import Watch, watched
from rulecheck.cli.rendering.answers import FOUND, Screen, UserError, document, emit, some
from rulecheck.cli.rendering.code_hosts import HostFormat, example_cases, show_cases

if TYPE_CHECKING:
    from rulecheck.properties.examples import ExampleResult

_STYLE = {"passes": "green", "example-fails": "yellow", "fails": "red", "broken": "red"}


def examples(
    game: Game,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.md]", help="Your own file with example blocks.", show_default=False)
    ] = None,
    named: Annotated[
        str, typer.Option("-k", "--named", metavar="PATTERN", help="Only examples with this in their names.")
    ] = "",
    players: Players = None,
    setup: SetUpName = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Count properties that hand-set positions break as failures, not notes.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show only failures.")] = False,
    watch: Watch = False,
    form: HostOutput = HostFormat.TEXT,
) -> None:
    """Play worked examples: the rulebook's, or your own.

    An example that is marked as false in print, and fails as marked, is no
    finding. --players, --setup, --reading and --number hold for blocks that do
    not say otherwise.
    """
    from rulecheck.properties.examples import run_examples, run_file
    from rulecheck.spec import game_named, load

    if watch:
        watched([*([] if file is None else [file]), game_named(game).folder])
    needs_engine(game)
    book = load(game)
    given = tuple(data or ())
    said = {
        "players": players,
        "setup": setup,
        "readings": pairs(reading, "--reading"),
        "numbers": whole_numbers(number, "--number"),
    }
    choice = {key: value for key, value in said.items() if value}
    if file is not None:
        results = run_file(file, book, data=given, choice=choice, named=named, strict=strict)
    else:
        results = run_examples(book, data=given, choice=choice, named=named, strict=strict)
    if named and not results:
        raise UserError(f"-k {named}: no example has this in its name; `rulecheck examples {game}` lists them")
    counts = Counter(str(result.verdict) for result in results)
    answer = document(
        "examples",
        game=game,
        file=book.path if file is None else str(file),
        counts={verdict: counts[verdict] for verdict in _STYLE},
        examples=[_result(result) for result in results],
    )
    if form is HostFormat.JSON:
        emit(answer)
    elif form is not HostFormat.TEXT:
        show_cases(form, f"rulecheck examples {game}", example_cases(answer))
    else:
        _show(Screen(), game, results, counts, quiet=quiet)
    if not all(result.is_good for result in results):
        raise typer.Exit(FOUND)


def _result(result: ExampleResult) -> dict[str, Any]:
    return {
        "id": result.id,
        "path": result.path,
        "line": result.line,
        "verdict": result.verdict,
        "step": result.step,
        "failures": list(result.failures),
        "book": result.book,
        "reason": result.reason,
        "notes": list(result.notes),
        "substitute": list(result.substitute),
        "picture": _picture(result),
    }


def _picture(result: ExampleResult) -> str | None:
    """The position where an example fails; None for a block that has a mistake itself."""
    if result.is_good or result.verdict == "broken" or result.reached is None:
        return None
    engine, position = result.reached
    picture: str = engine.draw(position)
    return picture


def _show(screen: Screen, game: str, results: tuple[ExampleResult, ...], counts: Counter[str], *, quiet: bool) -> None:
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in _STYLE if counts[verdict])
    screen.line(f"{game}   {some(len(results), 'example')}{': ' + told if told else ''}", style="bold")
    for result in results:
        if quiet and result.is_good:
            continue
        screen.line(f"{result.verdict:<13}  {result.id}   {result.path}:{result.line}", style=_STYLE[result.verdict])
        step = f"step {result.step}: " if result.step is not None else ""
        for failure in result.failures:
            screen.line(f"    {step}{failure}")
        picture = _picture(result)
        if picture is not None:
            before = (result.step or 1) - 1
            played = f"after step {before}" if before else "at the start"
            screen.line(f"    the position {played}:", style="dim")
            for line in picture.splitlines():
                screen.line(f"      {line}".rstrip())
        for note in result.notes:
            screen.line(f"    note: {note}")
        if result.reason:
            screen.line(f"    false in print{f' ({result.book})' if result.book else ''}: {result.reason}")
    substitute = sorted({name for result in results for name in result.substitute})
    if substitute:
        screen.line(f"played with substitute data: {', '.join(substitute)}", style="yellow")
