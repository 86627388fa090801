"""`rulecheck rulebook --clause`: all that a text says of one clause, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulecheck.cli.rendering.answers import Screen, UserError, document, emit
from rulecheck.cli.rendering.text_findings import quote

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.sides import Dimensions, Sides

WIDTH = 96


def side_by_side(check: TextCheck, clause: str, *, as_json: bool) -> None:
    """Show the passages of a clause with what each says, by dimension, and the clauses like it."""
    from rulecheck.solvers.texts.sides import sides
    from rulecheck.spec.errors import meant

    if clause not in check.rulebook.clauses:
        raise UserError(
            f"--clause {clause}: no such clause; {meant(clause, check.rulebook.clauses, 'the clauses are')}"
        )
    if check.meaning is None:
        raise UserError(f"--clause: {check.rulebook.game} or the edition {check.edition.id} has no concepts yet")
    clause_sides = sides(check, clause)
    if as_json:
        emit(_answer(check, clause_sides))
    else:
        _show(Screen(), check, clause_sides)


def _answer(check: TextCheck, clause_sides: Sides) -> dict[str, Any]:
    return document(
        "rulebook",
        game=check.rulebook.game,
        edition=check.edition.id,
        text=check.text.path,
        clause={
            "id": clause_sides.clause,
            "wording": clause_sides.wording,
            "states": {name: list(concepts) for name, concepts in clause_sides.states.items()},
            "passages": [
                {
                    **quote(side.quote),
                    "says": {name: list(concepts) for name, concepts in side.says.items()},
                    "beyond": list(side.beyond),
                }
                for side in clause_sides.sides
            ],
            "siblings": {
                other: {name: list(concepts) for name, concepts in says.items()}
                for other, says in clause_sides.siblings.items()
            },
        },
    )


def _show(screen: Screen, check: TextCheck, clause_sides: Sides) -> None:
    screen.line(f"{clause_sides.clause}   {clause_sides.wording}", style="bold")
    screen.line(f"    {_row(clause_sides.states)}")
    for side in clause_sides.sides:
        screen.line()
        words = side.quote.words
        screen.line(
            f"{check.text.path}:{side.quote.line}:{side.quote.column}: {words[:WIDTH]}{'…' * (len(words) > WIDTH)}"
        )
        screen.line(f"    {_row(side.says)}")
        if side.beyond:
            screen.line(f"    beyond the clause: {', '.join(side.beyond)}")
    if not clause_sides.sides:
        screen.line("    the text has no passage of it")
    for other, says in clause_sides.siblings.items():
        screen.line()
        screen.line(f"like it: {other}   {check.rulebook.clauses[other].text}")
        screen.line(f"    {_row(says) or 'no passage'}")


def _row(says: Dimensions) -> str:
    return "   ".join(f"{name}: {', '.join(concepts)}" for name, concepts in says.items())
