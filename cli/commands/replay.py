"""`rulecheck replay`: a finding, move by move, with a picture of each position."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.arguments.folders import command_for
from rulecheck.cli.arguments.options import Data, Output, ReportFolder, check_report
from rulecheck.cli.rendering.answers import Format, Screen, UserError, document, emit, heard, some
from rulecheck.cli.rendering.steps import Step, changes, steps_of

if TYPE_CHECKING:
    from rulecheck.properties.findings.finding import Finding, Loaded


_MOVES: Final = 200
"""Moves that are listed: the last ones."""

_CHANGES: Final = 6
_CHANGED, _SAME = "▌ ", "  "
"""In front of the lines of a picture."""


def replay(
    finding: Annotated[Path, typer.Argument(metavar="FINDING", help="A file that `fuzz` or `conform` wrote.")],
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Show the position after move N only.")
    ] = None,
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=0, help="Stop after move N.")] = None,
    last: Annotated[
        int | None, typer.Option("--last", metavar="N", min=1, help="Show the last N positions.", show_default=False)
    ] = None,
    data: Data = None,
    report: ReportFolder = None,
    form: Output = Format.TEXT,
) -> None:
    """Step through a finding, position by position.

    First come the moves, then the positions, with what each move changed marked. At a terminal: Enter or n for the
    next move, p for the one before, a number to go there, e for the end, q to quit. In a pipe it prints the last
    position, or as many as --last says.
    """
    from rulecheck.properties.findings.finding import load_finding
    from rulecheck.properties.findings.store import kept_at

    if step is not None and (to is not None or last is not None):
        raise UserError(f"--step and {'--to' if to is not None else '--last'}: give one of them")
    finding = kept_at(finding)
    loaded = load_finding(finding, data=tuple(data or ()))
    check_report(report)
    if report is not None:
        from rulecheck.cli.pages.findings import replay_report

        replay_report(loaded, report)
    steps = steps_of(loaded.engine, loaded.moves, loaded.positions)
    for option, number in (("--step", step), ("--to", to)):
        if number is not None and number >= len(steps):
            raise UserError(f"{option} {number}: the game has {some(len(steps) - 1, 'move')}")
    until = len(steps) if to is None else to + 1
    shown = steps[:until][-last if last else 0 :] if step is None else steps[step : step + 1]
    if form is Format.JSON:
        emit(_document(loaded, shown))
        return
    screen = Screen()
    with heard():
        _head(screen, loaded.finding, finding)
        if step is None:
            _list(screen, steps[1:until])
        if screen.watched and step is None:
            _walk(screen, loaded, steps[:until], shown[0].number, finding)
            return
        if step is None and last is None and len(shown) > 1:
            screen.line()
            screen.line(f"the last of {len(shown):,} positions; --last N shows more, --step N any other")
            shown = shown[-1:]
        for shown_step in shown:
            _show(screen, loaded, steps, shown_step.number)
        if shown[-1] is steps[-1]:
            _foot(screen, loaded.finding, finding)


def _document(loaded: Loaded, steps: Sequence[Step]) -> dict[str, Any]:
    engine = loaded.engine
    return document(
        "replay",
        finding=loaded.finding.to_json(),
        moves=len(loaded.moves),
        steps=[
            {
                "number": step.number,
                "actor": step.actor,
                "move": step.move,
                "words": step.words,
                "events": list(step.events),
                "position": None if step.position is None else engine.to_json(step.position),
                "picture": None if step.position is None else engine.draw(step.position),
            }
            for step in steps
        ],
    )


def _head(screen: Screen, finding: Finding, path: Path) -> None:
    setting = finding.setting
    screen.line(f"{finding.kind.upper()}  {finding.name}   {path}", style="bold red")
    origin = f"found in {finding.program}," if finding.program else "campaign"
    screen.line(
        f"  {setting.game}, {setting.players} players, set-up {setting.setup}   {some(len(finding.moves), 'move')}   "
        f"{origin} seed {finding.seed}, game {finding.game}"
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
        again = shlex.join([*command_for(finding.setting.game, "conform"), "--replay", str(path)])
        screen.line("    shown is how the rules have it; the same with the program:")
        screen.line(f"    replay  {again} -- COMMAND…")
    for line in finding.trace.splitlines():
        screen.line(f"    {line}", style="dim")


def _list(screen: Screen, moves: Sequence[Step]) -> None:
    """The moves, a line each; of a long game the last ones."""
    if not moves:
        return
    screen.line()
    if len(moves) > _MOVES:
        screen.line(f"    … {len(moves) - _MOVES:,} moves before these; the finding's file has them all", style="dim")
    wide = len(str(moves[-1].number))
    for step in moves[-_MOVES:]:
        screen.line(f"    {step.number:>{wide}}  {step.actor}: {step.move}")


def _show(screen: Screen, loaded: Loaded, steps: Sequence[Step], at: int) -> None:
    """One step: the move, its clauses, what it changed, and the position with the lines marked that are new."""
    step, before = steps[at], steps[at - 1].position if at else None
    screen.line()
    who = f"{step.actor}: " if step.actor else ""
    screen.line(f"{step.number}/{len(steps) - 1}   {who}{step.move or step.words}", style="bold")
    if step.events:
        screen.line(f"    by {', '.join(step.events)}", style="dim")
    if step.position is None:
        screen.line("    the engine stops here with an exception", style="bold red")
        return
    changed = changes(loaded.engine, before, step.position)
    for change in changed[:_CHANGES]:
        screen.line(f"    {change}")
    if len(changed) > _CHANGES:
        screen.line(f"    and {some(len(changed) - _CHANGES, 'more change')}")
    for line, is_new in marked(
        None if before is None else loaded.engine.draw(before), loaded.engine.draw(step.position)
    ):
        screen.line(f"{_CHANGED if is_new else _SAME}{line}".rstrip(), style="bold" if is_new else None)


def marked(before: str | None, picture: str) -> list[tuple[str, bool]]:
    """The lines of a picture, and which of them the one before it did not have."""
    old = Counter(picture.splitlines() if before is None else before.splitlines())
    lines = []
    for line in picture.splitlines():
        lines.append((line, bool(line.strip()) and not old[line]))
        old[line] -= bool(old[line])
    return lines


def _walk(screen: Screen, loaded: Loaded, steps: Sequence[Step], at: int, path: Path) -> None:
    """One position at a time, as the person wants."""
    end = len(steps) - 1
    while True:
        _show(screen, loaded, steps, at)
        if at == len(loaded.moves):
            _foot(screen, loaded.finding, path)
        try:
            key = screen.console.input("[Enter] next, p back, number, e end, q quit: ").strip().lower()
        except EOFError:
            return
        if key == "q" or (at == end and key in ("", "n")):
            return
        if key == "p":
            at = max(0, at - 1)
        elif key == "e":
            at = end
        elif key.isdecimal():
            at = min(int(key), end)
        else:
            at = min(at + 1, end)
