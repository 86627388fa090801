"""Which clauses a legal move that is not listed is put down to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulecheck.properties.conform.judging import Expected, Judge
from rulecheck.properties.conform.messages import Answer, Play
from rulecheck.properties.conform.parting import Counts, Parting
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.spectrum import Spectrum


@frozen
class Table:
    """Whose turn it is, whether room has to be made first, and what the last move carried out."""

    turn: int = 0
    is_full: bool = False
    held: bool = False
    events: tuple[str, ...] = ()


class Toy:
    """A tile is taken or a good sold; who takes one into a full storage drops an old one first."""

    seats = ("anna", "bob")
    rules = None

    def __init__(self, drops: Mapping[str, tuple[str, ...]]) -> None:
        self.drops = drops
        """What can be done where room has to be made, each with what it carries out."""

    def actor(self, table: Table) -> int:
        return table.turn

    def parse(self, text: str) -> str:
        return text

    def legal_moves(self, table: Table) -> list[str]:
        return list(self.drops) if table.held else ["take tile", "sell corn"]

    def apply(self, table: Table, move: str) -> Table:
        if table.held:
            return Table(1 - table.turn, events=self.drops[move])
        if move == "take tile" and table.is_full:
            return Table(table.turn, held=True, events=("take.die",))
        return Table(1 - table.turn, events=("take.die", "take.storage") if move == "take tile" else ("sell.die",))

    def to_json(self, table: Table) -> dict[str, Any]:
        return {"turn": self.seats[table.turn], "full": table.is_full}

    def outcome(self, table: Table) -> None:
        return None


def missed(engine: Any, table: Table) -> Parting:
    judge = Judge(Rig(engine), Play(can=frozenset({"legal"})), Counts(), Spectrum(), counts_parts=False)
    answer = Answer(1, "anna", ("sell corn",), None)
    return next(judge.partings(Expected("play", 1, table, after="sell", before=(table, 1)), answer))


def test_what_has_to_be_decided_after_a_missing_move_may_be_to_blame() -> None:
    engine = Toy({"drop mine": ("take.full", "drop.mine"), "drop ship": ("take.full",)})

    assert missed(engine, Table(is_full=True)).clauses == ("take.die", "take.full")


def test_so_it_is_not_where_the_turn_goes_on_or_is_over() -> None:
    assert missed(Toy({"drop mine": ("take.full",)}), Table()).clauses == ("take.die", "take.storage")
    assert missed(Toy({"sell wine": ("take.full",)}), Table(is_full=True)).clauses == ("take.die",)


def test_nor_what_a_listed_move_carries_out_as_well() -> None:
    assert missed(Toy({"drop mine": ("sell.die",)}), Table(is_full=True)).clauses == ("take.die",)
