"""What the faults share: the engine that they are planted in; how seats are mended."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.moves import Move
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import replaced
from tests.faults.planting import Planted

EVERY_SPACE: Final = (1 << 37) - 1
"""Mask of all spaces of an estate."""


class Wrong(Planted[Table, Move], CastlesOfBurgundy):
    """The rules, wrong in what a subclass says."""


def mended(t: Table, who: int, **changes: Any) -> Table:
    """The table after something of a seat has changed."""
    return changed(t, seats=replaced(t.seats, who, changed(t.seats[who], **changes)))


def paid(t: Table, who: int, silver: int = 0, workers: int = 0, points: int = 0) -> Table:
    """The table after a seat has received, or given, something."""
    seat = t.seats[who]
    silver, workers, points = seat.silver + silver, seat.workers + workers, seat.points + points
    return mended(t, who, silver=silver, workers=workers, points=points)


def acting(t: Table) -> Seat:
    """The seat whose turn it is."""
    return t.seats[t.turn]
