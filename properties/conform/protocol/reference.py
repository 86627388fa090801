"""Our own engines as implementations: what `rulecheck serve` serves, and what all tests of the driver begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import draw
from rulecheck.properties.conform.protocol.implementation import Implementation, NotLegal, Skip, Start
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, GIVEN, NOBODY, OWN
from rulecheck.properties.perft import Counter
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, PositionError, UnknownMove
from rulecheck.spec.errors import SpecError
from rulecheck.spec.rules import make_rules

_COUNTED: Final = 1_000_000
"""Positions that are looked at for one request to count: nobody waits longer for an answer."""
_KEPT: Final = 256
"""Engines of other rules that are kept for games to come: a quarter of a MB each."""


class Reference(Implementation):
    """A reference engine, or one made by somebody else's `build`, that speaks the protocol.

    `readings`, `numbers` and `data` are what the engine insists on; others it takes as a game asks for them.
    """

    name = "the rulecheck reference engine"
    from_position = True

    def __init__(
        self,
        game: str = "",
        build: Callable[[Any], AnyEngine] = build_engine,
        *,
        readings: Mapping[str, str] | None = None,
        numbers: Mapping[str, int] | None = None,
        data: Sequence[Any] = (),
    ) -> None:
        self.game = game  # type: ignore[misc]  # one class for all games
        self._build = build
        self._readings = dict(readings or {})
        self._numbers = dict(numbers or {})
        self._data = tuple(data)
        self._engines: dict[str, AnyEngine] = {}

    def start(self, table: Start) -> None:
        """A new game, or one from a position."""
        if self.game not in ("", table.game):
            raise Skip(f"{self.game} is served here, not {table.game}")
        try:
            self._engine = engine = self._engine_for(table)
            self._state = engine.start() if table.position is None else engine.from_json(table.position)
        except (SpecError, PositionError) as error:
            raise Skip(str(error)) from None
        self._past: list[Any] = []
        self._came: list[str] = []
        self._random = Random(table.seed)
        self._throw()

    def _engine_for(self, table: Start) -> AnyEngine:
        key = repr((table.game, table.players, table.seats, table.setup, table.readings, table.numbers))
        engine = self._engines.get(key)
        if engine is None:
            if len(self._engines) >= _KEPT:
                self._engines.clear()
            rules = make_rules(
                table.game,
                players=table.players or None,
                seats=table.seats or None,
                setup=table.setup or None,
                readings={**table.readings, **self._readings},
                numbers={**table.numbers, **self._numbers},
                data=self._data,
            )
            engine = self._engines[key] = self._build(rules)
        return engine

    def _throw(self) -> None:
        """Make chance's moves, if they are ours to make."""
        if self.chance == GIVEN:
            return
        engine = self._engine
        while engine.actor(self._state) == CHANCE:
            legal = engine.legal_moves(self._state)
            move = draw(legal, engine.weights(self._state), self._random)
            self._came.append(str(move))
            self._state = engine.apply(self._state, move)

    def play(self, move: str) -> None:
        """A move in any spelling; raises NotLegal with the clause."""
        self._go([move])

    def play_together(self, moves: Sequence[str]) -> None:
        """Several moves, all of them or none."""
        self._go(moves)

    def _go(self, moves: Sequence[str]) -> None:
        engine, state = self._engine, self._state
        for text in moves:
            try:
                move = engine.parse(text)
            except UnknownMove:
                raise NotLegal(f"no move {text!r}") from None
            refused = engine.refusal(state, move)
            if refused is not None:
                raise NotLegal(str(refused))
            state = engine.apply(state, move)
        self._past.append(self._state)
        self._state = state
        self._throw()

    def legal(self) -> Sequence[str]:
        """All legal moves in canonical notation."""
        return list(map(str, self._engine.legal_moves(self._state)))

    def state(self) -> Mapping[str, Any]:
        """The whole canonical position."""
        return self._engine.to_json(self._state)

    def turn(self) -> str:
        """Who decides."""
        actor = self._engine.actor(self._state)
        if actor == OVER:
            return NOBODY
        return CHANCE_SEAT if actor == CHANCE else self._engine.seats[actor]

    def outcome(self) -> Mapping[str, Any] | None:
        """Winners and scores."""
        outcome = self._engine.outcome(self._state)
        if outcome is None:
            return None
        return {"winners": list(outcome.winners), "scores": dict(outcome.scores)}

    def came(self) -> Sequence[str]:
        """What chance brought since this was last asked."""
        came, self._came = self._came, []
        return came

    def undo(self) -> None:
        """The position before the last `play`."""
        if not self._past:
            raise NotLegal("no move has been played")
        self._state = self._past.pop()

    def perft(self, depth: int) -> Mapping[str, int]:
        """Counts of the move tree below each legal move; raises TooLarge."""
        branches = Counter(self._engine, _COUNTED).branches(self._state, depth)
        return {str(branch.move): branch.tree.positions[-1] if depth > 1 else 1 for branch in branches}


class OwnChance(Reference):
    """The same with dice and draws of its own, from the seed that a game starts with."""

    chance = OWN
    repeats = True
