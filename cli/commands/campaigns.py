"""`rulecheck campaigns`: the campaigns that a database keeps, and what changed from one to another."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments.options import Output
from rulecheck.cli.arguments.store_options import ledger_at
from rulecheck.cli.rendering.answers import Format, Screen, UserError, document, emit, some
from rulecheck.properties.runtime.plain import plain

if TYPE_CHECKING:
    from rulecheck.properties.campaign.ledger import Run


def campaigns(
    place: Annotated[str, typer.Argument(metavar="FILE", help="A database that `fuzz --store` wrote, or its URL.")],
    compare: Annotated[
        list[int] | None, typer.Option("--run", metavar="N", help="Compare this run with another one: give it twice.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="NAME", help="Only campaigns of this game.")] = None,
    form: Output = Format.TEXT,
) -> None:
    """List the campaigns of a database, or compare two of them.

    Of each: its games, moves, clauses exercised and findings; of each finding the runs that saw it first and last. Of
    two: findings that are new, gone and still there, clauses that only one of them exercised, and both rates.
    """
    ledger = _there(place)
    try:
        runs = ledger.runs(game)
        if compare:
            _compare(runs, compare, form)
            return
        told = [_told(run) for run in runs]
        seen = {name: dict(ledger.sightings(name)) for name in sorted({run.game for run in runs})}
    finally:
        ledger.close()
        for damaged in dict.fromkeys(ledger.damaged):
            print(plain(f"rulecheck: {place}: {damaged}; it is left out"), file=sys.stderr)
    if form is Format.JSON:
        emit(document("campaigns", runs=told, findings=_findings(seen)))
        return
    screen = Screen()
    if not runs:
        screen.line("no campaigns")
        return
    head = ("run", "game", "seed", "games", "moves", "a second", "clauses", "findings", "begun", "state")
    screen.table([tuple(_cell(row, name) for name in head) for row in told], head=head)
    for name, keys in seen.items():
        if keys:
            screen.line()
            screen.line(f"{name}: {some(len(keys), 'finding')}, with the runs that saw it first and last")
            screen.table([(key, first, last) for key, (first, last) in sorted(keys.items())], indent=2)


def _there(place: str) -> Any:
    """The ledger; a file that is not there is told, and not made."""
    from pathlib import Path

    if "://" not in place and not Path(place).is_file():
        raise UserError(f"{place}: no such file; `rulecheck fuzz GAME --store {place}` makes it")
    return ledger_at(place)


def _told(run: Run) -> dict[str, Any]:
    return {
        "run": run.id,
        "game": run.game,
        "seed": run.seed,
        "round": run.round,
        "begun": run.begun,
        "ended": run.ended,
        "games": run.games,
        "moves": run.moves,
        "seconds": round(run.seconds, 1),
        "clauses": len(run.clauses),
        "of": run.of,
        "findings": dict(run.findings),
    }


def _findings(seen: dict[str, dict[str, tuple[int, int]]]) -> list[dict[str, Any]]:
    return [
        {"game": game, "key": key, "first": first, "last": last}
        for game, keys in seen.items()
        for key, (first, last) in sorted(keys.items())
    ]


def _cell(row: dict[str, Any], name: str) -> object:
    if name == "a second":
        return f"{row['moves'] / row['seconds']:,.0f}" if row["seconds"] else "-"
    if name == "clauses":
        return f"{row['clauses']}/{row['of']}"
    if name == "findings":
        return len(row["findings"])
    if name == "state":
        return "ended" if row["ended"] else "can go on"
    return f"{row[name]:,}" if name in ("games", "moves") else row[name]


def _compare(runs: tuple[Run, ...], asked: list[int], form: Format) -> None:
    if len(asked) != 2:
        raise UserError(f"--run: two runs are compared, not {len(asked)}; give the option twice")
    by_id = {run.id: run for run in runs}
    for number in asked:
        if number not in by_id:
            raise UserError(f"--run {number}: no such run; there are {', '.join(map(str, by_id)) or 'none'}")
    before, after = (by_id[number] for number in asked)
    if before.game != after.game:
        raise UserError(f"--run: run {before.id} plays {before.game}, run {after.id} {after.game}")
    old, new = before.findings.keys(), after.findings.keys()
    parts = {"new": sorted(new - old), "gone": sorted(old - new), "still there": sorted(old & new)}
    gained = sorted(after.clauses.keys() - before.clauses.keys())
    lost = sorted(before.clauses.keys() - after.clauses.keys())
    if form is Format.JSON:
        findings = {name.replace(" ", "_"): keys for name, keys in parts.items()}
        both = [_told(before), _told(after)]
        emit(document("campaigns", runs=both, compared={"findings": findings, "gained": gained, "lost": lost}))
        return
    screen = Screen()
    for run in (before, after):
        row = _told(run)
        rate, games = _cell(row, "a second"), some(run.games, "game")
        screen.line(f"run {run.id}: {games}, {run.moves:,} moves, {rate} a second, clauses {_cell(row, 'clauses')}")
    for name, keys in parts.items():
        screen.line(f"{name}: {some(len(keys), 'finding')}")
        screen.table([(key,) for key in keys], indent=2)
    for name, clauses in (("clauses gained", gained), ("clauses lost", lost)):
        if clauses:
            screen.line(f"{name}: {', '.join(clauses)}")
