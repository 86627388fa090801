"""`rulecheck conform`: another implementation held against the rules, driven or by its logs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from rulecheck.cli.arguments.options import (
    Data,
    Findings,
    Game,
    Numbers,
    Output,
    Readings,
    ReportFolder,
    SetUpName,
    check_report,
    engine_for,
    numbers_at,
    pairs,
    playable,
    rules_for,
)
from rulecheck.cli.arguments.play_options import (
    Games,
    PlayerCounts,
    Seconds,
    Seed,
    Shrink,
    limit_of,
    progress,
    seed_of,
    shares,
)
from rulecheck.cli.arguments.store_options import WorkersAt, workers_at
from rulecheck.cli.arguments.tables import tables
from rulecheck.cli.rendering.answers import DROVE_AND_FAILED, Format, UserError, some
from rulecheck.cli.rendering.completeness import AllowIncomplete

if TYPE_CHECKING:
    from rulecheck.cli.rendering.conform_result import Asked
    from rulecheck.properties.conform.driver.participant import Failed
    from rulecheck.properties.conform.search.conformance import Games as SearchGames
    from rulecheck.properties.runtime.progress import Progress
    from rulecheck.spec import Rules

_SHRINK: Final = 400_000
_SHRINKING: Final = 30.0
"""Seconds that all games together are made short in, where neither time nor moves are asked for."""
_RULES: Final = ("players", "setup", "reading", "number", "data")
_DRIVEN: Final = ("command", "timeout", "memory", "sandbox", "clean_env")
_FOUND: Final = ("accept", "write_accepted", "findings", "report")
_COPIES: Final = ("jobs", "workers", "round_size")
_SEARCH: Final = (
    *_DRIVEN, *_RULES, *_FOUND, *_COPIES, "games", "seconds", "seed", "shrink", "every", "avoid", "adopt",
    "suite", "ignore_state",
)  # fmt: skip
_MODES: Final[Mapping[str, tuple[str, ...]]] = {
    "replay": (*_DRIVEN, "data", "ignore_state"),
    "perft": (*_DRIVEN, *_RULES),
    "trace": (*_RULES, *_FOUND),
    "record": (*_RULES, "games", "seed"),
}
"""What goes with each option that asks for something else than a search."""


def conform(
    context: typer.Context,
    game: Game,
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[-- COMMAND…]", help="The program to drive, with its arguments."),
    ] = None,
    players: PlayerCounts = None,
    setup: SetUpName = None,
    games: Games = None,
    seconds: Seconds = None,
    seed: Seed = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="S", min=0.1, help="Time limit for an answer, in seconds.")
    ] = 10.0,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, help="Memory limit for the program with its children.")
    ] = 2048,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="No network and no writing of files for the program; needs bubblewrap.")
    ] = False,
    clean_env: Annotated[
        bool,
        typer.Option("--clean-env", help="Pass few environment variables on: docs/conform.md lists them."),
    ] = False,
    shrink: Shrink = _SHRINK,
    every: Annotated[
        int, typer.Option("--every", metavar="N", min=1, help="Compare the whole position about every N moves.")
    ] = 8,
    accept: Annotated[
        Path | None, typer.Option("--accept", metavar="FILE", help="File of known departures: counted, not reported.")
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write a file of all departures found, for --accept."),
    ] = None,
    avoid: Annotated[
        list[str] | None,
        typer.Option("--avoid", metavar="MOVES", help="Avoid such moves where there is another. Repeatable."),
    ] = None,
    adopt: Annotated[
        bool,
        typer.Option(
            "--adopt/--no-adopt", help="Take over readings and numbers under which the program agrees, in the same run."
        ),
    ] = True,
    suite: Annotated[
        bool, typer.Option("--suite/--no-suite", help="Play the cases that come with the game before any whole game.")
    ] = True,
    ignore_state: Annotated[
        list[str] | None,
        typer.Option("--ignore-state", metavar="PATH", help="Do not compare such parts of positions. Repeatable."),
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FINDING", help="Replay the game of one departure, nothing else.")
    ] = None,
    perft: Annotated[
        int | None,
        typer.Option("--perft", metavar="N", min=1, max=99, help="Only compare move-tree counts, N moves deep."),
    ] = None,
    trace: Annotated[
        list[Path] | None,
        typer.Option("--trace", metavar="FILE", help="Check logs of played games instead. Repeatable."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write a log of games of ours instead (--games N).")
    ] = None,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            metavar="N",
            min=1,
            max=1000,
            help="Play with N copies of the program at once, each a process of its own; --memory applies to each.",
        ),
    ] = 1,
    workers: WorkersAt = None,
    round_size: Annotated[
        int,
        typer.Option("--round", metavar="N", min=1, max=100_000, help="Games under way at the same time."),
    ] = 8,
    findings: Findings = Path("findings"),
    report: ReportFolder = None,
    allow_incomplete: AllowIncomplete = False,
    form: Output = Format.TEXT,
) -> None:
    """Find where another implementation departs from the rules.

    Each cause is shown in the shortest game found, with its clause. The program stands after -- with its arguments.
    docs/protocol.md says what the program must understand, docs/conform.md what logs look like.
    Exit code 1: it departs from the rules; 3: it failed, or could not be driven.
    """
    _go_together(context, bool(command))
    limit = limit_of(games, seconds)
    from rulecheck.cli.rendering.departures import check_place

    for place in (write_accepted, record):
        if place is not None:
            check_place(place)
    check_report(report)
    if record is not None and record.exists():
        raise UserError(f"{record}: already exists; name another file, or remove it")
    if trace:
        from rulecheck.cli.commands.conform_traces import Logs, check_traces

        logs = Logs(game, trace, players, setup, reading, number, data, accept, report)
        check_traces(logs, findings, write_accepted, form)
        return
    from rulecheck.properties.conform.lockstep.baseline import Baseline, read_baseline

    accepted = Baseline() if accept is None else read_baseline(accept)
    every_rules = tables(
        game,
        players,
        setup,
        lambda count, name: rules_for(game, players=count, setup=name, readings=reading, numbers=number, data=data),
    )
    playable(every_rules)  # numbers and data that no engine can be made with are told now, by name
    if record is not None:
        from rulecheck.cli.commands.conform_traces import write_traces

        write_traces(record, every_rules, games or 1, seed_of(seed), form)
        return
    assert command is not None
    from rulecheck.cli.commands import conform_perft, conform_replay
    from rulecheck.cli.rendering import conform_result
    from rulecheck.cli.rendering.news import News
    from rulecheck.properties.suite.first import play_first

    make = _with_theirs(game, reading, number, data)
    far = workers_at(workers, jobs)
    limits = {"timeout": timeout, "memory": memory, "sandbox": sandbox, "clean_env": clean_env}
    with _driven(command, **limits) as program:
        if replay is not None:
            conform_replay.play(
                conform_replay.Again(game, command, replay, tuple(data or ()), tuple(ignore_state or ())), program, form
            )
        elif perft is not None:
            conform_perft.compare_trees(conform_perft.Trees(game, command, every_rules, perft), program, make, form)
        else:
            asked = conform_result.Asked(
                game,
                command,
                every_rules,
                limit,
                tuple(map(str, data or ())),
                accepted,
                tuple(avoid or ()),
                tuple(ignore_state or ()),
                report,
                round_size,
                _given(players, setup, reading, number, data),
                allow_incomplete,
            )
            copies: dict[str, Any] = {"jobs": jobs, "workers": far, "copy": _copy(command, limits)}
            copies |= {"adopts": adopt, "shrink_steps": shrink, "every": every, "first": play_first if suite else None}
            if form is Format.TEXT:
                news = News()
                copies |= {"sighted": news.sighted, "adopted": news.adopted}
            played = _search(program, asked, seed_of(seed), games, make, copies)
            conform_result.tell(asked, played, findings, write_accepted, form)


def _go_together(context: typer.Context, is_driven: bool) -> None:
    """Complain of options that do not go together."""
    given = [
        name
        for name in context.params
        if (source := context.get_parameter_source(name)) is not None
        and source.name == "COMMANDLINE"
        and name not in ("game", "form")
    ]
    modes = [name for name in _MODES if name in given]
    if len(modes) > 1:
        raise UserError(f"{_option(modes[0])} and {_option(modes[1])}: give one of them")
    mode = modes[0] if modes else None
    known = _SEARCH if mode is None else _MODES[mode]
    if mode is not None and is_driven and "command" not in known:
        raise UserError(f"{_option(mode)} drives no program: leave out the command, or {_option(mode)}")
    for name in given:
        if name not in (*known, mode, "command"):
            goes = ", ".join(_option(option) for option in known if option != "command")
            raise UserError(f"{_option(name)} does not go with {_option(mode or '')}, which goes with {goes}")
    if "command" in known and not is_driven:
        what = "nothing to hold against the rules" if mode is None else f"no program for {_option(mode)}"
        raise UserError(f"{what}: give a command after --{', or logs with --trace FILE' if mode is None else ''}")


def _given(
    players: list[int] | None,
    setup: str | None,
    reading: list[str] | None,
    number: list[str] | None,
    data: Sequence[Path] | None,
) -> list[tuple[str, str]]:
    """The tables and rules that were asked for, as options once more."""
    options = [("--players", str(count)) for count in players or ()]
    options += [("--setup", setup)] if setup is not None else []
    options += [("--reading", text) for text in reading or ()]
    options += [("--number", text) for text in number or ()]
    return options + [("--data", str(path)) for path in data or ()]


def _option(name: str) -> str:
    return "--" + name.removesuffix("_size").replace("_", "-")


@contextmanager
def _driven(command: Sequence[str], **limits: Any) -> Iterator[Any]:
    """The program, which is ended whatever happens; one that cannot be driven ends the command."""
    from rulecheck.properties.conform.driver.participant import Failed
    from rulecheck.properties.conform.driver.program import CannotStart, Program
    from rulecheck.properties.conform.lockstep.session import DoesNotPlay

    program = Program(command, **limits)
    try:
        yield program
    except (CannotStart, DoesNotPlay) as error:
        cannot_drive(str(error))
    except Failed as failed:
        import shlex

        cannot_drive(f"{shlex.join(command)}: {failed}{_hint(failed)}", failed)
    finally:
        program.close()


def _hint(failed: Failed) -> str:
    if failed.what.startswith("no JSON object"):
        return "; standard output is for answers alone, all else goes to standard error"
    return ""


def cannot_drive(what: str, failed: Failed | None = None) -> NoReturn:
    """Ends the command: a program could not be driven, in one line with the end of its standard error."""
    print("rulecheck:", " ".join(what.split()), file=sys.stderr)
    for line in (failed.stderr if failed is not None else "").rstrip().splitlines()[-20:]:
        print(f"    {line}", file=sys.stderr)
    raise typer.Exit(DROVE_AND_FAILED)


Make = Callable[["Rules", Mapping[str, str], Mapping[str, int]], "Rules"]


def _with_theirs(game: str, reading: list[str] | None, number: list[str] | None, data: Sequence[Path] | None) -> Make:
    """Rules with the readings and numbers that the implementation announces; what the user says comes first."""
    from rulecheck.properties.conform.lockstep.session import DoesNotPlay
    from rulecheck.spec import SpecError, make_rules

    readings = pairs(reading, "--reading")

    def make(rules: Rules, theirs: Mapping[str, str], their_numbers: Mapping[str, int]) -> Rules:
        try:
            made = make_rules(
                game,
                players=rules.players,
                setup=rules.setup,
                readings={**theirs, **readings},
                numbers={**their_numbers, **numbers_at(number, rules.players)},
                data=tuple(data or ()),
            )
            engine_for(made)
        except SpecError as error:
            raise DoesNotPlay(f"the program announces rules that do not exist: {error.what}; {error.hint}") from None
        return made

    return make


def _departures(now: Progress) -> str:
    return some(now.findings, "departure")


def _copy(command: Sequence[str], limits: Mapping[str, Any]) -> Callable[[], Any]:
    """What begins one more copy of the program, in another process."""
    from rulecheck.properties.conform.driver.program import Command

    return Command(tuple(command), **limits)


def _search(
    program: Any,
    asked: Asked,
    seed: int,
    games: int | None,
    make: Make,
    more: Mapping[str, Any],
) -> SearchGames:
    """Play the games, and make those that depart short; what is found is told on standard error at once."""
    from rulecheck.properties.conform.search.conformance import Games, Search

    playing, shrinking = shares(asked.seconds)
    if shrinking is None and more["shrink_steps"] == _SHRINK:
        shrinking = _SHRINKING
    with progress(games, asked.seconds, _departures) as tell:
        played = Games(
            Search(
                rules=asked.tables,
                participant=program,
                seed=seed,
                games=games,
                seconds=playing,
                accepted=asked.accepted,
                avoid=asked.avoid,
                ignored=asked.ignored,
                shrink_seconds=shrinking,
                make=make,
                progress=tell,
                round=asked.round,
                **more,
            )
        )
        played.run()
    return played
