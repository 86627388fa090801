"""How two readings of one sentence first part ways.

The same moves are played under both readings until the legal moves, the position
or the outcome differ; the game that leads there is then made as short as possible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.campaign.planning import derive
from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.properties.findings.finding import Finding, describe
from rulecheck.properties.runtime.interrupts import heed
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.properties.shrinking.reducer import reduce
from rulecheck.properties.shrinking.replayer import Budget
from rulecheck.properties.unforeseen.paths import MISSING, places_apart
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec.errors import brief

_CAPS: Final = (60, 400, 3000)
"""How far games go: at first only through the beginning, many times, then further."""
_SHOWN: Final = 8


@frozen
class ReadingSplit:
    """What first differs: sentences, and the legal moves that only one of the readings has."""

    what: tuple[str, ...]
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()


@frozen
class Pair:
    """Two choices of a reading and the shortest game found that tells them apart, if any was."""

    a: str
    b: str
    games: int
    """How many games were played under both."""
    moves_played: int
    moves: tuple[str, ...] | None = None
    """From the start; after the last of them the readings differ.  None: nothing was found in these games."""
    difference: ReadingSplit | None = None
    original_length: int = 0

    @property
    def found(self) -> bool:
        """Whether a game tells the two apart."""
        return self.moves is not None

    def __str__(self) -> str:
        if self.difference is None or self.moves is None:
            return f"{self.a} / {self.b}: none found in {self.games:,} games, {self.moves_played:,} moves"
        return f"{self.a} / {self.b}: after {len(self.moves)} moves, {'; '.join(self.difference.what)}"


@frozen
class Separation:
    """The answer for a reading: the choice followed against each other choice."""

    reading: str
    pairs: tuple[Pair, ...]

    def findings(self, rules: Any, seed: int = 0) -> tuple[Finding, ...]:
        """A finding of kind `diverges` for each pair that was told apart; its rules follow choice `a`."""
        return tuple(
            Finding(
                kind="diverges",
                name=f"{self.reading}: {pair.a} or {pair.b}",
                messages=pair.difference.what,
                clauses=(),
                setting=describe(rules.with_reading(self.reading, pair.a)),
                moves=pair.moves,
                at=len(pair.moves),
                original_length=pair.original_length,
                shrunk=True,
                seed=seed,
                about=self.reading,
            )
            for pair in self.pairs
            if pair.moves is not None and pair.difference is not None
        )


def separate(
    rules: Any,
    reading_id: str,
    *,
    seconds: float | None = 10.0,
    games: int | None = None,
    seed: int = 0,
    choices: Sequence[str] | None = None,
    build: Callable[[Any], AnyEngine] = build_engine,
    starts: Sequence[Sequence[str]] = (),
    shrink_steps: int = 200_000,
) -> Separation | None:
    """The shortest game found that tells the followed choice of a reading from each other choice.

    None if there is no other choice.  `starts` are move lists to begin with, such as the
    games in which a campaign needed this reading.  With `seconds=None` and a number of
    games the answer depends on the seed alone.
    """
    if choices is None:
        from rulecheck.spec import load

        choices = tuple(load(rules.game).readings[reading_id].choices)
    mine = rules.readings[reading_id]
    others = [choice for choice in choices if choice != mine]
    if not others:
        return None
    share = None if seconds is None else seconds / len(others)
    pairs = tuple(
        _Search(rules, reading_id, mine, other, build, seed).run(share, games, starts, shrink_steps) for other in others
    )
    return Separation(reading_id, pairs)


class _Search:
    def __init__(self, rules: Any, reading: str, a: str, b: str, build: Callable[[Any], AnyEngine], seed: int) -> None:
        self.a, self.b = a, b
        self.mine = build(rules.with_reading(reading, a))
        self.other = build(rules.with_reading(reading, b))
        self.players: Mapping[str, Any] = players_of(rules.game)
        self.seed = seed
        self.games = 0
        self.moves = 0
        self.best: list[Any] | None = None

    def run(self, seconds: float | None, games: int | None, starts: Sequence[Sequence[str]], shrink_steps: int) -> Pair:
        # a third of the time is for making the game short
        began = time.monotonic()
        end = None if seconds is None else began + seconds * 2 / 3
        if end is None and games is None:
            games = 200
        names = sorted(self.players)
        found_at = 0
        while (games is None or self.games < games) and (end is None or time.monotonic() < end):
            heed()
            index = self.games
            rng = Random(derive(self.seed, "separate", self.b, index))
            player = self.players[names[index % len(names)]](rng)
            start: Sequence[str] = starts[index] if index < len(starts) else ()
            done = index / games if games is not None else (time.monotonic() - began) / (seconds or 1) * 3 / 2
            cap = _CAPS[-1] if start else _CAPS[min(int(4 * done), len(_CAPS) - 1)]
            self._play(player, rng, start, cap, loaded=index % 3 == 2, end=end)
            self.games += 1
            if self.best is not None:
                found_at = found_at or self.games
                if not self.best or self.games >= 4 * found_at + 8:
                    break
        if self.best is None:
            return Pair(self.a, self.b, self.games, self.moves)
        moves: Sequence[Any] = self.best
        fuse = None if seconds is None else max(1.0, seconds / 3)
        reduced = reduce(self.mine, moves, _Differs(self.other), budget=Budget(shrink_steps, fuse))
        if reduced is not None:
            moves = reduced.moves
        state, twin = self.mine.start(), self.other.start()
        for move in moves:
            state, twin = self.mine.apply(state, move), self.other.apply(twin, move)
        return Pair(
            self.a,
            self.b,
            self.games,
            self.moves,
            tuple(str(move) for move in moves),
            difference(self.mine, state, self.other, twin),
            len(self.best),
        )

    def _play(
        self, player: Any, rng: Random, start: Sequence[str], cap: int, *, loaded: bool, end: float | None
    ) -> None:
        """Play one game under both readings; keep it if it tells them apart sooner than the best."""
        mine, other = self.mine, self.other
        state, twin = mine.start(), other.start()
        played: list[Any] = []
        ahead = [mine.parse(text) for text in start][::-1]
        cap = cap if self.best is None else min(cap, len(self.best) - 1)
        if differs(mine, state, other, twin):
            self.best = []
            return
        while len(played) < cap:
            actor = mine.actor(state)
            if len(played) & 63 == 0:
                heed()
                if end is not None and time.monotonic() > end:
                    return
            if actor == OVER:
                return
            legal = mine.legal_moves(state)
            if not legal:
                return
            if ahead and mine.refusal(state, ahead[-1]) is None:
                move = ahead.pop()
            elif actor == CHANCE:
                ahead = []
                even = loaded or len(legal) == 1
                move = draw(legal, [1] * len(legal) if even else mine.weights(state), rng)
            else:
                ahead = []
                move = legal[0] if len(legal) == 1 else player(mine, state, legal, rng)
            state, twin = mine.apply(state, move), other.apply(twin, move)
            played.append(move)
            self.moves += 1
            if differs(mine, state, other, twin):
                self.best = played
                return


def differs(mine: AnyEngine, state: Any, other: AnyEngine, twin: Any) -> bool:
    """Whether two readings part here: another position, another outcome or other legal moves."""
    if state != twin or mine.actor(state) != other.actor(twin):
        return True
    legal, theirs = mine.legal_moves(state), other.legal_moves(twin)
    if legal != theirs and {str(move) for move in legal} != {str(move) for move in theirs}:
        return True
    return mine.outcome(state) != other.outcome(twin)


def difference(mine: AnyEngine, state: Any, other: AnyEngine, twin: Any) -> ReadingSplit:
    """What differs, in words: values of the position by path, legal moves, outcome."""
    what: list[str] = []
    saved, theirs = mine.to_json(state), other.to_json(twin)
    paths = places_apart(saved, theirs)
    what += [f"{path} is {_shown(value)} or {_shown(twin_value)}" for path, value, twin_value in paths[:_SHOWN]]
    if len(paths) > _SHOWN:
        what.append(f"and {len(paths) - _SHOWN} more values")
    if state != twin and not paths:
        what.append("the positions differ in something that saving does not show")
    legal = [str(move) for move in mine.legal_moves(state)]
    others = [str(move) for move in other.legal_moves(twin)]
    only_a = tuple(move for move in legal if move not in set(others))
    only_b = tuple(move for move in others if move not in set(legal))
    if not paths:
        if only_a:
            what.append(f"only the first allows {', '.join(only_a[:_SHOWN])}")
        if only_b:
            what.append(f"only the second allows {', '.join(only_b[:_SHOWN])}")
    actor, other_actor = mine.actor(state), other.actor(twin)
    if actor != other_actor:
        what.append(f"{_who(mine, actor)} decides, or {_who(other, other_actor)}")
    if mine.outcome(state) != other.outcome(twin):
        what.append(f"the outcome is {mine.outcome(state)} or {other.outcome(twin)}")
    return ReadingSplit(tuple(what), only_a, only_b)


def _who(engine: AnyEngine, actor: int) -> str:
    return engine.seats[actor] if actor >= 0 else "chance" if actor == CHANCE else "nobody"


def _shown(value: Any) -> str:
    return "not there" if value is MISSING else brief(value)


@frozen
class _Differs(Condition):
    """The other reading, playing the same moves, comes to something else; the memo is its position."""

    other: AnyEngine

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        twin = self.other.start()
        return differs(engine, state, self.other, twin), twin

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        twin = self.other.apply(memo, move)
        return differs(engine, after, self.other, twin), twin
