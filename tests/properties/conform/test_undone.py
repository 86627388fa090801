"""What is seen nowhere but beside another cause, and stays undone with it, is that cause."""

from __future__ import annotations

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
from rulecheck.properties.conform.undone import is_beside, is_undone


@frozen
class Table:
    """How far a marker is."""

    track: int = 0


class Toy:
    """Every move brings the marker on; whoever came last stands first."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table()

    def parse(self, text: str) -> str:
        return text

    def apply(self, table: Table, move: str) -> Table:
        return Table(table.track + 1)

    def to_json(self, table: Table) -> dict[str, Any]:
        return {"track": table.track, "order": ["bob", "anna"] if table.track % 2 else ["anna", "bob"], "turn": "anna"}


def cause(part: str, theirs: object, *clauses: str, beside: str = "", after: str = "ship") -> Cause:
    differences = (Difference((part,), part, "", theirs),)
    parting = Parting("state", part, 1, "", clauses, differences=differences, after=after)
    parting = evolve(parting, beside=frozenset(beside.split()))
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", ("ship",))
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause(f"state:{part}", "state", part, clauses, parts={part}, candidates=candidates)


STAYS = cause("track", 0, "ship.marker")
ORDER = cause("order", ["anna", "bob"], "ship.first", "ship.marker", beside="track")


@pytest.fixture
def common() -> Common:
    rig = Rig(cast(Any, Toy()))
    return cast(Common, SimpleNamespace(rig_for=lambda game: rig))


def test_what_stays_as_it_was_beside_another_thing_that_does_is_that(common: Common) -> None:
    assert is_beside(common, ORDER, STAYS)
    assert not is_beside(common, STAYS, ORDER)
    assert is_beside(common, cause("turn", "bob", "ship.first", "ship.marker", beside="track"), STAYS)


def test_what_is_done_otherwise_is_another_cause_unless_it_is_a_turn_by_the_same_clause(common: Common) -> None:
    other = cause("order", ["bob", "bob"], "ship.first", "ship.marker", beside="track")

    assert not is_beside(common, other, STAYS)
    assert not is_beside(common, ORDER, cause("track", 3, "ship.marker"))
    assert not is_beside(common, evolve(other, suspects=("ship.marker",)), cause("track", 3, "ship.marker"))
    phase = cause("phase.out", ["anna"], "ship.marker", beside="track")
    assert is_beside(common, phase, cause("track", 3, "ship.marker"))
    assert not is_beside(common, evolve(phase, suspects=("ship.first",)), cause("track", 3, "ship.marker"))


def test_what_is_seen_without_it_or_without_its_clause_is_another_cause(common: Common) -> None:
    alone = cause("order", ["anna", "bob"], "ship.first", "ship.marker", beside="silver")
    elsewhere = cause("order", ["anna", "bob"], "ship.first", beside="track")

    assert not is_beside(common, alone, STAYS)
    assert not is_beside(common, elsewhere, STAYS)
    once = alone.candidates.first
    assert not is_beside(common, evolve(ORDER, various=[evolve(once, index=1)]), STAYS)


def test_a_kind_of_move_after_which_it_must_not_be_seen(common: Common) -> None:
    assert is_undone(common, STAYS)
    assert not is_undone(common, STAYS, ["ship"])
    assert not is_undone(common, cause("track", 2, "ship.marker"))
