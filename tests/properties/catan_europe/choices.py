"""Engines for Merchants of Europe that make choices which no clause makes."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.moves import EndTurn, Move, Robber, Roll, Route
from rulecheck.reference_engines.catan_europe.table import Table
from rulecheck.reference_engines.contract import changed
from tests.properties.unforeseen.planted import PASSING, SEATS, Choice, order_of, spoilt


def with_gold(table: Table, seat: int) -> Table:
    """A gold more out of the bank."""
    board = table.seats[seat]
    new = changed(board, gold=board.gold + 1)
    return changed(table, bank=table.bank - 1, seats=(*table.seats[:seat], new, *table.seats[seat + 1 :]))


def first_seat_gains(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return with_gold(after, 0) if isinstance(move, EndTurn) and before.turn == 0 else after


def half_of_the_regions(engine: Any, before: Table, move: Move, after: Table) -> Table:
    if not isinstance(move, Robber):
        return after
    rows = engine.rules.data["map-short"].table["region"]
    place = [row["at"] for row in rows].index(engine.to_json(after)["robber"])
    return with_gold(after, before.turn) if 2 * place < len(rows) else after


def first_token(engine: Any, before: Table, move: Move, after: Table) -> Table:
    first = engine.rules.data["tokens"].table["token"][0]["value"]
    return with_gold(after, before.turn) if isinstance(move, Roll) and first < 7 else after


def building_lifts_the_robber(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return changed(after, robber=0) if isinstance(move, Route) and after.robber else after


def dice_wipe_out_what_was_bought(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return changed(after, bought=after.bought + 1) if isinstance(move, Roll) else after


CHOICES: Final = (
    Choice(
        spoilt(Catan, "The player named first has a gold at the end of the turn.", first_seat_gains),
        SEATS, "players.*.gold", is_quick=True,
    ),
    Choice(
        spoilt(Catan, "The robber pays a gold on regions in the first half of the list.", half_of_the_regions),
        order_of("map-short", "region"), "players.*.gold",
    ),
    Choice(
        spoilt(Catan, "A roll brings a gold if the token listed first is low.", first_token),
        order_of("tokens", "token"), "players.*.gold",
    ),
    Choice(spoilt(Catan, "A route sends the robber home.", building_lifts_the_robber), PASSING, "robber"),
    Choice(
        spoilt(Catan, "A roll counts as something bought.", dice_wipe_out_what_was_bought),
        PASSING, "bought", is_quick=True,
    ),
)  # fmt: skip
