"""Whole games with everything asked on the way: what the play tests of all games share."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rulecheck.properties.players import draw
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, Engine
from rulecheck.spec import load

Choose = Callable[[Any, Sequence[Any], random.Random], Any]
"""A player's choice: the position, the legal moves, and what decides by chance."""
SHOWN = 20
"""Of more open moves than these only the first and the last are asked for: bids have no end but the money."""


def any_move(state: Any, legal: Sequence[Any], rng: random.Random) -> Any:
    """A player who takes each legal move equally often."""
    return rng.choice(legal)


def play_out(
    engine: Engine[Any, Any],
    seed: int,
    *,
    tries: int = 4,
    choose: Choose = any_move,
    same: Callable[[Any, Any], None] | None = None,
    share: float = 1.0,
    most: int = 6000,
    is_endless: bool = False,
) -> Counter[str]:
    """One seeded game with all checks; the clauses that happened or refused something, by how often.

    `same` asserts more about a position that came back from its JSON (the position, and what came back); only a
    `share` of the positions is asked for that, all unless said otherwise. A game has at most that many moves, and
    must have ended by then unless it `is_endless`.
    """
    rng, book = random.Random(seed), load(engine.game)
    every, totals = engine.all_moves(), engine.totals()
    state = engine.start()
    met: Counter[str] = Counter(state.events)
    for _ in range(most):
        legal = list(engine.legal_moves(state))
        if not legal:
            break
        assert len(set(legal)) == len(legal)
        for move in (*legal[:SHOWN], legal[-1], *rng.sample(every, tries)):
            refused = engine.refusal(state, move)
            assert (refused is None) == (move in legal)
            if refused is not None:
                assert refused.clause in book.clauses
                met[refused.clause] += 1
        is_chance = engine.actor(state) == CHANCE
        move = draw(legal, engine.weights(state), rng) if is_chance else choose(state, legal, rng)
        assert engine.parse(str(move)) == move
        state = engine.apply(state, move)
        for event in state.events:
            assert event.removeprefix(SILENT) in (book.readings if event.startswith(SILENT) else book.clauses)
        met.update(state.events)
        assert engine.inventory(state) == totals
        if share == 1 or rng.random() < share:
            again = engine.from_json(engine.to_json(state))
            assert again == state
            assert hash(again) == hash(state)
            assert list(engine.legal_moves(again)) == list(engine.legal_moves(state))
            if same is not None:
                same(state, again)
    is_over = engine.actor(state) == OVER
    assert is_over is not is_endless
    assert (engine.outcome(state) is not None) is is_over
    assert max(map(len, engine.draw(state).splitlines())) <= 110
    return met
