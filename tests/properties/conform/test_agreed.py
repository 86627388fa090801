"""Where the sides are known to agree: what nobody compared is no agreement."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.replayed_steps import Parted, Sighting, Steps
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells

RULES = make_rules("puerto_rico", players=3)


def search(kind: type[Reference]) -> Games:
    """Some games against a program that pays for corn."""
    participant = InProcess(lambda: kind("puerto_rico", CornSells))
    games = Games(Search(rules=[RULES], participant=participant, games=4, cap=200, shrink_steps=0))
    games.run()
    return games


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize("from_position", [True, False], ids=["start", "whole"])
def test_a_game_tells_after_which_moves_the_positions_agreed(from_position: bool) -> None:
    """They do where the wrong engine comes to what ours does; of most steps that is not known."""
    kind = type("Wrong", (Reference,), {"from_position": from_position})
    games = Games(
        Search(rules=[RULES], participant=InProcess(lambda: kind("puerto_rico", CornSells)), games=6, cap=200)
    )
    games.run()
    wrong, compared, left_out = CornSells(RULES), 0, 0
    for candidates in games.clusters.divergences.values():
        for game in (candidate.game for candidate in candidates.soonest if candidate.game.origin is None):
            engine = games.search.context_for(game).engine
            moves = [engine.parse(text) for text in game.line]
            states = positions(engine, moves)
            assert game.agreed is not None
            for at in game.agreed & set(range(len(states))):
                assert engine.to_json(states[at]) == wrong.to_json(wrong.apply(states[at - 1], moves[at - 1]))
            compared += len(game.agreed)
            left_out += len(set(range(1, len(states))) - game.agreed)
    assert compared
    assert left_out


def test_only_what_was_compared_is_held_against_a_change() -> None:
    games = search(Reference)
    shown = next(candidates.first for candidates in games.clusters.divergences.values() if candidates.first.game.agreed)
    agreed, steps = shown.game.agreed, Steps(games.search)
    assert agreed is not None
    unseen = evolve(shown, game=evolve(shown.game, agreed=frozenset()))
    unknown = evolve(shown, game=evolve(shown.game, agreed=None))

    def moves(shown: Sighting, parted: Parted) -> list[Any]:
        return [(step.before, step.move) for step in steps.agreed([shown], parted)]

    assert moves(shown, lambda game, at: False)
    assert moves(shown, lambda game, at: False) == moves(unknown, lambda game, at: at not in agreed)
    assert not moves(unseen, lambda game, at: False)


def test_those_come_first_that_carry_out_what_others_seldom_do() -> None:
    """Of the steps before a sale: other sales, and not the nearest moves of any kind."""
    games = search(Reference)
    seen = (candidates.first for candidates in games.clusters.divergences.values())
    shown = next(each for each in seen if "trader.sell" in each.sighting.clauses and each.sighting.at > 60)
    context = games.search.context_for(shown.game)
    known = evolve(shown, game=evolve(shown.game, agreed=None))
    moves = [context.engine.parse(text) for text in shown.game.line[: shown.sighting.at]]
    states = positions(context.engine, moves)
    sales = [at for at in range(1, len(moves)) if "trader.sell" in states[at].events]

    agreed = Steps(games.search).agreed([known] * 4, lambda game, at: False)

    assert sales
    assert all("trader.sell" in step.at_work for step in agreed[: min(4, len(sales))])
