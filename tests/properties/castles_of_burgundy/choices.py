"""Engines for The Castles of Burgundy that make choices which no clause makes."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.moves import Move, Place, Sell, Shift, Take, TakeWorkers
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import changed
from tests.properties.unforeseen.planted import PASSING, SEATS, Choice, order_of, spoilt


def with_points(table: Table, seat: int) -> Table:
    """A point more."""
    board = table.seats[seat]
    new = changed(board, points=board.points + 1)
    return changed(table, seats=(*table.seats[:seat], new, *table.seats[seat + 1 :]))


def first_seat_scores(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return with_points(after, 0) if isinstance(move, TakeWorkers) and before.turn == 0 else after


def half_of_the_list(engine: Any, before: Table, move: Move, after: Table) -> Table:
    first = [row["name"] for row in engine.rules.data["goods"].table["good"][:3]]
    return with_points(after, before.turn) if isinstance(move, Sell) and move.good in first else after


def red_goods(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return with_points(after, before.turn) if isinstance(move, Sell) and move.good == "red" else after


def cows(engine: Any, before: Table, move: Move, after: Table) -> Table:
    is_cow = isinstance(move, Place) and move.tile.startswith("cow")
    return with_points(after, before.turn) if is_cow else after


def a_ship_sails(engine: Any, before: Table, move: Move, after: Table) -> Table:
    track = after.track
    return changed(after, track=(track[0] + 1, *track[1:])) if isinstance(move, Shift) and track else after


def taking_scores(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return with_points(after, before.turn) if isinstance(move, Take) else after


CHOICES: Final = (
    Choice(
        spoilt(CastlesOfBurgundy, "The player named first has a point for taking workers.", first_seat_scores),
        SEATS, "players.*.points", is_quick=True,
    ),
    Choice(
        spoilt(CastlesOfBurgundy, "Goods in the first half of the list bring a point.", half_of_the_list),
        order_of("goods", "good"), "players.*.points",
    ),
    Choice(
        spoilt(CastlesOfBurgundy, "Red goods bring a point.", red_goods),
        "the colours of goods, with their dice", "players.*.points",
    ),
    Choice(
        spoilt(CastlesOfBurgundy, "Cows bring a point.", cows), "the kinds of animals", "players.*.points"
    ),
    Choice(spoilt(CastlesOfBurgundy, "A marker moves when a die is changed.", a_ship_sails), PASSING, "track"),
    Choice(
        spoilt(CastlesOfBurgundy, "Who takes a tile has a point.", taking_scores),
        PASSING, "seats.points", is_quick=True,
    ),
)  # fmt: skip
