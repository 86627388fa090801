"""What our rules do as soon as a seat has less: who is asked then, and whether anybody is."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import frozen

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.echoes import is_echo
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import PositionError, Refused


@frozen
class Table:
    """The coins of each seat, and whose turn it is."""

    coins: tuple[int, int] = (2, 3)
    turn: int = 0
    events: tuple[str, ...] = ()


class Toy:
    """Who sells gets a coin, and goes on with three of them; who has none is not asked."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table()

    def actor(self, table: Table) -> int:
        return table.turn

    def parse(self, text: str) -> str:
        return text

    def legal_moves(self, table: Table) -> tuple[str, ...]:
        return ("sell", "buy mill") if table.coins[table.turn] else ()

    def refusal(self, table: Table, move: str) -> Refused | None:
        return None if move in self.legal_moves(table) else Refused("buy.price", "too dear")

    def apply(self, table: Table, move: str) -> Table:
        first, second = table.coins
        stays = table.turn == 0 and first + 1 > 2
        return Table((first + 1, second), 0 if stays else 1)

    def to_json(self, table: Table) -> dict[str, Any]:
        players = {seat: {"coins": coins} for seat, coins in zip(self.seats, table.coins, strict=True)}
        return {"players": players, "turn": self.seats[table.turn], "round": 1}

    def from_json(self, position: Mapping[str, Any]) -> Table:
        first, second = (position["players"][seat]["coins"] for seat in self.seats)
        if min(first, second) < 0:
            raise PositionError("players", "nobody owes coins")
        turn = self.seats.index(position["turn"])
        if not (first, second)[turn]:
            raise PositionError("phase", "who has no coin is not asked")
        return Table((first, second), turn)


def cause(parting: Parting, *line: str) -> Cause:
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", line)
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause(parting.key, parting.kind, parting.about, parting.clauses, candidates=candidates)


def coins(seat: str, ours: int, theirs: int) -> Difference:
    return Difference(("players", seat, "coins"), "players.*.coins", ours, theirs)


def paid(by: int, after: str = "buy") -> Cause:
    """The program gives so much less, or more, than it should."""
    apart = (coins("anna", 5, 5 + by),)
    return cause(Parting("state", "players.*.coins", 1, "", ("sell.coins",), differences=apart, after=after), "sell")


def passed(*there: Difference) -> Cause:
    """The program goes on with the next seat after anna has sold."""
    turn = Difference(("turn",), "turn", "anna", "bob")
    return cause(
        Parting("turn", "next", 1, "", ("turn.end",), after="sell", theirs="bob", there=(turn, *there)), "sell"
    )


@pytest.fixture
def common() -> Common:
    rig = Rig(cast(Any, Toy()))
    return cast(Common, SimpleNamespace(rig_for=lambda game: rig))


def test_a_turn_that_is_passed_on_with_less_is_an_echo_though_others_are_paid_wrongly_then(common: Common) -> None:
    assert is_echo(common, passed(coins("anna", 3, 2)), paid(-1))
    assert is_echo(common, passed(coins("bob", 3, 4)), paid(-1))


def test_where_anything_else_differs_as_well_it_is_a_cause_of_its_own(common: Common) -> None:
    assert not is_echo(common, passed(Difference(("round",), "round", 1, 2)), paid(-1))
    assert not is_echo(common, passed(coins("anna", 3, 2)), paid(1))


def test_a_move_is_missing_by_an_amount_where_nobody_is_asked_any_more_with_less(common: Common) -> None:
    buy = Parting("misses", "buy", 0, "'buy mill' is legal, but not listed", ("buy.price",))

    assert is_echo(common, cause(buy), paid(-2))
    assert not is_echo(common, cause(buy), paid(-1))
    assert not is_echo(common, cause(buy), paid(-4))
    assert not is_echo(common, cause(buy), paid(1))
