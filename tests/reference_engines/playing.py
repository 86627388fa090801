"""Whole games with everything asked on the way, and positions that are refused: what the tests of all games share."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import pytest

from rulecheck.properties.campaign.players import draw
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine, Engine, PositionError
from rulecheck.spec import load, make_rules

Choose = Callable[[Any, Sequence[Any], random.Random], Any]
"""A player's choice: the position, the legal moves, and what decides by chance."""
Kind = TypeVar("Kind", bound=AnyEngine)
SHOWN = 20
"""Of more open moves than these only the first and the last are asked for: bids have no end but the money."""


def build_as(kind: type[Kind], game: str, **chosen: Any) -> Kind:
    """A game's engine, as the kind that it is; what is chosen are arguments of `make_rules`."""
    engine = build(make_rules(game, **chosen))
    assert isinstance(engine, kind)
    return engine


def other_choices(game: str) -> list[tuple[str, str]]:
    """Each reading with each choice that is not its default."""
    return [
        (reading.id, choice)
        for reading in load(game).readings.values()
        for choice in reading.choices
        if choice != reading.default
    ]


def assert_refused(engine: AnyEngine, position: Mapping[str, Any], given: tuple[str, ...], why: str) -> None:
    """A position of which these parts are given cannot be, and the message begins like this."""
    with pytest.raises(PositionError, match="^" + re.escape(why)):
        engine.from_json(position, given=given)


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
    most: int = 6000,
    is_endless: bool = False,
) -> Counter[str]:
    """One seeded game with all checks; the clauses that happened or refused something, by how often.

    Each fourth position and the last go to JSON and back; `same` asserts more about one that did (the position, and
    what came back). A game has at most that many moves, and must have ended by then unless it `is_endless`.
    """
    rng, book = random.Random(seed), load(engine.game)
    every, totals = engine.all_moves(), engine.totals()
    state = engine.start()
    met: Counter[str] = Counter(state.events)
    for at in range(most):
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
        if at % 4 == 0 or engine.actor(state) == OVER:
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
