"""Who is asked when: one side may make a move without a choice by itself, or pass over it, that the other is asked for.

Where one side has exactly one legal move and the other is past it, both are in the same game.  Then that move is made
on the side that waits for it, and nothing departs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.properties.conform.lockstep.divergence import Counts, more
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, Part
from rulecheck.properties.conform.lockstep.oracle import Expected, Listener, Oracle
from rulecheck.properties.conform.protocol.messages import Answer, Play

_LETTERS: Final = 40
"""Of such a move of the other side, those that it is told by."""
_FAILURES: Final = 3
"""How often it may have looked so for nothing before it is no longer thought of."""


def besides_us(text: str) -> str:
    """What a move that only the other side asks for is counted as: its text, without what numbers it."""
    return re.sub(r"\d+", "…", text)[:_LETTERS]


@define
class Asking:
    """What is known of when a program asks."""

    one_by_one: bool = False
    """Whether it was seen to ask otherwise: then each answer is read before the next move is sent."""
    by_itself: Counter[str] = field(factory=Counter)
    """Kinds of moves that it made without being asked to."""
    besides: Counter[str] = field(factory=Counter)
    """Moves that it asked for, and that are none of ours there: as it names them, without numbers."""
    _failed: int = 0

    @property
    def has_shown(self) -> bool:
        """Whether it was seen to ask for more, or for less, than ours does."""
        return bool(self.by_itself or self.besides)

    def begin(self) -> bool:
        """It seems to ask otherwise: whether games go on one by one from now on, to see whether it does."""
        self.one_by_one = self._failed < _FAILURES
        return self.one_by_one

    def fail(self) -> None:
        """It seemed so, and the sides did not come together: they had parted."""
        self._failed += 1
        self._let_it_be()

    def _let_it_be(self) -> None:
        if not self.has_shown:
            self.one_by_one = False

    def gained(self, before: Asking) -> Asking:
        """What came to it since it was as `before`."""
        return Asking(
            self.one_by_one,
            more(self.by_itself, before.by_itself),
            more(self.besides, before.besides),
            self._failed - before._failed,
        )

    def add(self, gain: Asking) -> None:
        """Take in what a game added."""
        self.by_itself.update(gain.by_itself)
        self.besides.update(gain.besides)
        self._failed += gain._failed
        if gain.one_by_one:
            self.one_by_one = True
        elif gain._failed:
            self._let_it_be()


class Follower:
    """Tells, for one game, whether an answer is about a position that is some moves without a choice away."""

    def __init__(self, context: EngineContext, play: Play, ignored: tuple[str, ...]) -> None:
        self._context = context
        self._play = play
        self._part = Part(context, play)
        self._ignored = ignored

    def fits(self, expected: Expected, answer: Answer, state: Any, known: frozenset[str]) -> bool:
        """Whether all that is told agrees with a position, its legal moves at least; `known` parts differ anyhow."""
        if answer.legal is None or not self._part.is_open(state):
            return False
        oracle = Oracle(self._context, self._play, Counts(), Listener(), counts_parts=False, ignored=self._ignored)
        oracle.ignored = known
        return next(oracle.divergences(evolve(expected, state=state), answer), None) is None

    def past(self, expected: Expected, answer: Answer, known: frozenset[str]) -> Ahead | None:
        """Our position some moves without a choice ahead that an answer is about; None if there is none."""
        if answer.legal is None:
            return None
        return next(
            (step for step in ahead(self._context, expected.state) if self.fits(expected, answer, step.state, known)),
            None,
        )

    def asks_more(self, expected: Expected, answer: Answer) -> str | None:
        """The only move that the other side lists, if it is none that can be played on ours."""
        legal = answer.legal
        if legal is None or len(legal) != 1 or not isinstance(legal[0], str):
            return None
        if not self._part.knows(legal[0]):
            return None
        ours = {self._context.name(move) for move in self._context.engine.legal_moves(expected.state)}
        return None if legal[0] in ours else legal[0]


MOST: Final = 40
"""Moves without a choice that are made in a row at most."""


@frozen
class Ahead:
    """A position of ours, some moves without a choice ahead of another."""

    moves: tuple[str, ...]
    state: Any
    events: tuple[str, ...]
    """What was carried out on the way, in order."""


def ahead(context: EngineContext, state: Any) -> Iterator[Ahead]:
    """The positions that moves without a choice lead to, the nearest first."""
    moves: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    for _ in range(MOST):
        legal = context.engine.legal_moves(state)
        if len(legal) != 1:
            return
        state = context.engine.apply(state, legal[0])
        moves, events = (*moves, context.name(legal[0])), (*events, *state.events)
        yield Ahead(moves, state, events)
