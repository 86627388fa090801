"""Engines for New World that make choices which no clause makes."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.moves import Draw, Move, NoSettler, Place
from rulecheck.reference_engines.new_world.table import Placing, Table
from tests.properties.unforeseen.planted import PASSING, SEATS, Choice, order_of, spoilt


def scored(table: Table, seat: int) -> Table:
    """A point more."""
    scores = table.scores
    return changed(table, scores=(*scores[:seat], scores[seat] + 1, *scores[seat + 1 :]))


def first_seat_scores(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return scored(after, 0) if isinstance(move, Place) and before.turn == 0 else after


def half_of_the_list(engine: Any, before: Table, move: Move, after: Table) -> Table:
    rows = engine.rules.data["tiles"].table["tile"]
    if not isinstance(before.phase, Placing):
        return after
    place = [row["kind"] for row in rows].index(engine.to_json(before)["phase"]["tile"])
    return scored(after, before.turn) if 2 * place < len(rows) else after


def a_species(engine: Any, before: Table, move: Move, after: Table) -> Table:
    if not isinstance(move, Place) or not isinstance(before.phase, Placing):
        return after
    rows = {row["kind"]: row for row in engine.rules.data["tiles"].table["tile"]}
    row = rows[engine.to_json(before)["phase"]["tile"]]
    is_first = any(1 in plain.get("animals", ()) for plain in row.get("plains", ()))
    return scored(after, before.turn) if is_first else after


def a_tile_goes_back(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return changed(after, pile=(after.pile[0] + 1, *after.pile[1:])) if isinstance(move, NoSettler) else after


def drawing_scores(engine: Any, before: Table, move: Move, after: Table) -> Table:
    return scored(after, before.turn) if isinstance(move, Draw) else after


CHOICES: Final = (
    Choice(
        spoilt(NewWorld, "The player named first has a point for a tile.", first_seat_scores),
        SEATS, "players.*.score", is_quick=True,
    ),
    Choice(
        spoilt(NewWorld, "Tiles in the first half of the list bring a point.", half_of_the_list),
        order_of("tiles", "tile"), "players.*.score",
    ),
    Choice(
        spoilt(NewWorld, "Animals of the first species bring a point.", a_species),
        "the species of the animals", "players.*.score",
    ),
    Choice(spoilt(NewWorld, "A tile goes back when no settler is placed.", a_tile_goes_back), PASSING, "pile"),
    Choice(spoilt(NewWorld, "Who draws a tile has a point.", drawing_scores), PASSING, "scores", is_quick=True),
)  # fmt: skip
