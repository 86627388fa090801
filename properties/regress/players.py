"""Players that know nothing of a game: they see the texts of moves, and what changes in the position that is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Final

from attrs import define, field

from rulecheck.properties.campaign.players import draw
from rulecheck.properties.regress.differences import shape

_SELDOM: Final = 0.0001


Chooses = Callable[[Sequence[str], Random], str]
"""Takes one of some legal moves."""


@define
class Effects:
    """What each kind of move has changed so far, in all games."""

    times: Counter[str] = field(factory=Counter)
    """How often each part of the position has changed."""
    of: dict[str, set[str]] = field(factory=dict)
    """By kind of move the parts that it has changed."""

    def note(self, move: str, parts: Collection[str]) -> None:
        """A move has changed such parts."""
        self.of.setdefault(shape(move), set()).update(parts)
        self.times.update(parts)

    def rarity(self, move: str) -> int:
        """How often the rarest part has changed that such moves change: none for a kind never played."""
        return min((self.times[part] for part in self.of.get(shape(move), ())), default=0)


def even(rng: Random, effects: Effects) -> Chooses:
    """Each legal move equally often."""
    return lambda legal, rng: rng.choice(legal)


def swarm(rng: Random, effects: Effects) -> Chooses:
    """Each game has tastes of its own: kinds of moves that are preferred, and others that are shunned."""
    weights: dict[str, float] = {}

    def weigh(move: str) -> float:
        kind = shape(move)
        if kind not in weights:
            weights[kind] = _SELDOM if rng.random() < 0.2 else 10 ** rng.uniform(-3, 0)
        return weights[kind]

    def choose(legal: Sequence[str], draws: Random) -> str:
        move: str = draw(legal, [weigh(move) for move in legal], draws)
        return move

    return choose


def stubborn(rng: Random, effects: Effects) -> Chooses:
    """Tends to play again the very moves that it played last: falls into loops where there are any."""
    loyalty = rng.choice((0.5, 0.8, 0.95))
    last: list[str] = []

    def choose(legal: Sequence[str], draws: Random) -> str:
        again = [move for move in last if move in legal]
        move = draws.choice(again) if again and draws.random() < loyalty else draws.choice(legal)
        last.append(move)
        del last[:-8]
        return move

    return choose


def curious(rng: Random, effects: Effects) -> Chooses:
    """Plays what changes parts of the position that have seldom changed."""
    heed = rng.choice((0.3, 0.7, 0.95))

    def choose(legal: Sequence[str], draws: Random) -> str:
        if draws.random() >= heed:
            return draws.choice(legal)
        rarest = min(map(effects.rarity, legal))
        return draws.choice([move for move in legal if effects.rarity(move) == rarest])

    return choose


PLAYERS: Final = {"even": even, "swarm": swarm, "stubborn": stubborn, "curious": curious}
