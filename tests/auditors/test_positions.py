"""Auditors on positions that random play seldom comes to, each set up and played on from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.auditors.audit import auditor_of
from tests.auditors.stream import Json, Server, Step, Table, Tally, parted

PUERTO_RICO, MERCHANTS = Table("puerto_rico", 3, 1), Table("catan_europe", 4, 1, "short-fixed")


def audited(table: Table, change: Callable[[Json], None], moves: list[str], phase: str = "row") -> tuple[Tally, Json]:
    """These moves from the first position in a phase with that change, audited; and what was told after them."""
    tally = Tally()
    auditor = auditor_of(table.game).Auditor(table, tally)
    tell = ["state", "legal"]
    start = {"ask": "start", "game": table.game, "players": table.players, "seed": table.seed, "tell": tell}
    start |= {"setup": table.setup} if table.setup else {}
    with Server(table.game) as server:
        told = server.ask(**start)
        while parted(told["state"]["phase"])["name"] != phase:
            told = server.ask(ask="play", move=told["legal"][0], tell=tell)
        position = told["state"]
        change(position)
        told = server.ask(**start, position=position)
        for move in moves:
            after = server.ask(ask="play", move=move, tell=tell)
            auditor.look(
                Step(
                    told["state"],
                    told["turn"],
                    told["legal"],
                    move,
                    after["state"],
                    after["turn"],
                    after["legal"],
                    after.get("outcome"),
                )
            )
            told = after
    return tally, told


def four_kinds_and_both_warehouses(position: Json) -> None:
    """Nobody can load; anna has to choose three of four kinds."""
    anna = position["players"]["anna"]
    anna["city"] = {"small warehouse": 1, "large warehouse": 1}
    position["colonists"] -= 2
    for building in anna["city"]:
        position["buildings"][building] -= 1
    for kind in ("corn", "indigo", "sugar", "coffee"):
        anna["goods"][kind] += 2
        position["supply"][kind] -= 2
    position["ships"] = {"4": {"tobacco": 4}, "5": {"sugar": 5}, "6": {"indigo": 6}}
    for cargo in position["ships"].values():
        for kind, barrels in cargo.items():
            position["supply"][kind] -= barrels
    position |= {
        "role": "captain",
        "taken": {"captain": "anna"},
        "phase": {"name": "storing", "slots": 3, "stored": []},
    }


def test_kinds_stored_are_told_in_the_order_of_goods_whichever_was_stored_first() -> None:
    """storage.choose: found by seed 6160, when the question for the last kind that fits was gone."""
    for moves in (["store coffee", "store corn"], ["store corn", "store coffee"]):
        tally, after = audited(PUERTO_RICO, four_kinds_and_both_warehouses, moves)

        assert [str(disagreement) for disagreement in tally.disagreements] == []
        assert after["state"]["phase"] == {"name": "storing", "slots": 1, "stored": ["corn", "coffee"]}


def one_of_each(position: Json) -> None:
    """Whoever acts holds one card of each kind, and gold."""
    hand = position["players"][position["turn"]]["hand"]
    for kind, count in hand.items():
        position["bank"][kind] += count - 1
        hand[kind] = 1


def two_caravans_out(*others: str) -> Callable[[Json], None]:
    """Red's caravans stand where none can be placed, and those of others on the one route where red's may be."""

    def change(position: Json) -> None:
        one_of_each(position)
        players = position["players"]
        players["red"] |= {"routes": ["S(4,4) - Nürnberg", "S(4,4) - Köln"], "caravans": ["S(4,4) - Köln"] * 2}
        for other in others:
            players[other]["caravans"] = ["S(4,4) - Nürnberg"]

    return change


def test_an_offer_leaves_something_to_ask_for() -> None:
    """trade.must-have: seeds 7000 to 8059 came to it five times, and the notation page did not say it."""
    gives = [f"give {kind}" for kind in ("wood", "wool", "grain", "ore", "salt")]
    tally, told = audited(MERCHANTS, one_of_each, [*gives, "want gold"], "actions")

    assert [str(disagreement) for disagreement in tally.disagreements] == []
    assert "propose" in told["legal"]
    assert "give gold" not in audited(MERCHANTS, one_of_each, gives, "actions")[1]["legal"]


@pytest.mark.parametrize(("others", "can_be_lifted"), [(("blue", "white"), False), (("blue",), True)])
def test_a_caravan_is_taken_up_where_it_can_be_placed_anew(others: tuple[str, ...], can_be_lifted: bool) -> None:
    """caravan.replace: seeds 7000 to 8059 came to it, and the auditor took it up with no place to go."""
    tally, told = audited(MERCHANTS, two_caravans_out(*others), ["buy ore", "buy ore"], "actions")

    assert [str(disagreement) for disagreement in tally.disagreements] == []
    assert ("lift caravan at S(4,4) - Köln" in told["legal"]) == can_be_lifted
