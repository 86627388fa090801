"""Games that our side plays alone, a hundred times as fast as both: they say where there is something seldom seen."""

from __future__ import annotations

from random import Random
from typing import Any

from rulecheck.properties.campaign.deciding import Deciding
from rulecheck.properties.campaign.planning import Plan, derive
from rulecheck.properties.conform.lockstep.engine_context import OwnGame
from rulecheck.properties.conform.search.search_knowledge import PlayedGames


def own_game(search: PlayedGames, plan: Plan, seed: int) -> OwnGame:
    """Play one, to its end or as far as there is time."""
    context, rng = search.context(plan.rules), Random(seed)
    engine = context.engine
    deciding = Deciding(engine, search.factories[plan.player](Random(derive(seed, "temper"))), rng, loaded=plan.loaded)
    state = engine.start()
    moves: list[Any] = []
    states = [state]
    for _ in range(search.asked.cap):
        legal = engine.legal_moves(state)
        if not legal or (len(moves) & 63 == 0 and search.time_up()):
            break
        move = deciding.move(state, legal)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return OwnGame(context, plan.player, moves, states)
