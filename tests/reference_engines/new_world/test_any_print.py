"""The engine keeps its contract on any tiles and any start row that the text allows."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from rulecheck.properties.new_world.strategies import rules_of_any_print, start_rows, tile_sets
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.spec.new_world.checks import check_start, check_tiles
from rulecheck.spec.new_world.tiles import Kind, Space
from rulecheck.spec.rules import Rules

few = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=(Phase.generate,),  # shrinking a set of fifty tiles takes minutes
    suppress_health_check=list(HealthCheck),
)


@few
@given(tile_sets(), start_rows())
def test_every_set_meets_the_demands(tiles: tuple[Kind, ...], start: tuple[Space, ...]) -> None:
    event(f"{sum(kind.copies * kind.tile.farm for kind in tiles) // 5 * 5} farms or more")
    checks = (*check_tiles(tiles, start), *check_start(tiles, start))

    assert [check for check in checks if check.holds is not True] == []


@few
@given(rules_of_any_print(players=3), st.integers(0, 1000))
def test_games_with_any_set_end_and_nothing_is_lost(rules: Rules, seed: int) -> None:
    play, rng = build(rules), Random(seed)
    state = play.start()
    while play.actor(state) != OVER:
        legal = play.legal_moves(state)
        weights = play.weights(state) if play.actor(state) == CHANCE else None
        move = rng.choices(legal, weights)[0]
        assert play.refusal(state, move) is None
        state = play.apply(state, move)
        assert play.inventory(state) == play.totals()
    assert play.from_json(play.to_json(state)) == state
    assert play.outcome(state) is not None
