"""The notation page, and positions and their mistakes; the worked examples are in ../test_examples.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulecheck.reference_engines.castles_of_burgundy import drawing
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.contract import PositionError
from rulecheck.spec.castles_of_burgundy.board import COLOURS, GOODS
from tests.reference_engines import playing


def engine(players: int = 2, setup: str = "standard", **readings: str) -> CastlesOfBurgundy:
    chosen = {id.replace("__", ".").replace("_", "-"): choice for id, choice in readings.items()}
    return playing.build_as(CastlesOfBurgundy, "castles_of_burgundy", players=players, setup=setup, readings=chosen)


def test_the_notation_page_names_every_tile_and_good(root: Path) -> None:
    page = (root / "docs" / "notation" / "castles_of_burgundy.md").read_text(encoding="utf-8")
    names = {name.rstrip(" 0123456789") for name in engine().g.names} | set(GOODS) | set(COLOURS)

    assert sorted(name for name in names if f"`{name}" not in page) == []


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("turn", "eva", "turn: no seat 'eva'; there are anna, bartek"),
        ("phase", "sailing", "phase: no phase 'sailing'; did you mean 'filling' or 'dealing'?"),
        ("phase", "action", "phase.die: the phase action needs it"),
        ("phase", {"name": "action", "die": 7}, "phase.die: expected a whole number of at most 6, found 7"),
        ("phase", {"name": "fetching", "building": "bank"}, "phase.building: no building 'bank'; there are carpenter"),
        ("phase", {"name": "filling", "step": 40}, "phase.step: a phase is filled in 17 steps from 0"),
        ("phase", {"name": "rolling", "place": 3}, "phase.place: 2 players throw their dice, from 0"),
        ("phase", {"name": "stowing", "depot": 1}, "phase: there are no goods to choose among"),
        ("phase", {"name": "making room", "after": "turn"}, "held: a tile is in hand in this phase"),
        ("phase", {"name": "stowing", "depot": 1, "first": 7}, "phase.first: expected a whole number of at most 6"),
        ("phase", {"name": "cargo", "first": 3}, "phase.first: anna has no knowledge 5 for a second depot"),
        ("phase", "cargo", "phase: no depot has goods"),
        ("phase", {"name": "start goods", "drawn": 6}, "phase.drawn: 6 goods are drawn, from 0"),
        ("phase", {"name": "start goods", "drawn": 3}, "turn: it is bartek who receives this one"),
        ("phase", "choosing board", "players.anna.sheet: a board is chosen from one that was dealt"),
        ("phase", "founding", "players.anna.estate: no castle lies there yet"),
        ("ships", 1, "ships: the markers of ships move at once"),
        ("held", "church", "held: no tile is in hand in this phase"),
        ("letter", "F", "letter: no phase of the game 'F'; there are A, B, C, D, E"),
        ("round", 6, "round: expected a whole number of at most 5, found 6"),
        ("order", ["anna"], "order: each seat stands there once"),
        ("depots", {"7": {}}, "depots.7: no such part; there are 1, 2, 3, 4, 5, 6"),
        ("depots", {"1": {"tiles": ["pub"]}}, "depots.1.tiles.0: no tile 'pub'; there are warehouse"),
        ("depots", {"1": {"goods": ["rum"]}}, "depots.1.goods.0: no good 'rum'; there are turquoise"),
        ("black", ["bank"] * 8, "stack.bank: 8 tiles are in use, there are 7"),
        ("offered", ["red"] * 8, "goods_stack.red: 8 red goods are in use, there are 7"),
        ("bonus", {"large": ["green"]}, "bonus.large.0: no colour 'green'; there are building, animals"),
        ("bought", 1, "bought: expected true or false, found 1"),
        ("stack", {"church": -1}, "stack.church: expected a whole number of at least 0, found -1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("turn")) | {part: value}

    playing.assert_refused(play, data, (part,), why)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("board", 10, "players.bartek.board: no board 10; there are 1, 2, 3"),
        ("sheet", [1, 1], "players.bartek.sheet: no player board with the sides [1, 1]"),
        ("estate", {"12": "ship"}, "players.bartek.estate.12: space 12 is for building"),
        ("estate", {"38": "ship"}, "players.bartek.estate.38: no such part; there are 1, 2"),
        ("estate", {}, "players.bartek.estate: at least the first castle lies there"),
        ("storage", ["bank"] * 4, "players.bartek.storage: 4 tiles, there is room for 3"),
        ("storage", ["knowledge 1", "knowledge 1"], "stack.knowledge 1: 2 tiles are in use, there are 1"),
        ("goods", {"rum": 1}, "players.bartek.goods.rum: no such part; there are turquoise"),
        ("goods", {"red": 8}, "goods_stack.red: 8 red goods are in use, there are 7"),
        ("goods", {"red": 1, "pink": 1, "brown": 1, "orange": 1}, "players.bartek.goods: there is room for 3 kinds"),
        ("dice", [7], "players.bartek.dice.0: expected a whole number of at most 6, found 7"),
        ("dice", [1, 2, 3], "players.bartek.dice: 3 dice, a player has 2"),
        ("track", 7, "players.bartek.track: expected a whole number of at most 6, found 7"),
        ("bonus", {"small": 3}, "players.bartek.bonus.small: expected a list, found 3"),
        ("silver", -1, "players.bartek.silver: expected a whole number of at least 0, found -1"),
        ("boat", 1, "players.bartek.boat: no such part; there are board"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_its_place(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("turn"))
    data["players"]["bartek"][part] = value

    playing.assert_refused(play, data, (f"players.bartek.{part}",), why)


PENDING: list[tuple[str, dict[str, Any], str]] = [
    (
        "three kinds already",
        {
            "phase": {"name": "stowing", "depot": 1},
            "depots": {"1": {"goods": ["red", "brown"]}},
            "goods": {"pink": 1, "violet": 1, "orange": 1},
        },
        "phase: all of these goods find room, or none",
    ),
    (
        "two depots under the other reading",
        {
            "phase": {"name": "stowing", "depot": 1, "first": 2},
            "depots": {"1": {"goods": ["red", "brown"]}, "2": {"goods": ["orange", "pink"]}},
        },
        "phase.first: the goods of these depots are not taken at once",
    ),
    (
        "no workers pay in 2011",
        {"phase": {"name": "paying", "left": 2, "after": "turn"}, "held": "bank", "silver": 2, "workers": 2},
        "phase: anna has no choice between silver and workers",
    ),
    (
        "nothing goes on after the end",
        {"phase": {"name": "making room", "after": "finished"}, "held": "bank", "storage": ["ship", "ship", "mine"]},
        "phase.after: it is a phase of a turn",
    ),
    ("the first player throws first", {"phase": "white die", "turn": "bartek"}, "turn: while the dice are thrown"),
    (
        "nothing to draw",
        {"phase": {"name": "filling", "step": 0}, "stack": {}, "black_stack": {}},
        "phase.step: nothing is left to be drawn for it",
    ),
]


@pytest.mark.parametrize(("name", "parts", "why"), PENDING, ids=[case[0] for case in PENDING])
def test_a_decision_that_cannot_come_up_is_refused(name: str, parts: dict[str, Any], why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("turn"))
    for part, value in parts.items():
        (data if part in data else data["players"]["anna"])[part] = value

    playing.assert_refused(play, data, (), why)


def test_two_players_cannot_have_one_bonus_tile() -> None:
    play = engine()
    data = play.to_json(play.named_start("turn"))
    for name in play.seats:
        data["players"][name]["bonus"] = {"large": ["mine"]}

    with pytest.raises(PositionError, match="two players have the same large bonus tile"):
        play.from_json(data, given=("players",))


def test_an_order_against_the_track_is_refused() -> None:
    play = engine()
    data = play.to_json(play.named_start("turn"))
    data["players"]["bartek"]["track"] = 1

    with pytest.raises(PositionError, match="not that of the markers on the track"):
        play.from_json(data, given=("players.bartek.track", "order"))
    assert play.to_json(play.from_json(data, given=("players.bartek.track",)))["order"] == ["bartek", "anna"]


def test_what_is_given_moves_the_stacks() -> None:
    play = engine()
    data = play.to_json(play.named_start("turn"))
    data["players"]["bartek"] |= {
        "estate": {"19": "castle", "12": "bank", "13": "knowledge 7"},
        "goods": {"red": 2},
        "sold": {"red": 1},
        "bonus": {"small": ["ship"]},
    }
    seen: dict[str, Any] = play.to_json(play.from_json(data, given=("players.bartek",)))

    assert seen["stack"]["bank"] == 4
    assert seen["black_stack"]["bank"] == 2
    assert "knowledge 7" not in seen["black_stack"]
    assert seen["goods_stack"]["red"] == 4
    assert seen["bonus"]["small"] == ["building", "animals", "knowledge", "castle", "mine"]


def test_no_two_tiles_look_alike_in_a_picture() -> None:
    g = engine().g

    assert len({drawing.short(g, kind) for kind in range(len(g.names))}) == len(g.names)


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ({"name": "action", "die": 0}, "action of a castle"),
        ({"name": "fetching", "building": "church"}, "the church brings a tile"),
        ({"name": "cargo", "first": 3}, "a second depot beside 3 for the ship"),
        ({"name": "stowing", "depot": 1}, "which goods of depot 1 to keep"),
        ({"name": "stowing", "depot": 1, "first": 2}, "which of 2 and 1 to keep"),
        ({"name": "making room", "after": {"name": "action", "die": 3}}, "making room, then action with a 3, bank in"),
        ({"name": "paying", "left": 2, "after": "turn"}, "paying 2 more, bank in hand"),
    ],
)
def test_a_picture_tells_what_is_decided(phase: dict[str, Any], words: str) -> None:
    play = engine()
    held = "bank" if phase["name"] in ("making room", "paying") else ""
    state = play.from_json(play.to_json(play.named_start("turn")) | {"phase": phase, "held": held}, partial=True)

    assert words in play.draw(state).splitlines()[0]


def test_stacks_are_hidden_and_sold_goods_are_for_all_to_see() -> None:
    """setup.stacks, setup.goods-stacks, sell.look"""
    play = engine()
    data = play.to_json(play.named_start("ready"))
    for name in play.seats:
        data["players"][name]["sold"] = {"red": 1, "pink": 1}
    seen = play.observe(play.from_json(data, given=("players",)), 1)

    assert [seen["players"][name]["sold"]["red"] for name in play.seats] == [1, 1]
    assert (seen["stack"], seen["black_stack"], seen["goods_stack"]) == (110, 36, 27)


@pytest.mark.parametrize(("choice", "shown"), [("secret", None), ("open", 1)])
def test_secret_choices_are_hidden_until_all_have_chosen(choice: str, shown: int | None) -> None:
    """expert.order"""
    play = engine(2, "expert", expert__secret=choice)
    state = play.named_start("dealt")
    for text in ("deal 1/2", "deal 8/9", "board 1", "found on 7"):
        state = play.play(state, play.parse(text))

    seen = play.observe(state, 1)["players"]["anna"]
    assert seen["board"] == shown
    assert (seen["estate"] is None) == (shown is None)
    for text in ("board 8", "found on 6"):
        state = play.play(state, play.parse(text))
    assert play.observe(state, 1)["players"]["anna"]["board"] == 1
