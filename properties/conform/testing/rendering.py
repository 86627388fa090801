"""A departure told as a game: its cause and clause, the moves, what the rules say then, and what was said instead."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rulecheck.properties.conform.lockstep.departure import DEPARTURES, FAILURES, Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.lockstep.observation import differences, written
from rulecheck.properties.conform.lockstep.replaying import Shows
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY
from rulecheck.properties.conform.search.conformance import Games
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import SpecError, load

_WIDE: Final = 110
_MOVES: Final = 40
"""Moves that are shown at most: the last ones."""
_FEW: Final = 12
"""Moves of a list, and differences of a position, that are shown at most."""
_SUSPECTS: Final = 4
_AGREES: Final = {
    "reading": "agrees if the rule is read as {}; to adopt it, announce it in `readings`",
    "number": "agrees if the number is {}; to adopt it, announce it in `numbers`",
}
"""Under which choice an implementation agrees, and how it adopts it."""
_TIED: Final = "\u00a0"
"""A space at which no line ends."""


def story(
    departure: Departure,
    engine: AnyEngine,
    name: str,
    answer: Mapping[str, Any] | None = None,
    *,
    sets: tuple[str, ...] = (),
) -> str:
    """The whole of it, for a person to read.

    `name` is the implementation's, `answer` what it said last, `sets` the parts whose lists it tells in any order.
    """
    lines = [f"{name} departs from {departure.setting.game}: {departure.key}"]
    if departure.is_failure:
        lines = [f"{name} fails at {departure.setting.game}: {departure.key}"]
    lines += _paragraph({**DEPARTURES, **FAILURES}[departure.kind])
    for message in departure.messages:
        lines += _paragraph(message)
    lines += _clauses(departure)
    for choice in departure.explained:
        lines += _paragraph(_AGREES[choice.what].format(choice))
    lines += ["", *_game(departure, engine), "", *_both(departure, engine, name, answer, sets)]
    if departure.stderr.strip():
        head = [] if departure.stderr.startswith("Traceback") else ["  its standard error"]
        lines += ["", *head, *(f"    {line}" for line in departure.stderr.strip().splitlines())]
    return "\n".join(lines)


def answered(games: Games, departure: Departure) -> Mapping[str, Any] | None:
    """What the implementation says where the sides part, asked again; None if it cannot be asked."""
    if not departure.shrunk or departure.is_failure:
        return None
    context = games.search.context_of(departure)
    moves = [context.engine.parse(text) for text in departure.moves]
    states = positions(context.engine, moves)
    divergence = Divergence(
        departure.kind, departure.about, len(moves), departure.messages[0], departure.clauses, departure.tried
    )
    session = games.session
    session.recorded = []
    again = Shows(session, divergence, [context], departure.game, games.search.asked.accepted).divergence_in(
        context.engine, moves, states
    )
    recorded, session.recorded = session.recorded, None
    return recorded[-1][1] if again is not None and recorded else None


def _paragraph(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(" ".join(text.split()), _WIDE, initial_indent=indent, subsequent_indent=indent)


def _clauses(departure: Departure) -> list[str]:
    """The clause with its sentence; where it is only likely, the others by name."""
    if not departure.clauses:
        return []
    first, *others = departure.clauses
    sure = departure.kind in ("lists", "accepts")
    lines = [f"  {'clause' if sure else 'perhaps'}  {first}"]
    lines += _paragraph(_sentence(departure.setting.game, first), " " * 6)
    if others and not sure:
        more = f" and {len(others) - _SUSPECTS} more" if len(others) > _SUSPECTS else ""
        lines += _paragraph(f"or {', '.join(others[:_SUSPECTS])}{more}")
    return lines


def _sentence(game: str, clause: str) -> str:
    try:
        statement = load(game).clauses.get(clause)
    except SpecError:
        return ""
    return "" if statement is None else statement.text


def _game(departure: Departure, engine: AnyEngine) -> list[str]:
    """The moves, each with its number and who makes it."""
    setting, moves = departure.setting, departure.moves
    played = (
        ""
        if not departure.shrunk or len(moves) == departure.original_length
        else (f", of {departure.original_length} that were played")
    )
    origin = departure.origin
    since = f", from the position that it told after {_some(len(origin.before), 'move')}" if origin else ""
    head = f"  {setting.players} players, set-up {setting.setup}: {_some(len(moves), 'move')}{played}{since}"
    rows = list(_rows(departure, engine))
    left_out = [f"    … {_some(len(rows) - _MOVES, 'move')} before"] if len(rows) > _MOVES else []
    wide = max((len(row[2]) for row in rows), default=0)
    seats = max((len(row[1]) for row in rows), default=0)
    shown = [f"  {row[0]:>4}  {row[1]:<{seats}}  {row[2]:<{wide}}  {row[3]}".rstrip() for row in rows[-_MOVES:]]
    return [head, *left_out, *shown]


def _rows(departure: Departure, engine: AnyEngine) -> Iterable[tuple[str, str, str, str]]:
    state = engine.start()
    for number, text in enumerate(departure.moves, 1):
        handed = "   (it begins after this)" if number == departure.part_from else ""
        yield str(number), _seat(engine, engine.actor(state)), text, handed
        state = engine.apply(state, engine.parse(text))
    if departure.tried is not None:
        text = str(departure.tried)
        yield "then", _seat(engine, engine.actor(state)), text if text.isprintable() else repr(text), ""


def _seat(engine: AnyEngine, actor: int) -> str:
    if actor == OVER:
        return NOBODY
    return CHANCE_SEAT if actor == CHANCE else engine.seats[actor]


def _both(
    departure: Departure, engine: AnyEngine, name: str, answer: Mapping[str, Any] | None, sets: tuple[str, ...]
) -> list[str]:
    """What the rules say then, and what the implementation said."""
    state = engine.start()
    for text in departure.moves:
        state = engine.apply(state, engine.parse(text))
    ours, theirs = _said(departure, engine, state, answer or {}, sets)
    wide = max(len(name), len("the rules"))
    lines: list[str] = []
    for who, said in (("the rules", ours), (name, theirs)):
        lines += textwrap.wrap(said, _WIDE, initial_indent=f"  {who:<{wide}}  ", subsequent_indent=" " * (wide + 4))
    return [line.replace(_TIED, " ") for line in lines]


def _said(
    departure: Departure, engine: AnyEngine, state: Any, told: Mapping[str, Any], sets: tuple[str, ...]
) -> tuple[str, str]:
    """Both sides' words; nothing for the implementation's where they are not known."""
    kind = departure.kind
    legal = _listed([str(move) for move in engine.legal_moves(state)])
    if kind == "accepts":
        refused = engine.refusal(state, engine.parse(str(departure.tried)))
        changes = " is refused, but changes " in departure.messages[0]
        return f"refuse it: {refused}", "refuses it, but changes the position" if changes else "plays it"
    if kind == "malformed":
        return f"know no such move; {legal}", "plays it"
    if kind in ("misses", "lists") and "legal" in told:
        return legal, _listed([" and ".join(entry) if isinstance(entry, list) else entry for entry in told["legal"]])
    if kind == "refuses" and "refused" in told:
        return legal, f"refuses: {told['refused']}"
    if kind == "turn":
        return (
            f"{_seat(engine, engine.actor(state))} is to move",
            f"{told['turn']} is to move" if "turn" in told else "",
        )
    if kind == "outcome":
        return _ended(engine, state), _told_outcome(told.get("outcome")) if told else ""
    if kind == "state" and "state" in told:
        return _differing(engine.to_json(state), told["state"], sets)
    return f"{_seat(engine, engine.actor(state))} is to move; {legal}", ""


def _listed(legal: Sequence[str]) -> str:
    if not legal:
        return "no move is legal"
    more = f", … ({len(legal)} in all)" if len(legal) > _FEW else ""
    return f"legal: {', '.join(text.replace(' ', _TIED) for text in legal[:_FEW])}{more}"


def _ended(engine: AnyEngine, state: Any) -> str:
    outcome = engine.outcome(state)
    if outcome is None:
        return f"the game goes on: {_seat(engine, engine.actor(state))} is to move"
    return f"{outcome} ({_scores(outcome.scores)})" if outcome.scores else str(outcome)


def _told_outcome(outcome: Mapping[str, Any] | None) -> str:
    if outcome is None:
        return "the game goes on"
    told = [f"{' and '.join(outcome['winners']) or 'nobody'} won"] if "winners" in outcome else []
    return "; ".join([*told, *([_scores(outcome["scores"])] if "scores" in outcome else [])])


def _scores(scores: Mapping[str, Any]) -> str:
    return ", ".join(f"{seat} {score}" for seat, score in scores.items())


def _differing(ours: Mapping[str, Any], theirs: Mapping[str, Any], sets: tuple[str, ...]) -> tuple[str, str]:
    """The same parts of the position on both sides."""
    differing = differences(ours, theirs, sets=sets)
    more = f"; and {len(differing) - _FEW} more" if len(differing) > _FEW else ""
    sides = [
        "; ".join(f"{'.'.join(difference.path)} is {written(value)}" for difference, value in side) + more
        for side in (
            [(difference, difference.ours) for difference in differing[:_FEW]],
            [(difference, difference.theirs) for difference in differing[:_FEW]],
        )
    ]
    return sides[0], sides[1]


def _some(count: int, noun: str) -> str:
    return f"{count:,} {noun if count == 1 else noun + 's'}"
