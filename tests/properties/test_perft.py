"""Counts of the move tree, checked against counting each game one by one."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define

from rulecheck.properties.perft import Counter, TooLarge, Tree, count, joined
from rulecheck.reference_engines.contract import Engine
from rulecheck.spec import make_rules, parse_rulebook
from tests.toy import market


@pytest.fixture(scope="module")
def engine() -> market.MarketEngine:
    return market.build(make_rules(parse_rulebook(market.RULEBOOK)))


def by_hand(engine: Engine[Any, Any], state: Any, depth: int) -> list[int]:
    """How many games of 1, 2, … moves there are, each played out on its own."""
    layer, counts = [state], []
    for _ in range(depth):
        layer = [engine.apply(position, move) for position in layer for move in engine.legal_moves(position)]
        counts.append(len(layer))
    return counts


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_a_tree_has_as_many_positions_as_games_played_one_by_one(engine: market.MarketEngine, depth: int) -> None:
    assert list(count(engine, engine.start(), depth).positions) == by_hand(engine, engine.start(), depth)


def test_the_branches_of_a_tree_make_the_tree(engine: market.MarketEngine) -> None:
    branches = list(Counter(engine).branches(engine.start(), 4))

    assert joined(branches, 4) == count(engine, engine.start(), 4)
    assert [branch.move for branch in branches] == list(engine.legal_moves(engine.start()))


def test_a_game_that_is_over_counts_as_ended_and_has_no_positions(engine: market.MarketEngine) -> None:
    state = engine.start()
    while engine.legal_moves(state):
        state = engine.apply(state, engine.legal_moves(state)[-1])

    assert count(engine, state, 3) == Tree((0, 0, 0), ended=1)
    assert joined([], 3) == Tree((0, 0, 0), ended=1)


def test_a_count_that_looks_at_too_much_ends_and_says_so(engine: market.MarketEngine) -> None:
    with pytest.raises(TooLarge, match="more than 10 positions would have to be looked at"):
        Counter(engine, most=10).tree(engine.start(), 5)


def test_a_count_that_looks_at_no_more_than_it_may_is_the_same(engine: market.MarketEngine) -> None:
    assert Counter(engine, most=10_000).tree(engine.start(), 5) == count(engine, engine.start(), 5)


def test_remembering_changes_no_count_but_saves_work(engine: market.MarketEngine) -> None:
    @define
    class Forgetful(Counter):
        """Counts each position each time."""

        def tree(self, state: Any, depth: int) -> Tree:
            self._known.clear()
            return super().tree(state, depth)

    assert Forgetful(engine).tree(engine.start(), 5) == Counter(engine).tree(engine.start(), 5)
