"""What players foresee of a tile is what the engine does when it is laid."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.properties.new_world.ahead import NARROW, Ahead
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.reference_engines.new_world.table import AROUND, FARMER, SLOTS, Placing, Table
from rulecheck.spec import make_rules

COMPLETES = ("trail.complete", "trail.loop", "town.complete", "farm.complete")


def tables(engine: AnyEngine, player: str, seed: int) -> Iterator[Table]:
    """The positions of a game in which a tile is laid."""
    rng = Random(seed)
    play = players_of("new_world")[player](rng)
    t = engine.start()
    while engine.actor(t) != OVER:
        legal = engine.legal_moves(t)
        if isinstance(t.phase, Placing):
            yield t
        is_chance = engine.actor(t) == CHANCE
        t = engine.apply(t, draw(legal, engine.weights(t), rng) if is_chance else play(engine, t, legal, rng))


@pytest.mark.parametrize(("player", "seed"), [("loner", 6), ("joiner", 5), ("trapper", 3), ("farmer", 4)])
def test_a_tile_brings_what_was_foreseen(player: str, seed: int) -> None:
    engine, rng = build(make_rules("new_world")), Random(seed)
    told = dict.fromkeys(("completed", "loops", "together", "farms"), 0)
    for t in tables(engine, player, seed):
        ahead, legal = Ahead(engine, t), engine.legal_moves(t)
        loops = [move for move in legal if ahead.closes_a_loop(move)]
        assert ahead.loops(legal) == loops
        for move in [*rng.sample(list(legal), min(3, len(legal))), *loops]:
            after, cell = engine.apply(t, move), 512 * move.column + move.row + 256
            if len(after.settlers) < len(t.settlers):
                continue  # they were scored at once, as there is nobody to place: what lies there is another matter
            completed = sum(after.events.count(event) for event in COMPLETES)
            assert ahead.completed(move) == completed
            assert ahead.closes_a_loop(move) == ("trail.loop" in after.events)
            assert ahead.neighbours(move) == sum(cell + step in after.land.grid for step in AROUND)
            around = [SLOTS * (cell + step) + side for step in AROUND for side in range(4)]
            assert ahead.open_sides_around(move) == sum(slot in after.land.slots for slot in around)
            farms = [settler >> 8 for settler in after.settlers if settler >> 3 & 31 == FARMER]
            assert ahead.farms_beside(move) == sum(farm - cell in AROUND for farm in farms)
            together = _shared(after) - _shared(t)
            assert ahead.brought_together(move) == together
            assert ahead.narrowed(move) == _border(after) - _border(t)
            told["completed"] += completed
            told["loops"] += "trail.loop" in after.events
            told["together"] += together
            told["farms"] += len(farms)
    assert told["completed"]
    assert told[{"loner": "loops", "joiner": "together", "trapper": "together", "farmer": "farms"}[player]]


def _shared(t: Table) -> int:
    return sum(len(settlers) - 1 for settlers in t.on.values())


def _border(t: Table) -> float:
    return sum(NARROW[place & 255] for place in t.land.frontier)


def test_a_feature_that_one_player_has_more_settlers_on_is_worth_more() -> None:
    """The joiner's value of a way is what the settlers on trails and towns are worth after it, less what they were."""
    engine = build(make_rules("new_world"))
    values = []
    for t in tables(engine, "joiner", 5):
        ahead = Ahead(engine, t)
        values += [ahead.rivalry(move) for move in engine.legal_moves(t)[:5] if ahead.grown(move)]

    assert max(values) > 10.0 > 0.0 >= min(values)
