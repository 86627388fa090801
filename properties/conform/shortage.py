"""A move that is listed although it cannot be paid for: how much is wanting, and of what.

A side that gets a price wrong shows it twice: in the position after such a move, and in a list where the right price
is too high.  Where as much is wanting as the known difference comes to, that is no second cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import Parting
from rulecheck.reference_engines.contract import AnyEngine, PositionError, UnknownMove

_MOST: Final = 60
"""What may be wanting at most: each amount is tried."""


def is_short(common: Common, cause: Cause, other: Cause) -> bool:
    """Whether each move of one cause is forbidden only for want of what such moves are known to get wrong."""
    kinds = {candidate.sighting.after for candidate in other.candidates.soonest}
    if cause.about not in kinds:
        return False
    away = _differs_by(other)
    if not away:
        return False
    return all(_wants(common, candidate.game, candidate.sighting, away) for candidate in cause.candidates.soonest)


def _differs_by(cause: Cause) -> dict[str, int]:
    """The parts of one seat that differ in numbers, and by how much at most."""
    away: dict[str, int] = {}
    for candidate in cause.candidates.soonest:
        for difference in candidate.sighting.differences:
            ours, theirs = difference.ours, difference.theirs
            if difference.part.startswith("players.*.") and type(ours) is int and type(theirs) is int:
                away[difference.part] = max(away.get(difference.part, 0), abs(theirs - ours))
    return away


def _wants(common: Common, game: GameLine, parting: Parting, away: Mapping[str, int]) -> bool:
    """Whether the move would be allowed if its seat had a little more."""
    engine = common.rig_for(game).engine
    state = engine.start()
    for text in game.line[: parting.at]:
        state = engine.apply(state, engine.parse(text))
    try:
        move = engine.parse(_move_in(parting))
    except UnknownMove:
        return False
    seat = engine.seats[engine.actor(state)]
    return any(
        any(
            _is_allowed(engine, engine.to_json(state), part.split("."), seat, more, move) for more in range(1, most + 1)
        )
        for part, most in ((part, min(most, _MOST)) for part, most in away.items())
    )


def _move_in(parting: Parting) -> str:
    """The move that a parting is about: what was offered, or what its message names first."""
    text = str(parting.tried) if parting.tried is not None else parting.message.partition("'")[2].partition("'")[0]
    return text if kind_of_move(text) == parting.about else ""


def _is_allowed(engine: AnyEngine, position: Any, part: list[str], seat: str, more: int, move: Any) -> bool:
    """Whether the rules allow a move once the seat has so much more of a part."""
    *way, last = [seat if name == "*" else name for name in part]
    table = position
    for name in way:
        table = table.get(name) if isinstance(table, dict) else None
    if not isinstance(table, dict) or type(table.get(last)) is not int:
        return False
    table[last] += more
    try:
        return engine.refusal(engine.from_json(position), move) is None
    except PositionError:
        return False
