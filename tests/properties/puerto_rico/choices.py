"""Engines for Puerto Rico that make choices which no clause makes."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.moves import Build, Choose, Move, Sell, Take
from rulecheck.reference_engines.puerto_rico.table import Table, change_seat
from rulecheck.reference_engines.tuples import plus
from tests.properties.unforeseen.planted import PASSING, SEATS, Choice, order_of, spoilt


def paid(table: Table, seat: int) -> Table:
    """A doubloon more out of the bank."""
    return changed(table, bank=table.bank - 1, seats=change_seat(table.seats, seat, money=table.seats[seat].money + 1))


def first_seat_sells_dearer(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return paid(after, 0) if isinstance(move, Build) and before.turn == 0 else after


def first_in_the_list(engine: Any, before: Table, move: Move, after: Table) -> Table:
    first = engine.rules.data["buildings"].table["building"][0]["name"]
    return paid(after, before.turn) if isinstance(move, Build) and move.building == first else after


def sugar(engine: Any, before: Table, move: Move, after: Table) -> Table:
    is_sugar = isinstance(move, Take) and move.tile == "sugar"
    return paid(after, before.turn) if is_sugar else after


def a_quarry_goes(engine: Any, before: Table, move: Move, after: Table) -> Table:
    is_chosen = isinstance(move, Choose) and move.role == "builder" and after.quarries
    return changed(after, quarries=after.quarries - 1) if is_chosen else after


def a_card_receives_more(engine: Any, before: Table, move: Move, after: Table) -> Table:
    left = [card for card, seat in enumerate(before.taken) if seat < 0]
    if after.governor == before.governor or not left or not after.bank:
        return after
    return changed(after, bank=after.bank - 1, card_money=plus(after.card_money, left[0], 1))


def selling_hurts_the_pool(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return changed(after, pool=after.pool - 1) if isinstance(move, Sell) and after.pool else after


CHOICES: Final = (
    Choice(
        spoilt(PuertoRico, "The player named first has a doubloon for each building.", first_seat_sells_dearer),
        SEATS, "players.*.doubloons", is_quick=True,
    ),
    Choice(
        spoilt(PuertoRico, "The building listed first brings a doubloon.", first_in_the_list),
        order_of("buildings", "building"), "players.*.doubloons",
    ),
    Choice(
        spoilt(PuertoRico, "Who takes sugar has a doubloon.", sugar),
        "goods that differ in numbers only", "players.*.doubloons",
    ),
    Choice(
        spoilt(PuertoRico, "A quarry goes when somebody chooses the builder.", a_quarry_goes),
        PASSING, "quarries", is_quick=True,
    ),
    Choice(
        spoilt(PuertoRico, "Of the cards left the first receives a doubloon more.", a_card_receives_more),
        "the order of the role cards", "cards",
    ),
    Choice(spoilt(PuertoRico, "A sale takes a point from the pool.", selling_hurts_the_pool), PASSING, "pool"),
)  # fmt: skip
