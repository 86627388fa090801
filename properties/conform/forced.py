"""Moves without a choice: the positions that they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.rig import Rig

MOST: Final = 40
"""Moves without a choice that are made in a row at most."""


@frozen
class Ahead:
    """A position of ours, some moves without a choice ahead of another."""

    moves: tuple[str, ...]
    state: Any
    events: tuple[str, ...]
    """What was carried out on the way, in order."""


def ahead(rig: Rig, state: Any) -> Iterator[Ahead]:
    """The positions that moves without a choice lead to, the nearest first."""
    moves: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    for _ in range(MOST):
        legal = rig.engine.legal_moves(state)
        if len(legal) != 1:
            return
        state = rig.engine.apply(state, legal[0])
        moves, events = (*moves, rig.name(legal[0])), (*events, *state.events)
        yield Ahead(moves, state, events)
