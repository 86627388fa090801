"""The arguments that several commands share, and the rules and engines they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments import completion
from rulecheck.cli.arguments.folders import game_asked
from rulecheck.cli.rendering.answers import Format, UserError
from rulecheck.cli.rendering.code_hosts import HostFormat

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import Engine
    from rulecheck.spec.rules import Rules


def _game_or_folder(context: typer.Context, given: str) -> str:
    return given if context.resilient_parsing else game_asked(given)


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of `rulecheck games`, or a folder with a rulebook.md.",
        callback=_game_or_folder,
        autocompletion=completion.games,
    ),
]
ReportFolder = Annotated[
    Path | None,
    typer.Option("--report", metavar="DIR", help="Write static pages with boards drawn: open DIR/index.html."),
]
Output = Annotated[Format, typer.Option("--format", help="For people or for programs.")]
HostOutput = Annotated[HostFormat, typer.Option("--format", help="For people, programs, or code hosts.")]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="Number of players.")]
SetUpName = Annotated[
    str | None,
    typer.Option("--setup", metavar="NAME", help="A set-up of the game, by name.", autocompletion=completion.setups),
]
Readings = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="ID=VALUE",
        help="Read an open sentence this way. Repeatable.",
        autocompletion=completion.choices,
    ),
]
Numbers = Annotated[
    list[str] | None,
    typer.Option(
        "--number",
        metavar="NAME=N",
        help="Play with another number than the rulebook's; NAME:5=N with five players only. Repeatable.",
        autocompletion=completion.numbers,
    ),
]
Data = Annotated[
    list[Path] | None,
    typer.Option("--data", metavar="FILE", help="Your own data file in place of the game's of that name. Repeatable."),
]

Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="The text's encoding, if it is not recognised.")
]

Reader = Annotated[
    str | None,
    typer.Option(
        "--reader",
        metavar="COMMAND",
        help="A program that answers what each sentence says, in JSON; answers are kept beside the text.",
    ),
]

Findings = Annotated[
    Path, typer.Option("--findings", metavar="DIR", help="Where findings and the last campaign's report are kept.")
]


def check_report(folder: Path | None) -> None:
    """Told before any work is done: a folder for pages that cannot be made or written; raises UserError."""
    if folder is not None:
        from rulecheck.cli.pages.writing import begin

        begin(folder)


def pairs(given: Iterable[str] | None, option: str) -> dict[str, str]:
    """`NAME=VALUE` options as a mapping."""
    values: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise UserError(f"{option} {text}: expected NAME=VALUE")
        values[name.strip()] = value.strip()
    return values


def numbers_at(given: Iterable[str] | None, players: int | None) -> dict[str, int]:
    """`--number` options as a mapping, without those that are for another player count (`NAME:COUNT=N`)."""
    numbers: dict[str, int] = {}
    for name, value in whole_numbers(given, "--number").items():
        quantity, colon, count = name.partition(":")
        if colon and not count.isdecimal():
            raise UserError(f"--number {name}={value}: expected NAME:COUNT=N, with a player count")
        if not colon or players in (None, int(count)):
            numbers[quantity] = value
    return numbers


def whole_numbers(given: Iterable[str] | None, option: str) -> dict[str, int]:
    """`NAME=N` options as a mapping to whole numbers."""
    numbers: dict[str, int] = {}
    for name, value in pairs(given, option).items():
        try:
            numbers[name] = int(value)
        except ValueError:
            raise UserError(f"{option} {name}={value}: {value!r} is not a whole number") from None
    return numbers


def rules_for(
    game: str,
    *,
    players: int | None = None,
    setup: str | None = None,
    readings: Iterable[str] | None = None,
    numbers: Iterable[str] | None = None,
    data: Sequence[Path] | None = None,
) -> Rules:
    """The rules that a command line asks for."""
    from rulecheck.spec import make_rules

    return make_rules(
        game,
        players=players,
        setup=setup,
        readings=pairs(readings, "--reading"),
        numbers=numbers_at(numbers, players),
        data=tuple(data or ()),
    )


def engine_for(rules: Rules) -> Engine[Any, Any]:
    """The engine for these rules; raises GameError where the engine of somebody else's game fails to be made."""
    from rulecheck.reference_engines import build
    from rulecheck.spec import SpecError, game_named

    game = game_named(rules.game)
    try:
        return build(rules)
    except SpecError:
        raise
    except Exception as error:
        if game.ours:
            raise
        raise game.broken(error) from error


def playable(every: Sequence[Rules]) -> None:
    """Raises SpecError for numbers and data that no engine can be made with, and for numbers that nothing asks for."""
    from rulecheck.reference_engines.contract import begun
    from rulecheck.spec import load
    from rulecheck.spec.rules import refuse_unread

    for rules in every:
        engine = engine_for(rules)
        if rules.unread:
            begun(engine)
    refuse_unread(load(every[0].game), every)


def needs_engine(game: str) -> None:
    """Raises NoEngine for a game that nothing plays."""
    from rulecheck.reference_engines import NoEngine
    from rulecheck.spec import Part, game_named

    known = game_named(game)
    if not known.has(Part.ENGINE):
        raise NoEngine(known)


def asked(rules: Rules) -> dict[str, Any]:
    """The rules of a run as they stand in every JSON answer."""
    return {**rules.chosen, "substitute": list(rules.substitute)}
