"""What a silence of the rules changes: games played on under each choice from where the reading was needed.

The game is played on under the choice that is followed, and again under each other one with the
same moves as long as they are legal; the player goes on by itself where they are not.  What then
comes out differently is what hangs on the reading, or on what it led to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.campaign.arena import Arenas
from rulecheck.properties.campaign.planning import derive
from rulecheck.properties.campaign.players import Factory, draw
from rulecheck.properties.runtime.workers import Job, Workers
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Outcome

GAMES: Final = 6
"""Games that are played on for a reading, if there is time."""
TOGETHER: Final = 2
"""Games that are played on for a reading before it is the next one's turn."""
_MOVES: Final = 1500
"""Moves that a game is played on for, at most."""


@frozen
class Effect:
    """In how many games that were played on the choices of a reading made a difference."""

    games: int
    winners: int
    scores: int

    def and_those(self, other: Effect) -> Effect:
        """The same in the games of both."""
        return Effect(self.games + other.games, self.winners + other.winners, self.scores + other.scores)

    @property
    def rank(self) -> tuple[float, float]:
        """More is a greater change: how often the outcome differs, then how often another player wins."""
        games = max(1, self.games)
        return self.scores / games, self.winners / games


@frozen
class Silence:
    """A reading with its choices, and games in which it was needed after all their moves."""

    reading: str
    choices: tuple[str, ...]
    rules: tuple[int, ...]
    lines: tuple[tuple[str, ...], ...]


def effect_of(
    arenas: Arenas, silence: Silence, player: str, seed: int, turns: Sequence[int] = range(GAMES)
) -> Effect | None:
    """What the choices change, in the games of these turns, which the seed tells; None if that could not be played."""
    others: dict[tuple[int, str], AnyEngine] = {}
    try:
        differences = [_compare(arenas, others, silence, player, seed, turn) for turn in turns]
    except Exception:  # faults of the engine are findings of their own, from games that can be replayed
        return None
    return Effect(
        len(differences),
        sum(winners for winners, _ in differences),
        sum(scores for _, scores in differences),
    )


def played_on(
    workers: Workers,
    silences: Sequence[Silence],
    player: str,
    seed: int,
    end: float | None,
    tell: Callable[[], None],
) -> dict[str, Effect]:
    """What each reading changes, by those who do the work; nothing is begun after `end`.

    A few games for each reading go round: a lack of time makes all of them less sure rather than leave some out.
    """
    parts = [(silence, range(turn, turn + TOGETHER)) for turn in range(0, GAMES, TOGETHER) for silence in silences]
    jobs = (Job(number, (silence, player, seed, turns)) for number, (silence, turns) in enumerate(parts))
    effects: dict[str, Effect] = {}
    failed: set[str] = set()
    for number, effect in workers.map(_before(end, jobs), effect_of, "playing on silence"):
        reading = parts[number][0].reading
        if effect is None:
            failed.add(reading)
        else:
            effects[reading] = effect.and_those(effects[reading]) if reading in effects else effect
        tell()
    told = effects.keys() - failed
    return {silence.reading: effects[silence.reading] for silence in silences if silence.reading in told}


def _before(end: float | None, jobs: Iterator[Job]) -> Iterator[Job]:
    """The jobs that are begun in time."""
    for job in jobs:
        if end is not None and time.monotonic() > end:
            return
        yield job


def _compare(
    arenas: Arenas, others: dict[tuple[int, str], AnyEngine], silence: Silence, player: str, seed: int, turn: int
) -> tuple[bool, bool]:
    """Whether the choices lead to different winners, and to different winners or scores.

    `others` keeps the engines that follow another choice, by rules and choice: each is made once, not once a game.
    """
    where = turn % len(silence.lines)
    nth, line = silence.rules[where], silence.lines[where]
    arena, rules = arenas[nth], arenas.shop.rules[nth]
    own = derive(seed, "effect", silence.reading, turn)
    factory = arena.factories[player]
    played, first = _play_on(arena.engine, factory, map(arena.engine.parse, line), own)
    winners = scores = False
    for choice in silence.choices:
        if choice != rules.readings[silence.reading]:
            if (nth, choice) not in others:
                others[nth, choice] = arenas.shop.build(rules.with_reading(silence.reading, choice))
            engine = others[nth, choice]
            _, other = _play_on(engine, factory, map(engine.parse, map(str, played)), own)
            winners = winners or _winners(first) != _winners(other)
            scores = scores or winners or _scores(first) != _scores(other)
    return winners, scores


def _winners(outcome: Outcome | None) -> tuple[str, ...] | None:
    return None if outcome is None else tuple(sorted(outcome.winners))


def _scores(outcome: Outcome | None) -> dict[str, int] | None:
    return None if outcome is None else dict(outcome.scores)


def _play_on(engine: AnyEngine, factory: Factory, script: Iterable[Any], seed: int) -> tuple[list[Any], Outcome | None]:
    """A game that follows a script where that is legal; its moves, and its outcome if it came to an end."""
    rng = Random(seed)
    player = factory(Random(seed ^ 0xFACE))
    state = engine.start()
    moves: list[Any] = []
    pending = iter(script)
    left = _MOVES
    while engine.actor(state) != OVER and left > 0:
        move = next(pending, None)
        if move is None:
            left -= 1
        if move is None or engine.refusal(state, move) is not None:
            move = _choose(engine, state, player, rng)
        state = engine.apply(state, move)
        moves.append(move)
    return moves, engine.outcome(state)


def _choose(engine: AnyEngine, state: Any, player: Callable[..., Any], rng: Random) -> Any:
    legal: Sequence[Any] = engine.legal_moves(state)
    if engine.actor(state) == CHANCE:
        return draw(legal, engine.weights(state), rng)
    return player(engine, state, legal, rng)
