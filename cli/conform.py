"""`rulecheck conform`: another implementation held against the rules, driven or by its logs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from rulecheck.cli.departures import departure_document, show_departure
from rulecheck.cli.options import (
    Data,
    Findings,
    Game,
    Numbers,
    Output,
    Readings,
    SetUpName,
    engine_for,
    pairs,
    rules_for,
    whole_numbers,
)
from rulecheck.cli.show import (
    DROVE_AND_FAILED,
    FOUND,
    INTERRUPTED,
    Format,
    Screen,
    UserError,
    document,
    emit,
    progress_bar,
    some,
)
from rulecheck.cli.tables import tables

if TYPE_CHECKING:
    from rulecheck.properties.conform.participant import Failed
    from rulecheck.properties.conform.search import Progress, Result
    from rulecheck.properties.conform.treecount import TreeCount
    from rulecheck.spec import Rulebook, Rules

SECONDS: Final = 60.0
_PLAYING: Final = 0.65
_NOT_TOLD: Final = 12


def conform(
    game: Game,
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[-- COMMAND…]", help="The program to drive, with its arguments."),
    ] = None,
    players: Annotated[
        list[int] | None, typer.Option("--players", metavar="N", help="Only with so many players. Repeatable.")
    ] = None,
    setup: SetUpName = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", min=1, help="Play so many games.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", min=1, help="Be done in about so many seconds (60 if nothing is said)."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="Play the games of this seed; else of a new one.")
    ] = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="S", min=0.1, help="Seconds that an answer may take.")
    ] = 10.0,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, help="What the program and its children may hold together.")
    ] = 2048,
    every: Annotated[
        int, typer.Option("--every", metavar="N", min=1, help="Ask for the whole position every N moves or so.")
    ] = 8,
    accept: Annotated[
        Path | None, typer.Option("--accept", metavar="FILE", help="Known departures: no news, they are only counted.")
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write a file of all departures found, for --accept."),
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FINDING", help="Play the game of a departure again, only that.")
    ] = None,
    perft: Annotated[
        int | None, typer.Option("--perft", metavar="N", min=1, help="Compare move-tree counts, N moves deep, only.")
    ] = None,
    trace: Annotated[
        list[Path] | None,
        typer.Option("--trace", metavar="FILE", help="Check logs of played games instead. Repeatable."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write a log of games of ours instead (--games N).")
    ] = None,
    findings: Findings = Path("findings"),
    form: Output = Format.TEXT,
) -> None:
    """Find where another implementation departs from the rules, and show it in the shortest game.

    docs/protocol.md says what the program must understand, docs/conform.md what logs look like.
    Exit code 1: it departs from the rules; 3: it failed, or could not be driven.
    """
    _only_one(command, trace, record, games, seconds)
    if trace:
        from rulecheck.cli.traces import Logs, check_traces

        check_traces(Logs(game, trace, players, setup, reading, number, data, accept), findings, form)
        return
    every_rules = tables(
        game,
        players,
        setup,
        lambda count, name: rules_for(game, players=count, setup=name, readings=reading, numbers=number, data=data),
    )
    for rules in every_rules:
        engine_for(rules)  # numbers and data that no engine can be made with are told now, by name
    if record is not None:
        from rulecheck.cli.traces import write_traces

        write_traces(record, every_rules, games or 1, _seed(seed), form)
        return
    assert command is not None
    from rulecheck.properties.conform.accepted import read_accepted
    from rulecheck.properties.conform.participant import Failed
    from rulecheck.properties.conform.program import CannotStart, Program
    from rulecheck.properties.conform.session import DoesNotPlay

    accepted = frozenset() if accept is None else read_accepted(accept)
    program = Program(command, timeout=timeout, memory=memory)
    try:
        if replay is not None:
            _replay(game, program, replay, data or (), form)
        elif perft is not None:
            _perft(game, program, every_rules, perft, form)
        else:
            limit = None if games is not None else seconds or SECONDS
            result = _search(
                program, every_rules, seed, games, limit, every, accepted, _with_theirs(game, reading, number, data)
            )
            _tell(game, command, result, accepted, findings, write_accepted, form)
    except CannotStart as error:
        _cannot_drive(str(error))
    except DoesNotPlay as error:
        _cannot_drive(str(error))
    except Failed as failed:
        _cannot_drive(f"{command[0]}: {failed}", failed)
    finally:
        program.close()


def _only_one(
    command: Sequence[str] | None,
    trace: Sequence[Path] | None,
    record: Path | None,
    games: int | None,
    seconds: float | None,
) -> None:
    given = [bool(command), bool(trace), record is not None]
    if not any(given):
        raise UserError("nothing to hold against the rules: give a command after --, or logs with --trace FILE")
    if sum(given) > 1:
        raise UserError("a command, --trace and --record: give one of them")
    if games is not None and seconds is not None:
        raise UserError("--games and --seconds: give one of them")


def _cannot_drive(what: str, failed: Failed | None = None) -> NoReturn:
    print("rulecheck:", " ".join(what.split()), file=sys.stderr)
    for line in (failed.stderr if failed is not None else "").rstrip().splitlines()[-20:]:
        print(f"    {line}", file=sys.stderr)
    raise typer.Exit(DROVE_AND_FAILED)


Make = Callable[["Rules", Mapping[str, str], Mapping[str, int]], "Rules"]


def _with_theirs(game: str, reading: list[str] | None, number: list[str] | None, data: Sequence[Path] | None) -> Make:
    """Rules with the readings and numbers that the implementation announces; what the user says comes first."""
    from rulecheck.spec import SpecError, make_rules

    readings, numbers = pairs(reading, "--reading"), whole_numbers(number, "--number")

    def make(rules: Rules, theirs: Mapping[str, str], their_numbers: Mapping[str, int]) -> Rules:
        try:
            return make_rules(
                game,
                players=rules.players,
                setup=rules.setup,
                readings={**theirs, **readings},
                numbers={**their_numbers, **numbers},
                data=tuple(data or ()),
            )
        except SpecError as error:
            raise UserError(f"the program announces rules that there are not: {error.what}; {error.hint}") from None

    return make


def _seed(seed: int | None) -> int:
    from random import SystemRandom

    return SystemRandom().randrange(1_000_000) if seed is None else seed


def _search(
    program: Any,
    rules: Sequence[Rules],
    seed: int | None,
    games: int | None,
    limit: float | None,
    every: int,
    accepted: frozenset[str],
    make: Make,
) -> Result:
    from rulecheck.properties.conform.search import Search

    with _progress(games, limit) as tell:
        return Search(
            rules=rules,
            participant=program,
            seed=_seed(seed),
            games=games,
            seconds=None if limit is None else limit * _PLAYING,
            every=every,
            accepted=accepted,
            shrink_seconds=30.0 if limit is None else limit * (1 - _PLAYING),
            make=make,
            progress=tell,
        ).run()


@contextmanager
def _progress(games: int | None, seconds: float | None) -> Iterator[Callable[[Progress], None] | None]:
    """A line on standard error that tells how it goes, if a person watches there."""
    if not sys.stderr.isatty():
        yield None
        return
    with progress_bar(games if games is not None else seconds) as update:

        def tell(now: Progress) -> None:
            update(
                now.doing,
                now.games if games is not None else now.seconds,
                f"{some(now.games, 'game')}  {now.rate:,.0f} moves/s  {some(now.departures, 'departure')}",
            )

        yield tell


# A search


def _tell(
    game: str,
    command: Sequence[str],
    result: Result,
    accepted: frozenset[str],
    findings: Path,
    write_to: Path | None,
    form: Format,
) -> None:
    from rulecheck.properties.conform.accepted import write_accepted
    from rulecheck.properties.finding import save
    from rulecheck.spec import load

    saved = save([one.to_finding() for one in result.departures], findings)
    if saved.problem:
        result.notes.append(saved.problem)
    paths = [*map(str, saved.paths), *[None] * (len(result.departures) - len(saved.paths))]
    if write_to is not None:
        keys = {key for one in result.departures for key in one.keys}
        write_accepted(write_to, game, keys | accepted)
    answer = _document(load(game), command, result, paths)
    if form is Format.JSON:
        emit(answer)
    else:
        _show(Screen(), answer, result.seconds)
    if answer["verdict"] in ("failed", "skipped"):
        raise typer.Exit(DROVE_AND_FAILED)
    if result.departures:
        raise typer.Exit(FOUND)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def _verdict(result: Result) -> str:
    if result.failed:
        return "failed"
    if result.departures:
        return "departs"
    return "agrees" if result.counts.moves else "skipped"


def _document(book: Rulebook, command: Sequence[str], result: Result, paths: Sequence[str | None]) -> dict[str, Any]:
    counts = result.counts
    return document(
        "conform",
        asked={
            "game": book.game,
            "command": list(command),
            "tables": [{"setup": rules.setup, "players": rules.players} for rules in result.rules],
            "games": result.asked,
            "seed": result.seed,
            "readings": dict(result.rules[0].readings) if result.rules else {},
            "numbers": dict(result.rules[0].numbers) if result.rules else {},
        },
        implementation={"name": result.name, "version": result.version},
        verdict=_verdict(result),
        games=counts.games,
        moves=counts.moves,
        ended=dict(sorted(result.ended.items())),
        interrupted=result.interrupted,
        compared={
            "legal": counts.legal,
            "legal_left_out": counts.runs_left_out,
            "state": counts.state,
            "turn": counts.turn,
            "outcome": counts.outcome,
            "undo": counts.undo,
            "refusals": counts.tries,
            "refusal_clauses": len(counts.refusals),
            "not_told": list(result.not_told),
        },
        clauses=dict(sorted(_clauses(book, result).items())),
        accepted=dict(sorted(result.accepted.items())),
        skipped=dict(sorted(result.skipped.items())),
        notes=list(result.notes),
        departures=[
            {**departure_document(book, one), "file": path, "replay": _replay_command(book.game, path, command)}
            for one, path in zip(result.departures, paths, strict=True)
        ],
    )


def _clauses(book: Rulebook, result: Result) -> dict[str, int]:
    """How often each clause was at work in moves that both sides made, or in refusals."""
    counts = result.counts
    return {clause: n for clause, n in (counts.events + counts.refusals).items() if clause in book.clauses}


def _replay_command(game: str, path: str | None, command: Sequence[str]) -> str | None:
    import shlex

    if path is None:
        return None
    return shlex.join(["rulecheck", "conform", game, "--replay", path, "--", *command])


def _show(screen: Screen, answer: dict[str, Any], seconds: float) -> None:
    asked, compared, found = answer["asked"], answer["compared"], answer["departures"]
    theirs = answer["implementation"]
    name = f"{theirs['name']} {theirs['version']}".strip()
    screen.line(
        f"{asked['game']}   {name}   {answer['verdict'].upper()}   {some(answer['games'], 'game')}   "
        f"{some(answer['moves'], 'move')}   {seconds:,.1f} s   seed {asked['seed']}   "
        f"{some(len(found), 'departure')}",
        style="bold",
    )
    ended = ", ".join(f"{count:,} {how}" for how, count in answer["ended"].items())
    screen.line(f"  ended      {ended or 'no game was begun'}")
    screen.line(
        f"  compared   legal moves {compared['legal']:,} times, positions {compared['state']:,}, "
        f"turns {compared['turn']:,}, ends {compared['outcome']:,}, moves taken back {compared['undo']:,}"
    )
    screen.line(
        f"  refused    {some(compared['refusals'], 'wrong move')} offered, "
        f"by {some(compared['refusal_clauses'], 'clause')}"
    )
    _show_gaps(screen, answer)
    for one in found:
        screen.line()
        show_departure(screen, one)


def _show_gaps(screen: Screen, answer: dict[str, Any]) -> None:
    """What was not looked at, and why."""
    compared = answer["compared"]
    if not compared["state"]:
        screen.line("  not told   any position: only moves and turns were compared", style="yellow")
    elif compared["not_told"]:
        parts = compared["not_told"]
        more = f" and {len(parts) - _NOT_TOLD} more" if len(parts) > _NOT_TOLD else ""
        screen.line(f"  not told   {', '.join(parts[:_NOT_TOLD])}{more}", style="yellow")
    if compared["legal_left_out"]:
        screen.line(
            f"  left out   the legal moves of {some(compared['legal_left_out'], 'position')} with too many ways",
            style="yellow",
        )
    for why, times in answer["skipped"].items():
        screen.line(f"  skipped    {times:,} times: {why}", style="yellow")
    for key, times in answer["accepted"].items():
        screen.line(f"  accepted   {key}   met {times:,} times", style="dim")
    for note in answer["notes"]:
        screen.line(f"  note       {note}", style="yellow")
    if answer["interrupted"]:
        screen.line("  stopped by Ctrl-C; this is what was found till then", style="yellow")


# One departure again


def _replay(game: str, program: Any, path: Path, data: Sequence[Path], form: Format) -> None:
    from rulecheck.properties.conform.search import again
    from rulecheck.properties.finding import load_finding

    loaded = load_finding(path, data=data)
    if loaded.finding.setting.game != game:
        raise UserError(f"{path}: a game of {loaded.finding.setting.game}, not of {game}")
    sightings = again(program, loaded)
    answer = document(
        "conform-replay",
        finding=loaded.finding.id,
        moves=[str(move) for move in loaded.moves],
        sightings=[
            {"kind": one.kind, "about": one.about, "at": one.at, "message": one.message, "clauses": list(one.clauses)}
            for one in sightings
        ],
    )
    if form is Format.JSON:
        emit(answer)
    else:
        screen = Screen()
        for number, move in enumerate(loaded.moves, 1):
            actor = loaded.engine.actor(loaded.positions[number - 1])
            who = loaded.engine.seats[actor] if actor >= 0 else "chance"
            screen.line(f"{number:>4}  {who}: {move}")
        for one in sightings:
            screen.line(f"{one.kind.upper()}  after {some(one.at, 'move')}: {one.message}", style="bold red")
        if not sightings:
            screen.line("both sides agree in all of this game", style="bold")
    if sightings:
        from rulecheck.properties.conform.departure import FAILURES

        raise typer.Exit(DROVE_AND_FAILED if any(one.kind in FAILURES for one in sightings) else FOUND)


# Move trees


def _perft(game: str, program: Any, every: Sequence[Rules], depth: int, form: Format) -> None:
    from rulecheck.properties.conform.lockstep import Table
    from rulecheck.properties.conform.messages import Garbled
    from rulecheck.properties.conform.session import Session
    from rulecheck.properties.conform.treecount import CannotCount, compare

    session = Session(program, game)
    session.ensure()
    play = session.play
    rows: list[tuple[Rules, TreeCount]] = []
    for rules in every:
        if (not play.players or rules.players in play.players) and (not play.setups or rules.setup in play.setups):
            try:
                rows.append((rules, compare(session, Table(engine_for(rules)), depth)))
            except CannotCount as error:
                raise UserError(str(error)) from None
            except Garbled as error:
                raise program.fail("garbage", str(error)) from None
    answer = document(
        "conform-perft",
        depth=depth,
        tables=[
            {
                "setup": rules.setup,
                "players": rules.players,
                "ours": count.ours,
                "theirs": count.theirs,
                "difference": None
                if count.difference is None
                else {
                    "moves": list(count.difference.moves),
                    "missing": list(count.difference.missing),
                    "extra": list(count.difference.extra),
                },
            }
            for rules, count in rows
        ],
    )
    if form is Format.JSON:
        emit(answer)
    else:
        _show_perft(Screen(), rows)
    if any(count.difference for _, count in rows):
        raise typer.Exit(FOUND)
    if not rows:
        raise typer.Exit(DROVE_AND_FAILED)


def _show_perft(screen: Screen, rows: Sequence[tuple[Rules, TreeCount]]) -> None:
    if not rows:
        screen.line("no table that the program plays", style="yellow")
        return
    screen.table(
        [
            (rules.setup, rules.players, count.ours, count.theirs, "differs" if count.difference else "agrees")
            for rules, count in rows
        ],
        head=("set-up", "players", "ours", "theirs", ""),
    )
    for rules, count in rows:
        found = count.difference
        if found is not None:
            screen.line()
            path = " | ".join(found.moves) or "the start"
            screen.line(f"{rules.setup}, {rules.players} players, after {path}:", style="bold red")
            for move in found.missing:
                screen.line(f"    {move!r} is legal, but not counted")
            for move in found.extra:
                screen.line(f"    {move!r} is counted, but not legal")
            if not found.missing and not found.extra:
                screen.line("    the same moves are legal, but the counts below them differ")
