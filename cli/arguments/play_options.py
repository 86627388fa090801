"""What the commands that play many games have in common: how many, how long, from which seed, and how they tell it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Final, Protocol, TypeVar

import typer

from rulecheck.cli.rendering.answers import UserError, progress_bar, some

SECONDS: Final = 60.0
"""How long it takes if nothing else is asked for."""
_PLAYING: Final = 0.65
"""The part of the time that is for playing; the rest is for finding the shortest games."""

PlayerCounts = Annotated[
    list[int] | None, typer.Option("--players", metavar="N", help="Only with this many players. Repeatable.")
]
Games = Annotated[int | None, typer.Option("--games", metavar="N", min=1, help="Number of games to play.")]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", metavar="S", min=1, help="Take about this many seconds (60 by default)."),
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="Seed of the games; a new one if left out.")
]
Shrink = Annotated[
    int, typer.Option("--shrink", metavar="N", min=0, help="Replay about N moves to shorten the games found.")
]


def limit_of(games: int | None, seconds: float | None) -> float | None:
    """The seconds that all may take; None if a number of games is asked for.  Raises UserError for both."""
    if games is not None and seconds is not None:
        raise UserError("--games and --seconds: give one of them")
    return None if games is not None else seconds or SECONDS


def shares(limit: float | None) -> tuple[float | None, float | None]:
    """Of the seconds those for playing, and those for finding the shortest games."""
    return (None, None) if limit is None else (limit * _PLAYING, limit * (1 - _PLAYING))


def seed_of(seed: int | None) -> int:
    """The seed that was asked for, or a new one."""
    from random import SystemRandom

    return SystemRandom().randrange(1_000_000) if seed is None else seed


class Pace(Protocol):
    """How much has been played."""

    @property
    def games(self) -> int:
        """So far."""

    @property
    def seconds(self) -> float:
        """Since it began."""

    @property
    def doing(self) -> str:
        """Playing, or something else."""

    @property
    def rate(self) -> float:
        """Moves per second."""


P = TypeVar("P", bound=Pace)


@contextmanager
def progress(
    games: int | None, limit: float | None, outcome: Callable[[P], str]
) -> Iterator[Callable[[P], None] | None]:
    """A line on standard error that tells how it goes, if a person watches there; `outcome` says what came of it."""
    if not sys.stderr.isatty():
        yield None
        return
    with progress_bar(games if games is not None else limit) as update:

        def tell(now: P) -> None:
            done = now.games if games is not None else now.seconds
            update(now.doing, done, f"{some(now.games, 'game')}  {now.rate:,.0f} moves/s  {outcome(now)}")

        yield tell
