"""Which steps a property is about: what came of a move, asked once for all properties."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rulecheck.properties.invariants.declaring import When
from rulecheck.reference_engines.new_world.table import (
    Finished,
    Placing,
    Scoring,
    Settling,
    Table,
)

SETTLERS: Final = ("Sheriff", "Robber", "Trapper", "Farmer")
"""The moves that place a settler."""
DECIDED: Final = (*SETTLERS, "NoSettler")
SCORES: Final = ("ScoreSide", "ScoreFarm")
SCORING: Final = ("Place", *DECIDED, *SCORES)
"""The moves after which features may be scored."""

QUIET, SCORED, ASKED, ENDED, DRAWN = range(5)
WITH_LATE: Final = 8
"""Added while the house rule lets a surveyor wait."""
NO_TILE: Final = 16
"""Added before the first tile is laid."""


def _what_came(before: Table, move: Any, now: Table) -> int:
    """Whether a move ended the game, left a tile or a settler to be placed, had something scored, or none of these.

    One question for all that properties want to know of a step: it is asked once for each move.  The answers are
    added up (what came, 8 for a surveyor that may wait, 16 where no tile lies there), so that a checker looks its plan
    up by one small number.
    """
    more = 0 if before.late < 0 and now.late < 0 else WITH_LATE
    if not now.tiles:
        more += NO_TILE
    kind = type(now.phase)
    if kind is Settling:
        return ASKED + more
    if kind is Placing:
        return DRAWN + more
    if kind is Finished:
        return ENDED + more
    if (
        now.scores is before.scores
        and now.surveyors is before.surveyors
        and now.late == before.late
        and kind is not Scoring
        and type(before.phase) is not Scoring
    ):
        return QUIET + more
    return SCORED + more


EVERY: Final = (QUIET, SCORED, ASKED, ENDED, DRAWN)


def came(*what: int, late: Iterable[int] = (0, WITH_LATE), tiles: Iterable[int] = (0, NO_TILE)) -> When:
    """Steps that brought one of some things."""
    every = [brought + waits + many for brought in what for waits in late for many in tiles]
    return When(_what_came, frozenset(every))


IS_QUIET: Final = came(QUIET)
IS_SCORED: Final = came(SCORED)
IS_ASKED: Final = came(ASKED)
IS_OVER: Final = came(ENDED)
NOT_ASKED: Final = came(QUIET, SCORED, ENDED)
POINTS: Final = came(SCORED, ENDED)
IS_LATE: Final = came(QUIET, SCORED, ENDED, late=(WITH_LATE,))
IS_DRAWN: Final = came(DRAWN)
AT_FIRST: Final = came(*EVERY, tiles=(NO_TILE,))
