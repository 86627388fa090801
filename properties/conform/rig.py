"""What both sides of a game have in common: its rules with our engine, and the part of it that the other side plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulecheck.properties.conform.messages import CHANCE_SEAT, NOBODY, Play, kind_of_move
from rulecheck.properties.conform.nearby import Nearby
from rulecheck.properties.conform.observation import place_in
from rulecheck.properties.findings.origin import Origin, going_on
from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.properties.runtime.patterns import Fits, fitting
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine


class Rig:
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

    def taken_over(self, origin: Origin) -> Rig:
        """The same, for games that begin in a position that the program told; raises PositionError."""
        rig = Rig(going_on(self.engine, origin.position))
        rig.rules, rig.origin = self.rules, origin
        rig._names, rig._tries, rig._nearby = self._names, self.tries, self.nearby
        return rig

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

    def __init__(self, rig: Rig, play: Play) -> None:
        self._rig = rig
        self._moves: Fits | None = fitting(play.moves) if play.moves else None
        self._during: Final = tuple(path.split(".") for path in play.during)

    def knows(self, text: str) -> bool:
        """Whether a move is one that it plays at all."""
        return self._moves is None or self._moves(text)

    def is_open(self, state: Any) -> bool:
        """Whether it knows all that can be played here."""
        if self._moves is None:
            return True
        legal = self._rig.engine.legal_moves(state)
        return bool(legal) and all(map(self._moves, map(self._rig.name, legal)))

    def lasting(self, state: Any) -> list[Any]:
        """What stays as it is while the part lasts."""
        return [place_in(self._rig.engine.to_json(state), path) for path in self._during]

    def lasts(self, state: Any, lasting: Sequence[Any]) -> bool:
        """Whether a position belongs to the same stretch of the part as one with that `lasting`."""
        return self._moves is None or (self.is_open(state) and self.lasting(state) == lasting)
