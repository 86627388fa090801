"""A departure told as a game: its cause and clause, what differs, and the moves."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Final

from rulecheck.properties.conform.lockstep.comparison import told_differences
from rulecheck.properties.conform.lockstep.departure import DEPARTURES, FAILURES, Departure
from rulecheck.properties.conform.lockstep.divergence import SHOWN
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import SpecError, load

_WIDE: Final = 110
_MOVES: Final = 40
"""Moves that are shown at most: the last ones."""
_FEW: Final = 12
"""Differences of a position that are shown at most, where there are more than a message tells."""
_SUSPECTS: Final = 4
_AGREES: Final = {
    "reading": "agrees if the rule is read as {}; to adopt it, announce it in `readings`",
    "number": "agrees if the number is {}; to adopt it, announce it in `numbers`",
}
"""Under which choice an implementation agrees, and how it adopts it."""


def story(departure: Departure, engine: AnyEngine, name: str) -> str:
    """The whole of it, for a person to read; `name` is the implementation's."""
    lines = [f"{name} departs from {departure.setting.game}: {departure.key}"]
    if departure.is_failure:
        lines = [f"{name} fails at {departure.setting.game}: {departure.key}"]
    lines += _paragraph({**DEPARTURES, **FAILURES}[departure.kind])
    for message in departure.messages:
        lines += _paragraph(message)
    if len(departure.differences) > SHOWN:
        lines += [f"    {place}" for place in told_differences(departure.differences, _FEW)]
    lines += _clauses(departure)
    for choice in departure.explained:
        lines += _paragraph(_AGREES[choice.what].format(choice))
    lines += ["", *_game(departure, engine)]
    if departure.stderr.strip():
        head = [] if departure.stderr.startswith("Traceback") else ["  its standard error"]
        lines += ["", *head, *(f"    {line}" for line in departure.stderr.strip().splitlines())]
    return "\n".join(lines)


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


def _some(count: int, noun: str) -> str:
    return f"{count:,} {noun if count == 1 else noun + 's'}"
