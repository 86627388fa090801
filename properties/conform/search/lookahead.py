"""Games that our side plays alone, a hundred times as fast as both: they say where there is something seldom seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.planning import Plan, derive
from rulecheck.properties.campaign.players import draw
from rulecheck.properties.conform.lockstep.engine_context import OwnGame
from rulecheck.properties.conform.search.search_knowledge import PlayedGames
from rulecheck.reference_engines.contract import CHANCE

_PATIENCE: Final = 40
"""Decisions without chance after which only every other one is the player's: haggling has no end."""


def own_game(search: PlayedGames, plan: Plan, seed: int) -> OwnGame:
    """Play one, to its end or as far as there is time."""
    context, rng = search.context(plan.rules), Random(seed)
    engine = context.engine
    choose = search.factories[plan.player](Random(derive(seed, "temper")))
    state = engine.start()
    moves: list[Any] = []
    states = [state]
    since = 0
    for _ in range(search.asked.cap):
        legal = engine.legal_moves(state)
        if not legal or (len(moves) & 63 == 0 and search.time_up()):
            break
        if engine.actor(state) == CHANCE:
            since = 0
            is_even = plan.loaded or search.avoided is not None
            move = _any(legal, rng) if is_even else draw(legal, engine.weights(state), rng)
        else:
            since += 1
            is_free = since > _PATIENCE and since & 1
            move = _any(legal, rng) if is_free else choose(engine, state, legal, rng)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return OwnGame(context, plan.player, moves, states)


def _any(legal: Sequence[Any], rng: Random) -> Any:
    return legal[int(rng.random() * len(legal))]
