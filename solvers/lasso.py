"""Can a game go on for ever?  Ways of playing that return to a position in which they were before."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from attrs import frozen

N = TypeVar("N")
M = TypeVar("M")


@frozen
class Lasso(Generic[M]):
    """A way to a position, and moves that lead from it back to it."""

    stem: tuple[M, ...]
    loop: tuple[M, ...]
    looked_at: int
    """How many positions the search went through."""


def first_return(
    start: N,
    choose: Callable[[N, int], M | None],
    play: Callable[[N, M], N],
    same: Callable[[N], Hashable],
    limit: int = 100_000,
) -> Lasso[M] | None:
    """Follow one way of playing until a position comes back; None if it ends or `limit` moves are over.

    `choose` is given the position and how many moves were made; its choices must depend on
    the position alone if the loop is to be one that can be repeated.
    """
    at = start
    met: dict[Hashable, int] = {same(start): 0}
    made: list[M] = []
    while len(made) < limit:
        move = choose(at, len(made))
        if move is None:
            return None
        at = play(at, move)
        made.append(move)
        key = same(at)
        if key in met:
            first = met[key]
            return Lasso(tuple(made[:first]), tuple(made[first:]), len(met))
        met[key] = len(made)
    return None
