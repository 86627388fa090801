"""What came of many games against a driven program: the answer of `rulecheck conform`."""

from __future__ import annotations

import itertools
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from rulecheck.cli.arguments.folders import command_for
from rulecheck.cli.rendering.answers import (
    DROVE_AND_FAILED,
    Format,
    Screen,
    document,
    emit,
    heard,
    show_substitute,
    some,
)
from rulecheck.cli.rendering.completeness import Undone, Work, leave, show_undone
from rulecheck.cli.rendering.departures import (
    departure_document,
    example_document,
    keep_accepted,
    show_accepted,
    show_departures,
    show_not_told,
    substitutes,
    verdict_words,
)
from rulecheck.cli.rendering.news import rests_on
from rulecheck.properties.conform.search.conformance import KILLED
from rulecheck.properties.conform.search.guided_game import CUT_OFF, FINISHED, PARTED, SKIPPED, TIME_UP

if TYPE_CHECKING:
    from rulecheck.properties.conform.localization.search_context import SearchResult
    from rulecheck.properties.conform.lockstep.baseline import Baseline
    from rulecheck.properties.conform.protocol.messages import Play
    from rulecheck.properties.conform.search.conformance import Games
    from rulecheck.properties.findings.finding import Saved
    from rulecheck.spec import Rulebook, Rules

ABILITIES: Final = {
    "legal": "legal moves",
    "state": "positions",
    "turn": "whose turn it is",
    "outcome": "ends of games",
    "undo": "moves taken back",
}
"""What an implementation can announce to tell, in words."""

_WHOLE: Final = (FINISHED, CUT_OFF, PARTED)
"""How a game ends of which nothing that was planned is left."""


class Asked(NamedTuple):
    """What the command line asked for."""

    game: str
    command: Sequence[str]
    tables: Sequence[Rules]
    seconds: float | None
    data: tuple[str, ...]
    accepted: Baseline
    avoid: tuple[str, ...] = ()
    """Patterns of moves that were not played where there was another."""
    ignored: tuple[str, ...] = ()
    """Patterns of parts of positions that were not compared."""
    report: Path | None = None
    """Where pages are written, if they are."""
    round: int = 1
    """Games that may be under way together."""
    options: Sequence[tuple[str, str]] = ()
    """The tables, readings and numbers that were asked for, as options."""
    allow_incomplete: bool = False
    """Whether games that were not played are no reason for exit code 4."""


def tell(asked: Asked, games: Games, findings: Path, write_to: Path | None, form: Format) -> None:
    """Keep and show what was found, and exit as it deserves."""
    from attrs import evolve

    from rulecheck.properties.conform.lockstep.session import DoesNotPlay
    from rulecheck.properties.findings.finding import save
    from rulecheck.spec import load

    result = games.result
    if not result.rules:
        raise DoesNotPlay(_plays_none(asked, result.name, games.session.play))
    program = f"{result.name} {result.version}".strip()
    examples = [example for departure in result.departures for example in departure.also]
    every = (*result.departures, *examples)
    saved = save([evolve(departure.to_finding(), program=program) for departure in every], findings)
    book = load(asked.game)
    answer = _document(asked, book, games, saved)
    if asked.report is not None:
        from rulecheck.cli.pages.departing import conform_report

        conform_report(answer, tuple(map(Path, asked.data)), asked.report)
    with heard():
        if form is Format.JSON:
            emit(answer)
        else:
            _show(Screen(), answer, result.seconds, _readings(book, answer))
    if write_to is not None:
        keys = {key for departure in result.departures for key in departure.keys}
        keep_accepted(write_to, asked.game, keys, asked.accepted)
    if answer["verdict"] in ("failed", "skipped"):
        raise typer.Exit(DROVE_AND_FAILED)
    work, is_news = _work(result), bool(result.departures)
    leave(work, is_news=is_news, interrupted=result.interrupted, allowed=asked.allow_incomplete)


def _plays_none(asked: Asked, name: str, play: Play) -> str:
    counts, setups = " or ".join(map(str, play.players)), ", ".join(play.setups)
    announced = ", ".join(filter(None, (f"{counts} players" if counts else "", f"set-up {setups}" if setups else "")))
    tables = _tables([{"setup": rules.setup, "players": rules.players} for rules in asked.tables])
    return f"{name} announces {announced or 'nothing'} for {asked.game}; what is asked for is {tables}"


def _verdict(result: SearchResult) -> str:
    if result.failed:
        return "failed"
    if result.departures:
        return "departs"
    if not any(result.ended[how] for how in _WHOLE) and (result.ended[TIME_UP] or not result.ended):
        return "unfinished"
    played = result.counts.moves and result.ended.total() > result.ended[SKIPPED]
    return "agrees" if played else "skipped"


def _work(result: SearchResult) -> Work:
    """The games that were asked for, and those that were played to where games end or are cut off."""
    done, killed = sum(result.ended[how] for how in _WHOLE), result.ended[KILLED]
    lost = Undone(killed, "the process that played it was killed")
    if result.asked is None or result.interrupted or result.departures:
        return Work("game", result.asked, done, lost=(lost,))
    left = result.asked - done - killed - result.ended[SKIPPED]  # what a program does not play is told by itself
    return Work("game", result.asked, done, lost=(lost,), skipped=(Undone(max(0, left), "their time was up"),))


def _document(asked: Asked, book: Rulebook, games: Games, saved: Saved) -> dict[str, Any]:
    result, play = games.result, games.session.play
    counts, first = result.counts, result.rules[0]
    goals = [id for id, clause in book.clauses.items() if clause.kind == "rule"]
    at_work = counts.events + counts.refusals
    paths = itertools.chain(map(str, saved.paths), itertools.repeat(None))
    files = list(itertools.islice(paths, len(result.departures)))  # the further examples were saved after them
    met = {**dict.fromkeys(asked.accepted, 0), **result.accepted}
    return document(
        "conform",
        asked={
            "game": asked.game,
            "command": list(asked.command),
            "tables": [{"setup": rules.setup, "players": rules.players} for rules in result.rules],
            "not_announced": _not_announced(asked, result),
            "games": result.asked,
            "seconds": asked.seconds,
            "seed": result.seed,
            "round": asked.round,
            "readings": dict(first.readings),
            "numbers": dict(first.numbers),
            "data": list(asked.data),
            "avoid": list(asked.avoid),
            "ignored": list(asked.ignored),
            "adopt": games.asked.adopts,
        },
        implementation={
            "name": result.name,
            "version": result.version,
            "can": sorted(play.can),
            "chance": play.chance,
            "readings": dict(play.readings),
            "numbers": dict(play.numbers),
            "moves": list(play.moves),
            "together": list(play.together),
        },
        substitute=substitutes(book, first),
        verdict=_verdict(result),
        work=_work(result).to_json(),
        games=result.ended.total(),
        parts=counts.games if play.is_part else None,
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
        rules=len(goals),
        clauses={id: at_work[id] for id in book.clauses if at_work[id]},
        unexercised=[id for id in goals if not at_work[id]],
        asking={
            "by_itself": dict(sorted(games.session.asking.by_itself.items())),
            "besides": dict(sorted(games.session.asking.besides.items())),
        },
        adopted=[
            {**choice.to_json(), "games": evidence.games, "moves": evidence.moves}
            for choice, evidence in games.adoption.adopted.items()
        ],
        announced=_announced(asked, games),
        accepted=dict(sorted(met.items())),
        reasons={key: why for key, why in sorted(asked.accepted.reasons.items()) if why},
        skipped={why: times for why, times in sorted(result.skipped.items()) if why != "not announced"},
        notes=[*result.notes, *([saved.problem] if saved.problem else [])],
        departures=[
            {
                **departure_document(book, departure),
                "also": [
                    example_document(example, path := next(paths), _replay_command(asked, path))
                    for example in departure.also
                ],
                "file": file,
                "replay": _replay_command(asked, file),
            }
            for departure, file in zip(result.departures, files, strict=True)
        ],
    )


def _not_announced(asked: Asked, result: SearchResult) -> list[dict[str, Any]]:
    played = {(rules.setup, rules.players) for rules in result.rules}
    return [
        {"setup": rules.setup, "players": rules.players}
        for rules in asked.tables
        if (rules.setup, rules.players) not in played
    ]


def _readings(book: Rulebook, answer: dict[str, Any]) -> list[str]:
    """The readings that are neither the rulebook's own nor announced."""
    announced = answer["implementation"]["readings"]
    return [
        f"{id} = {choice}"
        for id, choice in answer["asked"]["readings"].items()
        if choice not in (book.readings[id].default, announced.get(id))
    ]


def _announced(asked: Asked, games: Games) -> str | None:
    """The command with all that was taken over announced; None if nothing was."""
    adopted = [part for choice in games.adoption.adopted for part in choice.option.split()]
    options = [part for name, value in asked.options for part in (name, value)]
    return (
        shlex.join([*command_for(asked.game, "conform"), *options, *adopted, "--", *asked.command]) if adopted else None
    )


def _replay_command(asked: Asked, file: str | None) -> str | None:
    if file is None:
        return None
    given = [part for path in asked.data for part in ("--data", path)]
    given += [part for path in asked.ignored for part in ("--ignore-state", path)]
    return shlex.join([*command_for(asked.game, "conform"), "--replay", file, *given, "--", *asked.command])


def _show(screen: Screen, answer: dict[str, Any], seconds: float, readings: Sequence[str]) -> None:
    asked, departures, theirs = answer["asked"], answer["departures"], answer["implementation"]
    name = f"{theirs['name']} {theirs['version']}".strip()
    parts = "" if answer["parts"] is None else f", {some(answer['parts'], 'phase')} handed to your program"
    screen.line(
        f"{asked['game']}   {name}   {verdict_words(answer)}   {some(answer['games'], 'game')}{parts}   "
        f"{some(answer['moves'], 'move')}   {seconds:,.1f} s   seed {asked['seed']}   "
        f"{some(len(departures), 'departure')}",
        style="bold",
    )
    _show_asked(screen, answer, readings)
    ended = ", ".join(f"{count:,} {how}" for how, count in answer["ended"].items())
    screen.line(f"  ended      {ended or 'no game was begun'}")
    if not answer["interrupted"]:
        show_undone(screen, answer["work"])
    _show_compared(screen, answer)
    _show_asking(screen, answer["asking"])
    _show_gaps(screen, answer)
    _show_adopted(screen, answer)
    show_departures(screen, departures)
    show_substitute(screen, answer["substitute"])


def _show_asked(screen: Screen, answer: dict[str, Any], readings: Sequence[str]) -> None:
    asked, theirs = answer["asked"], answer["implementation"]
    length = some(asked["games"], "game") if asked["games"] is not None else f"{asked['seconds']:g} s"
    screen.line(f"  asked      {length}: {_tables(asked['tables'])}")
    numbers = [f"{name} = {value}" for name, value in asked["numbers"].items() if theirs["numbers"].get(name) != value]
    changes = [*readings, *numbers, *asked["data"]]
    if changes:
        screen.line(f"  with       {', '.join(changes)}")
    announced = [f"{name} = {value}" for what in ("readings", "numbers") for name, value in theirs[what].items()]
    if announced:
        screen.line(f"  announced  {', '.join(announced)}")
    if asked["not_announced"]:
        screen.line(f"  left out   {_tables(asked['not_announced'])}: not announced by the program", style="yellow")


def _tables(listed: Sequence[dict[str, Any]]) -> str:
    counts: dict[str, list[str]] = {}
    for table in listed:
        counts.setdefault(table["setup"], []).append(str(table["players"]))
    return ", ".join(f"{setup} ({' or '.join(players)} players)" for setup, players in counts.items())


def _show_compared(screen: Screen, answer: dict[str, Any]) -> None:
    compared, can = answer["compared"], answer["implementation"]["can"]
    times = [f"{words} {some(compared[ability], 'time')}" for ability, words in ABILITIES.items() if ability in can]
    if times:
        screen.line(f"  compared   {', '.join(times)}")
    by = some(compared["refusal_clauses"], "clause")
    offered = f"{some(compared['refusals'], 'wrong move')} offered, forbidden by {by}"
    screen.line(f"  refused    {offered if compared['refusals'] else 'no wrong move was offered'}")
    at_work = answer["rules"] - len(answer["unexercised"])
    screen.line(f"  exercised  {at_work} of {answer['rules']} rule clauses")


def _show_asking(screen: Screen, asking: dict[str, dict[str, int]]) -> None:
    """Moves without a choice that one side alone asks for."""
    words = {"by_itself": "makes by itself, without a choice", "besides": "asks for besides, without a choice"}
    for key, told in words.items():
        if asking[key]:
            kinds = ", ".join(f"{kind} ({some(times, 'time')})" for kind, times in asking[key].items())
            screen.line(f"  asks       {told}: {kinds}")


def _show_adopted(screen: Screen, answer: dict[str, Any]) -> None:
    """What was taken over, what the program is then, and how to announce it."""
    adopted, departures = answer["adopted"], answer["departures"]
    for choice in adopted:
        players = "" if choice["players"] is None else f" with {choice['players']} players"
        rests = rests_on(choice["games"], choice["moves"])
        screen.line(f"  adopted    {choice['id']} = {choice['value']}{players}: {rests}", style="green")
    if adopted:
        kinds = Counter(choice["what"] for choice in adopted)
        left = [departure for departure in departures if not departure["adopted"]]
        parts = [some(kinds[what], what) for what in ("reading", "number") if kinds[what]]
        parts.append(f"the {some(len(left), 'departure')} below" if left else "no other departure")
        screen.line(f"  verdict    your program = this rulebook + {' + '.join(parts)}", style="bold")
        screen.line(f"  announce   {answer['announced']}")


def _show_gaps(screen: Screen, answer: dict[str, Any]) -> None:
    """What was not looked at, and why."""
    compared, can = answer["compared"], answer["implementation"]["can"]
    lacking = [words for ability, words in ABILITIES.items() if ability not in can]
    if lacking:
        only = "; only refusals were" if len(lacking) == len(ABILITIES) else ""
        screen.line(
            f"  not compared, because your program does not announce: {', '.join(lacking)}{only}", style="yellow"
        )
    never = [words for ability, words in ABILITIES.items() if ability in can and not compared[ability]]
    if never and answer["moves"]:
        screen.line(f"  never met  {', '.join(never)}: announced, but never compared in these games", style="yellow")
    if compared["state"]:
        show_not_told(screen, compared["not_told"])
    if compared["legal_left_out"]:
        screen.line(
            f"  left out   the legal moves of {some(compared['legal_left_out'], 'position')} with too many ways",
            style="yellow",
        )
    if answer["asked"]["avoid"]:
        screen.line(f"  avoided    {', '.join(answer['asked']['avoid'])}: where another move was open", style="yellow")
    if answer["asked"]["ignored"]:
        screen.line(f"  ignored    of positions: {', '.join(answer['asked']['ignored'])}", style="yellow")
    for why, times in answer["skipped"].items():
        screen.line(f"  skipped    {some(times, 'time')}: {why}", style="yellow")
    show_accepted(screen, answer["accepted"], answer["reasons"], is_driven=True)
    for note in answer["notes"]:
        screen.line(f"  note       {note}", style="yellow")
    if answer["interrupted"]:
        screen.line("  stopped by Ctrl-C; this is what was found until then", style="yellow")
