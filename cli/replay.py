"""`rulecheck replay`: a finding, move by move, with a picture of each position."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from rulecheck.cli.folders import rulecheck_with
from rulecheck.cli.options import Data, Output
from rulecheck.cli.show import Format, Screen, UserError, document, emit, some

if TYPE_CHECKING:
    from rulecheck.properties.finding import Finding, Loaded


class Step(NamedTuple):
    """A move of the finding's game and the position after it; number 0 is the start."""

    number: int
    actor: str
    move: str
    words: str
    events: tuple[str, ...]
    position: Any
    """None if the engine raised on the way to it."""


def replay(
    finding: Annotated[Path, typer.Argument(metavar="FINDING", help="A file that `fuzz` or `conform` wrote.")],
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Show the position after move N only.")
    ] = None,
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=0, help="Stop after move N.")] = None,
    data: Data = None,
    form: Output = Format.TEXT,
) -> None:
    """Step through a finding, position by position.

    At a terminal: Enter or n for the next move, p for the one before, a number to go there, e for the end, q to quit.
    In a pipe it prints the whole game.
    """
    from rulecheck.properties.finding import load_finding

    if step is not None and to is not None:
        raise UserError("--step and --to: give one of them")
    loaded = load_finding(finding, data=tuple(data or ()))
    steps = _steps(loaded)
    for option, number in (("--step", step), ("--to", to)):
        if number is not None and number >= len(steps):
            raise UserError(f"{option} {number}: the game has {some(len(steps) - 1, 'move')}")
    shown = steps if step is None else steps[step : step + 1]
    if to is not None:
        shown = steps[: to + 1]
    if form is Format.JSON:
        emit(_document(loaded, shown))
        return
    screen = Screen()
    _head(screen, loaded.finding, finding)
    if screen.watched and step is None:
        _walk(screen, loaded, shown, finding)
        return
    for one in shown:
        _show(screen, loaded, one, len(steps) - 1)
    if shown[-1] is steps[-1]:
        _foot(screen, loaded.finding, finding)


def _steps(loaded: Loaded) -> list[Step]:
    """The start and every move; a last move that makes the engine raise has no position."""
    engine, positions = loaded.engine, loaded.positions
    steps = [Step(0, "", "", "the start", positions[0].events, positions[0])]
    for number, move in enumerate(loaded.moves, 1):
        actor = engine.actor(positions[number - 1])
        after = positions[number] if number < len(positions) else None
        steps.append(
            Step(
                number,
                engine.seats[actor] if actor >= 0 else "chance",
                str(move),
                engine.describe(move),
                () if after is None else after.events,
                after,
            )
        )
    return steps


def _document(loaded: Loaded, steps: Sequence[Step]) -> dict[str, Any]:
    engine = loaded.engine
    return document(
        "replay",
        finding=loaded.finding.to_json(),
        moves=len(loaded.moves),
        steps=[
            {
                "number": one.number,
                "actor": one.actor,
                "move": one.move,
                "words": one.words,
                "events": list(one.events),
                "position": None if one.position is None else engine.to_json(one.position),
                "picture": None if one.position is None else engine.draw(one.position),
            }
            for one in steps
        ],
    )


def _head(screen: Screen, finding: Finding, path: Path) -> None:
    setting = finding.setting
    screen.line(f"{finding.kind.upper()}  {finding.name}   {path}", style="bold red")
    found = f"found in {finding.program}," if finding.program else "campaign"
    screen.line(
        f"  {setting.game}, {setting.players} players, set-up {setting.setup}   {some(len(finding.moves), 'move')}   "
        f"{found} seed {finding.seed}, game {finding.game}"
    )
    substitute = [file.name for file in setting.data if file.substitute]
    if substitute:
        screen.line(f"  played with substitute data: {', '.join(substitute)}", style="yellow")


def _foot(screen: Screen, finding: Finding, path: Path) -> None:
    screen.line()
    for message in finding.messages:
        screen.line(f"{finding.kind.upper()}  {message}", style="bold red")
    if finding.tried:
        screen.line(f"    tried   {finding.tried}, after the last move")
    if finding.clauses:
        screen.line(f"    clause  {', '.join(finding.clauses)}")
    if finding.program:
        again = shlex.join(
            [*rulecheck_with(finding.setting.game), "conform", finding.setting.game, "--replay", str(path)]
        )
        screen.line("    shown is how the rules have it; the same with the program:")
        screen.line(f"    replay  {again} -- COMMAND…")
    for line in finding.trace.splitlines():
        screen.line(f"    {line}", style="dim")


def _show(screen: Screen, loaded: Loaded, step: Step, last: int) -> None:
    screen.line()
    who = f"{step.actor}: " if step.actor else ""
    words = "" if step.words == step.move else f"   {step.words}"
    screen.line(f"{step.number}/{last}   {who}{step.move}{words}", style="bold")
    if step.events:
        screen.line(f"    by {', '.join(step.events)}", style="dim")
    if step.position is None:
        screen.line("    the engine stops here with an exception", style="bold red")
    else:
        screen.line(loaded.engine.draw(step.position))


def _walk(screen: Screen, loaded: Loaded, steps: Sequence[Step], path: Path) -> None:
    """One position at a time, as the person wants."""
    at, last = 0, len(loaded.moves)
    while True:
        _show(screen, loaded, steps[at], last)
        if at == last:
            _foot(screen, loaded.finding, path)
        try:
            key = screen.console.input("[Enter] next, p back, number, e end, q quit: ").strip().lower()
        except EOFError:
            return
        if key == "q":
            return
        if key == "p":
            at = max(0, at - 1)
        elif key == "e":
            at = len(steps) - 1
        elif key.isdigit():
            at = min(int(key), len(steps) - 1)
        elif at == len(steps) - 1:
            return
        else:
            at += 1
