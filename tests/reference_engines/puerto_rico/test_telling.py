"""Each clause is told in just the steps in which it is at work, and a refusal names the clause that forbids."""

from __future__ import annotations

import pytest

from tests.reference_engines.telling import Parts, Row, assert_told_there_only, refused_by

A, B, C = "players.anna", "players.bob", "players.chris"
NO_CORN: Parts = {f"{C}.island": {}}
"""The third player's corn plantation would tell of its own."""
LADEN: Parts = {"ships.5": {"tobacco": 1}, "ships.6": {"indigo": 1}}
SMALL = (
    "small indigo plant", "small sugar mill", "indigo plant", "sugar mill", "tobacco storage", "coffee roaster",
    "small market", "hacienda", "construction hut", "small warehouse", "hospice",
)  # fmt: skip


def city(*names: str, colonists: int = 0) -> dict[str, int]:
    return dict.fromkeys(names, colonists)


ROUND = [
    Row("round.card-stays", "builder", "pass", {"turn": "chris"}, {"turn": "anna"}),
    Row("end.round", "builder", "pass", {"turn": "chris", "ending": "end.city"}, {"ending": ""}),
]

SETTLER = [
    Row("settler.no-quarry", "settler", "take corn plantation", {"row": {"corn": 1}}, {"row": {"corn": 2}}),
    Row("settler.no-quarry", "settler", "take corn plantation", {"row": {"corn": 1}}, {"quarries": 0}),
    Row("settler.one-tile", "settler", "take corn plantation", {}, {"quarries": 0}),
    Row("settler.one-tile", "settler", "take corn plantation", {}, {"turn": "bob"}),
    Row("settler.one-tile", "settler", "take corn plantation", {}, {f"{A}.island": {"corn": 6, "indigo": 5}}),
    Row("settler.one-tile", "settler", "take quarry", {}, {"row": {}}),
    Row("hut.one-quarry", "settler", "take quarry", {f"{A}.city": city("construction hut", colonists=1)},
        {f"{A}.city": city("construction hut")}),
    Row("hut.one-quarry", "settler", "take quarry", {f"{A}.city": city("construction hut", colonists=1)},
        {"quarries": 1}),
    Row("building.occupied", "settler", "take corn plantation", {f"{A}.city": city("hospice")},
        {f"{A}.city": city("hospice", colonists=1)}),
    Row("building.occupied", "settler", "take corn plantation", {f"{B}.city": city("hacienda")},
        {f"{B}.city": city("hacienda", colonists=1)}),
    Row("building.occupied", "settler", "take corn plantation",
        {"row": {"corn": 1}, f"{B}.city": city("construction hut")},
        {f"{B}.city": city("construction hut", colonists=1)}),
]  # fmt: skip

MAYOR = [
    Row("mayor.fill-circles", "mayor", "decline privilege", {}, {"colonist_ship": 0}),
    Row("mayor.fill-circles", "mayor", "decline privilege",
        {f"{A}.island": {"indigo": 2}, f"{B}.island": {}, f"{C}.island": {}},
        {f"{A}.island": {"indigo": 1, "corn": 1}}),
]  # fmt: skip

BUILDER = [
    Row("building.stock", "builder", "build small market", {}, "pass"),
    Row("builder.one", "builder", "build small market", {"turn": "bob", f"{B}.doubloons": 2}, {f"{B}.doubloons": 1}),
    Row("builder.afford", "builder", "pass", {f"{B}.doubloons": 0}, {f"{B}.doubloons": 1}),
    Row("building.once", "builder", "pass",
        {f"{B}.doubloons": 1, f"{B}.city": city("small indigo plant", "small market")},
        {f"{B}.city": city("small indigo plant")}),
    Row("building.stock", "builder", "pass",
        {f"{B}.doubloons": 1, "buildings.small market": 0, "buildings.small indigo plant": 0},
        {"buildings.small market": 1}),
    Row("builder.no-refund", "ready", "choose builder",
        {f"{A}.doubloons": 0, f"{A}.city": city("small indigo plant", "small market")}, {f"{A}.doubloons": 1}),
    Row("role.own-privilege", "builder", "build small market", {"turn": "bob"}, {"turn": "anna"}),
    Row("mayor.occupied", "builder", "build small market", {"turn": "bob", f"{B}.island": {"quarry": 1}},
        {f"{B}.island_colonists": {"quarry": 1}}),
    Row("mayor.occupied", "builder", "build small market", {"turn": "bob", f"{B}.island": {"quarry": 2}},
        {f"{B}.island_colonists": {"quarry": 1}}),
    Row("building.occupied", "builder", "build small market", {f"{A}.city": city("university")},
        {f"{A}.city": city("university", colonists=1)}),
    Row("large.one-building", "builder", "build city hall", {f"{A}.doubloons": 20, f"{A}.city": city(*SMALL[:10])},
        {f"{A}.city": city(*SMALL[:9])}),
    Row("large.one-building", "builder", "build office",
        {f"{A}.doubloons": 20, f"{A}.city": city(*SMALL[:9], "city hall")}, {f"{A}.city": city(*SMALL)}),
    Row("large.one-building", "builder", "pass", {f"{B}.city": city(*SMALL[:10], "city hall")},
        {f"{B}.city": city(*SMALL, "office")}),
]  # fmt: skip

CRAFTSMAN = [
    Row("mayor.occupied", "ready", "choose craftsman",
        {**NO_CORN, f"{A}.island": {"corn": 2}, f"{A}.island_colonists": {"corn": 1}},
        {f"{A}.island_colonists": {"corn": 2}}),
    Row("production.no-material", "ready", "choose craftsman",
        {f"{A}.island": {"indigo": 1}, f"{A}.island_colonists": {"indigo": 1}},
        {f"{A}.city": city("small indigo plant", colonists=1)}),
    Row("building.occupied", "ready", "choose craftsman",
        {f"{A}.island_colonists": {"indigo": 1}, f"{A}.city": city("small indigo plant")}, {f"{A}.city": {}}),
    Row("factory.kinds", "ready", "choose craftsman",
        {f"{A}.island": {"corn": 2}, f"{A}.island_colonists": {"corn": 2}, f"{A}.city": city("factory", colonists=1)},
        {f"{A}.island_colonists": {"corn": 1}}),
    Row("building.occupied", "ready", "choose craftsman",
        {f"{A}.island": {"corn": 1, "indigo": 1}, f"{A}.island_colonists": {"corn": 1, "indigo": 1},
         f"{A}.city": {"small indigo plant": 1, "factory": 0}},
        {f"{A}.city": {"small indigo plant": 1, "factory": 1}}),
]  # fmt: skip

TRADER = [
    Row("trader.price", "trader", "sell indigo", {f"{A}.goods": {"indigo": 1, "corn": 1}}, "sell corn"),
    Row("trader.one", "trader", "sell indigo", {f"{A}.goods": {"indigo": 1, "corn": 1}}, {f"{A}.goods": {"indigo": 2}}),
    Row("trader.one", "trader", "sell indigo", {f"{A}.goods": {"indigo": 1, "corn": 1}},
        {"house": {"sugar": 1, "tobacco": 1, "coffee": 1}}),
    Row("trader.different", "trader", "pass",
        {"house": {"corn": 1}, f"{A}.goods": {"indigo": 1}, f"{B}.goods": {"corn": 1}}, {f"{B}.goods": {}}),
    Row("building.occupied", "trader", "pass",
        {"house": {"corn": 1}, f"{A}.goods": {"indigo": 1}, f"{B}.goods": {"corn": 1}, f"{B}.city": city("office")},
        {f"{B}.city": {}}),
    Row("trader.no-privilege", "ready", "choose trader", {f"{B}.goods": {"corn": 1}}, {f"{A}.goods": {"corn": 1}}),
    Row("office.full-house", "trader", "sell indigo",
        {"house": {"sugar": 1, "tobacco": 1, "corn": 1}, f"{A}.goods": {"indigo": 1}, f"{B}.goods": {"corn": 1},
         f"{B}.city": city("office", colonists=1)},
        {f"{B}.city": city("office")}),
    Row("role.own-privilege", "trader", "sell corn", {"turn": "bob", f"{A}.goods.corn": 1, f"{B}.goods.corn": 1},
        {"turn": "anna"}),
    Row("building.occupied", "trader", "sell corn", {f"{A}.goods.corn": 1, f"{A}.city": city("large market")},
        {f"{A}.city": city("large market", colonists=1)}),
]  # fmt: skip

CAPTAIN = [
    Row("captain.full-ship", "captain", "load corn on ship 4", {**LADEN, f"{A}.goods": {"corn": 5}},
        {f"{A}.goods": {"corn": 4}}),
    Row("captain.other-ships", "captain", "load corn on ship 4",
        {f"{A}.goods": {"corn": 2}, f"{B}.goods": {"corn": 1}, "ships.4": {"corn": 2}},
        LADEN),
    Row("captain.ship-one-kind", "captain", "load corn on ship 4",
        {**LADEN, f"{A}.goods": {"corn": 2}, f"{B}.goods": {"coffee": 1}}, {"ships.6": {}}),
    Row("wharf.once", "captain", "wharf coffee",
        {**LADEN, "ships.4": {"sugar": 1}, f"{A}.goods": {"coffee": 2, "corn": 1},
         f"{A}.city": city("wharf", colonists=1)},
        {f"{A}.goods": {"coffee": 2}}),
    Row("building.occupied", "captain", "load corn on ship 4",
        {**LADEN, f"{A}.goods": {"corn": 2}, f"{B}.goods": {"coffee": 1}, f"{B}.city": city("wharf")},
        {f"{B}.city": city("wharf", colonists=1)}),
    Row("wharf.capacity", "captain", "wharf corn", {f"{A}.goods": {"corn": 4}, f"{A}.city": city("wharf", colonists=1)},
        {f"{A}.goods": {"corn": 3}}, {"readings": {"wharf.capacity": "printed"}, "numbers": {"wharf.capacity": 3}}),
    Row("role.own-privilege", "captain", "load corn on ship 4",
        {"turn": "bob", f"{A}.goods": {"corn": 1}, f"{B}.goods": {"corn": 1}}, {"turn": "anna"}),
    Row("building.occupied", "captain", "load corn on ship 4", {f"{A}.goods": {"corn": 1}, f"{A}.city": city("harbor")},
        {f"{A}.city": city("harbor", colonists=1)}),
    Row("building.occupied", "captain", "load corn on ship 4",
        {**LADEN, f"{A}.goods": {"corn": 6}, f"{A}.city": city("small warehouse")},
        {f"{A}.city": city("small warehouse", colonists=1)}),
    Row("building.occupied", "captain", "load corn on ship 4",
        {**LADEN, f"{A}.goods": {"corn": 6}, f"{A}.city": city("small warehouse")}, {f"{A}.goods": {"corn": 5}}),
]  # fmt: skip

END = [
    Row("large.points", "last choice", "choose trader", {f"{C}.city": city("guild hall")},
        {f"{C}.city": city("office")}),
    Row("large.occupied", "last choice", "choose trader", {f"{C}.city": city("guild hall", "sugar mill")},
        {f"{C}.city": city("guild hall")}),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", ROUND + SETTLER + MAYOR + BUILDER + CRAFTSMAN + TRADER + CAPTAIN + END, ids=lambda row: row.clause
)
def test_a_clause_is_told_where_it_is_at_work_and_not_beside_it(row: Row) -> None:
    assert_told_there_only("puerto_rico", row)


@pytest.mark.parametrize(
    ("start", "given", "move", "clause"),
    [
        ("begin", {}, "choose mayor", "setup.row"),
        ("ready", {}, "build wharf", "builder.build"),
        ("settler", {f"{A}.city": city("hospice", colonists=1), "phase": {"name": "hospice", "tile": "indigo"}},
         "take corn plantation", "settler.one-tile"),
        ("builder",
         {f"{A}.city": {"university": 1, "office": 0}, "phase": {"name": "university", "building": "office"}},
         "build wharf", "builder.one"),
        ("builder", {}, "take corn plantation", "settler.take"),
        ("trader", {f"{A}.goods": {"corn": 1}}, "choose mayor", "round.order"),
        ("trader", {f"{A}.goods": {"corn": 1}}, "load corn on ship 4", "captain.turns"),
        ("craftsman", {}, "keep corn", "storage.one-barrel"),
        ("storage", {f"{A}.goods": {"corn": 1, "sugar": 1}}, "load corn on ship 4", "captain.end"),
        ("storage", {f"{A}.goods": {"corn": 1, "sugar": 1}}, "keep coffee", "storage.choose"),
        ("settler", {f"{A}.city": city("hacienda")}, "use hacienda", "building.occupied"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_clause_that_forbids(start: str, given: Parts, move: str, clause: str) -> None:
    assert refused_by("puerto_rico", start, given, move) == clause
