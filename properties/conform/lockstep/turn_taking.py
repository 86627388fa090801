"""Who is asked when: one side may make a move without a choice by itself, or pass over it, that the other is asked for.

No choice is what leads to one and the same position, whichever legal move is made: mostly there is one.  Where one
side asks for such a move and the other is past it, both are in the same game.  Then it is made on the side that waits
for it, and nothing departs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.properties.conform.lockstep.divergence import Counts
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, Part
from rulecheck.properties.conform.lockstep.growing import Growing
from rulecheck.properties.conform.lockstep.oracle import Expected, Listener, Oracle
from rulecheck.properties.conform.protocol.messages import Answer, Play

_LETTERS: Final = 40
"""Of such a move of the other side, those that it is told by."""
_FAILURES: Final = 3
"""How often such a move may have looked so for nothing before it is no longer thought of."""
_ALIKE: Final = 40
"""Legal moves of a position that are compared for where they lead, at most."""


def besides_us(text: str) -> str:
    """What a move that only the other side asks for is counted as: its text, without what numbers it."""
    return re.sub(r"\d+", "…", text)[:_LETTERS]


@define
class Asking(Growing):
    """What is known of when a program asks."""

    one_by_one: bool = False
    """Whether it was seen to ask otherwise: then each answer is read before the next move is sent."""
    by_itself: Counter[str] = field(factory=Counter)
    """Kinds of moves that it made without being asked to."""
    besides: Counter[str] = field(factory=Counter)
    """Moves that it asked for, and that are none of ours there: as it names them, without numbers."""
    _failed: Counter[str] = field(factory=Counter)

    @property
    def has_shown(self) -> bool:
        """Whether it was seen to ask for more, or for less, than ours does."""
        return bool(self.by_itself or self.besides)

    def begin(self) -> None:
        """It seems to ask otherwise: games go on one by one from now on, to see whether it does."""
        self.one_by_one = True

    def may_be(self, text: str) -> bool:
        """Whether a move that it alone asks for may be one without a choice: it was, or seldom failed to be."""
        name = besides_us(text)
        return self.besides[name] > 0 or self._failed[name] < _FAILURES

    def fail(self, text: str) -> None:
        """It seemed so, and the sides did not come together: they had parted."""
        self._failed[besides_us(text)] += 1
        self._let_it_be()

    def _let_it_be(self) -> None:
        if not self.has_shown:
            self.one_by_one = False

    def add(self, gain: Asking) -> None:
        """Take in what a game added."""
        super().add(gain)
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

    def nearest(self, expected: Expected, answer: Answer, known: frozenset[str]) -> Ahead | None:
        """Our position some moves without a choice ahead that an answer differs from least, if it asks the same there.

        Something departs on the way of a program that makes such moves by itself: less of what it tells is owed to it
        there than where we are.
        """
        if answer.legal is None or answer.state is None:
            return None
        oracle = Oracle(self._context, self._play, Counts(), Listener(), counts_parts=False, ignored=self._ignored)
        oracle.ignored = known
        best, least = None, len(oracle.differences(expected, answer))
        for step in ahead(self._context, expected.state):
            engine, there = self._context.engine, evolve(expected, state=step.state)
            legal = map(self._context.name, engine.legal_moves(step.state))
            if answer.turn == self._context.seat(engine.actor(step.state)) and {*legal} == {*map(str, answer.legal)}:
                apart = len(oracle.differences(there, answer))
                best, least = (step, apart) if apart < least else (best, least)
        return best

    def asks_more(self, expected: Expected, answer: Answer) -> str | None:
        """The only move that the other side lists, if it asks somebody else, or none that can be played on ours."""
        legal = answer.legal
        if legal is None or len(legal) != 1 or not isinstance(legal[0], str):
            return None
        if not self._part.knows(legal[0]):
            return None
        engine, state = self._context.engine, expected.state
        if answer.turn not in (None, self._context.seat(engine.actor(state))):
            return legal[0]
        return None if legal[0] in map(self._context.name, engine.legal_moves(state)) else legal[0]


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
    """The positions that moves without a choice lead to, the nearest first; of several alike the first is made."""
    moves: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    for _ in range(MOST):
        legal = context.engine.legal_moves(state)
        after = without_choice(context, state, legal)
        if after is None:
            return
        state = after
        moves, events = (*moves, context.name(legal[0])), (*events, *state.events)
        yield Ahead(moves, state, events)


def without_choice(context: EngineContext, state: Any, legal: Sequence[Any]) -> Any:
    """The position that all legal moves lead to; None if they lead to several, and there is a choice."""
    if not 0 < len(legal) <= _ALIKE:
        return None
    engine = context.engine
    after = engine.apply(state, legal[0])
    if len(legal) > 1:
        there = engine.to_json(after)
        if any(engine.to_json(engine.apply(state, move)) != there for move in legal[1:]):
            return None
    return after
