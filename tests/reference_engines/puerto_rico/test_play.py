"""Seeded games: what is listed is what is not refused, nothing gets lost, every position survives its JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from rulecheck.properties.perft import Counter as Counter_
from rulecheck.properties.perft import count
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.spec import SpecError, load
from tests.reference_engines import playing
from tests.reference_engines.playing import play_out

BOOK = load("puerto_rico")
OTHER = playing.other_choices("puerto_rico")


def engine(
    players: int, readings: Mapping[str, str] | None = None, numbers: Mapping[str, int] | None = None
) -> PuertoRico:
    return playing.build_as(PuertoRico, "puerto_rico", players=players, readings=readings, numbers=numbers)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_keep_the_contract(players: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(4):
        met += play_out(engine(players), seed)

    assert {"end.round", "score.sum", "captain.must-load", "settler.reshuffle"} <= set(met)


@pytest.mark.parametrize(("reading", "choice"), OTHER)
def test_games_under_every_reading_keep_the_contract(reading: str, choice: str) -> None:
    play_out(engine(3 + len(reading) % 3, {reading: choice}), 1, tries=2)


def test_games_under_all_other_readings_together_keep_the_contract() -> None:
    play_out(engine(4, dict(OTHER)), 3, tries=2)


@pytest.mark.parametrize(
    "numbers",
    [
        {"goods.corn": 9},
        {"ship.small": 5, "ship.middle": 5},
        {"points.pool": 10},
        {"tiles.quarry": 0, "tiles.coffee": 0},
        {"used.prospectors": 2},
        {"colonists.supply": 5},
        {"house.places": 2, "store.barrels": 3, "mayor.privilege": 2, "craftsman.privilege": 2},
        {"start.money": 20, "builder.privilege": 0, "quarry.discount": 2, "city.spaces": 10, "island.spaces": 5},
    ],
)
def test_rules_with_other_numbers_can_be_played(numbers: dict[str, int]) -> None:
    play_out(engine(3, numbers=numbers), 5, tries=2)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"goods.corn": -1}, "goods.corn = -1 cannot be played; write 0 to 200"),
        ({"fortress.colonists": 0}, "fortress.colonists = 0 cannot be played; write 1 to 200"),
        ({"tiles.indigo": 1}, "the set-up deals 2 of tiles.indigo = 1; raise tiles.indigo or lower start.indigo"),
        ({"start.money": 30}, "the set-up deals 90 of money.total = 86; raise money.total or lower start.money"),
    ],
)
def test_numbers_that_cannot_be_played_are_named(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError) as refused:
        engine(3, numbers=numbers)

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("players", "start", "depth", "positions"),
    [
        (3, "begin", 6, (5, 25, 125, 625, 3750, 18720)),
        (3, "ready", 6, (6, 31, 156, 809, 4160, 18792)),
        (4, "ready", 5, (7, 43, 265, 1709, 11636)),
        (5, "ready", 4, (8, 57, 412, 3218)),
        (3, "settler", 5, (6, 26, 94, 470, 2350)),
        (3, "builder", 5, (8, 48, 285, 1425, 5700)),
        (3, "mayor", 5, (2, 10, 52, 274, 1442)),
    ],
)
def test_the_move_tree_has_not_changed(players: int, start: str, depth: int, positions: tuple[int, ...]) -> None:
    play = engine(players)

    assert count(play, play.named_start(start), depth).positions == positions


def test_the_tree_below_each_first_role() -> None:
    play = engine(3)
    branches = Counter_(play).branches(play.named_start("ready"), 4)

    assert {str(branch.move): branch.tree.positions for branch in branches} == {
        "choose settler": (6, 26, 94),
        "choose mayor": (2, 10, 52),
        "choose builder": (8, 48, 285),
        "choose craftsman": (5, 24, 126),
        "choose trader": (5, 24, 126),
        "choose captain": (5, 24, 126),
    }
