"""`rulecheck readings`: what the text leaves open, and how two readings of it first part."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments import completion
from rulecheck.cli.arguments.options import (
    Data,
    Findings,
    Game,
    Numbers,
    Output,
    Players,
    Readings,
    SetUpName,
    needs_engine,
    playable,
    rules_for,
)
from rulecheck.cli.arguments.tables import last_campaign, replay_command, tables
from rulecheck.cli.rendering.answers import FOUND, Format, Screen, counting, document, emit, some

if TYPE_CHECKING:
    from rulecheck.properties.campaign.separation import Pair
    from rulecheck.spec import Reading, Rulebook, Rules


def readings(
    game: Game,
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            help="Tell this reading's choices apart.",
            show_default=False,
            autocompletion=completion.readings,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=1, help="How long to look for a game that tells them apart.")
    ] = 20.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Play the games of this seed.")] = 0,
    players: Players = None,
    setup: SetUpName = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    findings: Findings = Path("findings"),
    form: Output = Format.TEXT,
) -> None:
    """List open readings, or tell the choices of one apart.

    With an ID: the shortest game that tells two choices apart.

    The choice that is followed (--reading ID=VALUE, else the default) is played against each other choice, on all
    set-ups and player counts unless told otherwise.
    """
    from rulecheck.spec import load

    book = load(game)
    if id is None:
        _list(book, form)
        return
    wanted = _reading_of(book, id)
    needs_engine(game)
    every = tables(
        game,
        None if players is None else [players],
        setup,
        lambda count, name: rules_for(game, players=count, setup=name, readings=reading, numbers=number, data=data),
    )
    playable(every)
    every += _other_seats(book, every)
    parted = _separate(wanted, every, seconds, seed, findings)
    answer = document(
        "readings",
        game=game,
        seed=seed,
        seconds=seconds,
        substitute=list(every[0].substitute),
        readings=[_described(wanted)],
        pairs=_kept(wanted, parted, seed, findings, [str(file) for file in data or ()]),
    )
    if form is Format.JSON:
        emit(answer)
    else:
        _show(Screen(), answer)
    if any(pair["finding"] for pair in answer["pairs"]):
        raise typer.Exit(FOUND)


def _other_seats(book: Rulebook, every: Sequence[Rules]) -> list[Rules]:
    """The same tables with the last seats in place of the first: some readings ask who is not there."""
    from attrs import evolve

    return [evolve(rules, seats=book.seats[-rules.players :]) for rules in every if rules.players < len(book.seats)]


def _reading_of(book: Rulebook, id: str) -> Reading:
    from rulecheck.spec.errors import SpecError, meant, shown

    if id not in book.readings:
        raise SpecError(book.path, None, f"no reading {shown(id)}", meant(id, book.readings, "the readings are"))
    return book.readings[id]


def _described(reading: Reading) -> dict[str, Any]:
    return {
        "id": reading.id,
        "question": reading.question,
        "clauses": list(reading.silent),
        "choices": dict(reading.choices),
        "default": reading.default,
        "because": reading.because,
        "substitute": reading.substitute,
        "sentences": dict(reading.sentences),
    }


def _list(book: Rulebook, form: Format) -> None:
    described = [_described(reading) for reading in book.readings.values()]
    if form is Format.JSON:
        emit(document("readings", game=book.game, readings=described))
        return
    screen = Screen()
    screen.line(f"{book.game}   {some(len(described), 'reading')}", style="bold")
    for reading in described:
        screen.line()
        _show_reading(screen, reading)


def _separate(
    reading: Reading, every: Sequence[Rules], seconds: float, seed: int, findings: Path
) -> list[tuple[Rules, Pair]]:
    """The shortest game found for each pair of choices, and the rules it was played by.

    Begins where the last campaign came upon the reading, if there was one, and goes
    on to the other tables for the pairs that are not told apart yet.
    """
    from rulecheck.cli.arguments.options import engine_for
    from rulecheck.properties.campaign.separation import separate

    for rules in every:
        engine_for(rules)
    met = _met(reading, findings, every[0].game)
    order = sorted(every, key=lambda rules: 0 if (rules.setup, rules.players) in met else 1)
    best: dict[str, tuple[Rules, Pair]] = {}
    open_choices = [choice for choice in reading.choices if choice != every[0].readings[reading.id]]
    share = seconds / len(order)
    with counting("telling apart", len(order), "table") as tell:
        for rules in order:
            start = met.get((rules.setup, rules.players))
            mine = rules.readings[reading.id]
            parted = separate(
                rules,
                reading.id,
                seconds=share,
                seed=seed,
                choices=[mine, *open_choices],
                starts=() if start is None else (start,),
            )
            for pair in parted.pairs if parted is not None else ():
                before = best.get(pair.b)
                if before is None or pair.found:
                    best[pair.b] = (rules, pair)
            open_choices = [choice for choice in open_choices if not best[choice][1].found]
            if not open_choices:
                break
            tell(1, "")
    return list(best.values())


def _met(reading: Reading, findings: Path, game: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """By set-up and players: the shortest game in which the last campaign needed the reading."""
    answer = last_campaign(findings, game)
    try:
        return {
            (finding["setting"]["setup"], finding["setting"]["players"]): tuple(finding["moves"])
            for finding in (answer or {}).get("findings", ())
            if finding["kind"] == "silent" and finding["name"] == reading.id
        }
    except (KeyError, TypeError):  # an answer of another version, or one that was changed
        return {}


def _kept(
    reading: Reading, parted: Sequence[tuple[Rules, Pair]], seed: int, folder: Path, data: Sequence[str]
) -> list[dict[str, Any]]:
    """Each pair with its finding, written to a file that `rulecheck replay` shows."""
    from rulecheck.properties.campaign.separation import Separation
    from rulecheck.properties.findings.finding import save

    told = []
    for rules, pair in parted:
        findings = Separation(reading.id, (pair,)).findings(rules, seed)
        saved = save(findings, folder)
        path = saved.paths[0] if saved.paths else None
        told.append(
            {
                "choices": [pair.a, pair.b],
                "setup": rules.setup,
                "players": rules.players,
                "games": pair.games,
                "moves_played": pair.moves_played,
                "differs": list(pair.difference.what) if pair.difference is not None else [],
                "finding": findings[0].to_json() if findings else None,
                "file": None if path is None else str(path),
                "replay": replay_command(rules.game, path, data),
                "note": saved.problem,
            }
        )
    return told


def _show_reading(screen: Screen, reading: dict[str, Any]) -> None:
    substitute = "   SUBSTITUTE for what could not be recovered" if reading["substitute"] else ""
    screen.line(f"{reading['id']}   {', '.join(reading['clauses'])}{substitute}", style="bold")
    screen.line(f"    {reading['question']}")
    width = max(len(key) for key in reading["choices"])
    for key, text in reading["choices"].items():
        screen.line(f"    {'*' if key == reading['default'] else ' '} {key:<{width}}  {text}")
    screen.line(f"    because {reading['because']}")
    for choice, sentence in reading["sentences"].items():
        screen.line(f"    settle  “{sentence}” [{choice}]")


def _show(screen: Screen, answer: dict[str, Any]) -> None:
    _show_reading(screen, answer["readings"][0])
    for pair in answer["pairs"]:
        screen.line()
        a, b = pair["choices"]
        played = f"{some(pair['games'], 'game')}, {some(pair['moves_played'], 'move')}, seed {answer['seed']}"
        if pair["finding"] is None:
            screen.line(f"{a} / {b}   not told apart in {played}")
            continue
        table = f"{pair['players']} players, {pair['setup']}"
        moves = pair["finding"]["moves"]
        when = f"after {some(len(moves), 'move')}" if moves else "from the start"
        screen.line(f"DIVERGES  {a} / {b}   {when}   {table}", style="bold red")
        for number, move in enumerate(moves, 1):
            screen.line(f"    {number:>3}  {move}")
        for what in pair["differs"]:
            screen.line(f"    {what}")
        if pair["replay"]:
            screen.line(f"    replay  {pair['replay']}")
        if pair["note"]:
            screen.line(f"    {pair['note']}", style="yellow")
    if answer["substitute"]:
        screen.line()
        screen.line(f"played with substitute data: {', '.join(answer['substitute'])}", style="yellow")
