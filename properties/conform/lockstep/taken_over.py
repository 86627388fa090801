"""The moves before a position that our side took over, made fewer.

First the soonest of the positions on the way is looked for in which the same moves show the same.  Then moves are left
out.  What a program played up to there need not be legal, so only the program can tell where fewer moves lead: it
plays them anew, those that it refuses are left out as well, and our side takes over the position that it tells.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from rulecheck.properties.conform.driver.participant import Failed
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, positions_from
from rulecheck.properties.conform.lockstep.lockstep import ALL
from rulecheck.properties.conform.lockstep.replaying import Shows
from rulecheck.properties.conform.lockstep.session import Session, start_request
from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.properties.findings.origin import Origin
from rulecheck.reference_engines.contract import PositionError

_PARTS: Final = 2
"""Into so many parts the moves are divided first."""
_SOONER: Final = 12
"""Positions on the way from which the line is played on both sides, at most."""
Found = tuple[EngineContext, Divergence]


def fewer_before(
    session: Session,
    start: EngineContext,
    context: EngineContext,
    line: Sequence[str],
    condition: Callable[[EngineContext], Shows],
    seconds: float,
) -> Found | None:
    """A position taken over after fewer moves from which the same line shows the same; None if none was found.

    `start` is our side of the whole game, `context` that of the position taken over, `condition` asks for the departure
    in games of either.
    """
    assert context.origin is not None
    ends = time.monotonic() + seconds
    best = _sooner(session, start, context.origin, line, condition, ends)
    before = list(context.origin.before if best is None or best[0].origin is None else best[0].origin.before)
    parts = _PARTS
    while len(before) >= parts and time.monotonic() < ends:
        size = -(-len(before) // parts)
        for at in range(len(before) - size, -size, -size):
            if time.monotonic() >= ends:
                return best
            origin = reached(session, start, [*before[: max(0, at)], *before[at + size :]])
            again = (
                None if origin is None or len(origin.before) >= len(before) else _shown(start, origin, line, condition)
            )
            if again is not None:
                assert origin is not None
                before, best = list(origin.before), again
                break
        else:
            if size == 1:
                break
            parts = min(len(before), 2 * parts)
    return best


def _sooner(
    session: Session,
    start: EngineContext,
    origin: Origin,
    line: Sequence[str],
    condition: Callable[[EngineContext], Shows],
    ends: float,
) -> Found | None:
    """The departure from the soonest of the positions on the way that allow the line and show it."""
    allowing: list[Origin] = []
    try:
        session.ensure()
        session.ask(start_request(start.rules, 0, ALL))
        answer = session.answer()
        for at, text in enumerate(origin.before):
            if answer.state is not None and time.monotonic() < ends:
                there = Origin(origin.before[:at], answer.state)
                if _line_from(start, there, line) is not None:
                    allowing.append(there)
            if len(allowing) == _SOONER or answer.refused is not None:
                break
            session.ask({"ask": "play", "move": text, "tell": ALL})
            answer = session.answer()
    except Failed:
        return None
    for there in allowing:
        if time.monotonic() < ends and (again := _shown(start, there, line, condition)) is not None:
            return again
    return None


def reached(session: Session, start: EngineContext, moves: Sequence[str]) -> Origin | None:
    """Where the program comes by some moves, but for those that it refuses; None if it fails or tells no position."""
    played: list[str] = []
    try:
        session.ensure()
        session.ask(start_request(start.rules, 0, ALL))
        answer: Answer = session.answer()
        for text in moves:
            session.ask({"ask": "play", "move": text, "tell": ()})
            answer = session.answer(may_fail=True)
            if answer.refused is None:
                played.append(text)
        session.ask({"ask": "look", "tell": ALL})
        answer = session.answer()
    except Failed:
        return None
    return None if answer.state is None or answer.outcome is not None else Origin(tuple(played), answer.state)


def _line_from(
    start: EngineContext, origin: Origin, line: Sequence[str]
) -> tuple[EngineContext, list[Any], list[Any]] | None:
    """A line from a position taken over: our side, moves and positions; None if the rules do not allow it there."""
    try:
        context = start.taken_over(origin)
    except PositionError:
        return None
    engine = context.engine
    moves: list[Any] = [engine.parse(text) for text in line]
    states = positions_from(engine, engine.start(), moves)
    return None if states is None else (context, moves, states)


def _shown(
    start: EngineContext, origin: Origin, line: Sequence[str], condition: Callable[[EngineContext], Shows]
) -> Found | None:
    """The departure at the end of a line from another position."""
    played = _line_from(start, origin, line)
    if played is None:
        return None
    context, moves, states = played
    again = condition(context).divergence_in(context.engine, moves, states)
    return None if again is None or again.at != len(line) else (context, again)
