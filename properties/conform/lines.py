"""Lines of moves, played by our rules alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import AnyEngine


@frozen
class OwnGame:
    """A game of ours: its moves, and the positions before, between and after them."""

    rig: Rig
    player: str
    moves: Sequence[Any]
    states: Sequence[Any]

    @property
    def line(self) -> tuple[str, ...]:
        """Its moves, in canonical notation."""
        return tuple(map(self.rig.name, self.moves))


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
