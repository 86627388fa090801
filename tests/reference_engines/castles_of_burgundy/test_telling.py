"""Each clause is told in just the steps in which it is at work, and a refusal names the clause that forbids."""

from __future__ import annotations

import pytest

from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.reference_engines.telling import Parts, Row, assert_told_there_only, position, refused_by

ANNA, LAST = "players.anna", "players.karolina"
LATER: Parts = {"readings": {"edition.rules": "2019"}}


def acting(die: int, *storage: str, **estate: str) -> dict[str, object]:
    """Anna acts with a die; what lies on her spaces stands under `at6`."""
    laid = {"19": "castle"} | {space.removeprefix("at"): tile for space, tile in estate.items()}
    return {
        "phase": {"name": "action", "die": die},
        f"{ANNA}.dice": [2],
        f"{ANNA}.silver": 0,
        f"{ANNA}.storage": list(storage),
        f"{ANNA}.estate": laid,
    }


def phase_end(**given: object) -> dict[str, object]:
    """The last step of phase A; names with two underlines are paths."""
    parts = {name.replace("__", "."): value for name, value in given.items()}
    return {"letter": "A", "round": 5, **parts}


PHASES = [
    Row("phase.clear", "last decision", "take workers", phase_end(depots__3__tiles=["bank"]), {"depots.3.tiles": []}),
    Row("phase.clear", "last decision", "take workers", phase_end(black=["bank"]), {"black": []}),
    Row("phase.goods-stay", "last decision", "take workers", phase_end(depots__3__goods=["red"]),
        {"depots.3.goods": []}),
    Row("phase.same-tiles", "last decision", "take workers", phase_end(black=["ship"]), {"black": ["bank"]},
        {"readings": {"phase.stay": "counted"}}),
    Row("phase.three-players", "last decision", "take workers", phase_end(), {"letter": "E"}),
]  # fmt: skip

STORING = [
    Row("take.full", "turn", "take bank from 4", {**acting(4, "ship", "ship", "mine"), "depots.4.tiles": ["bank"]},
        {f"{ANNA}.storage": ["ship", "ship"]}),
    Row("estate.storage", "turn", "buy bank", {"black": ["bank"], f"{ANNA}.silver": 2,
        f"{ANNA}.storage": ["ship", "ship", "mine"]}, {f"{ANNA}.storage": ["ship", "ship"]}),
    Row("edition.2019", "turn", "pay worker",
        {**acting(0), "phase": {"name": "paying", "left": 1, "after": "turn"}, "held": "bank", "bought": True,
         f"{ANNA}.silver": 1, f"{ANNA}.estate": {"19": "castle", "13": "knowledge 6"}}, "pay silver", LATER),
    Row("edition.2019", "turn", "buy bank",
        {"black": ["bank"], f"{ANNA}.silver": 0, f"{ANNA}.workers": 2,
         f"{ANNA}.estate": {"19": "castle", "13": "knowledge 6"}},
        {f"{ANNA}.silver": 2, f"{ANNA}.workers": 0}, LATER),
]  # fmt: skip

PLACING = [
    Row("animals.same-pasture", "turn", "place cow 4 on 10", acting(5, "cow 4", at5="pig 2", at6="cow 3"),
        {f"{ANNA}.estate": {"19": "castle", "6": "pig 2", "5": "cow 3"}}),
    Row("animals.same-pasture", "turn", "place cow 4 on 10", acting(5, "cow 4", at5="pig 2", at28="cow 3"),
        {f"{ANNA}.estate": {"19": "castle", "5": "pig 2", "28": "pig 3"}}),
    Row("mine.nothing", "turn", "place mine on 25", acting(0, "mine", at18="ship", at31="knowledge 15"),
        "take workers"),
    Row("knowledge.13", "turn", "place boarding house on 26", acting(3, "boarding house", at13="knowledge 13"),
        {f"{ANNA}.estate": {"19": "castle", "13": "knowledge 14"}}),
    Row("building.not-black", "turn", "place market on 26", {**acting(3, "market"), "black": ["ship"]},
        {"black": ["bank"]}),
    Row("knowledge.5", "turn", "goods from 2",
        {**acting(3, at13="knowledge 5"), "phase": {"name": "cargo", "first": 0}, "depots.2.goods": ["red"],
         "depots.3.goods": ["red"]},
        {"depots.3.goods": []}),
    Row("knowledge.5", "turn", "goods from 2",
        {**acting(3, at13="knowledge 5"), "phase": {"name": "cargo", "first": 0}, f"{ANNA}.goods": {"pink": 1,
         "brown": 1}, "depots.2.goods": ["red"], "depots.3.goods": ["orange"]},
        {"depots.3.goods": []}, {"readings": {"knowledge.5-room": "together"}}),
    Row("turn.any-action", "turn", "sell red",
        {**acting(0), "phase": {"name": "action", "die": 4}, f"{ANNA}.goods": {"red": 1}, "sales": 1}, {"sales": 0}),
    Row("turn.any-action", "turn", "sell red",
        {**acting(0), "phase": {"name": "action", "die": 4}, f"{ANNA}.goods": {"red": 1}, "sales": 1},
        {"phase": "warehouse"}),
]  # fmt: skip


def owning(stored: str, **estate: str) -> dict[str, object]:
    """What the last player has when the game ends."""
    laid = {"19": "castle"} | {space.removeprefix("at"): tile for space, tile in estate.items()}
    return {f"{LAST}.storage": [stored], f"{LAST}.estate": laid}


END = [
    Row("end.stored", "last decision", "take workers", owning("knowledge 17", at12="watchtower"),
        {f"{LAST}.storage": ["knowledge 22"]}),
    Row("end.stored", "last decision", "take workers", owning("bank", at13="knowledge 22"),
        {f"{LAST}.storage": ["church"]}),
    Row("end.stored", "last decision", "take workers", owning("cow 3", at13="knowledge 24", at5="pig 2"),
        {f"{LAST}.storage": ["pig 3"]}),
    Row("edition.2019", "last decision", "take workers",
        {**owning("ship", at13="knowledge 15"), f"{LAST}.sold": {"red": 1}}, {f"{LAST}.sold": {}}, LATER),
]  # fmt: skip


@pytest.mark.parametrize("row", PHASES + STORING + PLACING + END, ids=lambda row: row.clause)
def test_a_clause_is_told_where_it_is_at_work_and_not_beside_it(row: Row) -> None:
    assert_told_there_only("castles_of_burgundy", row)


def test_the_white_die_is_no_die_for_actions_when_it_was_thrown() -> None:
    engine = build(make_rules("castles_of_burgundy", players=2))
    rolling = {"phase": {"name": "rolling", "place": 1}, f"{ANNA}.dice": [2, 5], "players.bartek.dice": []}
    before = position(engine, "turn", rolling)
    thrown = engine.play(before, engine.parse("roll 1 2"))
    begun = engine.play(thrown, engine.parse("white 3"))

    assert "round.white-only" not in thrown.events
    assert "round.white-only" in begun.events


@pytest.mark.parametrize(
    ("given", "move", "clause"),
    [
        ({}, "lower 5 by 2", "worker.change"),
        ({f"{ANNA}.silver": 2, "depots.2.tiles": ["bank"]}, "buy bank from 2", "purchase.once"),
        ({f"{ANNA}.silver": 2, f"{ANNA}.dice": [], "black": ["bank"]}, "use 3", "turn.two-actions"),
        ({f"{ANNA}.silver": 2, f"{ANNA}.dice": [], "black": ["bank"]}, "take workers", "turn.two-actions"),
        ({}, "take workers", "workers.take"),
    ],
)
def test_a_refusal_names_the_clause_that_forbids(given: Parts, move: str, clause: str) -> None:
    assert refused_by("castles_of_burgundy", "turn", given, move) == clause
