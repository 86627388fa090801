"""`rulecheck regress`: an old program against a new one, or one program against what must hold for any game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.arguments.options import Findings, Output, ReportFolder, check_report
from rulecheck.cli.arguments.play_options import (
    Games,
    PlayerCounts,
    Seconds,
    Seed,
    limit_of,
    progress,
    seed_of,
    shares,
)
from rulecheck.cli.commands.conform import cannot_drive
from rulecheck.cli.rendering.answers import DROVE_AND_FAILED, Format, UserError, emit, some
from rulecheck.cli.rendering.completeness import AllowIncomplete, leave

if TYPE_CHECKING:
    from rulecheck.properties.regress.search import Asked, Result
    from rulecheck.properties.regress.side import Side

_SHRINK: Final = 20_000


def regress(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[-- PROGRAM…]", help="One program, checked against what must hold for any game."),
    ] = None,
    before: Annotated[
        str | None, typer.Option("--before", metavar="'OLD…'", help="The old program with its arguments, as one text.")
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", metavar="'NEW…'", help="The new program with its arguments, as one text.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep games that reach something new in a file.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FILE", help="Play the games of such a file on a program.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FINDING", help="Replay the game of one finding, nothing else.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help="Which game, where a program announces several.")
    ] = None,
    players: PlayerCounts = None,
    setup: Annotated[str, typer.Option("--setup", metavar="NAME", help="The set-up, as the programs name it.")] = "",
    games: Games = None,
    seconds: Seconds = None,
    seed: Seed = None,
    moves: Annotated[
        int, typer.Option("--moves", metavar="N", min=1, max=100_000, help="Cut games off after so many moves.")
    ] = 500,
    shrink: Annotated[
        int, typer.Option("--shrink", metavar="N", min=0, help="Moves that may be spent on shortening one difference.")
    ] = _SHRINK,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="S", min=0.1, help="Time limit for an answer, in seconds.")
    ] = 10.0,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, help="Memory limit for each program with its children.")
    ] = 2048,
    accept: Annotated[
        Path | None, typer.Option("--accept", metavar="FILE", help="File of known differences: counted, not reported.")
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write a file of all differences, for --accept."),
    ] = None,
    ignore_state: Annotated[
        list[str] | None,
        typer.Option("--ignore-state", metavar="PATH", help="Do not compare such parts of positions. Repeatable."),
    ] = None,
    findings: Findings = Path("findings"),
    report: ReportFolder = None,
    allow_incomplete: AllowIncomplete = False,
    form: Output = Format.TEXT,
) -> None:
    """Compare two versions of a program of any game.

    Or check one by itself; no rulebook is needed.

    Games are drawn from the moves that the old program lists, and played on both; what differs is shown in a short
    game. docs/protocol.md says what a program must understand, docs/regress.md tells the rest.
    Exit code 1: something differs; 3: a program failed, or could not be driven.
    """
    commands = _commands(command, before, after, against)
    limit = limit_of(games, seconds)
    check_report(report)
    for path in (record, write_accepted):
        if path is not None and not path.absolute().parent.is_dir():
            raise UserError(f"{path}: no such folder; make it first")
    if record is not None and record.exists():
        raise UserError(f"{record}: already exists; name another file, or remove it")
    from rulecheck.cli.rendering import regress_result as shown
    from rulecheck.properties.findings.baseline import read_accepted
    from rulecheck.properties.regress.differences import KINDS
    from rulecheck.properties.regress.recorded import RecordError
    from rulecheck.properties.regress.search import Asked

    accepted = read_accepted(accept, tuple(KINDS), "difference") if accept is not None else {}
    playing, _ = shares(limit)
    asked = Asked(seed_of(seed), games, playing, tuple(players or ()), setup, moves, shrink, accepted)
    run = shown.Run(commands, asked, tuple(ignore_state or ()), limit, alone=before is None and against is None)
    with _driven(commands, game, {"timeout": timeout, "memory": memory}, alone=run.alone) as (old, new):
        try:
            if against is not None:
                result, work = _against(against, new, run)
            elif replay is not None:
                result, work = _again(replay, old, new, run)
            else:
                result, work = _search(old, new, run, record)
        except RecordError as error:
            raise UserError(str(error)) from None
        names = tuple(dict.fromkeys(side.version for side in (old, new) if side.version))
    answer = shown.answer(run, names, old.game or new.game, result, work, findings, replay)
    if write_accepted is not None:
        from rulecheck.properties.findings.baseline import accepted_lines
        from rulecheck.properties.runtime.writing import write_atomically

        reasons = {**accepted, **{key: "" for group in result.groups for key in (group.shown.apart.key, *group.also)}}
        write_atomically(write_accepted, "\n".join(accepted_lines("differences that are known", reasons)) + "\n")
    if report is not None:
        from rulecheck.cli.pages.side_by_side import write_pages

        write_pages(answer, report)
    emit(answer) if form is Format.JSON else shown.show(answer)
    if result.failures or any(group.shown.apart.kind == "fails" for group in result.groups):
        raise typer.Exit(DROVE_AND_FAILED)
    leave(work, is_news=bool(result.groups), interrupted=result.is_stopped, allowed=allow_incomplete)


def _commands(
    command: list[str] | None, before: str | None, after: str | None, against: Path | None
) -> tuple[tuple[str, ...], ...]:
    """The programs that are asked for, the old one first; raises UserError for what is no such command."""
    if against is not None:
        if before is not None or (after is None) == (command is None):
            raise UserError("--against FILE goes with one program: --after 'NEW…', or the program after --")
        return (_words(after, "--after") if after is not None else tuple(command or ()),)
    if command:
        if before is not None or after is not None:
            raise UserError("give --before and --after, or one program after --")
        return (tuple(command),)
    if before is None or after is None:
        raise UserError("give two programs (--before 'OLD…' --after 'NEW…'), or one by itself (-- PROGRAM…)")
    return _words(before, "--before"), _words(after, "--after")


def _words(text: str, option: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UserError(f"{option} {text!r}: {error}") from None
    if not words:
        raise UserError(f"{option}: no program; give its command as one text")
    return words


@contextmanager
def _driven(
    commands: Sequence[Sequence[str]], game: str | None, limits: dict[str, Any], *, alone: bool
) -> Iterator[tuple[Side, Side]]:
    """The programs, ended with all their children at the end; one that cannot be driven ends the command."""
    from rulecheck.properties.conform.driver.program import CannotStart, Program
    from rulecheck.properties.regress.side import CannotPlay, Failed, Side

    names = ("the program", "its second process") if len(commands) == 1 else ("old", "new")
    both = [*commands, *commands] if len(commands) == 1 else list(commands)
    old, new = (Side(name, Program(words, **limits), game) for name, words in zip(names, both, strict=True))
    asked = (old, new) if alone or len(commands) == 2 else (new,)
    try:
        for side in asked:
            begun(side)
        if old.announced is not None and old.game != new.game:
            raise CannotPlay(f"old announces {old.game}, new {new.game}; say which game with --game NAME")
        yield old, new
    except (CannotStart, CannotPlay) as error:
        cannot_drive(str(error))
    except Failed as failed:
        cannot_drive(f"{shlex.join(both[0])}: {failed}", failed)
    finally:
        old.close()
        new.close()


def begun(side: Side) -> None:
    """Begin a program and see that games can be drawn from what it lists."""
    from rulecheck.properties.regress.search import begun as begin

    begin(side)


def _differences(now: Any) -> str:
    return some(len(now.result.groups), "difference")


def _search(old: Side, new: Side, run: Any, record: Path | None) -> tuple[Result, Any]:
    """Play games, and keep some if that is asked for."""
    from rulecheck.cli.rendering.regress_result import work_of
    from rulecheck.properties.regress.differences import Comparer
    from rulecheck.properties.regress.search import Search

    asked: Asked = run.asked
    with progress(asked.games, asked.seconds, _differences) as tell:
        search = Search(old, new, asked, Comparer(run.ignored), alone=run.alone, until=run.limit, tell=tell)
        if record is None:
            result = search.run()
        else:
            from rulecheck.properties.regress.recorded import Recorder

            recorder = Recorder()
            search.on_line = recorder.take
            result = search.run()
            _write(record, recorder)
    return result, work_of(asked, result)


def _write(record: Path, recorder: Any) -> None:
    import orjson

    from rulecheck.properties.runtime.writing import write_atomically

    write_atomically(record, b"".join(orjson.dumps(game.to_json()) + b"\n" for game in recorder.games()))


def _against(path: Path, new: Side, run: Any) -> tuple[Result, Any]:
    """Play recorded games on a program."""
    from rulecheck.cli.rendering.completeness import Undone, Work
    from rulecheck.properties.regress.differences import Comparer
    from rulecheck.properties.regress.recorded import read_recorded
    from rulecheck.properties.regress.search import of_recorded

    games = read_recorded(path)
    result = of_recorded(games, new, Comparer(run.ignored), run.asked)
    left = len(games) - result.games
    skipped = (Undone(left, "stopped before it was played"),) if left else ()
    return result, Work("game", len(games), result.games, skipped=skipped)


def _again(path: Path, old: Side, new: Side, run: Any) -> tuple[Result, Any]:
    """Play the game of a finding once more."""
    from rulecheck.cli.rendering.completeness import Work
    from rulecheck.cli.rendering.regress_result import read_finding
    from rulecheck.properties.regress.differences import Comparer
    from rulecheck.properties.regress.search import Search

    group = read_finding(path)
    search = Search(old, new, run.asked, Comparer(run.ignored), alone=run.alone)
    return search.again(group), Work("game", 1, 1)
