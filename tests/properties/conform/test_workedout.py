"""A part of a position that nobody can set differs because others do; one that can be set is a cause of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.workedout import is_worked_out
from rulecheck.reference_engines.contract import PositionError


@frozen
class Table:
    """What the market holds, and who stands first."""

    fuel: int = 6
    first: int = 0


class Toy:
    """The more fuel there is the less it costs; a price is no part of a position."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table()

    def parse(self, text: str) -> str:
        return text

    def apply(self, table: Table, move: str) -> Table:
        return Table(table.fuel - 1)

    def to_json(self, table: Table) -> dict[str, Any]:
        return {"fuel": table.fuel, "price": 9 - table.fuel, "first": table.first}

    def from_json(self, position: Mapping[str, Any]) -> Table:
        if position["first"] > 1:
            raise PositionError("first", "nobody")
        return Table(position["fuel"], position["first"])


def cause(beside: str = "", clause: str = "refill.amount", **theirs: int) -> Cause:
    apart = tuple(Difference((part,), part, 0, value) for part, value in theirs.items())
    parting = Parting("state", "+".join(theirs), 1, "", (clause,), differences=apart, after="burn")
    parting = evolve(parting, beside=frozenset(beside.split()))
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", ("burn",))
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause(parting.key, "state", parting.about, (clause,), parts={*theirs}, candidates=candidates)


FUEL = cause(fuel=6)


@pytest.fixture
def common() -> Common:
    rig = Rig(cast(Any, Toy()))
    return cast(Common, SimpleNamespace(rig_for=lambda game: rig))


def test_a_price_beside_what_it_is_worked_out_of_is_no_cause_of_its_own(common: Common) -> None:
    assert is_worked_out(common, cause("fuel", price=3), FUEL)
    assert is_worked_out(common, cause(fuel=6, price=3), FUEL)
    assert not is_worked_out(common, FUEL, cause("fuel", price=3))


def test_a_price_that_is_wrong_by_itself_or_by_another_clause_is_one(common: Common) -> None:
    assert not is_worked_out(common, cause(price=3), FUEL)
    assert not is_worked_out(common, cause("first", price=3), FUEL)
    assert not is_worked_out(common, cause("fuel", clause="income.burn", price=3), FUEL)
    alone = cause(price=3).candidates.first
    assert not is_worked_out(common, evolve(cause("fuel", price=3), various=[evolve(alone, index=1)]), FUEL)


def test_what_can_be_set_is_one_and_so_is_what_our_rules_refuse(common: Common) -> None:
    assert not is_worked_out(common, cause("fuel", first=1), FUEL)
    assert not is_worked_out(common, cause("fuel", first=2), FUEL)
