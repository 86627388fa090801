"""`rulecheck conform --trace`: logs of played games held against the rules; `--record`: such a log of ours."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from rulecheck.cli.departures import departure_document, show_departure
from rulecheck.cli.options import pairs, rules_for, whole_numbers
from rulecheck.cli.show import FOUND, INTERRUPTED, WRONG_USE, Format, Screen, UserError, document, emit, some

if TYPE_CHECKING:
    from rulecheck.properties.conform.trace import Defaults, Report
    from rulecheck.spec import Rules

_PROBLEMS: Final = 20
_NOT_TOLD: Final = 12


class Logs(NamedTuple):
    """What the command line asked for."""

    game: str
    files: Sequence[Path]
    players: Sequence[int] | None
    setup: str | None
    readings: Sequence[str] | None
    numbers: Sequence[str] | None
    data: Sequence[Path] | None
    accept: Path | None


def check_traces(asked: Logs, findings: Path, form: Format) -> None:
    """Check the games of some logs, show what came of it, and exit as `rulecheck conform` does."""
    from rulecheck.properties.conform.accepted import read_accepted
    from rulecheck.properties.conform.trace import Report, check
    from rulecheck.properties.finding import save

    defaults = _defaults(asked)
    accepted = frozenset[str]() if asked.accept is None else read_accepted(asked.accept)
    report = Report()
    interrupted = False
    try:
        for one in check(asked.files, asked.game, defaults=defaults):
            report.add(one)
            if sys.stderr.isatty() and report.games % 20 == 0:
                print(f"\r{some(report.games, 'game')}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        interrupted = True
    known = {key: group for key, group in report.groups.items() if key in accepted}
    for key in known:
        del report.groups[key]
    saved = save([group.departure.to_finding() for group in report.groups.values()], findings)
    met = {key: group.departure.times for key, group in known.items()}
    answer = _document(asked, report, met, [str(path) for path in saved.paths], interrupted)
    if form is Format.JSON:
        emit(answer)
    else:
        _show(Screen(), answer)
    if report.problems:
        raise typer.Exit(WRONG_USE)
    if report.groups:
        raise typer.Exit(FOUND)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _defaults(asked: Logs) -> Defaults:
    from rulecheck.properties.conform.trace import Defaults

    if asked.players and len(asked.players) > 1:
        raise UserError("--players: with --trace only once; a log says itself how many played")
    players = asked.players[0] if asked.players else None
    rules_for(  # what there is not is told before the first game
        asked.game,
        players=players,
        setup=asked.setup,
        readings=asked.readings,
        numbers=asked.numbers,
        data=asked.data,
    )
    return Defaults(
        players=players,
        setup=asked.setup,
        readings=pairs(asked.readings, "--reading"),
        numbers=whole_numbers(asked.numbers, "--number"),
        data=tuple(asked.data or ()),
    )


def _document(
    asked: Logs, report: Report, accepted: dict[str, int], paths: Sequence[str], interrupted: bool
) -> dict[str, Any]:
    from rulecheck.reference_engines import build
    from rulecheck.spec import load, make_rules

    book = load(asked.game)
    engine = build(make_rules(asked.game))
    groups = list(report.groups.values())
    files = [*paths, *[None] * (len(groups) - len(paths))]
    departs = bool(groups)
    return document(
        "conform-trace",
        asked={"game": asked.game, "files": [str(file) for file in asked.files]},
        verdict="departs" if departs else "agrees" if report.agree else "skipped",
        games=report.games,
        moves=report.moves,
        agree=report.agree,
        unfinished=report.unfinished,
        ambiguous=report.ambiguous,
        most_positions=report.most,
        interrupted=interrupted,
        compared={
            "legal": report.told.legal,
            "state": report.told.states,
            "turn": report.told.turns,
            "outcome": report.told.outcomes,
            "refused": report.told.refused,
            "not_told": list(report.compared.not_told(engine.to_json(engine.start()))),
        },
        accepted=accepted,
        skipped=[{"where": one.where, "step": one.step, "reason": one.reason} for one in report.skipped],
        problems=[str(problem) for problem in report.problems],
        departures=[
            {
                **departure_document(book, group.departure),
                "keys": [group.departure.key],
                "where": list(group.where),
                "file": file,
                "replay": None if file is None else f"rulecheck replay {file}",
            }
            for group, file in zip(groups, files, strict=True)
        ],
    )


def _show(screen: Screen, answer: dict[str, Any]) -> None:
    compared, found = answer["compared"], answer["departures"]
    screen.line(
        f"{answer['asked']['game']}   {answer['verdict'].upper()}   {some(answer['games'], 'game')}   "
        f"{some(answer['moves'], 'move')}   {some(len(found), 'departure')}",
        style="bold",
    )
    screen.line(f"  agree      {some(answer['agree'], 'game')}, {answer['unfinished']:,} of them not played to the end")
    screen.line(
        f"  compared   legal moves {compared['legal']:,} times, positions {compared['state']:,}, "
        f"turns {compared['turn']:,}, ends {compared['outcome']:,}, refusals {compared['refused']:,}"
    )
    parts = compared["not_told"]
    if parts:
        more = f" and {len(parts) - _NOT_TOLD} more" if len(parts) > _NOT_TOLD else ""
        screen.line(f"  not told   {', '.join(parts[:_NOT_TOLD])}{more}", style="yellow")
    if answer["ambiguous"]:
        screen.line(
            f"  ambiguous  {some(answer['ambiguous'], 'game')}: up to {answer['most_positions']:,} positions "
            "fit what is told",
            style="yellow",
        )
    for one in answer["skipped"]:
        screen.line(f"  skipped    {one['where']} step {one['step']}: {one['reason']}", style="yellow")
    for key, times in answer["accepted"].items():
        screen.line(f"  accepted   {key}   met {times:,} times", style="dim")
    if answer["interrupted"]:
        screen.line("  stopped by Ctrl-C; this is what was found till then", style="yellow")
    for one in found:
        screen.line()
        show_departure(screen, one)
        screen.line(f"    in      {', '.join(one['where'])}")
    for problem in answer["problems"][:_PROBLEMS]:
        screen.line()
        screen.line(problem, style="red")
    if len(answer["problems"]) > _PROBLEMS:
        screen.line(f"and {len(answer['problems']) - _PROBLEMS:,} more lines that cannot be used", style="red")


def write_traces(path: Path, every: Sequence[Rules], games: int, seed: int, form: Format) -> None:
    """Write games of ours as a log in which everything is told."""
    from random import Random

    from rulecheck.properties.conform.trace import record
    from rulecheck.properties.finding import write_atomically
    from rulecheck.properties.players import uniform
    from rulecheck.reference_engines import build

    lines, moves = [], 0
    for nth in range(games):
        rules = every[nth % len(every)]
        source = f"rulecheck, seed {seed}, game {nth}"
        tell = ("by", "turn", "legal", "state", "outcome")
        found = record(build(rules), uniform(Random(seed)), tell=tell, seed=seed + nth, source=source)
        moves += len(found["steps"])
        lines.append(json.dumps(found, ensure_ascii=False))
    write_atomically(path, "\n".join(lines) + "\n")
    if form is Format.JSON:
        emit(document("conform-record", file=str(path), games=games, moves=moves, seed=seed))
    else:
        Screen().line(f"{path}: {some(games, 'game')}, {some(moves, 'move')}, seed {seed}")
