"""Lines of moves, played by our rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulecheck.reference_engines.contract import AnyEngine


def positions(engine: AnyEngine, moves: Iterable[Any]) -> list[Any]:
    """The positions before, between and after some moves from the start, each of which is legal."""
    states = [engine.start()]
    for move in moves:
        states.append(engine.apply(states[-1], move))
    return states


def positions_from(engine: AnyEngine, state: Any, moves: Iterable[Any]) -> list[Any] | None:
    """The same from a position; None if one of the moves is forbidden."""
    states = [state]
    for move in moves:
        if engine.refusal(states[-1], move) is not None:
            return None
        states.append(engine.apply(states[-1], move))
    return states
