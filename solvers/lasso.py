"""Can a game go on for ever?  Bounded searches for a loop of legal moves that returns to where it began.

Breadth first, so that the loop found is the shortest from where the search
began: nothing shorter exists within the moves that were allowed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
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


class TooLarge(Exception):
    """The search met more positions than it was allowed."""


def shortest_loop(
    start: N,
    moves: Callable[[N], Iterable[M]],
    play: Callable[[N, M], N],
    same: Callable[[N], Hashable] = lambda node: node,
    limit: int = 100_000,
) -> Lasso[M] | None:
    """The shortest loop through one position; None if no moves lead back to it.

    `same` says what counts as the same position.  Raises TooLarge beyond `limit` positions.
    """
    goal = same(start)
    seen: set[Hashable] = set()
    queue: deque[tuple[N, tuple[M, ...]]] = deque([(start, ())])
    while queue:
        node, path = queue.popleft()
        for move in moves(node):
            after = play(node, move)
            key = same(after)
            if key == goal:
                return Lasso((), (*path, move), len(seen))
            if key in seen:
                continue
            if len(seen) >= limit:
                raise TooLarge(f"more than {limit:,} positions")
            seen.add(key)
            queue.append((after, (*path, move)))
    return None


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


def returns(start: N, loop: Sequence[M], play: Callable[[N, M], N], same: Callable[[N], Hashable]) -> bool:
    """Do these moves lead from a position back to it?"""
    at = start
    for move in loop:
        at = play(at, move)
    return bool(loop) and same(at) == same(start)
