"""`rulecheck conform --replay`: the game of one departure, on both sides once more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from rulecheck.cli.rendering.answers import (
    DROVE_AND_FAILED,
    FOUND,
    Format,
    Screen,
    UserError,
    document,
    emit,
    heard,
    some,
)
from rulecheck.cli.rendering.departures import show_differences

if TYPE_CHECKING:
    from rulecheck.properties.conform.lockstep.divergence import Divergence
    from rulecheck.properties.conform.lockstep.session import Session
    from rulecheck.properties.findings.finding import Loaded


_DIFFERENCES: Final = 40
"""Differences between positions that are shown at most."""
_MOVES: Final = 24
_LETTERS: Final = 1_200
"""Of an answer as it came."""


class Again(NamedTuple):
    """What the command line asked for."""

    game: str
    command: Sequence[str]
    finding: Path
    data: tuple[Path, ...]
    ignored: tuple[str, ...] = ()


def play(asked: Again, program: Any, form: Format) -> None:
    """Play the game of a departure, show where the sides part, and exit as it deserves."""
    from rulecheck.properties.conform.lockstep.departure import FAILURES
    from rulecheck.properties.conform.lockstep.replaying import again
    from rulecheck.properties.findings.finding import load_finding

    loaded = load_finding(asked.finding, data=asked.data)
    if loaded.finding.setting.game != asked.game:
        raise UserError(f"{asked.finding}: a game of {loaded.finding.setting.game}, not of {asked.game}")
    divergences, session = again(program, loaded, asked.ignored)
    answer = _document(asked, loaded, divergences, _sides(loaded, session))
    with heard():
        if form is Format.JSON:
            emit(answer)
        else:
            _show(Screen(), loaded, answer)
    if divergences:
        raise typer.Exit(DROVE_AND_FAILED if any(divergence.kind in FAILURES for divergence in divergences) else FOUND)


def _sides(loaded: Loaded, session: Session) -> dict[str, Any]:
    """What both sides say at the end: our position whole, and the program's last answer as it came."""
    from rulecheck.properties.conform.lockstep.engine_context import EngineContext

    engine, state = loaded.engine, loaded.positions[-1]
    outcome = engine.outcome(state)
    request, said = session.recorded[-1] if session.recorded else ({}, {})
    return {
        "ours": {
            "turn": EngineContext(engine).seat(engine.actor(state)),
            "legal": list(map(str, engine.legal_moves(state))),
            "state": engine.to_json(state),
            "outcome": None if outcome is None else {"winners": outcome.winners, "scores": dict(outcome.scores)},
        },
        "theirs": {"asked": {key: value for key, value in request.items() if key != "position"}, "answer": dict(said)},
    }


def _document(asked: Again, loaded: Loaded, divergences: Sequence[Divergence], sides: dict[str, Any]) -> dict[str, Any]:
    from rulecheck.properties.conform.lockstep.baseline import is_called

    finding = loaded.finding
    return document(
        "conform-replay",
        asked={"game": asked.game, "command": list(asked.command), "file": str(asked.finding)},
        finding=finding.id,
        key=finding.name,
        setting={"setup": finding.setting.setup, "players": finding.setting.players},
        moves=[str(move) for move in loaded.moves],
        tried=finding.tried or None,
        shows=any(is_called(divergence, finding.name) for divergence in divergences),
        sightings=[
            {
                "kind": divergence.kind,
                "about": divergence.about,
                "at": divergence.at,
                "message": divergence.message,
                "clauses": list(divergence.clauses),
                "stderr": divergence.stderr,
                "differences": [difference.to_json() for difference in divergence.differences],
            }
            for divergence in divergences
        ],
        sides=sides,
    )


def _show(screen: Screen, loaded: Loaded, answer: dict[str, Any]) -> None:
    setting, divergences = answer["setting"], answer["sightings"]
    screen.line(
        f"{answer['key']}   {answer['asked']['game']}, {setting['players']} players, {setting['setup']}   "
        f"{some(len(answer['moves']), 'move')}",
        style="bold",
    )
    if before := loaded.finding.before:
        screen.line(
            f"      the program plays {some(len(before), 'move')}; our side goes on from the position it tells then"
        )
    for number, move in enumerate(loaded.moves, 1):
        actor = loaded.engine.actor(loaded.positions[number - 1])
        screen.line(f"{number:>4}  {loaded.engine.seats[actor] if actor >= 0 else 'chance'}: {move}")
    if answer["tried"] is not None:
        screen.line(f" try  {answer['tried']}")
    for divergence in divergences:
        screen.line()
        screen.line(
            f"{divergence['kind'].upper()}  after {some(divergence['at'], 'move')}: {divergence['message']}",
            style="bold red",
        )
        if divergence["clauses"]:
            screen.line(f"    clause  {', '.join(divergence['clauses'])}")
        show_differences(screen, divergence["differences"], _DIFFERENCES)
        for line in divergence["stderr"].rstrip().splitlines()[-20:]:
            screen.line(f"    stderr  {line}", style="dim")
    _show_sides(screen, answer["sides"])
    screen.line()
    screen.line(_verdict(answer), style="bold")


def _show_sides(screen: Screen, sides: dict[str, Any]) -> None:
    """Both sides' words at the end, bounded; the JSON answer has them whole."""
    ours, theirs = sides["ours"], sides["theirs"]
    legal = ours["legal"]
    more = f", … ({len(legal)} in all)" if len(legal) > _MOVES else ""
    screen.line()
    screen.line(f"    rules   {ours['turn']} is to move; legal: {', '.join(legal[:_MOVES]) or 'nothing'}{more}")
    if ours["outcome"] is not None:
        screen.line(f"    rules   {json.dumps(ours['outcome'], ensure_ascii=False)}")
    if theirs["answer"]:
        screen.line(f"    asked   {_cut(theirs['asked'])}", style="dim")
        screen.line(f"    answer  {_cut(theirs['answer'])}", style="dim")


def _cut(said: dict[str, Any]) -> str:
    text = json.dumps(said, ensure_ascii=False)
    return text if len(text) <= _LETTERS else f"{text[:_LETTERS]}… ({len(text):,} letters in all)"


def _verdict(answer: dict[str, Any]) -> str:
    if answer["shows"]:
        return f"{answer['key']} shows again"
    if answer["sightings"]:
        return f"{answer['key']} does not show again; what is above does"
    return f"{answer['key']} does not show again: both sides agree throughout this game"
