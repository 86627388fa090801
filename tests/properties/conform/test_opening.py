"""Moves that are missing wherever one clause led to the decision are owed to it, if they are listed elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import frozen

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.opening import opening
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Sighting
from rulecheck.reference_engines.contract import CHANCE

LISTED = ("round", "round", "draw", "round", "round")


@frozen
class Table:
    """What the last move was, and what it carried out."""

    last: str = ""
    events: tuple[str, ...] = ()


class Toy:
    """A castle, a round, or a draw may always come; something can be sold after each."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table()

    def parse(self, text: str) -> str:
        return text

    def actor(self, table: Table) -> int:
        return CHANCE if table.last == "castle" else 0

    def legal_moves(self, table: Table) -> Sequence[str]:
        return ("round", "sell corn", "sell sugar") if table.last != "tower" else ("sell corn", "hide", "wait", "look")

    def apply(self, table: Table, move: str) -> Table:
        return Table(move, BRINGS.get(move, ()))


BRINGS = {
    "castle": ("castle.action", "place.die"),
    "round": ("place.die",),
    "tower": ("mine.income",),
    "fort": ("castle.action", "mine.income"),
}
"""What moves carry out."""


def led(*lines: Sequence[str], missing: str = "sell corn,sell sugar", kind: str = "misses") -> Any:
    """What is said of moves that are missing after these lines."""
    rig = Rig(cast(Any, Toy()))
    common = cast(Common, SimpleNamespace(rig_for=lambda game: rig))
    shown: list[Sighting] = []
    for index, line in enumerate(lines):
        parting = Parting(kind, "sell", len(line), "", missing=frozenset(missing.split(",")))
        game = GameLine(index, 0, "even", tuple(line))
        shown.append(Candidate(Rank.of(game, parting), index, game, parting))
    return opening(common, shown, lambda game, at: at == len(game.line))


def test_what_led_to_each_such_decision_and_to_no_other_is_to_blame() -> None:
    assert led((*LISTED, "castle", "draw"), (*LISTED, "castle", "draw")) == {"castle.action": 1.0}


def test_what_is_carried_out_elsewhere_as_well_is_less_to_blame() -> None:
    assert led(*[("tower", *LISTED, "fort")] * 2) == {"castle.action": 1.0, "mine.income": pytest.approx(0.6)}


@pytest.mark.parametrize(
    "lines",
    [
        [(*LISTED, "castle", "draw")],
        [(*LISTED, "castle", "draw"), (*LISTED, "round")],
        [("castle", "draw"), ("castle", "draw")],
        [("tower", "tower", "tower", "tower", "castle", "draw")] * 2,
        [("castle", "draw", *LISTED, "castle", "draw"), (*LISTED, "castle", "draw")],
    ],
    ids=[
        "seen once",
        "also where something else led",
        "nowhere else listed",
        "at other decisions alone",
        "elsewhere listed after it",
    ],
)
def test_otherwise_nothing_is(lines: Sequence[Sequence[str]]) -> None:
    assert led(*lines) == {}


def test_nor_where_some_moves_of_the_kind_are_listed_or_it_is_something_else_that_is_seen() -> None:
    lines = [(*LISTED, "castle", "draw")] * 2

    assert led(*lines, missing="sell corn") == {}
    assert led(*lines, kind="lists") == {}
