"""Who decides in a game: the player, chance by its weights, and what gets a game out of a rut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import Player, draw
from rulecheck.reference_engines.contract import CHANCE, AnyEngine

_PATIENCE: Final = (8, 20, 60, 200)
"""Decisions without chance after which a game does what it did least: haggling has no end."""


class Deciding:
    """Chooses the moves of one game or of a part of one."""

    def __init__(self, engine: AnyEngine, player: Player, rng: Random, *, loaded: bool = False) -> None:
        self._engine, self._player, self._rng, self._loaded = engine, player, rng, loaded
        self._patience = rng.choice(_PATIENCE)
        self.since = 0
        """Decisions since the last chance move."""
        self._kinds: Counter[type] = Counter()

    def move(self, state: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves, or of some of them: what chance brings, or what the player does."""
        if self._engine.actor(state) != CHANCE:
            return self.decision(state, legal)
        self.begin_stretch()
        is_whole = len(legal) == len(self._engine.legal_moves(state))
        return self.chance(state, legal) if is_whole else self._rng.choice(legal)

    def chance(self, state: Any, legal: Sequence[Any]) -> Any:
        """What the dice and the decks bring."""
        if len(legal) == 1:
            return legal[0]
        if self._loaded:
            return legal[int(self._rng.random() * len(legal))]
        return draw(legal, self._engine.weights(state), self._rng)

    def decision(self, state: Any, legal: Sequence[Any]) -> Any:
        """What the player does; where there has been no chance for long, of what was done least since then."""
        since, kinds = self.since, self._kinds
        if len(legal) == 1:
            move = legal[0]
        elif since > self._patience and not since & 3:
            least = min([kinds[type(other)] for other in legal])
            rare = [other for other in legal if kinds[type(other)] == least]
            move = self._player(self._engine, state, rare, self._rng)
        else:
            move = self._player(self._engine, state, legal, self._rng)
        self.since = since + 1
        kinds[type(move)] += 1
        return move

    def begin_stretch(self) -> None:
        """After a chance move: what was decided before it is over."""
        self.since = 0
        self._kinds.clear()
