"""The last house: who has none left builds no more, and the event says so."""

from __future__ import annotations

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid.moves import Build
from rulecheck.reference_engines.power_grid.table import Table
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec import make_rules


def built(houses: int) -> Table:
    """The table after the builder has put the last but `houses - 1` of the houses on the map."""
    engine = build(make_rules("power_grid", players=3))
    t = engine.named_start("building")
    seat = changed(t.seats[t.turn], houses=houses, money=100)
    t = changed(t, seats=replaced(t.seats, t.turn, seat))
    city = next(move for move in engine.legal_moves(t) if isinstance(move, Build))
    after: Table = engine.apply(t, city)
    assert (after.turn == t.turn) is (houses > 1)
    return after


def test_who_builds_the_last_house_builds_no_more() -> None:
    """network.houses"""
    assert "network.houses" in built(1).events


def test_who_has_another_house_builds_on() -> None:
    """network.houses, the other side"""
    assert "network.houses" not in built(2).events
