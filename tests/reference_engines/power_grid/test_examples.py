"""The notation page, and positions and their mistakes; the worked examples are in ../test_examples.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulecheck.reference_engines.contract import PositionError, UnknownMove
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from tests.reference_engines import playing

SEATS = ["anna", "bob", "chris"]
SIX_CITIES = ["Kiel", "Flensburg", "Hamburg", "Bremen", "Cuxhaven", "Hannover"]


def engine(players: int = 3, readings: Mapping[str, str] | None = None) -> PowerGrid:
    return playing.build_as(PowerGrid, "power_grid", players=players, readings=readings)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("turn", "eva", "turn: no seat 'eva'; there are anna, bob, chris"),
        ("order", ["anna", "bob"], "order: expected each seat once, found ['anna', 'bob']"),
        ("order", ["anna", "bob", "bob"], "order: expected each seat once"),
        ("phase", "sailing", "phase: no phase 'sailing'; did you mean 'building'"),
        ("phase", "renewal over", "phase: nobody decides anything in 'renewal over'"),
        ("phase", "opening", "phase.out: the phase opening needs it"),
        (
            "phase",
            {"name": "opening", "out": [], "plant": 7, "bid": 1},
            "phase.bid: no such part; there are out, plant",
        ),
        ("phase", {"name": "opening", "out": [], "plant": 41}, "phase.plant: no plant 41"),
        ("phase", {"name": "opening", "out": [], "plant": 3}, "phase.plant: plant 3 is not in the market"),
        ("phase", {"name": "drawing", "after": "fuel"}, "phase.after: the phase 'fuel' does not follow; there are"),
        ("phase", {"name": "losing", "out": [], "plant": 20}, "phase: anna can do nothing in the phase 'losing'"),
        ("phase", {"name": "scrapping", "out": [], "plant": 20}, "phase: anna can do nothing in the phase 'scrapping'"),
        (
            "phase",
            {"name": "bidding", "out": [], "plant": 7, "bid": 8, "leader": "anna", "active": ["anna", "bob"]},
            "phase.active: the leader and the one to bid, two players, are in the auction",
        ),
        (
            "phase",
            {"name": "bidding", "out": [], "plant": 7, "bid": 6, "leader": "bob", "active": ["anna", "bob"]},
            "phase.bid: the plant costs at least 7",
        ),
        (
            "phase",
            {"name": "bidding", "out": [], "plant": 7, "bid": 50, "leader": "bob", "active": ["anna", "bob"]},
            "phase: anna cannot bid 51",
        ),
        ("regions", ["north", "northeast", "south"], "regions: no 3 adjacent regions include north, northeast, south"),
        ("regions", ["mars"], "regions.0: no region 'mars'"),
        ("market", [6, 6], "market: plant 6 is listed twice"),
        ("market", [41], "market.0: no plant 41"),
        ("buried", [6], "buried: plant 6 is in market as well"),
        ("unseen", [6], "unseen: plant 6 lies elsewhere"),
        ("stack", 40, "stack: 40 cards in the stack, 31 have not been seen"),
        ("thirteen", True, "thirteen: plant 13 lies elsewhere"),
        ("thirteen", 1, "thirteen: expected true or false, found 1"),
        ("step", 4, "step: expected 1, 2 or 3, found 4"),
        ("round", 0, "round: expected a whole number of at least 1, found 0"),
        ("step3_card", "lost", "step3_card: no place 'lost'; there are stack, turned up"),
        ("fuel", {"coal": 25}, "fuel.coal: 25 tokens, the market holds 24"),
        ("fuel", {"coal": 24}, "supply.coal: 28 tokens of coal are in use, there are 24"),
        ("fuel", {"peat": 1}, "fuel.peat: no such part; there are coal, oil"),
        ("step3_card", "gone", "step3_card: in Step 1 it is not gone"),
        ("step3_card", "drawn", "step3_card: Step 3 begins with the next phase: then it is gone"),
        ("step3_began", 1, "step3_began: round 1, in round 2 and Step 1"),
        ("market", [6, 7, 8, 9, 10, 11, 12, "step 3"], "market: the Step 3 card does not lie there now"),
        ("market", [6, 7, 8, 9, 10, 11, 12], "market: 7 cards; until the Step 3 card comes there are 8"),
        ("market", [6, 7, 8, 9, 10, 11, 12, 13, 14], "market: 9 cards, there are at most 8"),
        ("phase", {"name": "offering", "out": SEATS}, "phase.out: anna has bought or passed, and does not choose"),
        ("phase", {"name": "opening", "out": [], "plant": 10}, "phase.plant: plant 10 is not in the current market"),
        (
            "phase",
            {"name": "bidding", "out": ["chris"], "plant": 6, "bid": 8, "leader": "bob", "active": SEATS},
            "phase.active: who has bought or passed is not in an auction",
        ),
        ("phase", {"name": "bureaucracy", "run": [20]}, "phase.run: not all of these plants belong to anna"),
        ("phase", "finished", "ending: the game is over"),
        ("sold", 4, "sold: 4 plants, 0 players are out of the auctions"),
        ("ending", True, "ending: nobody has 17 cities"),
        ("prices", {"coal": 1}, "prices: they follow from the tokens in the market; set fuel"),
        ("bank", 1, "bank: no such part; there are round, step"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(part: str, value: object, why: str) -> None:
    play = engine()
    given = ("market", "buried", part) if part == "buried" else (part, "market") if part == "thirteen" else (part,)
    data = play.to_json(play.named_start("auction")) | {part: value}

    playing.assert_refused(play, data, given, why)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("fuel", {"coal": 5}, "players.bob.fuel: the player's plants do not store so much"),
        ("plants", [6, 5], "players.bob.plants: plant 5 is in players.anna.plants as well"),
        ("cities", ["Kiel", "Kiel"], "players.bob.cities: Kiel is listed twice"),
        ("cities", ["Atlantis"], "players.bob.cities.0: no city 'Atlantis'; there are Bremen"),
        ("houses", 3, "players.bob.houses: 3 left and 0 built are not all"),
        ("money", -1, "players.bob.money: expected a whole number of at least 0, found -1"),
        ("boat", 1, "players.bob.boat: no such part; there are money"),
    ],
)
def test_a_player_that_cannot_be_is_refused_with_the_place(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("auction"))
    data["players"]["bob"][part] = value
    data["players"]["anna"]["plants"] = [5]

    playing.assert_refused(play, data, (f"players.bob.{part}", "players.anna.plants"), why)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("plants", [3, 20, 21, 22], "players.anna.plants: 4 plants, 3 are allowed"),
        ("cities", ["Berlin"], "players: 2 houses in Berlin, in Step 1 there is room for 1"),
        ("cities", SIX_CITIES, "market: somebody has 6 cities, so that plant 6 has left"),
        ("cities", [*SIX_CITIES, "Lübeck"], "step: somebody has 7 cities, so that Step 2 has begun"),
        ("supplied", 3, "players.anna.supplied: 3, and the game is not ending"),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused_unless_it_is_partial(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("auction"))
    data["players"]["bob"]["cities"] = ["Berlin"]
    data["players"]["anna"][part] = value
    given = (f"players.anna.{part}", "players.bob.cities")

    playing.assert_refused(play, data, given, why)
    play.from_json(data, given=given, partial=True)


def test_a_city_outside_the_given_regions_is_refused() -> None:
    play = engine()
    data = play.to_json(play.named_start("auction"))
    data["players"]["bob"]["cities"] = ["Essen"]

    with pytest.raises(PositionError, match=r"players\.bob\.cities\.0: Essen is not in a chosen region"):
        play.from_json(data, given=("players.bob.cities", "regions"))
    assert "west" in play.to_json(play.from_json(data, given=("players.bob.cities",)))["regions"]


def test_four_houses_in_a_city_are_refused() -> None:
    play = engine(4)
    data = play.to_json(play.named_start("auction"))
    for name in play.seats:
        data["players"][name]["cities"] = ["Kiel"]

    with pytest.raises(PositionError, match="players: more than 3 houses in Kiel"):
        play.from_json(data, given=[f"players.{name}.cities" for name in play.seats])


def test_what_is_given_moves_the_rest() -> None:
    play = engine()
    data: dict[str, Any] = play.to_json(play.named_start("auction"))
    data["players"]["bob"] |= {"plants": [7, 30], "cities": ["Kiel", "Berlin"], "fuel": {"oil": 6}}
    seen = play.to_json(play.from_json(data, given=[f"players.bob.{part}" for part in ("plants", "cities", "fuel")]))

    assert seen["market"] == [4, 6, 8, 9, 10, 11, 12, 13]  # 7 is gone from it, and 4 no longer bob's
    assert seen["players"]["bob"]["houses"] == 20
    assert (30 in seen["unseen"], seen["stack"]) == (False, 23 - 1)
    assert seen["supply"]["oil"] == 24 - 16 - 2 - 6
    assert seen["fuel"] == data["fuel"]


def test_moves_are_read_in_other_spellings() -> None:
    play = engine()

    assert play.parse("build Wurzburg") == play.parse("build  Würzburg")
    assert play.parse("run 05 with 2 oil") == play.parse("run 5 with 2 oil")
    assert str(play.parse("auction 07")) == "auction 7"
    assert str(play.parse("bid 4711")) == "bid 4711"
    assert list(play.spellings(play.parse("build Köln"))) == ["build Köln", "build Koln"]
    assert list(play.spellings(play.parse("done"))) == ["done"]
    for text in ("bid 0", "bid 10000000", "bid 1.5", "build Stralsund", "auction 41", "run 5"):
        with pytest.raises(UnknownMove):
            play.parse(text)


def test_others_money_is_hidden_unless_a_reading_shows_it() -> None:
    """money.open"""
    play, shown = engine(), engine(readings={"money.open": "open"})

    assert [play.observe(play.start(), 1)["players"][name]["money"] for name in play.seats] == [None, 50, None]
    assert [shown.observe(shown.start(), 1)["players"][name]["money"] for name in play.seats] == [50, 50, 50]


def test_what_others_run_is_hidden_where_all_decide_at_once() -> None:
    """production.order"""
    together, in_turn = engine(readings={"production.order": "together"}), engine()

    for play, hidden in ((together, True), (in_turn, False)):
        state = play.play(play.named_start("bureaucracy"), play.parse("run 3"))
        seen = play.observe(state, 2)
        assert (seen["players"]["anna"]["fuel"] is None) is hidden
        assert (seen["supply"] is None) is hidden
        assert (seen["phase"] == "bureaucracy") is hidden
        assert seen["players"]["chris"]["fuel"] == {"coal": 2, "oil": 0, "garbage": 0, "uranium": 0}


def test_nobody_knows_at_first_whether_plant_thirteen_was_removed() -> None:
    """setup.thirteen"""
    play = engine(readings={"setup.thirteen": "pool"})
    views = [play.observe(play.play(play.start(), play.parse(move)), 0) for move in ("remove 13", "keep 13")]

    assert [(view["thirteen"], view["gone"], view["stack"]) for view in views] == [(None, [], None)] * 2
