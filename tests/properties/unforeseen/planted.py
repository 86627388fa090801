"""Engines that make choices which no clause makes; each game lists its own as `CHOICES`, beside its breakers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from attrs import frozen

from rulecheck.properties.campaign.players import draw
from rulecheck.properties.unforeseen.accounting import accounts_of, change_without_a_clause, changed_parts, unaccounted
from rulecheck.properties.unforeseen.symmetries import LISTS, SEATS, order_of, twins_of
from rulecheck.properties.unforeseen.watching import asymmetries
from rulecheck.reference_engines.contract import CHANCE, AnyEngine
from rulecheck.spec import make_rules

__all__ = ["LISTS", "PASSING", "SEATS", "Choice", "order_of", "seen", "spoilt"]

PASSING = "a change without a clause"


@frozen
class Choice:
    """A choice that no clause makes, in an engine that makes it."""

    engine: type[AnyEngine]
    name: str
    """What the finding is called."""
    about: str
    """The part, or one of the parts, in which it shows."""
    is_quick: bool = False
    """Whether it is looked for in every run of the tests."""
    players: int | None = None
    setup: str | None = None

    @property
    def told(self) -> str:
        """What is wrong with the engine, in its own words."""
        return (self.engine.__doc__ or "").splitlines()[0]

    def is_met_by(self, key: str) -> bool:
        """Whether a finding of this key is about this choice."""
        rest = key.removeprefix(f"unforeseen:{self.name}:")
        return rest != key and self.about in rest.split("+")


def spoilt(engine: type[AnyEngine], what: str, how: Callable[[Any, Any, Any, Any], Any]) -> type[AnyEngine]:
    """An engine whose positions after a move are `how(engine, before, move, after)`; `what` says what is wrong."""

    def apply(self: Any, state: Any, move: Any) -> Any:
        return how(self, state, move, engine.apply(self, state, move))

    return type(f"Spoilt{engine.__name__}", (engine,), {"apply": apply, "__doc__": what})


def seen(
    kind: Callable[[Any], AnyEngine], game: str, *, moves: int, players: int | None, setup: str | None, seed: int
) -> Iterator[str]:
    """The keys of what is not as the rules have it, in games of so many moves in all that are played at random."""
    engine = kind(make_rules(game, players=players, setup=setup))
    twins, accounts = twins_of(engine, engine.rules, kind), accounts_of(game)
    assert accounts is not None
    rng, met = Random(seed), set()
    state = engine.start()
    for _ in range(moves):
        legal = engine.legal_moves(state)
        if not legal:
            state = engine.start()
            continue
        is_chance = engine.actor(state) == CHANCE
        move = draw(legal, engine.weights(state), rng) if is_chance else rng.choice(legal)
        after = engine.apply(state, move)
        parts = changed_parts(state, after)
        sort = type(move), after.events, parts
        if sort not in met:
            met.add(sort)
            for part in unaccounted(accounts, parts, after.events):
                yield change_without_a_clause(part, move, after.events).key
            for twin in twins:
                for violation in asymmetries(twin, engine, state, move, after):
                    yield violation.key
        state = after
