"""Seeded games: what is listed is what is not refused, nothing gets lost, every position survives its JSON."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from rulecheck.properties.campaign.players import draw
from rulecheck.properties.perft import count
from rulecheck.reference_engines.castles_of_burgundy import placing
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.moves import Move, Place, Use
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.spec import SpecError, load
from tests.reference_engines import playing

BOOK = load("castles_of_burgundy")
OTHER = playing.other_choices("castles_of_burgundy")


def engine(
    players: int,
    setup: str = "standard",
    readings: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
) -> CastlesOfBurgundy:
    return playing.build_as(
        CastlesOfBurgundy, "castles_of_burgundy", players=players, setup=setup, readings=readings, numbers=numbers
    )


def likes_tiles(state: Table, legal: Sequence[Move], rng: random.Random) -> Move:
    """A player who places tiles and uses dice where that is open."""
    liked = [move for move in legal if isinstance(move, Place | Use)]
    return rng.choice(liked if liked and rng.random() < 0.7 else legal)


def play_out(play: CastlesOfBurgundy, seed: int, *, tries: int = 4) -> Counter[str]:
    """One game that likes to place tiles; what is kept of each estate is what a survey of it says."""

    def surveyed(state: Table, again: Table) -> None:
        for seat in state.seats:
            survey = placing.surveyed(play.g, seat)
            assert (survey.filled, survey.frontier, survey.knowledge, survey.mines, survey.built) == (
                seat.filled, seat.frontier, seat.knowledge, seat.mines, seat.built,
            )  # fmt: skip

    return playing.play_out(play, seed, tries=tries, choose=likes_tiles, same=surveyed)


@pytest.mark.parametrize("setup", ["standard", "expert"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_contract(players: int, setup: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(3):
        met += play_out(engine(players, setup), seed)

    assert {"end.game", "region.complete", "castle.action", "city-hall.place", "ship.goods", "mine.income"} <= set(met)
    assert met["phase.three-players"] == (15 if players == 3 else 0)


@pytest.mark.parametrize(("reading", "choice"), OTHER)
def test_games_under_every_reading_keep_the_contract(reading: str, choice: str) -> None:
    setup = "expert" if reading.startswith("expert") else "standard"
    play_out(engine(2 + len(reading) % 3, setup, {reading: choice}), 1, tries=2)


def test_readings_that_interrupt_each_other_go_together() -> None:
    readings = {
        "purchase.moment": "any", "edition.rules": "2019", "castle.action": "tiles", "ship.depot": "optional",
        "storage.discard": "yes", "turn.both-dice": "yes", "ship.marker-when": "turn-end", "knowledge.when": "earned",
    }  # fmt: skip
    for seed in range(3):
        play_out(engine(2 + seed, readings=readings), seed)


def test_four_players_use_every_stack_up() -> None:
    """phase.fill, phase.black: forty tiles of each stack are drawn in five phases."""
    play, rng = engine(4), random.Random(3)
    state = play.start()
    while play.actor(state) != OVER:
        legal = play.legal_moves(state)
        chance = play.actor(state) == CHANCE
        state = play.apply(state, draw(legal, play.weights(state), rng) if chance else legal[0])

    assert sum(state.stack) == sum(state.black_stack) == 0
    assert sum(state.goods_stack) == 42 - 25 - 12


def test_fifty_actions_with_the_dice_for_each_player() -> None:
    """phase.number, turn.two-actions"""
    play, rng = engine(3), random.Random(4)
    state, used = play.start(), Counter[int]()
    while play.actor(state) != OVER:
        legal = play.legal_moves(state)
        chance = play.actor(state) == CHANCE
        move = draw(legal, play.weights(state), rng) if chance else rng.choice(list(legal))
        if isinstance(move, Use):
            used[play.actor(state)] += 1
        state = play.apply(state, move)

    assert used == {0: 50, 1: 50, 2: 50}


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"goods.each": -1}, "goods.each = -1 cannot be played; write 0 to 1000"),
        ({"storage.tiles": 0}, "storage.tiles = 0 cannot be played; write 1 to 1000"),
        ({"phase.count": 6}, "phase.count = 6 cannot be played; write 1 to 5"),
        ({"track.spaces": 6}, "board 1 has 6 spaces for ships; track.spaces = 6 is too short for it"),
        ({"depot.tiles": 13}, "12 spaces in use with 2 players; the rulebook has depot.tiles = 13"),
    ],
)
def test_numbers_that_cannot_be_played_are_named(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError) as refused:
        engine(2, numbers=numbers)

    assert message in str(refused.value)


def test_a_stack_that_runs_out_leaves_spaces_empty() -> None:
    play_out(engine(4, numbers={"black.tiles": 12, "phase.goods": 9}), 5)


@pytest.mark.parametrize(
    ("players", "setup", "start", "depth", "positions"),
    [
        (2, "standard", "begin", 4, (6, 36, 216, 1296)),
        (2, "standard", "ready", 7, (6, 14, 55, 153, 417, 1425, 5172)),
        (3, "standard", "ready", 6, (6, 16, 71, 211, 655, 2530)),
        (4, "standard", "ready", 6, (6, 18, 85, 258, 903, 3730)),
        (2, "standard", "turn", 7, (6, 10, 14, 38, 96, 196, 596)),
        (2, "expert", "dealt", 6, (6, 30, 60, 240, 480, 1920)),
    ],
)
def test_the_move_tree_has_not_changed(
    players: int, setup: str, start: str, depth: int, positions: tuple[int, ...]
) -> None:
    play = engine(players, setup)

    assert count(play, play.named_start(start), depth).positions == positions
