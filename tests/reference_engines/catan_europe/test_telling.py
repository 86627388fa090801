"""Each clause is told in just the steps in which it is at work, and a refusal names the clause that forbids."""

from __future__ import annotations

import pytest

from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.reference_engines.telling import Parts, Row, assert_told_there_only, position, refused_by

RED = "players.red"


def cards(name: str, **more: object) -> dict[str, object]:
    """Red holds a card, and what else is other."""
    return {f"{RED}.cards": {name: 1}, **{path.replace("__", "."): value for path, value in more.items()}}


TURN = [
    Row("dice.card-first", "actions", "end turn", {"players.blue.cards": {"Lancier": 1}}, {"players.blue.cards": {}}),
    Row("dice.card-first", "actions", "end turn", {"players.blue.cards": {"Lancier": 1}},
        {"players.blue.cards": {"Harvest": 1}}, {"readings": {"card.before-dice": "lancier"}}),
    Row("card.not-same-turn", "actions", "end turn", {f"{RED}.new_cards": {"Lancier": 1}}, {f"{RED}.new_cards": {}}),
]  # fmt: skip

PRODUCTION = [
    Row("seven.discard", "ready", "roll 3 4", {f"{RED}.hand": {"wood": 8}}, {f"{RED}.hand": {"wood": 7}}),
    Row("seven.round-down", "ready", "roll 3 4", {f"{RED}.hand": {"wood": 9}}, {f"{RED}.hand": {"wood": 8}}),
    Row("robber.steal", "ready", "robber to H(6,3)", {"phase": "robber", "players.blue.hand": {"wood": 1}},
        {"players.blue.hand": {}}),
    Row("robber.nobody-near", "ready", "robber to H(3,5)", {"phase": "robber"}, "robber to H(6,3)"),
]  # fmt: skip

CARDS = [
    Row("card.merchant", "actions", "play Swift merchant", cards("Swift merchant", players__red__merchants=["S(3,5)"]),
        "end turn"),
    Row("card.caravan", "actions", "play Swift caravan", cards("Swift caravan"), "end turn"),
    Row("card.harvest", "actions", "play Harvest", cards("Harvest"), "end turn"),
    Row("card.monopoly", "actions", "play Monopoly", cards("Monopoly"), "end turn"),
    Row("card.routes", "actions", "play Road builders", cards("Road builders"), "end turn"),
    Row("bank.stock", "actions", "take wood",
        {"phase": {"name": "harvest", "left": 2}, "bank.wood": 1, "bank.wool": 0, "bank.grain": 0, "bank.ore": 0,
         "bank.salt": 0},
        {"bank.wood": 2}),
    Row("bank.stock", "actions", "take wood",
        {"phase": {"name": "harvest", "left": 2}, "bank.wood": 1, "bank.wool": 0, "bank.grain": 0, "bank.ore": 0,
         "bank.salt": 0},
        {"phase": {"name": "harvest", "left": 1}}),
    Row("arrow.free-route", "empty", "route N(8,3) - S(7,3)",
        {f"{RED}.posts": ["Torino"], f"{RED}.routes": ["Torino - N(8,3)"], f"{RED}.hand": {"wood": 1, "ore": 1}},
        "route Torino - N(7,3)"),
]  # fmt: skip

ASKED: Parts = {"phase": {"name": "answer", "asked": "blue", "give": {"wood": 1}, "want": {"ore": 1}, "willing": []}}
DRIVE: Parts = {
    RED: {"posts": ["Bern"], "routes": ["Bern - N(6,3)", "N(6,3) - Paris", "Bern - N(7,3)"], "hand": {},
          "caravans": ["Bern - N(6,3)"], "depot": 5, "goods": 1},
    "players.blue.posts": ["Paris"],
    "phase": {"name": "driving", "caravan": 0, "steps": 2, "moved": False},
}  # fmt: skip
PARIS, BERN = "onto N(6,3) - Paris", "onto Bern - N(7,3)"

DRIVING = [
    Row("delivery.once", "empty", PARIS,
        {**DRIVE, "supplied": ["Paris"], "players.white": {"goods": 0, "delivered": 1}},
        {"supplied": [], "players.white": {}}),
    Row("delivery.once", "empty", PARIS,
        {**DRIVE, "supplied": ["Paris"], "players.white": {"goods": 0, "delivered": 1}}, {f"{RED}.goods": 0}),
    Row("delivery.foreign", "empty", BERN, DRIVE, {f"{RED}.goods": 0}),
    Row("delivery.free-good", "empty", PARIS, {**DRIVE, f"{RED}.goods": 0}, {f"{RED}.goods": 1}),
]  # fmt: skip

FOUNDING = [
    Row("token.one-region", "empty", "to Oslo",
        {f"{RED}.merchants": ["S(1,3)"], "phase": {"name": "marching", "at": "S(1,3)", "steps": 3}},
        {"tokens.H(1,3)": 4, "tokens.H(2,4)": 11}),
    Row("token.place", "actions", "to Wroclaw",
        {f"{RED}.merchants": ["S(3,4)"], "phase": {"name": "marching", "at": "S(3,4)", "steps": 3}}, "to Berlin"),
    Row("build.own-pieces", "empty", "route Torino - N(7,3)",
        {f"{RED}.posts": ["Torino"], f"{RED}.routes": ["Torino - N(8,3)"],
         "phase": {"name": "free-route", "left": 2, "touching": None, "after": "actions"}},
        {f"{RED}.routes": []}, {"numbers": {"routes.each": 2}}),
]  # fmt: skip

CHOSEN: Parts = {"setup": "short-variable"}
OTHERS = [{"seat": "red", "sum": 4}, {"seat": "blue", "sum": 5}]
SETUP = [
    Row("setup.variable", "begin", "roll 3 4",
        {"robber": "H(1,3)", "phase": {"name": "first-roll", "rolling": ["white"], "results": OTHERS}},
        "roll 1 4", CHOSEN),
    Row("setup.post-order", "begin", "roll 3 4",
        {"robber": "H(1,3)", "phase": {"name": "first-roll", "rolling": ["white"], "results": OTHERS}},
        "roll 1 4", CHOSEN),
]  # fmt: skip


@pytest.mark.parametrize("row", SETUP + TURN + PRODUCTION + CARDS + DRIVING + FOUNDING, ids=lambda row: row.clause)
def test_a_clause_is_told_where_it_is_at_work_and_not_beside_it(row: Row) -> None:
    assert_told_there_only("catan_europe", row)


def told(setup: str, start: str, given: Parts, *moves: str) -> list[tuple[str, ...]]:
    """The events of each of some steps."""
    engine = build(make_rules("catan_europe", players=3, setup=setup))
    state = position(engine, start, given)
    events = []
    for move in moves:
        state = engine.play(state, engine.parse(move))
        events.append(state.events)
    return events


def test_a_card_is_put_aside_when_it_is_drawn_and_not_when_it_is_paid() -> None:
    paid, drawn = told("short-fixed", "actions", {f"{RED}.hand": {"wool": 1, "salt": 1}}, "buy card", "drawn Lancier")

    assert "card.not-same-turn" not in paid
    assert "card.not-same-turn" in drawn


def test_an_offer_of_another_is_an_answer() -> None:
    (countered,) = told("short-fixed", "actions", ASKED, "counter")

    assert countered == ("trade.answer",)


def test_the_players_roll_for_the_first_place_where_positions_are_chosen() -> None:
    start: Parts = {"phase": "robber-start"}

    assert "setup.first-player" in told("short-variable", "begin", start, "robber to H(1,3)")[0]
    assert "setup.first-player" not in told("short-fixed", "begin", start, "robber to H(1,3)")[0]


def test_what_is_placed_next_is_told_when_all_posts_stand() -> None:
    engine = build(make_rules("catan_europe", players=3, setup="short-variable"))
    state, before, played = engine.start(), "", 0
    first: dict[str, str] = {}
    while before not in ("dice", "before-dice"):
        options = engine.legal_moves(state)
        state, played = engine.apply(state, options[played * 5 % len(options)]), played + 1
        for clause in ("setup.neutral-posts", "setup.start-route"):
            if clause in state.events:
                first.setdefault(clause, before)
        phase = engine.to_json(state)["phase"]
        before = phase if isinstance(phase, str) else phase["name"]

    assert first == {"setup.neutral-posts": "first-post", "setup.start-route": "neutral-post"}


@pytest.mark.parametrize(
    ("start", "given", "move", "clause"),
    [
        ("actions", {"phase": {"name": "marching", "at": "S(3,5)", "steps": 3}, f"{RED}.merchants": ["S(3,5)"]},
         "end turn", "march.grain"),
        ("actions", {"phase": {"name": "marching", "at": "S(3,5)", "steps": 3}, f"{RED}.merchants": ["S(3,5)"]},
         "march from S(3,5)", "march.one-merchant"),
        ("actions", {"phase": {"name": "driving", "caravan": 0, "steps": 3, "moved": False}}, "end turn",
         "drive.salt"),
        ("ready", {"phase": "stealing", "robber": "H(6,3)"}, "steal from white", "robber.steal"),
        ("ready", {"phase": "stealing", "robber": "H(6,3)"}, "steal from red", "robber.steal"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_clause_that_forbids(start: str, given: Parts, move: str, clause: str) -> None:
    assert refused_by("catan_europe", start, given, move) == clause
