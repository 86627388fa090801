"""All properties hold on any tile set and start row that could be the printed ones, not only on our substitute.

The printed tiles are lost, so the sets are generated: each of them meets all that the rulebook's text says about them.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, note, settings

from rulecheck.properties.batteries.claims import violations_of
from rulecheck.properties.batteries.material import played_by as play
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.declaring import properties_of
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import load
from rulecheck.spec.new_world.checks import check_start, check_tiles
from rulecheck.spec.new_world.tiles import Kind, Space
from rulecheck.spec.new_world.tilesets import make_start, make_tiles, rules_with
from rulecheck.spec.rules import make_rules
from tests.properties.new_world.breakers import NobodyMaySettle

PROPERTIES = properties_of("rulecheck.properties.new_world")
PLAYERS = ("uniform", "builder", "closer", "coaster", "joiner", "farmer", "looper", "company")
Set = tuple[tuple[Kind, ...], tuple[Space, ...]]


@st.composite
def tile_sets(draw: st.DrawFn) -> Set:
    """Land tiles and a start row that meet T1-T14 and S1-S4, choice by choice, so that they shrink."""

    def pick(below: int) -> int:
        return draw(st.integers(0, below - 1))

    return make_tiles(pick), make_start(pick)


@st.composite
def readings(draw: st.DrawFn) -> dict[str, str]:
    """One choice for each reading."""
    return {
        reading.id: draw(st.sampled_from(sorted(reading.choices))) for reading in load("new_world").readings.values()
    }


def checked(engine: AnyEngine, player: str, seed: int) -> tuple[list[str], Counter[str]]:
    """What all properties have to say about a whole game, and the clauses that it carried out."""
    states, moves = play(engine, player, seed, 2000)
    violations = violations_of(engine, states, moves, Checker(engine, PROPERTIES))
    return violations, Counter([event for state in states for event in state.events])


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(tile_sets(), st.sampled_from(PLAYERS), st.integers(2, 5), st.booleans(), readings())
def test_all_properties_hold_on_any_set(
    tiles: Set, player: str, players: int, late: bool, choices: dict[str, str]
) -> None:
    setup = "late-surveyor" if late else "standard"
    rules = rules_with(make_rules("new_world", players=players, setup=setup, readings=choices), *tiles)
    note(f"{player}, {players} players, {setup}")

    violations, _ = checked(build(rules), player, 1)

    assert [check.id for check in (*check_tiles(*tiles), *check_start(*tiles)) if check.holds is False] == []
    assert violations == []


@pytest.mark.parametrize("seed", range(4))
def test_all_properties_hold_on_sets_made_at_random(seed: int) -> None:
    rng = Random(seed)
    rules = rules_with(
        make_rules("new_world", players=2 + seed % 4), make_tiles(rng.randrange), make_start(rng.randrange)
    )
    engine = build(rules)

    for nth in range(3):
        assert checked(engine, PLAYERS[(3 * seed + nth) % len(PLAYERS)], nth)[0] == []


def test_games_on_such_sets_come_to_the_rules_that_matter() -> None:
    rng = Random(7)
    rules = rules_with(make_rules("new_world", players=2), make_tiles(rng.randrange), make_start(rng.randrange))
    events: Counter[str] = Counter()
    for nth, player in enumerate(("closer", "coaster", "joiner", "farmer") * 2):
        events += checked(build(rules), player, nth)[1]

    wanted = {
        "trail.complete", "town.complete", "farm.points", "score.several", "bonus.points", "surveyor.eastern",
        "remove.behind", "score.others", "final.plains",
    }  # fmt: skip
    assert wanted <= set(events)


def test_a_wrong_engine_is_noticed_on_such_a_set() -> None:
    rng = Random(3)
    rules = rules_with(make_rules("new_world", players=3), make_tiles(rng.randrange), make_start(rng.randrange))

    assert checked(NobodyMaySettle(rules), "builder", 1)[0]
