"""`rulecheck perft`: counts of the move tree, to compare with another implementation."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments.options import (
    Data,
    Game,
    Numbers,
    Output,
    Players,
    Readings,
    SetUpName,
    asked,
    engine_for,
    playable,
    rules_for,
)
from rulecheck.cli.rendering.answers import Format, Screen, document, emit, some
from rulecheck.properties.runtime.interrupts import exit_code

if TYPE_CHECKING:
    from rulecheck.properties.perft import Branch, Tree


def perft(
    game: Game,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, max=99, help="How many moves deep.")],
    divide: Annotated[bool, typer.Option("--divide", help="Show the count below each first move.")] = False,
    players: Players = None,
    setup: SetUpName = None,
    start: Annotated[str, typer.Option("--start", metavar="NAME", help="A named start of the game.")] = "begin",
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Play this move first. Repeatable, in order.")
    ] = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    form: Output = Format.TEXT,
) -> None:
    """Count the move tree, N moves deep.

    Every outcome of chance counts as one move.
    """
    from rulecheck.properties.perft import Counter, joined

    rules = rules_for(game, players=players, setup=setup, readings=reading, numbers=number, data=data)
    playable([rules])
    engine = engine_for(rules)
    state = engine.named_start(start)
    for text in after or ():
        state = engine.play(state, engine.parse(text))
    began = time.monotonic()
    screen = Screen()
    if form is Format.TEXT:
        screen.line(f"{game}   {some(rules.players, 'player')}   set-up {rules.setup}   from {start}")
    branches: list[Branch] = []
    stopped = False
    try:
        for branch in Counter(engine).branches(state, depth):
            branches.append(branch)
            if divide and form is Format.TEXT:
                screen.line(f"{_leaves(branch, depth):>16,}  {branch.move}")
    except KeyboardInterrupt:
        stopped = True
    if stopped and not branches:
        raise typer.Abort
    tree = joined(branches, depth)
    if form is Format.JSON:
        emit(_document(asked(rules), start, after or [], depth, branches if divide else None, tree, stopped))
    else:
        _show(screen, tree, time.monotonic() - began)
        if stopped:
            screen.line(f"stopped after {some(len(branches), 'first move')}: the counts are of those only", "yellow")
        if rules.substitute:
            screen.line(f"substitute data in use: {', '.join(rules.substitute)}", style="yellow")
    if stopped:
        raise typer.Exit(exit_code())


def _leaves(branch: Branch, depth: int) -> int:
    return branch.tree.positions[-1] if depth > 1 else 1


def _show(screen: Screen, tree: Tree, seconds: float) -> None:
    screen.table(list(enumerate(tree.positions, 1)), head=("depth", "positions"))
    over = f"   {some(tree.ended, 'game')} over before the last move" if tree.ended else ""
    screen.line(f"{seconds:.1f} s{over}")


def _document(
    rules: dict[str, Any],
    start: str,
    after: list[str],
    depth: int,
    branches: list[Branch] | None,
    tree: Tree,
    stopped: bool,
) -> dict[str, Any]:
    answer = document(
        "perft",
        asked={**rules, "start": start, "after": after, "depth": depth},
        positions=list(tree.positions),
        ended=tree.ended,
        complete=not stopped,
    )
    if branches is not None:
        answer["divide"] = [{"move": str(branch.move), "positions": _leaves(branch, depth)} for branch in branches]
    return answer
