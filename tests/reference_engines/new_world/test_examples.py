"""The notation page, and positions and their mistakes; the worked examples are in ../test_examples.py."""

from __future__ import annotations

import pytest

from rulecheck.properties.examples import run_examples
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.spec import load
from tests.reference_engines import playing


def engine(players: int = 3) -> NewWorld:
    return playing.build_as(NewWorld, "new_world", players=players)


def test_the_examples_say_that_they_rest_on_substitute_data() -> None:
    assert {name for r in run_examples(load("new_world")) for name in r.substitute} == {"tiles", "start-row"}


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"turn": "green"}, "turn: no seat 'green'; there are red, yellow, blue"),
        ({"phase": "sailing"}, "phase: no phase 'sailing'"),
        ({"phase": "placing"}, "phase.tile: the phase placing needs it"),
        ({"phase": {"name": "placing", "tile": 51}}, "phase.tile: no tile '51'"),
        ({"phase": {"name": "settling", "at": "c1 r5"}}, "phase.at: no tile lies there"),
        ({"phase": {"name": "settling", "at": "here"}}, "phase.at: 'here' is not a place; write \"c2 r7\""),
        ({"phase": {"name": "scoring", "at": "c1 r4", "due": ["N"]}}, "phase.due: an order is asked for at least two"),
        (
            {"board": {"c1 r4": "18 turned 1"}, "phase": {"name": "scoring", "at": "c1 r4", "due": ["N", "E"]}},
            "phase.due: N: nothing completed with settlers on it",
        ),
        ({"board": {"c0 r4": "18 turned 1"}}, "board.c0 r4: column 0 holds the start spaces"),
        ({"board": {"c1 r4": "18"}}, "board.c1 r4: '18' is not a tile; write \"17 turned 1\""),
        ({"board": {"c1 r4": "88 turned 0"}}, "board.c1 r4: no tile 88; there are 1 to 50"),
        ({"board": {"c1 r5": "17 turned 2"}}, "board.c1 r5: tile 17 turned 2 looks like one of 0, 1: write that"),
        ({"board": {"c1 r4": "18 turned 0"}}, "board.c1 r4: tile 18 turned 0 does not fit its neighbours"),
        ({"board": {"c2 r4": "18 turned 0"}}, "board.c2 r4: it is not joined to the start spaces by other tiles"),
        ({"board": {"c1 r4": "5 turned 0", "c1 r10": "5 turned 0"}}, "pile.5: 2 tiles 5 are in use, there are 1"),
        ({"settlers": {"c1 r4": "red farmer"}}, "settlers.c1 r4: no tile lies there"),
        (
            {"board": {"c1 r4": "18 turned 1"}, "settlers": {"c1 r4": "red farmer"}},
            "settlers.c1 r4: no farmer on that tile, or its segment is named by another side",
        ),
        (
            {"board": {"c1 r4": "18 turned 1"}, "settlers": {"c1 r4": "red sheriff X"}},
            "settlers.c1 r4: no settler 'sheriff X'",
        ),
        ({"players": {"red": {"score": -1}}}, "players.red.score: expected a whole number of at least 0, found -1"),
        ({"surveyors": [0]}, "surveyors: 1 on the board and 0 waiting, there are two"),
        ({"surveyors": [0, 1]}, "surveyors: no tile lies in column 1"),
        (
            {"surveyors": [0, 2], "board": {"c1 r5": "21 turned 0", "c2 r5": "21 turned 0"}},
            "surveyors: they are never more than one column apart",
        ),
        ({"waiting": 5, "surveyors": [0]}, "waiting: on space 5 it would be on the board"),
        ({"pile": {}}, "pile: no tile is left to draw, so the game is over"),
        ({"pile": {"5": 1}, "phase": "finished"}, "pile: the game is over, so no tile is left to draw"),
        ({"waiting": 2, "surveyors": [0]}, "waiting: no surveyor waits in this set-up, write -1"),
        (
            {"board": {"c1 r4": "18 turned 1", "c01 r4": "29 turned 0"}},
            "board.c01 r4: two tiles lie on c1 r4",
        ),
        (
            {
                "board": {"c1 r5": "18 turned 2"},
                "settlers": {"c1 r5": "red sheriff S", "c01 r5": "blue trapper NNW"},
            },
            "settlers.c01 r5: two settlers stand on c1 r5",
        ),
        (
            {"board": {"c1 r4": "18 turned 1"}, "settlers": {"c1 r4": "red sheriff E"}},
            "settlers.c1 r4: what it stands on is complete, and has been scored already",
        ),
        (
            {
                "board": {"c1 r5": "18 turned 2", "c1 r6": "9 turned 0", "c1 r7": "27 turned 0"},
                "settlers": {"c1 r5": "red sheriff S"},
                "phase": {"name": "scoring", "at": "c1 r7", "due": ["N", "W"]},
            },
            "settlers.c1 r5: what it stands on is complete, and has been scored already",
        ),
        (
            {
                "board": {
                    "c1 r6": "40 turned 1",
                    "c2 r6": "1 turned 3",
                    "c1 r5": "1 turned 0",
                    "c1 r7": "43 turned 2",
                    "c2 r5": "21 turned 0",
                },
                "settlers": {"c2 r6": "red robber E", "c1 r5": "blue robber S", "c1 r7": "blue robber N"},
                "phase": {"name": "scoring", "at": "c1 r6", "due": ["N", "S"]},
            },
            "phase.due: W is complete too, with settlers on it",
        ),
        ({"pile": {"5": -1}}, "pile.5: expected a whole number of at least 0, found -1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(parts: dict[str, object], why: str) -> None:
    play = engine()
    data = play.to_json(play.start()) | parts

    playing.assert_refused(play, data, tuple(parts), why)


def test_what_is_given_leaves_the_rest_to_be_worked_out() -> None:
    play = engine()
    parts = {"board": {"c1 r4": "18 turned 1"}, "settlers": {"c1 r4": "red trapper NNW"}}
    state = play.from_json(play.to_json(play.start()) | parts, given=tuple(parts))

    assert state.supply == (4, 5, 5)
    assert state.pile[17] == play.g.copies[17] - 1
    assert play.inventory(state) == play.totals()
