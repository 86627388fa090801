"""`rulecheck matrix`: several programs of one game by clause, from the answers of `rulecheck conform`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments.options import Game, Output, ReportFolder
from rulecheck.cli.arguments.tables import read_answer
from rulecheck.cli.rendering.answers import FOUND, Format, Screen, UserError, document, emit, heard, some
from rulecheck.cli.rendering.clause_text import said

if TYPE_CHECKING:
    from rulecheck.properties.conform.search.matrix import Column
    from rulecheck.spec import Rulebook


def matrix(
    game: Game,
    answers: Annotated[
        list[Path],
        typer.Argument(metavar="ANSWER…", help="What `conform GAME --format json -- COMMAND` wrote, a file each."),
    ],
    report: ReportFolder = None,
    form: Output = Format.TEXT,
) -> None:
    """Put several programs side by side, clause by clause.

    Of each clause a program agrees, departs, has another reading, or has not told. With --report there is a page and a
    badge for each program. Exit code 1: at least one departs.
    """
    from rulecheck.properties.conform.search.matrix import DEPARTS, NoAnswer
    from rulecheck.properties.conform.search.matrix import matrix as made
    from rulecheck.spec import load

    book = load(game)
    read = {str(path): read_answer(path) for path in answers}
    try:
        columns = made(book, read)
    except NoAnswer as error:
        raise UserError(str(error)) from None
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise UserError("an answer was written by another version of rulecheck; create it again") from None
    answer = _document(book, columns, answers)
    if report is not None:
        from rulecheck.cli.pages.matrix import matrix_report

        matrix_report(answer, book, report)
    with heard():
        if form is Format.JSON:
            emit(answer)
        else:
            _show(Screen(), answer)
    if any(column.counts[DEPARTS] for column in columns):
        raise typer.Exit(FOUND)


def _document(book: Rulebook, columns: Sequence[Column], answers: Sequence[Path]) -> dict[str, Any]:
    return document(
        "matrix",
        asked={"game": book.game, "answers": list(map(str, answers))},
        programs=[
            {
                "name": column.name,
                "verdict": column.verdict,
                "games": column.games,
                "moves": column.moves,
                "counts": column.counts,
            }
            for column in columns
        ],
        clauses=[
            {
                "clause": id,
                "text": said(book, id),
                "programs": [column.clauses[id] for column in columns],
                "departures": [list(column.departures.get(id, ())) for column in columns],
            }
            for id, clause in book.clauses.items()
            if all(id in column.clauses for column in columns)
        ],
    )


def _show(screen: Screen, answer: dict[str, Any]) -> None:
    """The counts of each program, and the clauses of which not all agree."""
    programs, rows = answer["programs"], answer["clauses"]
    of = f"{some(len(programs), 'program')}   {some(len(rows), 'clause')}"
    screen.line(f"{answer['asked']['game']}   {of}", style="bold")
    words = list(programs[0]["counts"])
    screen.table(
        [(each["name"], each["verdict"], each["games"], *each["counts"].values()) for each in programs],
        head=("program", "verdict", "games", *words),
        indent=2,
    )
    apart = [row for row in rows if not set(row["programs"]) <= {"agrees", "not told"}]
    if apart:
        screen.line()
        screen.table(
            [(row["clause"], *row["programs"]) for row in apart],
            head=("clause", *(each["name"] for each in programs)),
            indent=2,
        )
    same = len(rows) - len(apart)
    if same:
        rest = "of which each program agrees, or has not told: in the JSON and on the page"
        screen.line(f"  {some(same, 'clause')} {rest}", style="dim")
