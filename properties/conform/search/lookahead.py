"""Games that our side plays alone, a hundred times as fast as both: they say where there is something seldom seen."""

from __future__ import annotations

from random import Random
from typing import Any

from rulecheck.properties.campaign.deciding import Deciding
from rulecheck.properties.campaign.planning import Plan, derive
from rulecheck.properties.conform.lockstep.engine_context import OwnGame
from rulecheck.properties.conform.search.search_knowledge import PlayedGames
from rulecheck.reference_engines.contract import CHANCE


def own_game(search: PlayedGames, plan: Plan, seed: int) -> OwnGame:
    """Play one, to its end or as far as there is time."""
    context, rng = search.context(plan.rules), Random(seed)
    engine = context.engine
    choose = search.factories[plan.player](Random(derive(seed, "temper")))
    deciding = Deciding(engine, choose, rng, loaded=plan.loaded or search.avoided is not None)
    state = engine.start()
    moves: list[Any] = []
    states = [state]
    for _ in range(search.asked.cap):
        legal = engine.legal_moves(state)
        if not legal or (len(moves) & 63 == 0 and search.time_up()):
            break
        if engine.actor(state) == CHANCE:
            deciding.begin_stretch()
            move = deciding.chance(state, legal)
        else:
            move = deciding.decision(state, legal)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return OwnGame(context, plan.player, moves, states)
