"""No question without consequence: of what a player is asked, some move leads to another position than the others."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import games, make_rules
from tests.games.test_asked import phase_of

ALMOST_NOTHING = ("pass", "done", "end turn", "no settler", "decline", "halt", "propose", "give", "want", "no deal")
"""How moves begin that random play chooses seldom: games that do nothing, or bargain, come to few questions."""
MANY = 8
"""Questions with more moves than this are not played out: no two hundred moves lead to the same position."""
BY_CHANCE = {
    ("catan_europe", "monopoly"): "the card says to name a good, also where nobody else has any",
    (
        "new_world",
        "scoring",
    ): "whether the order matters shows only once all is scored",
    ("new_world", "settling"): "a settler comes home at once, where what it stands on is complete and brings nothing",
    ("puerto_rico", "gain"): "the right is used or declined in any case, also where the bank has nothing to give",
    ("puerto_rico", "loading"): "the last barrels of a game go aboard one ship or another before all are unloaded",
}
"""Questions that a clause asks for and that change nothing at some tables, each with the reason."""


def is_needless(engine: AnyEngine, state: Any) -> bool:
    """Whether somebody is asked and every answer leads to the same position."""
    legal = engine.legal_moves(state)
    if engine.actor(state) < 0 or not 1 < len(legal) <= MANY:
        return False
    first = engine.apply(state, legal[0])
    return all(engine.apply(state, move) == first for move in legal[1:])


def needless(engine: AnyEngine, seed: int, moves: int) -> Counter[str]:
    """By phase, the needless questions of so many moves of random play."""
    rng, state, met = Random(seed), engine.start(), Counter[str]()
    for _ in range(moves):
        actor, legal = engine.actor(state), engine.legal_moves(state)
        if actor == OVER:
            state = engine.start()
            continue
        if is_needless(engine, state):
            met[phase_of(engine, state)] += 1
        if actor == CHANCE:
            weights: list[float] = [*engine.weights(state)]
        else:
            weights = [0.15 if str(move).startswith(ALMOST_NOTHING) else 1 for move in legal]
        state = engine.apply(state, rng.choices(legal, weights)[0])
    return met


def unexcused(game: str, met: Counter[str]) -> Counter[str]:
    return Counter({phase: many for phase, many in met.items() if (game, phase) not in BY_CHANCE})


@pytest.mark.parametrize("game", games())
def test_no_question_changes_nothing(game: str) -> None:
    assert unexcused(game, needless(build(make_rules(game)), 1, 6_000)) == Counter()


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_no_question_changes_nothing_in_long_play_either(game: str) -> None:
    assert unexcused(game, needless(build(make_rules(game)), 2, 150_000)) == Counter()


def test_a_question_that_changes_nothing_is_counted() -> None:
    """With a place for one kind and a barrel of each of two all stay, whichever is stored; of two barrels one goes."""
    engine = build(make_rules("puerto_rico"))

    def storing(goods: dict[str, int]) -> Any:
        position = engine.to_json(engine.named_start("storage"))
        position["players"]["anna"]["goods"] = goods
        position["phase"] = {"name": "storing", "slots": 1, "stored": []}
        return engine.from_json(position, given=["players.anna.goods", "phase"], partial=True)

    assert is_needless(engine, storing({"corn": 1, "coffee": 1}))
    assert not is_needless(engine, storing({"corn": 1, "coffee": 2}))
    assert unexcused("puerto_rico", Counter({"storing": 1, "gain": 1})) == Counter({"storing": 1})
