"""Counts of the move tree: two implementations of the same rules must agree on every one of them.

The name is the chess programmers' ("performance test"): the number of positions
that can be reached in exactly N moves, counted once for each way to reach them.
Chance outcomes count as moves, whatever their weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import field, frozen

from rulecheck.reference_engines.contract import Engine

MEMORY: Final = 1_000_000
"""How many positions a count remembers at most; beyond that it only gets slower."""


@frozen
class Tree:
    """The move tree below one position, layer by layer."""

    positions: tuple[int, ...]
    """How many ways there are to play 1, 2, … moves."""
    ended: int = 0
    """How many games are over before the last layer."""

    def __add__(self, other: Tree) -> Tree:
        return Tree(
            tuple(mine + theirs for mine, theirs in zip(self.positions, other.positions, strict=True)),
            self.ended + other.ended,
        )


@frozen
class Branch:
    """One first move and the tree below it; `tree` starts with the layer of the second move."""

    move: Any
    tree: Tree


class TooLarge(ValueError):
    """More positions than a count may look at; `str()` is one line."""


@frozen
class Counter:
    """Counts move trees of one engine; equal positions are counted once.

    That is sound because a position is everything its future depends on: the
    contract compares positions by all their fields but `events`, which only say
    how a position came about.  Positions that cannot be hashed are counted
    each time.
    """

    engine: Engine[Any, Any]
    most: int | None = None
    """Positions that it may look at, in all its counts; then it raises TooLarge."""
    _looked: list[int] = field(factory=lambda: [0], init=False, repr=False)
    _known: dict[tuple[Any, int], Tree] = field(factory=dict, init=False, repr=False)

    def tree(self, state: Any, depth: int) -> Tree:
        """The move tree of `depth` layers below a position."""
        if depth == 0:
            return Tree(())
        if self.most is not None:
            self._looked[0] += 1
            if self._looked[0] > self.most:
                raise TooLarge(f"more than {self.most:,} positions would have to be looked at: count fewer moves")
        moves = self.engine.legal_moves(state)
        if not moves:
            return Tree((0,) * depth, ended=1)
        if depth == 1:
            return Tree((len(moves),))
        key = (state, depth)
        try:
            known = self._known.get(key)
        except TypeError:
            return self._grow(state, moves, depth)
        if known is None:
            known = self._grow(state, moves, depth)
            if len(self._known) < MEMORY:
                self._known[key] = known
        return known

    def branches(self, state: Any, depth: int) -> Iterator[Branch]:
        """The trees below each first move, in the engine's fixed order."""
        for move in self.engine.legal_moves(state):
            yield Branch(move, self.tree(self.engine.apply(state, move), depth - 1))

    def _grow(self, state: Any, moves: Sequence[Any], depth: int) -> Tree:
        below = Tree((0,) * (depth - 1))
        for move in moves:
            below += self.tree(self.engine.apply(state, move), depth - 1)
        return Tree((len(moves), *below.positions), below.ended)


def joined(branches: Sequence[Branch], depth: int) -> Tree:
    """The whole tree that all its first branches make."""
    if not branches:
        return Tree((0,) * depth, ended=1)
    below = Tree((0,) * (depth - 1))
    for branch in branches:
        below += branch.tree
    return Tree((len(branches), *below.positions), below.ended)


def count(engine: Engine[Any, Any], state: Any, depth: int) -> Tree:
    """The move tree of `depth` layers below a position."""
    return Counter(engine).tree(state, depth)
