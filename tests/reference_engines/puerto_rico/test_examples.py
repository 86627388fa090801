"""The notation page, and positions and their mistakes; the worked examples are in ../test_examples.py."""

from __future__ import annotations

import pytest

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import PositionError
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.spec import make_rules
from tests.reference_engines import playing


def engine(players: int = 3) -> PuertoRico:
    return playing.build_as(PuertoRico, "puerto_rico", players=players)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("turn", "eva", "turn: no seat 'eva'; there are anna, bob, chris"),
        ("phase", "sailing", "phase: no phase 'sailing'; did you mean 'selling'"),
        ("phase", "hospice", "phase.tile: the phase hospice needs it"),
        ("phase", "loading", "phase: anna can do nothing in the phase 'loading'"),
        ("ships", {"4": {"corn": 5}}, "ships.4: 5 barrels, it has room for 4"),
        ("ships", {"7": {"corn": 5}}, "ships.7: no such part; there are 4, 5, 6"),
        ("ships", {"4": {"corn": 1}, "5": {"corn": 1}}, "ships: two ships carry the same kind"),
        ("house", {"corn": 3, "sugar": 2}, "house: 5 barrels, the house has 4 places"),
        ("row", {"coffee": 9}, "stack.coffee: 9 coffee plantations are in use, there are 8"),
        ("taken", {"settler": "dave"}, "taken.settler: no seat 'dave'"),
        ("ending", "end.rain", "ending: no clause 'end.rain'"),
        ("bank", -1, "bank: expected a whole number of at least 0, found -1"),
        ("role", "pirate", "role: no role 'pirate'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("ready")) | {part: value}

    playing.assert_refused(play, data, (part,), why)


@pytest.mark.parametrize(
    "phase",
    [{"name": "hospice", "tile": "corn"}, {"name": "university", "building": "hospice"}],
    ids=["tile", "building"],
)
def test_nobody_is_asked_for_a_colonist_where_none_can_be_had(phase: dict[str, str]) -> None:
    """The ship's are one only by one reading."""
    from_reserve = playing.build_as(PuertoRico, "puerto_rico", players=3, readings={"colonist.source": "reserve"})
    play = engine()
    data = play.to_json(play.named_start("ready"))
    last = data | {"phase": phase, "colonists": 0, "removed": data["removed"] + data["colonists"]}

    assert play.to_json(play.from_json(last))["phase"] == phase
    with pytest.raises(PositionError, match=f"phase: there is no colonist for the {phase['name']}"):
        from_reserve.from_json(last)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("goods", {"rum": 1}, "players.bob.goods.rum: no such part; there are corn"),
        ("goods", {"corn": 11}, "supply.corn: 11 barrels of corn are in use, there are 10"),
        ("island", {"corn": 9, "quarry": 4}, "players.bob.island: 13 tiles, the island has 12 spaces"),
        ("island_colonists", {"corn": 1}, "players.bob.island_colonists.corn: 1 colonists on 0 tiles"),
        ("city", {"wharf": 2}, "players.bob.city.wharf: 2 colonists on 1 circles"),
        ("city", {"pier": 1}, "players.bob.city.pier: no such part; there are small indigo plant"),
        ("doubloons", 90, "bank: 94 doubloons are in use, there are 86"),
        ("san_juan", 80, "colonists: 83 colonists are in use, there are 58"),
        ("boat", 1, "players.bob.boat: no such part; there are doubloons"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_its_place(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("ready"))
    data["players"]["bob"][part] = value

    playing.assert_refused(play, data, (f"players.bob.{part}",), why)


def test_what_is_given_moves_the_supplies() -> None:
    play = engine()
    data = play.to_json(play.named_start("ready"))
    data["players"]["bob"] |= {"goods": {"corn": 3}, "doubloons": 10, "points": 80, "city": {"wharf": 1}, "island": {}}
    seen = play.to_json(play.from_json(data, given=("players.bob",)))

    assert seen["supply"]["corn"] == 7
    assert seen["bank"] == 72
    assert (seen["pool"], seen["written"]) == (0, 5)
    assert seen["buildings"]["wharf"] == 1
    assert seen["colonists"] == 54
    assert seen["stack"]["indigo"] == 10  # bob's first plantation is face down again


def test_points_and_face_down_plantations_are_hidden() -> None:
    play = engine()
    seen = play.observe(play.named_start("ready"), 1)

    assert [seen["players"][name]["points"] for name in play.seats] == [None, 0, None]
    assert seen["stack"] == 43


def test_two_ships_alike_have_two_names() -> None:
    play = build(make_rules("puerto_rico", players=3, numbers={"ship.small": 5}))

    assert str(play.parse("load corn on ship 5b")) == "load corn on ship 5b"
    assert list(play.to_json(play.start())["ships"]) == ["5", "5b", "6"]
