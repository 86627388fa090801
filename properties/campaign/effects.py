"""What a silence of the rules changes: games played on under each choice from where the reading was needed.

The game is played on under the choice that is followed, and again under each other one with the
same moves as long as they are legal; the player goes on by itself where they are not.  What then
comes out differently is what hangs on the reading, or on what it led to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.campaign.arena import Arenas
from rulecheck.properties.campaign.planning import derive
from rulecheck.properties.campaign.players import Factory, draw
from rulecheck.properties.findings.finding import Finding, describe
from rulecheck.properties.invariants.violation import Violation, crash
from rulecheck.properties.runtime.workers import Job, Workers
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Outcome

GAMES: Final = 6
"""Games that are played on for a reading, if there is time."""
TOGETHER: Final = 2
"""Games that are played on for a reading before it is the next one's turn."""
_MOVES: Final = 1500
"""Moves that a game is played on for, at most."""


TIME_RAN_OUT: Final = "time ran out"
"""Why an effect was not measured."""


@frozen
class Change:
    """In how many games something else comes out: other winners, and other winners or scores."""

    winners: int = 0
    scores: int = 0

    def and_those(self, other: Change) -> Change:
        """The same in the games of both."""
        return Change(self.winners + other.winners, self.scores + other.scores)


@frozen
class Effect:
    """In how many games that were played on the choices of a reading made a difference."""

    games: int
    winners: int
    scores: int
    choices: Mapping[str, Change] = field(factory=dict)
    """The same for each choice that was not followed, beside the one that was."""

    def and_those(self, other: Effect) -> Effect:
        """The same in the games of both."""
        choices = {
            choice: change.and_those(other.choices.get(choice, Change())) for choice, change in self.choices.items()
        }
        return Effect(self.games + other.games, self.winners + other.winners, self.scores + other.scores, choices)

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


@frozen
class Crash:
    """A game that could not be played on: under which rules, and the moves up to the exception."""

    reading: str
    choice: str
    rules: int
    moves: tuple[str, ...]
    violation: Violation

    def finding(self, rules: Any, seed: int) -> Finding:
        """The crash as a finding, under the choice that it came with."""
        violation, length = self.violation, len(self.moves)
        return Finding(
            kind=violation.kind,
            name=violation.name,
            messages=(violation.message,),
            clauses=(),
            setting=describe(rules.with_reading(self.reading, self.choice)),
            moves=self.moves,
            at=length,
            original_length=length,
            shrunk=False,
            seed=seed,
            trace=violation.trace,
        )


class _Stopped(Exception):
    """An exception in a game that is played on, with the moves so far."""

    def __init__(self, moves: Sequence[Any], where: str, error: Exception) -> None:
        super().__init__(str(error))
        self.moves = tuple(map(str, moves))
        self.violation = crash(where, error)


def effect_of(
    arenas: Arenas, silence: Silence, player: str, seed: int, turns: Sequence[int] = range(GAMES)
) -> Effect | Crash:
    """What the choices change, in the games of these turns, which the seed tells; the first crash if there is one."""
    others: dict[tuple[int, str], AnyEngine] = {}
    changes: dict[str, Change] = {}
    winners = scores = 0
    for turn in turns:
        told = _compare(arenas, others, silence, player, seed, turn)
        if isinstance(told, Crash):
            return told
        winners += any(change.winners for change in told.values())
        scores += any(change.scores for change in told.values())
        changes = {choice: change.and_those(changes.get(choice, Change())) for choice, change in told.items()}
    return Effect(len(turns), winners, scores, changes)


@frozen
class Effects:
    """What silences change, why that is not known of the others, and what crashed on the way."""

    measured: dict[str, Effect] = field(factory=dict)
    missing: dict[str, str] = field(factory=dict)
    crashes: tuple[Crash, ...] = ()


def played_on(
    workers: Workers,
    silences: Sequence[Silence],
    player: str,
    seed: int,
    end: float | None,
    tell: Callable[[], None],
) -> Effects:
    """What each reading changes, by those who do the work; nothing is begun after `end`.

    A few games for each reading go round: a lack of time makes all of them less sure rather than leave some out.
    """
    parts = [(silence, range(turn, turn + TOGETHER)) for turn in range(0, GAMES, TOGETHER) for silence in silences]
    jobs = (Job(number, (silence, player, seed, turns)) for number, (silence, turns) in enumerate(parts))
    effects: dict[str, Effect] = {}
    crashes: dict[str, Crash] = {}
    for number, effect in workers.map(_before(end, jobs), effect_of, "playing on silence"):
        reading = parts[number][0].reading
        if isinstance(effect, Crash):
            crashes.setdefault(reading, effect)
        else:
            effects[reading] = effect.and_those(effects[reading]) if reading in effects else effect
        tell()
    names = [silence.reading for silence in silences]
    return Effects(
        {name: effects[name] for name in names if name in effects and name not in crashes},
        {
            name: crashes[name].violation.message if name in crashes else TIME_RAN_OUT
            for name in names
            if name in crashes or name not in effects
        },
        tuple(crashes[name] for name in names if name in crashes),
    )


def _before(end: float | None, jobs: Iterator[Job]) -> Iterator[Job]:
    """The jobs that are begun in time."""
    for job in jobs:
        if end is not None and time.monotonic() > end:
            return
        yield job


def _compare(
    arenas: Arenas, others: dict[tuple[int, str], AnyEngine], silence: Silence, player: str, seed: int, turn: int
) -> dict[str, Change] | Crash:
    """Whether each other choice leads to different winners, and to different winners or scores.

    `others` keeps the engines that follow another choice, by rules and choice: each is made once, not once a game.
    """
    where = turn % len(silence.lines)
    nth, line = silence.rules[where], silence.lines[where]
    rules = arenas.shop.rules[nth]
    own = derive(seed, "effect", silence.reading, turn)
    followed = choice = rules.readings[silence.reading]
    changes: dict[str, Change] = {}
    try:
        arena = arenas[nth]
        factory = arena.factories[player]
        played, first = _play_on(arena.engine, factory, map(arena.engine.parse, line), own)
        for choice in silence.choices:
            if choice == followed:
                continue
            if (nth, choice) not in others:
                others[nth, choice] = arenas.shop.build(rules.with_reading(silence.reading, choice))
            engine = others[nth, choice]
            _, other = _play_on(engine, factory, map(engine.parse, map(str, played)), own)
            winners = _winners(first) != _winners(other)
            changes[choice] = Change(winners, winners or _scores(first) != _scores(other))
    except _Stopped as stopped:
        return Crash(silence.reading, choice, nth, stopped.moves, stopped.violation)
    except Exception as error:  # no engine could be made
        return Crash(silence.reading, choice, nth, (), crash("build", error))
    return changes


def _winners(outcome: Outcome | None) -> tuple[str, ...] | None:
    return None if outcome is None else tuple(sorted(outcome.winners))


def _scores(outcome: Outcome | None) -> dict[str, int] | None:
    return None if outcome is None else dict(outcome.scores)


def _play_on(engine: AnyEngine, factory: Factory, script: Iterable[Any], seed: int) -> tuple[list[Any], Outcome | None]:
    """A game that follows a script where that is legal; its moves, and its outcome if it came to an end.

    Raises _Stopped for an exception of the engine or of a player.
    """
    rng = Random(seed)
    player = factory(Random(seed ^ 0xFACE))
    moves: list[Any] = []
    where = "start"
    try:
        state = engine.start()
        pending = iter(script)
        left = _MOVES
        while engine.actor(state) != OVER and left > 0:
            where = "parse"
            move = next(pending, None)
            if move is None:
                left -= 1
            where = "refusal"
            if move is None or engine.refusal(state, move) is not None:
                where = "choose"
                move = _choose(engine, state, player, rng)
            where = "apply"
            moves.append(move)
            state = engine.apply(state, move)
            where = "actor"
        where = "outcome"
        return moves, engine.outcome(state)
    except Exception as error:
        raise _Stopped(moves, where, error) from error


def _choose(engine: AnyEngine, state: Any, player: Callable[..., Any], rng: Random) -> Any:
    legal: Sequence[Any] = engine.legal_moves(state)
    if engine.actor(state) == CHANCE:
        return draw(legal, engine.weights(state), rng)
    return player(engine, state, legal, rng)
