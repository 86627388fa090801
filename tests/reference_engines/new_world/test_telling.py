"""Each clause is told in just the steps in which it is at work, and a refusal names the clause that forbids."""

from __future__ import annotations

import pytest

from tests.reference_engines.telling import Parts, Row, assert_told_there_only, refused_by

TOWN: Parts = {"phase": {"name": "settling", "at": "c1 r4"}, "board": {"c1 r4": "18 turned 1"}}
"""Red has completed a small town and may place the sheriff who scores it."""
MEADOW: Parts = {
    "phase": {"name": "settling", "at": "c1 r4"},
    "board": {"c1 r4": "18 turned 1", "c1 r6": "44 turned 0", "c2 r6": "48 turned 0"},
    "settlers": {"c1 r6": "yellow trapper NNW"},
    "surveyors": [1, 2],
}
RING: Parts = {
    "phase": {"name": "settling", "at": "c1 r7"},
    "board": {"c1 r6": "39 turned 0", "c2 r6": "11 turned 3", "c2 r7": "11 turned 2", "c1 r7": "39 turned 1"},
    "settlers": {"c1 r6": "yellow trapper SSW"},
}
"""A ring of trail is closed, with a plain inside."""
LAST: Parts = {**TOWN, "board": {"c1 r4": "18 turned 1", "c1 r2": "17 turned 1"}, "pile": {}}

ROWS = [
    Row("settler.occupied", "begin", "place c2 r4 turned 1",
        {"phase": {"name": "placing", "tile": 16}, "board": {"c1 r4": "29 turned 0"},
         "settlers": {"c1 r4": "yellow sheriff E"}},
        {"settlers": {}}),
    Row("settler.occupied", "begin", "place c2 r4 turned 1",
        {"phase": {"name": "placing", "tile": 16}, "board": {"c1 r4": "29 turned 0"},
         "settlers": {"c1 r4": "yellow sheriff E"}},
        {"players.red.supply": 0}),
    Row("plain.not-in-play", "begin", "no settler", RING, {"settlers": {"c1 r6": "yellow trapper NNW"}}),
    Row("plain.not-in-play", "begin", "trapper NNW", {**RING, "settlers": {}}, "no settler"),
    Row("remove.trappers", "begin", "sheriff E", MEADOW, {"surveyors": [0, 1]}),
    Row("remove.trappers", "begin", "sheriff E", MEADOW, {"settlers": {"c2 r6": "yellow trapper NNW"}}),
    Row("score.track", "begin", "sheriff E", {**TOWN, "players.red.score": 47}, {"players.red.score": 46}),
    Row("score.track", "begin", "no settler",
        {**LAST, "settlers": {"c1 r2": "yellow robber E"}, "players.yellow.score": 60}, {"players.yellow.score": 48}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.clause)
def test_a_clause_is_told_where_it_is_at_work_and_not_beside_it(row: Row) -> None:
    assert_told_there_only("new_world", row)


TWO_TOWNS: Parts = {
    "phase": {"name": "scoring", "at": "c1 r6", "due": ["N", "S"]},
    "board": {"c1 r5": "18 turned 2", "c1 r7": "18 turned 0", "c1 r6": "9 turned 0"},
    "settlers": {"c1 r5": "yellow sheriff S", "c1 r7": "blue sheriff N"},
}
TWO_LOOPS: Parts = {
    "phase": {"name": "scoring", "at": "c2 r6", "due": ["N", "S"]},
    "board": {
        "c2 r5": "11 turned 3", "c1 r5": "11 turned 0", "c1 r6": "11 turned 1", "c1 r7": "21 turned 0",
        "c2 r7": "11 turned 1", "c3 r7": "3 turned 2", "c3 r6": "3 turned 3", "c2 r6": "33 turned 0",
    },
    "settlers": {"c1 r5": "red robber S", "c3 r7": "yellow robber N"},
}  # fmt: skip

CROSSROADS: Parts = {
    "phase": {"name": "scoring", "at": "c1 r2", "due": ["S", "W"]},
    "board": {"c1 r3": "1 turned 2", "c2 r3": "48 turned 0", "c2 r2": "1 turned 3", "c1 r2": "6 turned 0"},
    "settlers": {"c2 r2": "yellow robber E", "c1 r3": "blue robber N"},
}


@pytest.mark.parametrize(
    ("given", "move", "clause"),
    [
        (CROSSROADS, "score trail E", "score.unoccupied"),
        (CROSSROADS, "score trail N", "trail.complete"),
        (TWO_TOWNS, "score trail N", "trail.complete"),
        (TWO_TOWNS, "score town E", "town.complete"),
        (TWO_TOWNS, "score farm c1 r6", "farm.complete"),
        (TWO_LOOPS, "score trail W", "settler.one-name"),
        (TWO_LOOPS, "draw 1", "score.completed"),
    ],
)
def test_a_refusal_names_the_clause_that_forbids(given: Parts, move: str, clause: str) -> None:
    assert refused_by("new_world", "begin", given, move) == clause
