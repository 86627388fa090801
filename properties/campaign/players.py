"""Players for campaigns: not strong ones, but ones that between them go everywhere.

A player answers with one of the legal moves it is shown; these may be only some
of those that are open, to get a game out of a rut.  A factory takes a random
number generator and makes a player for one game, so that each game has its own
temper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.reference_engines.contract import Engine
from rulecheck.spec import Part, find_game

Player = Callable[[Engine[Any, Any], Any, Sequence[Any], Random], Any]
"""`(engine, state, legal moves, rng) -> one of the legal moves`."""

Factory = Callable[[Random], Player]


def pick(pool: Sequence[Any], rng: Random) -> Any:
    """One of some moves."""
    return pool[int(rng.random() * len(pool))]


def of(kind: type, legal: Sequence[Any]) -> list[Any]:
    """The legal moves of a kind."""
    return [move for move in legal if type(move) is kind]


def uniform(rng: Random) -> Player:
    """Each legal move equally often."""
    return _uniform


def _uniform(engine: Engine[Any, Any], state: Any, legal: Sequence[Any], rng: Random) -> Any:
    return legal[int(rng.random() * len(legal))]


def swarm(rng: Random) -> Player:
    """A new taste each game: every kind of move gets a random weight, and some are avoided altogether.

    Weights spread log-uniformly over three decades.  In half of the games the kind is
    drawn first, so that a kind with many moves does not drown the others.
    """
    weights: dict[type, float] = {}
    kind_first = rng.random() < 0.5
    avoid = rng.choice((0.0, 0.1, 0.3))

    def weigh(kind: type) -> float:
        weight = weights.get(kind)
        if weight is None:
            weight = weights[kind] = 0.0 if rng.random() < avoid else 10 ** rng.uniform(-3, 0)
        return weight

    def by_move(engine: Engine[Any, Any], state: Any, legal: Sequence[Any], rng: Random) -> Any:
        return draw(legal, [weigh(type(move)) for move in legal], rng)

    def by_kind(engine: Engine[Any, Any], state: Any, legal: Sequence[Any], rng: Random) -> Any:
        kinds: dict[type, list[Any]] = {}
        for move in legal:
            kinds.setdefault(type(move), []).append(move)
        if len(kinds) == 1:
            return legal[int(rng.random() * len(legal))]
        pool = kinds[draw(list(kinds), [weigh(kind) for kind in kinds], rng)]
        return pool[int(rng.random() * len(pool))]

    return by_kind if kind_first else by_move


def stubborn(rng: Random) -> Player:
    """Tends to do again what it did last, or last but one: falls into loops where there are any."""
    loyalty = rng.choice((0.5, 0.8, 0.95))
    last: list[type] = []

    def play(engine: Engine[Any, Any], state: Any, legal: Sequence[Any], rng: Random) -> Any:
        pool = legal
        if last and rng.random() < loyalty:
            kind = last[int(rng.random() * len(last))]
            pool = [move for move in legal if type(move) is kind] or legal
        move = pool[int(rng.random() * len(pool))]
        last.append(type(move))
        if len(last) > 2:
            del last[0]
        return move

    return play


def curious(rng: Random) -> Player:
    """Takes a kind of move it took least often so far in this game."""
    taken: dict[type, int] = {}
    heed = rng.choice((0.3, 0.7, 1.0))

    def play(engine: Engine[Any, Any], state: Any, legal: Sequence[Any], rng: Random) -> Any:
        pool = legal
        if rng.random() < heed:
            fewest = min(taken.get(type(move), 0) for move in legal)
            pool = [move for move in legal if taken.get(type(move), 0) == fewest]
        move = pool[int(rng.random() * len(pool))]
        taken[type(move)] = taken.get(type(move), 0) + 1
        return move

    return play


def company(kinds: Sequence[Factory], seats: int) -> Factory:
    """Every seat has a temper of its own, for each game one of these kinds."""

    def gather(rng: Random) -> Player:
        players = [rng.choice(kinds)(rng) for _ in range(seats)]

        def play(engine: Engine[Any, Any], state: Any, legal: Sequence[Any], rng: Random) -> Any:
            return players[engine.actor(state)](engine, state, legal, rng)

        return play

    return gather


GENERIC: Final[Mapping[str, Factory]] = {
    "uniform": uniform,
    "swarm": swarm,
    "stubborn": stubborn,
    "curious": curious,
}


def draw(items: Sequence[Any], weights: Sequence[float], rng: Random) -> Any:
    """One of the items, by weight; all alike if every weight is zero."""
    point = rng.random() * sum(weights)
    if point == 0.0:
        return items[int(rng.random() * len(items))]
    for item, weight in zip(items, weights, strict=True):
        point -= weight
        if point < 0.0:
            return item
    return next(item for item, weight in zip(reversed(items), reversed(weights), strict=True) if weight)


def players_of(game: str) -> dict[str, Factory]:
    """The generic players and those that the game's module of players offers as `PLAYERS`."""
    known = find_game(game)
    own = known.offered(Part.PLAYERS, "PLAYERS") if known is not None else None
    return {**GENERIC, **(own or {})}


def contenders_of(game: str) -> dict[str, Factory]:
    """The players that play to win, best first: those that the module of players offers as `TO_WIN`.

    A game that names none has the first of its own players, and one without players has none.  Campaigns do not use
    them: who plays well goes to few places.
    """
    known = find_game(game)
    module = known.module(Part.PLAYERS) if known is not None else None
    own: Mapping[str, Factory] = getattr(module, "PLAYERS", {})
    return dict(getattr(module, "TO_WIN", None) or dict(list(own.items())[:1]))
