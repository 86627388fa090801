"""Where the sides are known to agree: what nobody compared is no agreement."""

from __future__ import annotations

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells

RULES = make_rules("puerto_rico", players=3)


@pytest.mark.parametrize("from_position", [True, False], ids=["start", "whole"])
def test_a_game_tells_after_which_moves_the_positions_agreed(from_position: bool) -> None:
    """They do where the wrong engine comes to what ours does; of most steps that is not known."""
    kind = type("Wrong", (Reference,), {"from_position": from_position})
    participant = InProcess(lambda: kind("puerto_rico", CornSells))
    games = Games(Search(rules=[RULES], participant=participant, games=3, cap=60, shrink_steps=0))
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
