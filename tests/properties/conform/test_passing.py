"""What passing carries out is to blame where our rules come by it to where the program is by itself."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import frozen

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.passing import passing
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Sighting


@frozen
class Table:
    """Whose turn it is, and what the last move carried out."""

    turn: int = 0
    events: tuple[str, ...] = ()


class Toy:
    """Who has built may build again, or says that the turn is over; who sells goes on."""

    seats = ("anna", "bob", "chris")
    rules = None

    def start(self) -> Table:
        return Table()

    def parse(self, text: str) -> str:
        return text

    def actor(self, table: Table) -> int:
        return table.turn

    def legal_moves(self, table: Table) -> Sequence[str]:
        return ("build mill", "build hut", "done")

    def apply(self, table: Table, move: str) -> Table:
        if move == "done":
            return Table((table.turn + 1) % 3, ("network.done", "network.connect"))
        return Table(table.turn, ("network.connect",))


def passed(*theirs: str, kind: str = "turn") -> Any:
    """What is said where anna has built, and another is to move as the program says."""
    rig = Rig(cast(Any, Toy()))
    common = cast(Common, SimpleNamespace(rig_for=lambda game: rig))
    shown: list[Sighting] = []
    for index, seat in enumerate(theirs):
        parting = Parting(kind, "next", 1, "", ("network.connect",), theirs=seat)
        game = GameLine(index, 0, "even", ("build mill",))
        shown.append(Candidate(Rank.of(game, parting), index, game, parting))
    return passing(common, shown)


def test_what_passing_carries_out_besides_is_to_blame_for_a_decision_that_is_not_left_to_a_seat() -> None:
    assert passed("bob", "bob") == {"network.done": pytest.approx(0.9)}


def test_not_where_it_leads_elsewhere_or_is_seen_once() -> None:
    assert passed("chris", "chris") == {}
    assert passed("bob", "chris", "chris") == {}
    assert passed("bob") == {}


def test_nor_for_moves_that_are_listed_wrongly() -> None:
    assert passed("bob", "bob", kind="lists") == {}
