"""What both sides of a game have in common: its rules with our engine, and the part of it that the other side plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.lockstep.observation import place_in
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY, Play, kind_of_move
from rulecheck.properties.conform.protocol.near_misses import Nearby
from rulecheck.properties.findings.origin import Origin, going_on
from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.properties.runtime.patterns import Fits, fitting
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine


class EngineContext:
    """One set of rules with its engine and what is worked out once."""

    def __init__(self, engine: AnyEngine) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.seats = tuple(engine.seats)
        self.origin: Origin | None = None
        """Where our side took the program's position over; its games begin there."""
        self._names: dict[Any, str] = {}
        self._tries: Tries | None = None
        self._nearby: Nearby | None = None

    def kinds(self, state: Any) -> frozenset[str]:
        """The kinds of moves that are legal in a position."""
        return frozenset(kind_of_move(self.name(move)) for move in self.engine.legal_moves(state))

    def taken_over(self, origin: Origin) -> EngineContext:
        """The same, for games that begin in a position that the program told; raises PositionError."""
        context = EngineContext(going_on(self.engine, origin.position))
        context.rules, context.origin = self.rules, origin
        context._names, context._tries, context._nearby = self._names, self.tries, self.nearby
        return context

    def name(self, move: Any) -> str:
        """A move's notation."""
        text = self._names.get(move)
        if text is None:
            text = self._names[move] = str(move)
        return text

    @property
    def tries(self) -> Tries:
        """The well-formed moves, worked out when first needed."""
        if self._tries is None:
            self._tries = Tries(self.engine)
        return self._tries

    @property
    def nearby(self) -> Nearby:
        """Those that come near to legal ones, likewise."""
        if self._nearby is None:
            self._nearby = Nearby(self.engine)
        return self._nearby

    def seat(self, actor: int) -> str:
        """Who that is, in the protocol's words."""
        if actor == OVER:
            return NOBODY
        return CHANCE_SEAT if actor == CHANCE else self.seats[actor]


class Part:
    """The part of a game that an implementation plays: some moves only, while some of the position stays; or all."""

    def __init__(self, context: EngineContext, play: Play) -> None:
        self._context = context
        self._moves: Fits | None = fitting(play.moves) if play.moves else None
        self._during: Final = tuple(path.split(".") for path in play.during)

    def knows(self, text: str) -> bool:
        """Whether a move is one that it plays at all."""
        return self._moves is None or self._moves(text)

    def is_open(self, state: Any) -> bool:
        """Whether it knows all that can be played here."""
        if self._moves is None:
            return True
        legal = self._context.engine.legal_moves(state)
        return bool(legal) and all(map(self._moves, map(self._context.name, legal)))

    def lasting(self, state: Any) -> list[Any]:
        """What stays as it is while the part lasts."""
        return [place_in(self._context.engine.to_json(state), path) for path in self._during]

    def lasts(self, state: Any, lasting: Sequence[Any]) -> bool:
        """Whether a position belongs to the same stretch of the part as one with that `lasting`."""
        return self._moves is None or (self.is_open(state) and self.lasting(state) == lasting)


@frozen
class OwnGame:
    """A game of ours: its moves, and the positions before, between and after them."""

    context: EngineContext
    player: str
    moves: Sequence[Any]
    states: Sequence[Any]

    @property
    def line(self) -> tuple[str, ...]:
        """Its moves, in canonical notation."""
        return tuple(map(self.context.name, self.moves))


def positions(engine: AnyEngine, moves: Iterable[Any]) -> list[Any]:
    """The positions before, between and after some moves from the start, each of which is legal."""
    states = [engine.start()]
    for move in moves:
        states.append(engine.apply(states[-1], move))
    return states


def positions_from(engine: AnyEngine, state: Any, moves: Iterable[Any]) -> list[Any] | None:
    """The same from a position; None if one of the moves is forbidden."""
    states = [state]
    for move in moves:
        if engine.refusal(states[-1], move) is not None:
            return None
        states.append(engine.apply(states[-1], move))
    return states
