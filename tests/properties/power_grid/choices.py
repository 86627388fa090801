"""Engines for Power Grid that make choices which no clause makes."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.moves import Auction, Build, Buy, Move, Pass
from rulecheck.reference_engines.power_grid.table import Table
from tests.properties.unforeseen.planted import PASSING, SEATS, Choice, order_of, spoilt


def cheaper(table: Table, seat: int, **changes: int) -> Table:
    """An Elektro back, or another change of a player's board."""
    board = table.seats[seat]
    new = changed(board, **(changes or {"money": board.money + 1}))
    return changed(table, seats=(*table.seats[:seat], new, *table.seats[seat + 1 :]))


def first_seat_buys_cheaper(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return cheaper(after, 0) if isinstance(move, Buy) and before.turn == 0 else after


def half_of_the_list(engine: Any, before: Table, move: Move, after: Table) -> Table:
    if not isinstance(move, Build):
        return after
    cities = engine.rules.data[f"map-{engine.rules.setup}"].table["city"]
    place = [row["name"] for row in cities].index(move.city)
    return cheaper(after, before.turn) if 2 * place < len(cities) else after


def coal(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return cheaper(after, before.turn) if isinstance(move, Buy) and move.fuel == "coal" else after


def a_round_passes(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return changed(after, round=after.round + 1) if isinstance(move, Pass) else after


def a_house_goes(engine: Any, before: Table, move: Move, after: Table) -> Table:
    houses = after.seats[before.turn].houses
    return cheaper(after, before.turn, houses=houses - 1) if isinstance(move, Auction) and houses else after


CHOICES: Final = (
    Choice(
        spoilt(PowerGrid, "The player named first buys fuel for an Elektro less.", first_seat_buys_cheaper),
        SEATS, "players.*.money", is_quick=True,
    ),
    Choice(
        spoilt(PowerGrid, "Cities in the first half of the list cost an Elektro less.", half_of_the_list),
        order_of("map-germany", "city"), "players.*.money", setup="germany",
    ),
    Choice(
        spoilt(PowerGrid, "Coal costs an Elektro less than the market says.", coal),
        "fuels that differ in numbers only", "players.*.money",
    ),
    Choice(spoilt(PowerGrid, "Who passes ends a round.", a_round_passes), PASSING, "round"),
    Choice(
        spoilt(PowerGrid, "A house goes when a plant is put up.", a_house_goes), PASSING, "seats.houses", is_quick=True
    ),
)  # fmt: skip
