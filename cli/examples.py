"""`rulecheck examples`: worked examples, the rulebook's or the user's own, played on the engine."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.options import Data, Game, Output, needs_engine
from rulecheck.cli.show import FOUND, Format, Screen, document, emit, some

if TYPE_CHECKING:
    from rulecheck.properties.examples import ExampleResult

_STYLE = {"passes": "green", "example-fails": "yellow", "fails": "red", "broken": "red"}


def examples(
    game: Game,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.md]", help="Your own file with example blocks.", show_default=False)
    ] = None,
    data: Data = None,
    form: Output = Format.TEXT,
) -> None:
    """Play worked examples: the rulebook's, or those of your own file.

    An example that is marked as false in print, and fails as marked, is no finding.
    """
    from rulecheck.properties.examples import run_examples, run_file
    from rulecheck.spec import load

    needs_engine(game)
    book = load(game)
    given = tuple(data or ())
    results = run_file(file, book, data=given) if file is not None else run_examples(book, data=given)
    counts = Counter(str(result.verdict) for result in results)
    if form is Format.JSON:
        emit(
            document(
                "examples",
                game=game,
                file=book.path if file is None else str(file),
                counts={verdict: counts[verdict] for verdict in _STYLE},
                examples=[_result(result) for result in results],
            )
        )
    else:
        _show(Screen(), game, results, counts)
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
        "substitute": list(result.substitute),
    }


def _show(screen: Screen, game: str, results: tuple[ExampleResult, ...], counts: Counter[str]) -> None:
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in _STYLE if counts[verdict])
    screen.line(f"{game}   {some(len(results), 'example')}{': ' + told if told else ''}", style="bold")
    for result in results:
        screen.line(f"{result.verdict:<13}  {result.id}   {result.path}:{result.line}", style=_STYLE[result.verdict])
        step = f"step {result.step}: " if result.step is not None else ""
        for failure in result.failures:
            screen.line(f"    {step}{failure}")
        if result.reason:
            screen.line(f"    false in print{f' ({result.book})' if result.book else ''}: {result.reason}")
    substitute = sorted({name for result in results for name in result.substitute})
    if substitute:
        screen.line(f"played with substitute data: {', '.join(substitute)}", style="yellow")
