"""Draws that the other side passes over belong to what keeps it from drawing; another turn or phase does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.drawing import Draws
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import CHANCE


@frozen
class Table:
    """Tiles in the row and in the discard, and whose turn it is."""

    row: int = 2
    discard: int = 0
    turn: int = 0
    events: tuple[str, ...] = ()

    @property
    def is_drawing(self) -> bool:
        return self.row < 2


class Toy:
    """Whoever passes throws the row away; two new tiles are drawn, and it is the next seat's turn."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table()

    def actor(self, table: Table) -> int:
        return CHANCE if table.is_drawing else table.turn

    def parse(self, text: str) -> str:
        return text

    def legal_moves(self, table: Table) -> tuple[str, ...]:
        return ("draw corn", "draw wood") if table.is_drawing else ("pass",)

    def apply(self, table: Table, move: str) -> Table:
        if move == "pass":
            return Table(0, table.discard + table.row, table.turn, ("row.discard",))
        last = table.row == 1
        return Table(table.row + 1, table.discard, table.turn ^ last, ("row.fill",))

    def to_json(self, table: Table) -> dict[str, Any]:
        position: dict[str, Any] = {"row": table.row, "discard": table.discard, "turn": self.seats[table.turn]}
        return {**position, "phase": {"name": "drawing"} if table.is_drawing else "choosing"}


TURN = Difference(("turn",), "turn", "anna", "bob")
PHASE = Difference(("phase",), "phase", {"name": "drawing"}, "choosing")
ROW = Difference(("row",), "row", 0, 2), Difference(("discard",), "discard", 2, 0)
PASSES_ON = Parting(
    "turn", "next", 1, "", ("row.discard",), theirs="bob", there=(TURN, PHASE, *ROW), after="pass", open=frozenset()
)
"""Nothing was drawn, since the row still lies there."""


def cause(parting: Parting, *suspects: str, line: str = "pass") -> Cause:
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", (line,))
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause(parting.key, parting.kind, parting.about, suspects, parts=set(parting.parts), candidates=candidates)


def row_stays(clause: str = "row.discard") -> Cause:
    return cause(Parting("state", "discard+row", 1, "", ("row.discard",), differences=ROW, after="pass"), clause)


def follows(first: Cause, other: Cause) -> bool:
    rig = Rig(cast(Any, Toy()))
    return Draws(cast(Common, SimpleNamespace(rig_for=lambda game: rig))).follows(first, other)


def test_who_has_nothing_to_draw_since_something_stays_goes_on_at_once() -> None:
    assert follows(cause(PASSES_ON, "round.order"), row_stays())
    assert not follows(row_stays(), cause(PASSES_ON, "round.order"))


def test_another_seat_than_the_draws_lead_to_is_a_cause_of_its_own() -> None:
    stays = Difference(("turn",), "turn", "bob", "anna")
    other = evolve(PASSES_ON, theirs="anna", there=(stays, PHASE, *ROW))

    assert not follows(cause(other, "round.order"), row_stays())
    assert not follows(cause(evolve(PASSES_ON, theirs="anna"), "round.order"), row_stays())


def test_it_has_to_show_each_time_what_the_other_is_about_and_nothing_more() -> None:
    without = evolve(PASSES_ON, there=(TURN, PHASE))
    more = evolve(PASSES_ON, there=(*PASSES_ON.there, Difference(("money",), "money", 3, 4)))

    assert not follows(cause(without, "round.order"), row_stays())
    assert not follows(cause(more, "round.order"), row_stays())
    assert not follows(cause(PASSES_ON, "round.order"), row_stays("round.order"))  # which is not at work there


def test_where_nothing_is_to_be_drawn_nothing_is_passed_over() -> None:
    passed = evolve(PASSES_ON, at=0)

    assert not follows(cause(passed, "round.order"), row_stays())


@pytest.mark.parametrize(("kind", "of", "is_one"), [("misses", "draw", True), ("misses", "pass", False)])
def test_draws_that_are_not_known_are_passed_over(kind: str, of: str, is_one: bool) -> None:
    passed = cause(evolve(PASSES_ON, there=(TURN, PHASE)), "round.order")

    assert follows(passed, cause(Parting(kind, of, 1, "", ("row.fill",)), "row.fill")) is is_one
    assert not follows(cause(PASSES_ON, "round.order"), cause(Parting(kind, of, 1, "", ("row.fill",)), "row.fill"))


def test_a_wrong_outcome_that_is_taken_does_not_keep_from_drawing() -> None:
    passed = cause(evolve(PASSES_ON, there=(TURN, PHASE)), "round.order")

    assert not follows(passed, cause(Parting("accepts", "draw", 1, "", ("row.fill",)), "row.fill"))


def filled(after: str = "choose", theirs: int = 2) -> Cause:
    """What draws bring as well is left undone after another move, where no draw is needed."""
    apart = (Difference(("row",), "row", 0, theirs),)
    return cause(Parting("state", "row", 1, "", ("row.fill",), differences=apart, after=after), "row.fill")


def test_what_each_draw_brings_is_left_undone_without_draws_too() -> None:
    passed = cause(evolve(PASSES_ON, there=(TURN, PHASE)), "round.order")

    assert follows(passed, filled())
    assert not follows(passed, filled(after="draw"))  # it is done, and wrongly
    assert not follows(passed, filled(theirs=1))
    assert not follows(passed, evolve(filled(), suspects=("row.discard",)))
