"""Where our side takes over the position that a program tells of itself: after a departure both go on from there.

A program that goes on from positions is handed ours.  Of the others ours takes theirs: what comes behind the
departure is then held against the rules in the very position that the program is in, and nothing is an echo.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from attrs import frozen

from rulecheck.reference_engines.contract import AnyEngine, PositionError


@frozen(eq=False)
class Origin:
    """A position as the program told it, and how it came there."""

    before: tuple[str, ...]
    """The moves that it played from the start, in its order; ours may forbid some of them."""
    position: Mapping[str, Any]


def going_on(engine: AnyEngine, position: Mapping[str, Any]) -> AnyEngine:
    """The same engine, whose games start in a position; raises PositionError where there can be no such position."""
    state = engine.from_json(position)
    other = copy(engine)
    try:
        vars(other)["start"] = lambda: state
    except TypeError:
        raise PositionError("", "this engine cannot begin anywhere else") from None
    return other
