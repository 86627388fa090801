"""How many games are planned, by campaigns of our own engine and by searches of another one.

Everything about a game follows from the seed and its number (`derive`): its rules and its
player, whether dice are loaded, and whether it goes on from where an earlier game came to
something rare (`Ways`).  Kinds of games that brought something lately come more often
(`Arms`), and of each fault the games that show it soonest are kept (`Candidates`).
"""

from __future__ import annotations

import hashlib
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import define, field, frozen

from rulecheck.properties.campaign.players import draw

_LOADED: Final = 0.2
"""The part of the games in which rare dice and draws come as often as others."""
_BACK: Final = (0, 0, 1, 3, 10, 30)
"""So many moves before a rare event a game may go on from there."""
_KEPT: Final = 3
"""Of the games that show a fault so many are kept, those that show it soonest."""

_LONG: Final = 0.25
"""The part of the games that may go on as long as any."""
_ENOUGH: Final = 8
"""Ended games that say how long games are."""
_SHORTEST: Final = 400
"""Decisions that every game gets."""
_UNKNOWN: Final = 2000
"""Decisions that most games get before it is known how long games are."""


class _Ordered(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


R = TypeVar("R", bound=_Ordered)
G = TypeVar("G")
S = TypeVar("S")


def derive(seed: int, *path: object) -> int:
    """A seed of its own for each part of a campaign."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


@frozen
class Plan:
    """How a game is to be played."""

    rules: int
    """Which of the campaign's."""
    player: str
    loaded: bool = False
    """Chance is drawn evenly, whatever its weights: rare outcomes come quicker."""
    prefix: tuple[str, ...] = ()
    """The moves of another game to begin with."""
    line: tuple[str, ...] = ()
    """Moves to begin with that are checked like those of the player."""
    cap: int | None = None
    """Decisions after which it is cut off; None: those of the campaign."""


def is_loaded(rng: Random) -> bool:
    """Whether a game is played with loaded dice."""
    return rng.random() < _LOADED


class Lengths:
    """How long games by some rules are that come to an end: what goes on much longer seldom does."""

    def __init__(self) -> None:
        self._ended: dict[int, list[int]] = {}
        self._all: list[int] = []

    def add(self, rules: int, decisions: int) -> None:
        """Note a game that came to its end."""
        insort(self._ended.setdefault(rules, []), decisions)
        insort(self._all, decisions)

    def cap(self, rules: int, rng: Random) -> int | None:
        """Decisions that the next game gets: thrice as many as half of them need; None (all) for one game in four.

        Where few games by these rules have ended, those by the others are looked at.
        """
        if rng.random() < _LONG:
            return None
        ended = self._ended.get(rules, [])
        if len(ended) < _ENOUGH:
            ended = self._all
        return _UNKNOWN if len(ended) < _ENOUGH else max(_SHORTEST, 3 * ended[len(ended) // 2])


@frozen
class Reached:
    """The shortest way to a clause, a refusal or a silence: the first `at` moves of a game."""

    game: int
    at: int
    rules: int
    line: tuple[str, ...] = field(repr=False)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to there."""
        return self.line[: self.at]


class Ways(dict[str, Reached]):
    """For each clause (or `silent:` reading) the shortest way to it that a game has found."""

    def is_shorter(self, event: str, at: int) -> bool:
        """Whether a way of so many moves is shorter than the one known."""
        known = self.get(event)
        return known is None or at < known.at

    def offer(self, event: str, reached: Reached) -> None:
        """Keep a way if it is shorter than the one known."""
        if self.is_shorter(event, reached.at):
            self[event] = reached

    def start(self, times: Callable[[str], int], rng: Random) -> tuple[int, tuple[str, ...]]:
        """Rules and first moves of a game that goes on from where something rare happened, or a little before.

        `times` tells how often an event has happened so far.
        """
        events = sorted(self)
        reached = self[draw(events, [1.0 / (1 + times(event)) for event in events], rng)]
        return reached.rules, reached.line[: max(0, reached.at - rng.choice(_BACK))]


class Arms:
    """Which kinds of games brought something new lately: they are drawn more often, and the others often enough."""

    def __init__(self) -> None:
        self._gain: dict[str, float] = {}

    def reward(self, arm: str, new: int) -> None:
        """Note how much that is new a game of this kind brought."""
        self._gain[arm] = 0.9 * self._gain.get(arm, 0.0) + min(new, 5)

    def worth(self, arm: str) -> float:
        """The weight of a kind of game."""
        return 1.0 + 6.0 * self._gain.get(arm, 0.0)

    def draw(self, arms: Sequence[str], rng: Random) -> int:
        """Which of some kinds to play next."""
        return int(draw(range(len(arms)), [self.worth(arm) for arm in arms], rng))


@frozen
class Candidate(Generic[R, G, S]):
    """A game that shows a fault."""

    rank: R
    """How soon it shows it, in moves, or whatever else is ordered: what ranks least is kept."""
    index: int
    """The number of the game."""
    game: G
    sighting: S


@define
class Candidates(Generic[R, G, S]):
    """Of all games that show one fault those that show it soonest, and how many there are."""

    games: int = 0
    soonest: list[Candidate[R, G, S]] = field(factory=list)

    @property
    def first(self) -> Candidate[R, G, S]:
        """The game that shows it soonest; of those alike the one played first."""
        return self.soonest[0]

    def add(self, rank: R, index: int, game: G, sighting: S) -> None:
        """Note one more game."""
        self.games += 1
        self._keep([*self.soonest, Candidate(rank, index, game, sighting)])

    def join(self, other: Candidates[R, G, S]) -> None:
        """Take in the games that show what turned out to be the same fault."""
        self.games += other.games
        self._keep([*self.soonest, *other.soonest])

    def _keep(self, candidates: Iterable[Candidate[R, G, S]]) -> None:
        self.soonest = sorted(candidates, key=lambda candidate: (candidate.rank, candidate.index))[:_KEPT]
