"""Seeded games: what is listed is what is not refused, nothing gets lost, every position survives its JSON."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import rulecheck.spec.power_grid
from rulecheck.properties.perft import Counter as TreeCounter
from rulecheck.properties.perft import count
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.moves import Bid, Done, Move
from rulecheck.reference_engines.power_grid.table import Table
from rulecheck.spec import SpecError, load
from tests.reference_engines import playing

BOOK = load("power_grid")
DATA = Path(rulecheck.spec.power_grid.__file__).parent / "data"
OTHER = playing.other_choices("power_grid")
ENDLESS = {("houses.markers", "map"), ("regions.count", "players")}
"""Choices under which two players can never connect 21 cities."""


def engine(
    players: int,
    readings: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
    *,
    setup: str | None = None,
    data: Sequence[Path] = (),
) -> PowerGrid:
    return playing.build_as(
        PowerGrid, "power_grid", players=players, readings=readings, numbers=numbers, setup=setup, data=data
    )


def thrifty(state: Table, legal: Sequence[Move], rng: random.Random) -> Move:
    """Low bids, and hardly ever `done`: so that cities are built and the later Steps are reached."""
    if isinstance(legal[-1], Bid):
        return legal[0] if rng.random() < 0.8 else legal[min(1, len(legal) - 1)]
    if isinstance(legal[-1], Done) and len(legal) > 1 and rng.random() < 0.93:
        return rng.choice(legal[:-1])
    return rng.choice(legal)


def play_out(play: PowerGrid, seed: int, *, tries: int = 4, is_thrifty: bool = True, cap: int = 0) -> Counter[str]:
    """One seeded game; what is kept beside the houses is what follows from them. A game with a cap does not end."""

    def houses(state: Table, again: Table) -> None:
        assert (again.houses, again.most) == (state.houses, state.most)
        assert [seat.ways for seat in again.seats] == [seat.ways for seat in state.seats]

    choose = thrifty if is_thrifty else playing.any_move
    return playing.play_out(play, seed, tries=tries, choose=choose, same=houses, most=cap or 4000, is_endless=cap > 0)


@pytest.mark.parametrize("setup", ["germany", "usa"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seeded_games_keep_the_contract(players: int, setup: str) -> None:
    play = engine(players, setup=setup)
    met = play_out(play, 1) + play_out(play, 2, is_thrifty=False)

    assert {"win.supplied", "step3.start", "auction.last", "network.through", "refill.short"} <= set(met)


def test_seeded_games_reach_nearly_every_rule() -> None:
    met: Counter[str] = Counter()
    for seed in range(9):
        met += play_out(engine(2 + seed % 5, setup="usa" if seed % 2 else "germany"), seed)

    rules = {clause.id for clause in BOOK.clauses.values() if clause.kind == "rule"}
    assert len(rules - set(met)) <= 8, sorted(rules - set(met))


@pytest.mark.parametrize(("reading", "choice"), OTHER)
def test_games_under_every_reading_keep_the_contract(reading: str, choice: str) -> None:
    players = 3 if (reading, choice) in ENDLESS else 2 + len(reading + choice) % 4
    play_out(engine(players, {reading: choice}), 1, tries=2)


@pytest.mark.parametrize(("reading", "choice"), sorted(ENDLESS))
def test_a_game_for_two_never_ends_under_some_readings(reading: str, choice: str) -> None:
    """end.start: 21 cities are more than twenty houses, and more than two regions have."""
    play = engine(2, {reading: choice})
    met = play_out(play, 1, tries=1, cap=1500)

    assert "end.start" not in met


def test_games_under_all_other_readings_together_keep_the_contract() -> None:
    readings = {reading: choice for reading, choice in OTHER if (reading, choice) not in ENDLESS}

    for players in (3, 5):
        play_out(engine(players, readings), 3, tries=2)


@pytest.mark.parametrize(
    "numbers",
    [
        {"start.money": 0},
        {"start.money": 500},
        {"fuel.coal": 24, "start.coal": 0, "start.oil": 0},
        {"houses.each": 17},
        {"end.cities": 3, "step2.cities": 2},
        {"plants.owned": 1},
        {"plants.removed": 20},
        {"plant.storage": 1},
        {"house.first": 0, "house.second": 1, "house.third": 2},
        {"houses.step-one": 2, "houses.step-two": 3},
        {"regions.used": 1, "end.cities": 7},
        {"refill.coal-1": 0, "refill.oil-1": 30},
    ],
)
def test_rules_with_other_numbers_can_be_played(numbers: dict[str, int]) -> None:
    play_out(engine(3, numbers=numbers), 5, tries=2)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"start.money": -1}, "start.money = -1 cannot be played; write 0 to 500"),
        ({"plants.owned": 0}, "plants.owned = 0 cannot be played; write 1 to 200"),
        ({"plants.removed": 34}, "42 plants are too few or 13 is too low; 8 form the market, 13 follows, 34 are"),
        ({"regions.used": 7}, "no 7 regions of the map are adjacent"),
        ({"start.coal": 25}, "start.coal = 25 of 24 in the box; the market holds 24; lower start.coal"),
        ({"houses.step-three": 4}, "4 houses in a city have no price; a city has 3 spaces"),
    ],
)
def test_numbers_that_cannot_be_played_are_named(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError) as refused:
        engine(3, numbers=numbers)

    assert message in str(refused.value)


def test_a_map_of_the_users_own_can_be_played(tmp_path: Path) -> None:
    text = (DATA / "map-usa.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text('replaces = "map-germany"\n' + text.replace("Boise", "Nampa"), encoding="utf-8")
    play = engine(4, data=[mine])

    assert str(play.parse("build Nampa")) == "build Nampa"
    play_out(play, 1)


def test_a_map_with_too_few_adjacent_regions_is_refused(tmp_path: Path) -> None:
    data = tomllib.loads((DATA / "map-usa.toml").read_text(encoding="utf-8"))
    region = {row["name"]: row["region"] for row in data["city"]}
    rows = [f'[[city]]\nname = "{name}"\nregion = "{where}"\nsource = "me"\n' for name, where in region.items()]
    for row in data["connection"]:
        if len({region[end] for end in row["between"]}) == 1:
            ends = '", "'.join(row["between"])
            rows.append(f'[[connection]]\nbetween = ["{ends}"]\ncost = {row["cost"]}\nsource = "me"\n')
    mine = tmp_path / "map-usa.toml"
    mine.write_text('title = "x"\nsubstitute = true\n[sources]\nme = "me"\n' + "\n".join(rows), encoding="utf-8")

    with pytest.raises(SpecError, match="no 3 regions of the map are adjacent"):
        engine(3, setup="usa", data=[mine])


def test_bids_have_no_end_but_the_money() -> None:
    """auction.money: more bids are listed than the well-formed moves hold."""
    play = engine(2)
    data = play.to_json(play.named_start("auction"))
    data["players"]["anna"]["money"] = 777
    state = play.play(play.from_json(data, given=("players.anna.money",)), play.parse("auction 6"))

    assert play.legal_moves(state)[0] == Bid(6)
    assert play.legal_moves(state)[-1] == Bid(777)
    assert len(play.legal_moves(state)) == 772
    assert Bid(777) not in play.all_moves()
    assert play.refusal(state, Bid(777)) is None
    assert play.refusal(state, Bid(778)) is not None


def test_the_ways_are_the_cheapest_there_are() -> None:
    """network.through: compared with a plain search over the map."""
    play = engine(5)
    board = play.g.board(0b111110)
    number = board.number

    assert board.ways[number["Aachen"]][number["Duisburg"]] == 11
    assert board.ways[number["Trier"]][number["Torgelow"]] == min(
        board.ways[number["Trier"]][k] + board.ways[k][number["Torgelow"]]
        for k in range(len(board.cities))
        if k not in (number["Trier"], number["Torgelow"])
    )
    for city, row in enumerate(board.ways):
        for near, cost in board.direct[city]:
            assert row[near] <= cost
            assert all(way <= cost + onward for way, onward in zip(row, board.ways[near], strict=True))


@pytest.mark.parametrize(
    ("players", "start", "depth", "positions"),
    [
        (3, "begin", 5, (3, 6, 36, 180, 468)),
        (3, "ready", 2, (4, 186)),
        (3, "auction", 2, (5, 179)),
        (3, "fuel", 5, (3, 8, 16, 52, 519)),
        (3, "building", 2, (22, 259)),
        (2, "bureaucracy", 4, (2, 4, 4, 20)),
    ],
)
def test_the_move_tree_has_not_changed(players: int, start: str, depth: int, positions: tuple[int, ...]) -> None:
    play = engine(players)

    assert count(play, play.named_start(start), depth).positions == positions


def test_the_tree_below_each_first_choice() -> None:
    play = engine(3)
    branches = TreeCounter(play).branches(play.named_start("ready"), 2)

    assert {str(branch.move): branch.tree.positions for branch in branches} == {
        "auction 3": (48,),  # bids from 3 to 50
        "auction 4": (47,),
        "auction 5": (46,),
        "auction 6": (45,),
    }


def test_a_game_ends_with_the_building_phase_in_which_the_step_3_card_came() -> None:
    """Step 3 would begin with the next phase, and there is none (step3.building, end.at-once): it can be read again."""
    play = engine(3, numbers={"end.cities": 6})
    start = play.to_json(play.named_start("building"))
    given = {
        "step": 2, "stack": 0, "thirteen": False, "market": [6, 11, 12, 13, 14, 15, 16, 17], "buried": [30, 31],
        "order": ["bob", "anna", "chris"], "turn": "chris",
    }  # fmt: skip
    seats: dict[str, dict[str, Any]] = {
        "anna": {"plants": [3], "money": 0},
        "bob": {"plants": [4], "money": 0},
        "chris": {"plants": [5], "cities": ["Kiel", "Flensburg", "Hamburg", "Bremen", "Cuxhaven"], "money": 90},
    }
    players = {name: {**start["players"][name], **seat} for name, seat in seats.items()}
    paths = (f"players.{name}.{part}" for name, seat in seats.items() for part in seat)
    state = play.from_json({**start, **given, "players": players}, given=(*given, *paths))
    for text in ("build Lübeck", "draw step 3", "done"):
        state = play.apply(state, play.parse(text))
    last = play.to_json(state)
    assert (last["phase"], last["step3_card"]) == ("finished", "drawn")
    assert play.from_json(last) == state
