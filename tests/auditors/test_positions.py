"""Auditors on positions that random play seldom comes to, each set up and played on from."""

from __future__ import annotations

from typing import Any

from tests.auditors import puerto_rico
from tests.auditors.stream import Json, Server, Step, Table, Tally

TABLE = Table("puerto_rico", 3, 1)


def audited(table: Table, change: Any, moves: list[str]) -> tuple[Tally, Json]:
    """These moves from the start of a table with that change, audited; and the position after them."""
    tally = Tally()
    auditor = puerto_rico.Auditor(table, tally)
    start = {
        "ask": "start",
        "game": table.game,
        "players": table.players,
        "seed": table.seed,
        "tell": ["state", "legal"],
    }
    with Server(table.game) as server:
        position = server.ask(**start)["state"]
        change(position)
        told = server.ask(**start, position=position)
        for move in moves:
            after = server.ask(ask="play", move=move, tell=["state", "legal"])
            auditor.look(
                Step(
                    told["state"],
                    told["turn"],
                    told["legal"],
                    move,
                    after["state"],
                    after["turn"],
                    after["legal"],
                    None,
                )
            )
            told = after
    return tally, told["state"]


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
        tally, after = audited(TABLE, four_kinds_and_both_warehouses, moves)

        assert [str(disagreement) for disagreement in tally.disagreements] == []
        assert after["phase"] == {"name": "storing", "slots": 1, "stored": ["corn", "coffee"]}
