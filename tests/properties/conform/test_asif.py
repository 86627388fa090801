"""Clauses are named that our rules carry out, as the program did, as soon as the position is another in one place."""

from __future__ import annotations

from typing import Any

import pytest

from rulecheck.properties.conform.asif import AsIf, Other, Positions, others
from rulecheck.properties.conform.mutant import Supported
from rulecheck.properties.conform.steps import Sighting, Steps
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Table
from tests.faults.held_out.puerto_rico.plantations import EmptyCornFieldsYield
from tests.properties.conform.test_mutants import RULES, NobodyPays, common, seen

SEATS = ("anna", "bob")
CORN = "as if players.*.island_colonists.corn more"


def named(position: Any, name: str) -> list[Any]:
    return [other.value for other in others(position, SEATS) if other.name == name]


def test_a_position_is_changed_in_each_number_mark_name_and_list() -> None:
    position = {"turn": "anna", "rolled": True, "sold": ["corn", "indigo"], "left": 1, "after": {"name": "row"}}
    assert named(position, "turn another") == ["bob"]
    assert named(position, "rolled not") == [False]
    assert named(position, "sold fewer") == [["indigo"], ["corn"]]
    assert (named(position, "left more"), named(position, "left fewer")) == ([2], [0])
    assert len(named(position, "after.name not there")) == 1


def test_the_places_of_all_seats_have_one_name_and_take_what_stands_beside_them() -> None:
    seats = {"anna": {"tiles": {"corn": 4}, "tilled": {"corn": 1}}, "bob": {"tiles": {}, "tilled": {}}}
    assert len({other.path for other in others({"players": seats}, SEATS)}) == 4
    assert Other("players.*.tilled.corn more", ("players", "anna", "tilled", "corn"), 4) in others(
        {"players": seats}, SEATS
    )
    assert named({"players": seats}, "players.*.tilled.corn there") == [1]


def test_a_deck_is_left_as_it_is() -> None:
    assert not list(others({"stack": {f"tile {n}": 1 for n in range(30)}}, SEATS))


@pytest.fixture(scope="module")
def yields() -> list[Sighting]:
    """Games in which fields yield corn that nobody tills."""
    return seen(common(), EmptyCornFieldsYield(RULES), kind=m.Choose)


def test_what_is_carried_out_where_its_condition_is_not_met_is_named(yields: list[Sighting]) -> None:
    speaking = Positions(common()).support(yields, lambda game, at: True)
    assert speaking.changes[CORN] == 1.0
    assert max(speaking.clauses, key=lambda clause: speaking.clauses[clause]) == "production.corn"


def test_what_would_have_come_out_otherwise_where_both_agreed_speaks_for_nothing(
    yields: list[Sighting], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps(common())
    known = [steps.step(shown.game, shown.sighting) for shown in yields]
    monkeypatch.setattr(Steps, "agreed", lambda *_: [step for step in known if step is not None] * 3)
    assert Positions(common()).support(yields, lambda game, at: False) == AsIf()


def test_what_no_other_position_brings_speaks_for_nothing() -> None:
    paid = seen(common(), NobodyPays(RULES), kind=m.Build)
    assert CORN not in Positions(common()).support(paid, lambda game, at: True).changes


class ThePoolLeaks(PuertoRico):
    """A point is lost from the pool with each role."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, pool=after.pool - 1) if isinstance(move, m.Choose) else after


def test_what_differs_elsewhere_is_not_the_change_itself() -> None:
    """The pool is one less: a pool that was one less before is no reason for it."""
    sightings = seen(common(), ThePoolLeaks(RULES), kind=m.Choose)
    assert Positions(common()).support(sightings, lambda game, at: True) == AsIf()


def test_changes_of_rules_and_of_positions_speak_together() -> None:
    by_rules = Supported({"a.b": 0.5, "a.c": 0.5}, {"x": 1.0})
    assert by_rules.and_as_if(AsIf({"a.b": 0.9, "a.d": 0.2}, {"y": 1.0})) == Supported(
        {"a.b": 0.9, "a.c": 0.5, "a.d": 0.2}, {"x": 1.0, "y": 1.0}
    )


def test_the_engine_is_asked_for_what_it_can_play() -> None:
    engine = build(RULES)
    told = engine.to_json(engine.start())
    assert {"players.*.doubloons more", "governor another"} <= {other.name for other in others(told, engine.seats)}
