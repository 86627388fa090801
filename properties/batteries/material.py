"""What the batteries are asked with: seeded games, samples, breakers and planted faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import make_rules
from rulecheck.spec.rules import Rules

SAMPLED: Final = 8
"""Games that are played where a game names no samples of its own."""


class Owed(AssertionError):
    """What a game owes and does not give: what is wrong, and what to do about it."""

    def __init__(self, wrong: str, do: str) -> None:
        super().__init__(f"{wrong}\n    {do}")
        self.wrong = wrong
        self.do = do


def owe(holds: object, wrong: str, do: str) -> None:
    """Raise `Owed` unless something holds."""
    __tracebackhide__ = True
    if not holds:
        raise Owed(wrong, do)


@frozen
class Sample:
    """A seeded game to play: its table and its player."""

    player: str
    players: int | None = 3
    """None: as many as the rulebook's first set-up is for."""
    setup: str = ""
    readings: Mapping[str, str] = field(factory=dict)
    numbers: Mapping[str, int] = field(factory=dict)
    cap: int = 1500
    """Moves at most."""

    def rules(self, game: str) -> Rules:
        """The rules that it is played by."""
        return make_rules(
            game, players=self.players, setup=self.setup or None, readings=self.readings, numbers=self.numbers
        )


@frozen
class Fault:
    """A planted fault: the engine, what must notice it, and the shortest game that a person could think of."""

    engine: Callable[[Rules], AnyEngine]
    noticed_by: Set[str]
    """Names of properties and checks: nothing else may notice it, and one of them has to."""
    moves: tuple[str, ...]
    """The person's whole game; its last move shows the fault."""
    numbers: Mapping[str, int] = field(factory=dict)
    """Quantities that bring the fault within reach of a short game."""
    setup: str = ""
    players: int | None = 3
    readings: Mapping[str, str] = field(factory=dict)
    data: tuple[Path | str, ...] = ()
    """Files that take the place of the game's own, also to bring the fault within reach."""
    player: str = "swarm"
    games: int = 4
    seed: int = 1
    found: int = 0
    """Moves of the campaign's game when this was written, to compare with `len(moves)`; tests allow half more."""

    @property
    def name(self) -> str:
        """What the engine is called."""
        return getattr(self.engine, "__name__", "?")

    def rules(self, game: str) -> Rules:
        """The rules that its games are played by."""
        return make_rules(
            game,
            players=self.players,
            setup=self.setup or None,
            numbers=self.numbers,
            readings=self.readings,
            data=self.data,
        )


def itself(engine: AnyEngine) -> AnyEngine:
    """The engine: what breakers get first where nothing else is said."""
    return engine


@frozen
class Breakers:
    """How to break what a game's properties say."""

    samples: Sequence[Sample]
    """The games that are played to have something to break."""
    steps: Mapping[str, Callable[..., Any]] = field(factory=dict)
    """By property of positions or steps: `(given, before, move, after)` -> a step that breaks it, or None."""
    games: Mapping[str, Callable[..., Any]] = field(factory=dict)
    """By whole-game property: `(played)` -> a finished game that breaks it."""
    engines: Mapping[str, Callable[[Rules], AnyEngine]] = field(factory=dict)
    """By property that asks the engine: an engine that answers wrongly."""
    place: str = "breakers.py"
    """The file where they are written, as messages name it."""
    given: Callable[[AnyEngine], Any] = itself
    """What the breakers of steps get first, made from the engine; the engine itself if nothing is said."""

    @staticmethod
    def of(
        module: ModuleType | None, given: Callable[[AnyEngine], Any] | None = None, place: str = "breakers.py"
    ) -> Breakers:
        """What a module of breakers says: `SAMPLES`, `BREAKERS`, `GAMES`, `WRONG_ENGINES`, each if it is there."""
        said = {} if module is None else vars(module)
        samples = said.get("SAMPLES") or [Sample("uniform", None, cap=400)] * SAMPLED
        return Breakers(
            samples,
            said.get("BREAKERS", {}),
            said.get("GAMES", {}),
            said.get("WRONG_ENGINES", {}),
            place,
            given or said.get("given", itself),
        )

    @property
    def names(self) -> set[str]:
        """The properties that there is a breaker for."""
        return {*self.steps, *self.games, *self.engines}


def seeded(engine: AnyEngine, seed: int, cap: int) -> tuple[list[Any], list[Any]]:
    """The moves of a random game and the positions they lead through, one more."""
    __tracebackhide__ = True
    rng = Random(seed)
    state = engine.start()
    moves: list[Any] = []
    states = [state]
    for _ in range(cap):
        actor, legal = engine.actor(state), engine.legal_moves(state)
        if actor == OVER or not legal:
            break
        weights: Sequence[float] = engine.weights(state) if actor == CHANCE else [1] * len(legal)
        told = f"after {len(moves)} moves: {len(weights)} weights for {len(legal)} outcomes"
        owe(len(weights) == len(legal), told, "every outcome has one, in the order of legal_moves")
        moves.append(draw(legal, weights, rng))
        state = engine.apply(state, moves[-1])
        states.append(state)
    return moves, states


def some_of(states: Sequence[Any], part: int, rng: Random) -> list[Any]:
    """One in so many of the positions of a game, in order; by chance, since turns may have any length."""
    return [states[at] for at in sorted(rng.sample(range(len(states)), 1 + len(states) // part))]


def played_by(engine: AnyEngine, player_name: str, seed: int, cap: int) -> tuple[list[Any], list[Any]]:
    """The positions and moves of a seeded game by one of the game's players, to its end or its cap."""
    rng = Random(seed)
    player = players_of(engine.game)[player_name](rng)
    state = engine.start()
    states, moves = [state], list[Any]()
    while (actor := engine.actor(state)) != OVER and len(moves) < cap:
        legal = engine.legal_moves(state)
        move = draw(legal, engine.weights(state), rng) if actor == CHANCE else player(engine, state, legal, rng)
        state = engine.apply(state, move)
        moves.append(move)
        states.append(state)
    return states, moves
