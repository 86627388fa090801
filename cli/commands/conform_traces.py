"""`rulecheck conform --trace`: logs of played games held against the rules; `--record`: such a log of ours."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from rulecheck.cli.arguments.options import pairs, rules_for, whole_numbers
from rulecheck.cli.arguments.tables import replay_command
from rulecheck.cli.rendering.answers import (
    FOUND,
    WRONG_USE,
    Format,
    Screen,
    UserError,
    document,
    emit,
    heard,
    show_substitute,
    some,
)
from rulecheck.cli.rendering.departures import (
    departure_document,
    keep_accepted,
    show_accepted,
    show_departures,
    show_not_told,
    substitutes,
    verdict_words,
    write_file,
)
from rulecheck.cli.rendering.terminal_filter import below
from rulecheck.properties.runtime.interrupts import exit_code
from rulecheck.properties.runtime.plain import plain_json

if TYPE_CHECKING:
    from rulecheck.properties.conform.traces.checking import Defaults, Group, Report
    from rulecheck.properties.findings.finding import Saved
    from rulecheck.spec import Rules

_PROBLEMS: Final = 20
_TOLD: Final = {"legal": "legal moves", "state": "positions", "turn": "whose turn it is", "outcome": "ends of games"}
"""What a log can tell besides its moves, in words."""


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
    report: Path | None = None
    """Where pages are written, if they are."""


def check_traces(asked: Logs, findings: Path, write_to: Path | None, form: Format) -> None:
    """Check the games of some logs, show what came of it, and exit as `rulecheck conform` does."""
    from rulecheck.properties.conform.lockstep.baseline import Baseline, read_baseline
    from rulecheck.properties.findings.finding import save

    defaults = _defaults(asked)
    accepted = Baseline() if asked.accept is None else read_baseline(asked.accept)
    report, interrupted = _checked(asked, defaults)
    met = dict.fromkeys(sorted(accepted), 0)
    groups: list[Group] = []
    for group in report.groups.values():
        lines = accepted.lines_for(group.departure)
        if not lines:
            groups.append(group)
        for line in lines:
            met[line] += group.departure.times
    saved = save([group.departure.to_finding() for group in groups], findings)
    answer = _document(asked, report, groups, met, saved, interrupted)
    if asked.report is not None:
        from rulecheck.cli.pages.departing import conform_report

        conform_report(answer, tuple(asked.data or ()), asked.report)
    with heard():
        if form is Format.JSON:
            emit(answer)
        elif report.games or not report.problems:
            _show(Screen(), answer)
        else:
            _show_problems(answer["problems"])
    if write_to is not None:
        keep_accepted(write_to, asked.game, [group.departure.key for group in groups], accepted)
    if report.problems:
        raise typer.Exit(WRONG_USE)
    if groups:
        raise typer.Exit(FOUND)
    if interrupted:
        raise typer.Exit(exit_code())


def _checked(asked: Logs, defaults: Defaults) -> tuple[Report, bool]:
    """What came of all games, or of those before Ctrl-C."""
    from rulecheck.properties.conform.traces.checking import Report, check

    report, watched = Report(), sys.stderr.isatty()
    try:
        for checked in check(asked.files, asked.game, defaults=defaults):
            report.add(checked)
            if watched and report.games % 20 == 0:
                print(f"\r{some(report.games, 'game')}", end="", file=below(sys.stderr), flush=True)
    except KeyboardInterrupt:
        return report, True
    finally:
        if watched:
            print("\r", " " * 20, end="\r", file=below(sys.stderr), flush=True)
    return report, False


def _defaults(asked: Logs) -> Defaults:
    from rulecheck.properties.conform.traces.checking import Defaults

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
    asked: Logs, report: Report, groups: list[Group], accepted: dict[str, int], saved: Saved, interrupted: bool
) -> dict[str, Any]:
    from rulecheck.reference_engines import build
    from rulecheck.spec import load, make_rules

    book = load(asked.game)
    data = [str(file) for file in asked.data or ()]
    rules = make_rules(asked.game, setup=asked.setup, data=data)
    engine = build(rules)
    files = [*saved.paths, *[None] * (len(groups) - len(saved.paths))]
    return document(
        "conform-trace",
        asked={"game": asked.game, "files": [str(file) for file in asked.files], "data": data},
        substitute=substitutes(book, rules),
        verdict="departs" if groups else "agrees" if report.agree or any(accepted.values()) else "skipped",
        games=report.games,
        moves=report.moves,
        agree=report.agree,
        unfinished=report.unfinished,
        ambiguous=report.ambiguous,
        most_positions=report.most,
        interrupted=interrupted,
        compared={
            "legal": report.times.legal,
            "state": report.times.states,
            "turn": report.times.turns,
            "outcome": report.times.outcomes,
            "refused": report.times.refused,
            "not_told": list(report.compared.not_told(engine.to_json(engine.start()))),
        },
        accepted=accepted,
        skipped=[
            {"where": skipped.where, "step": skipped.step, "reason": skipped.reason} for skipped in report.skipped
        ],
        problems=[str(problem) for problem in report.problems],
        notes=[saved.problem] if saved.problem else [],
        departures=[
            {
                **departure_document(book, group.departure),
                "keys": [group.departure.key],
                "where": list(group.where),
                "file": None if file is None else str(file),
                "replay": replay_command(asked.game, file, data),
            }
            for group, file in zip(groups, files, strict=True)
        ],
    )


def _show(screen: Screen, answer: dict[str, Any]) -> None:
    compared, departures = answer["compared"], answer["departures"]
    screen.line(
        f"{answer['asked']['game']}   {verdict_words(answer)}   {some(answer['games'], 'game')}   "
        f"{some(answer['moves'], 'move')}   {some(len(departures), 'departure')}",
        style="bold",
    )
    screen.line(f"  agree      {some(answer['agree'], 'game')}, {answer['unfinished']:,} of them not played to the end")
    words = {**_TOLD, "refused": "refusals"}
    times = [f"{what} {some(compared[ability], 'time')}" for ability, what in words.items() if compared[ability]]
    screen.line(f"  compared   {', '.join(['moves', *times])}")
    _show_gaps(screen, answer)
    show_departures(screen, answer["departures"])
    for nth, problem in enumerate(answer["problems"][:_PROBLEMS]):
        if nth == 0:
            screen.line()
            screen.line("CANNOT BE USED", style="bold red")
        screen.line(f"    {problem}", style="red")
    if len(answer["problems"]) > _PROBLEMS:
        screen.line(f"    and {len(answer['problems']) - _PROBLEMS:,} more lines that cannot be used", style="red")
    show_substitute(screen, answer["substitute"])


def _show_gaps(screen: Screen, answer: dict[str, Any]) -> None:
    """What was not looked at, and why."""
    compared = answer["compared"]
    lacking = [what for ability, what in _TOLD.items() if not compared[ability]]
    if lacking:
        screen.line(f"  not compared, because these logs do not have: {', '.join(lacking)}", style="yellow")
    if compared["state"]:
        show_not_told(screen, compared["not_told"], "these logs do not have")
    if answer["ambiguous"]:
        screen.line(
            f"  ambiguous  {some(answer['ambiguous'], 'game')}: up to {answer['most_positions']:,} positions "
            "fit what is told",
            style="yellow",
        )
    for skipped in answer["skipped"]:
        screen.line(f"  skipped    {skipped['where']} step {skipped['step']}: {skipped['reason']}", style="yellow")
    if any(skipped["step"] for skipped in answer["skipped"]):
        screen.line("    told in more steps, who moved (`by`), `turn` or `state` narrow it down", style="yellow")
    show_accepted(screen, answer["accepted"], {}, is_driven=False)
    for note in answer["notes"]:
        screen.line(f"  note       {note}", style="yellow")
    if answer["interrupted"]:
        screen.line("  stopped by Ctrl-C; this is what was found until then", style="yellow")


def _show_problems(problems: Sequence[str]) -> None:
    """Where no line at all can be used there is nothing but a mistake to tell."""
    for problem in problems[:_PROBLEMS]:
        print("rulecheck:", problem, file=sys.stderr)
    if len(problems) > _PROBLEMS:
        print(f"rulecheck: and {len(problems) - _PROBLEMS:,} more lines that cannot be used", file=sys.stderr)


def write_traces(path: Path, every: Sequence[Rules], games: int, seed: int, form: Format) -> None:
    """Write games of ours as a log in which everything is told."""
    from random import Random

    from rulecheck.properties.campaign.players import uniform
    from rulecheck.properties.conform.traces.checking import record
    from rulecheck.reference_engines import build

    lines, moves = [], 0
    for nth in range(games):
        rules = every[nth % len(every)]
        source = f"rulecheck, seed {seed}, game {nth}"
        tell = ("by", "turn", "legal", "state", "outcome")
        log = record(build(rules), uniform(Random(seed)), tell=tell, seed=seed + nth, source=source)
        moves += len(log["steps"])
        lines.append(plain_json(json.dumps(log, ensure_ascii=False)))
    write_file(path, lines)
    if form is Format.JSON:
        emit(document("conform-record", game=every[0].game, file=str(path), games=games, moves=moves, seed=seed))
    else:
        Screen().line(f"{path}: {some(games, 'game')}, {some(moves, 'move')}, seed {seed}")
