"""Each clause is told in just the steps in which it is at work, and a refusal names the clause that forbids."""

from __future__ import annotations

import pytest

from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.reference_engines.telling import Parts, Row, assert_told_there_only, refused_by

A, B, C = "players.anna", "players.bob", "players.chris"
SIX = ["Bremen", "Cuxhaven", "Flensburg", "Hamburg", "Hannover", "Kiel"]
"""Cities of a player who comes to Step 2 with the next."""
RICH: Parts = {"market": [20, 21, 22, 23, 24, 25, 26, 27], f"{C}.cities": SIX, f"{C}.money": 100, f"{C}.plants": [30]}
"""That player, who can go on after it, and a market in which no plant is too small."""

AUCTION = [
    Row("auction.next", "auction", "pass", {}, {"phase": {"name": "offering", "out": ["bob", "chris"]}}),
]

FUEL = [
    Row("fuel.order", "fuel", "done", {}, "buy coal"),
    Row("fuel.order", "fuel", "done", {}, {f"{A}.plants": [13], f"{B}.plants": [18]}),
    Row("fuel.money", "fuel", "buy coal", {f"{C}.money": 3}, {f"{C}.money": 4}),
    Row("fuel.money", "fuel", "done", {f"{B}.money": 1}, {f"{B}.money": 2}),
    Row(
        "fuel.sold-out", "fuel", "buy coal", {f"{C}.plants": [8], "fuel.coal": 1, f"{B}.plants": [13]}, {"fuel.coal": 2}
    ),
    Row("fuel.room", "fuel", "buy coal", {f"{C}.fuel": {"coal": 3}}, {f"{C}.fuel": {"coal": 2}}),
    Row("fuel.room", "fuel", "done", {f"{B}.fuel": {"coal": 4}}, {f"{B}.fuel": {"coal": 3}}),
]

NETWORK = [
    Row("network.money", "building", "build Kiel", {}, {f"{C}.money": 13}),
    Row("network.done", "building", "build Kiel", {f"{C}.money": 13}, {f"{C}.money": 50}),
    Row("network.order", "building", "done", {}, {f"{A}.money": 0, f"{B}.money": 0}),
    Row("network.order", "building", "done", {}, "build Kiel"),
    Row("step2.start", "building", "build Lübeck", RICH, {f"{C}.cities": SIX[1:]}),
    Row("end.start", "building", "build Lübeck", RICH, {f"{C}.cities": SIX[1:]},
        {"numbers": {"step2.cities": 6, "end.cities": 7}}),
    Row("obsolete.owned", "building", "build Lübeck", {**RICH, f"{C}.plants": [7]}, {f"{C}.plants": [8]}),
    Row("obsolete.owned", "building", "build Lübeck", {**RICH, f"{C}.plants": [7]},
        {f"{B}.cities": ["Berlin", "Frankfurt-O", "Magdeburg", "Rostock", "Schwerin", "Torgelow", "Halle"]}),
]  # fmt: skip

BUREAUCRACY = [
    Row("income.order", "bureaucracy", "done", {}, {f"{B}.fuel": {}, f"{C}.fuel": {}}),
    Row("plant.cities", "bureaucracy", "run 3", {f"{A}.cities": SIX}, {f"{A}.cities": ["Kiel"]}),
    Row("plant.needs", "bureaucracy", "run 3", {f"{A}.fuel": {"oil": 3}}, {f"{A}.fuel": {"oil": 2}}),
    Row("plant.needs", "bureaucracy", "run 3", {f"{A}.plants": [3, 7], f"{A}.cities": SIX}, {f"{A}.cities": ["Kiel"]}),
    Row("plant.needs", "bureaucracy", "done", {f"{B}.cities": SIX, f"{B}.fuel": {}}, {f"{B}.plants": [13]}),
]  # fmt: skip


@pytest.mark.parametrize("row", AUCTION + FUEL + NETWORK + BUREAUCRACY, ids=lambda row: row.clause)
def test_a_clause_is_told_where_it_is_at_work_and_not_beside_it(row: Row) -> None:
    assert_told_there_only("power_grid", row)


def test_the_first_step_is_told_at_the_start() -> None:
    assert "step1.start" in build(make_rules("power_grid")).start().events


@pytest.mark.parametrize(
    ("start", "given", "move", "rules", "clause"),
    [
        ("building",
         {"regions": ["north", "northeast", "southwest", "south"], f"{C}.cities": ["Kiel"], "turn": "chris"},
         "build München", {"players": 4, "readings": {"regions.shape": "paired"}}, "network.one"),
        ("bureaucracy", {f"{A}.plants": [3, 7]}, "run 7", {}, "plant.needs"),
        ("bureaucracy", {f"{A}.plants": [3, 4], f"{A}.fuel": {"coal": 2, "oil": 2}, f"{A}.cities": ["Kiel"],
                         "phase": {"name": "bureaucracy", "run": [3]}},
         "run 4", {"readings": {"production.waste": "no"}}, "income.run"),
        ("ready",
         {"phase": {"name": "drawing", "after": {"name": "offering", "out": []}}, "thirteen": False, "stack": 0,
          "unseen": [], "step3_card": "turned up", "buried": [30]},
         "draw 31", {}, "renewal.bury"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_clause_that_forbids(
    start: str, given: Parts, move: str, rules: Parts, clause: str
) -> None:
    assert refused_by("power_grid", start, given, move, rules) == clause
