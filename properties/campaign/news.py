"""What a campaign met for the first time and when, whether it has gone quiet, and how much it has probably not met.

Counted are the clauses that were exercised, the readings that were needed, and the faults: what a report lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from attrs import asdict, define, field, frozen

_TWICE: Final = 2
"""A campaign is quiet when it has played so many times the moves that it took to come to the last news."""


@frozen
class New:
    """Something that no game had met before."""

    what: str
    """`clause`, `silence`, or the kind of a finding."""
    name: str
    game: int
    moves: int
    """Moves that the campaign had played by the end of that game."""
    seconds: float
    """Seconds since it began; differs from run to run."""

    def to_json(self, *, timed: bool) -> dict[str, Any]:
        """As JSON values; without seconds where the same seed is to give the same."""
        return {**asdict(self), "seconds": round(self.seconds, 1) if timed else None}


@frozen
class Unseen:
    """What games like those that were played would probably still bring: see `News.unseen`."""

    met: int
    """How many different things were met."""
    once: int
    """How many of them in one game only."""
    twice: int
    probably: float
    """How many more there probably are, at least."""
    next_game: float
    """How many of them the next game brings, on average."""


@define
class News:
    """Keeps what was met first, and in how many games each thing was met."""

    first: list[New] = field(factory=list)
    games: Counter[tuple[str, str]] = field(factory=Counter)
    played: int = 0

    def add(self, met: Iterable[tuple[str, str]], game: int, moves: int, seconds: float) -> int:
        """Take in what one game met, each thing once, and answer how much of it is new."""
        self.played += 1
        new = 0
        for thing in met:
            if thing not in self.games:
                new += 1
                self.first.append(New(*thing, game, moves, seconds))
            self.games[thing] += 1
        return new

    def is_quiet(self, moves: int) -> bool:
        """Whether so many moves have brought nothing for as long as it took to come to the last news."""
        return bool(self.first) and moves >= _TWICE * self.first[-1].moves

    def unseen(self) -> Unseen:
        """How much was probably not met, by Chao's lower bound (Chao2, bias-corrected) and the Good-Turing estimate.

        Both take games for draws of one kind.  Games that are steered to what is rare come to it sooner, so that less
        is met once only and both say too little; what no player of the campaign would ever do they know nothing of.
        """
        times = Counter(self.games.values())
        once, twice = times[1], times[2]
        share = (self.played - 1) / self.played if self.played else 0.0
        return Unseen(
            met=len(self.games),
            once=once,
            twice=twice,
            probably=max(0.0, share * once * (once - 1) / (2 * (twice + 1))),
            next_game=once / self.played if self.played else 0.0,
        )
