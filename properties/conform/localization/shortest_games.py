"""The shortest game for each cause: one that shows it again, made shorter as long as it still does.

A cause that does not show again when its game is played once more is not told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any as Cause
from typing import Final

from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Reached
from rulecheck.properties.conform.localization.search_context import GameLine, SearchContext
from rulecheck.properties.conform.lockstep.baseline import key_of
from rulecheck.properties.conform.lockstep.departure import FAILURES
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, positions, positions_from
from rulecheck.properties.conform.lockstep.lockstep import ALL
from rulecheck.properties.conform.lockstep.replaying import SPANS, Shows
from rulecheck.properties.conform.lockstep.taken_over import fewer_before
from rulecheck.properties.shrinking.reducer import Reduction, reduce
from rulecheck.properties.shrinking.replayer import Budget
from rulecheck.reference_engines.contract import UnknownMove

_QUICK: Final = 0.3
"""The part of the seconds in which every game is made short in a hurry, before the rest is shared out."""
_CHEAPER: Final = 4
"""So many moves that only our side plays cost as much as one that both do."""
_BEFORE: Final = 0.5
"""The part of the seconds, besides, in which the moves before positions that were taken over are made fewer,"""
_BEFORE_AT_MOST: Final = 3.0
"""and how many seconds each has at most."""
_AT_ONCE: Final = 12
"""Games of so few moves are short."""
_WAYS: Final = 6
"""Ways to clauses that are tried for each cause."""
_LEAST: Final = 0.5
"""Seconds that the game of each cause has at least."""


@frozen
class ReplayedGame:
    """A line of moves at whose end a departure was shown."""

    context: EngineContext
    line: tuple[str, ...]
    divergence: Divergence
    game: GameLine
    original: int
    span: int | None
    is_short: bool = False
    """Whether nothing more can be left out of it."""
    shrunk: bool = False
    """Whether it was made short, as far as there was time."""


class Shortest:
    """Games that show causes again, and shorter ones that do."""

    def __init__(self, search: SearchContext, ways: Mapping[str, Reached]) -> None:
        self.search = search
        self._ways = ways

    def first_again(self, cause: Cause) -> tuple[Cause, ReplayedGame | None]:
        """A cause with a game that shows it again: one of its own, or else the first of its members that has one."""
        replay = self.again(cause)
        if replay is not None:
            return cause, replay
        for member in cause.members:
            replay = self.again(member, is_told=False)
            if replay is not None:
                member.games |= cause.games
                member.keys = tuple(dict.fromkeys((*member.keys, *cause.keys)))
                member.members = [other for other in cause.members if other is not member]
                return member, replay
        return cause, None

    def again(self, cause: Cause, *, is_told: bool = True) -> ReplayedGame | None:
        """A game of the cause that shows it when it is played again; None, and a note if it `is_told`, if none does."""
        notes, first = self.search.result.notes if is_told else [], cause.candidates.first
        if all(candidate.sighting.out_of_step for candidate in cause.candidates.soonest):
            notes.append(f"{cause.key}: seen only after an accepted difference, which it may follow from")
            return None
        for candidate in cause.candidates.soonest:
            game, divergence = candidate.game, candidate.sighting
            context, line = self.search.context_for(game), tuple(game.line[: divergence.at])
            if not self.search.can_replay or divergence.kind in (*FAILURES, "perft"):
                return ReplayedGame(context, line, divergence, game, divergence.at, None)
            for span in self._spans(divergence):
                again = self._plays(context, line, divergence, key_of(cause, divergence), span, game.index)
                if again is not None:
                    return ReplayedGame(context, tuple(line[: again.at]), again, game, divergence.at, span)
        notes.append(f"{first.sighting.key}: it did not occur again when its game was replayed")
        return None

    def _spans(self, divergence: Divergence) -> list[int | None]:
        """Where to come in to see it again, the cheapest first."""
        play = self.search.session.play
        if play.is_part or not play.takes_positions:
            return [None]
        from_here = 0 if divergence.kind in ("lists", "misses", "accepts", "malformed", "refuses", "undo") else 1
        since = divergence.at - divergence.since
        spans = [span for span in SPANS if from_here <= span < since]
        return [*spans, since, None] if divergence.since else [*spans, None]

    def _plays(
        self, context: EngineContext, line: Sequence[str], divergence: Divergence, key: str, span: int | None, seed: int
    ) -> Divergence | None:
        """What is seen at the end of a line, if it is the same."""
        engine = context.engine
        moves = [engine.parse(text) for text in line]
        return self._shows(divergence, [context], key, span, seed).divergence_in(
            engine, moves, positions(engine, moves)
        )

    def _shows(
        self, divergence: Divergence, contexts: Sequence[EngineContext], key: str, span: int | None, seed: int
    ) -> Shows:
        search = self.search
        return Shows(
            search.session,
            divergence,
            contexts,
            seed,
            search.accepted,
            key=key,
            span=span,
            ignored=search.asked.ignored,
        )

    def shortened(
        self, replay: Sequence[tuple[Cause, ReplayedGame | None]], steps: int, doing: Callable[[], None]
    ) -> list[tuple[Cause, ReplayedGame | None]]:
        """The same in shorter games: all in a hurry first, then each as short as the seconds allow."""
        seconds = self.search.asked.shrink_seconds
        fuse = None if seconds is None else time.monotonic() + seconds
        order = sorted(range(len(replay)), key=lambda nth: _length(replay[nth][1]))
        games = [(cause, game and self._by_a_way(cause, game)) for cause, game in replay]
        rounds = (1.0,) if seconds is None else (_QUICK, 1.0)
        for share in rounds:
            for nth, at in enumerate(order):
                cause, game = games[at]
                if game is None or game.is_short:
                    continue
                doing()
                left = None if fuse is None else share * (fuse - time.monotonic()) / (len(order) - nth)
                many = 1 if game.span is None else _CHEAPER
                budget = Budget(
                    int(many * share * steps) // (len(order) - nth),
                    None if left is None else max(_LEAST * share, left),
                )
                games[at] = cause, self._shorter(cause, game, budget)
                steps -= min(budget.used // many, int(share * steps))
        return games

    def _by_a_way(self, cause: Cause, replay: ReplayedGame) -> ReplayedGame:
        """The shortest ways to its clauses that are known: the first that shows it too, if the game shown is longer."""
        if replay.span is not None or replay.divergence.at <= _AT_ONCE or replay.divergence.kind in FAILURES:
            return replay
        clauses = dict.fromkeys((*cause.suspects, *replay.divergence.clauses))
        ways = sorted((self._ways[clause] for clause in clauses if clause in self._ways), key=lambda way: way.at)
        for way in ways[:_WAYS]:
            if way.at + 1 < replay.divergence.at:
                context = self.search.context(way.rules, replay.game.adopted)
                shown = self._on_the_way(context, way.line[: way.at + 1], cause, replay)
                if shown is not None:
                    line, divergence = shown
                    return evolve(replay, context=context, line=line, divergence=divergence)
        return replay

    def _on_the_way(
        self, context: EngineContext, line: Sequence[str], cause: Cause, replay: ReplayedGame
    ) -> tuple[tuple[str, ...], Divergence] | None:
        """Where on a line the same is seen, if it is."""
        engine = context.engine
        try:
            moves = [engine.parse(text) for text in line]
        except UnknownMove:
            return None
        states = positions_from(engine, engine.start(), moves)
        if states is None or replay.divergence.tried is not None:
            return None
        key = key_of(cause, replay.divergence)
        condition = self._shows(replay.divergence, [context], key, None, replay.game.index)
        seen = filter(condition.is_it, condition.divergences(engine, moves, states, (ALL, ALL)))
        return next(((tuple(line[: again.at]), again) for again in seen), None)

    def _shorter(self, cause: Cause, replay: ReplayedGame, budget: Budget) -> ReplayedGame:
        """A shorter game that shows the same, perhaps with fewer players, or another of its games made shorter."""
        best = self._reduced(cause, replay, budget)
        if best.is_short or budget.seconds is None:
            for candidate in cause.candidates.soonest:
                if candidate.game is replay.game or budget.spent or len(best.line) == 0:
                    continue
                line = tuple(candidate.game.line[: candidate.sighting.at])
                other = self._reduced(
                    cause,
                    ReplayedGame(
                        self.search.context_for(candidate.game),
                        line,
                        candidate.sighting,
                        candidate.game,
                        len(line),
                        replay.span,
                    ),
                    budget,
                )
                if other.is_short and len(other.line) < len(best.line):
                    best = other
                break
        return best

    def _reduced(self, cause: Cause, replay: ReplayedGame, budget: Budget) -> ReplayedGame:
        search, context = self.search, replay.context
        fewer = [
            index
            for index, rules in enumerate(search.rules)
            if rules.setup == context.rules.setup and rules.players < context.rules.players and context.origin is None
        ]
        others = [search.context(index) for index in sorted(fewer, key=lambda index: search.rules[index].players)]
        moves = [context.engine.parse(text) for text in replay.line]
        if not moves:
            return evolve(replay, is_short=True, shrunk=True)
        key = key_of(cause, replay.divergence)
        condition = self._shows(replay.divergence, [context, *others], key, replay.span, replay.game.index)
        reduction = reduce(context.engine, moves, condition, budget=budget, others=[other.engine for other in others])
        if reduction is None:
            return replay
        return self._reduced_to(replay, reduction, condition, (context, *others))

    def with_fewer_before(
        self, games: Sequence[tuple[Cause, ReplayedGame | None]], doing: Callable[[], None]
    ) -> list[tuple[Cause, ReplayedGame | None]]:
        """Where our side took a position over: after fewer moves, with a part of the seconds for short games."""
        search, seconds = self.search, self.search.asked.shrink_seconds
        taken = sum(game is not None and game.context.origin is not None for _, game in games)
        told: list[tuple[Cause, ReplayedGame | None]] = []
        for cause, game in games:
            if game is not None and game.context.origin is not None and seconds is not None:
                doing()
                seen = partial(self._shows_it_from, game, key_of(cause, game.divergence))
                start, fuse = search.context(game.game.rules), min(_BEFORE * seconds / taken, _BEFORE_AT_MOST)
                shorter = fewer_before(search.session, start, game.context, game.line, seen, fuse)
                if shorter is not None:
                    game = evolve(game, context=shorter[0], divergence=shorter[1])
            told.append((cause, game))
        return told

    def _shows_it_from(self, game: ReplayedGame, key: str, context: EngineContext) -> Shows:
        return self._shows(game.divergence, [context], key, game.span, game.game.index)

    @staticmethod
    def _reduced_to(
        replay: ReplayedGame, reduction: Reduction, condition: Shows, contexts: Sequence[EngineContext]
    ) -> ReplayedGame:
        context = next(earlier for earlier in contexts if earlier.engine is reduction.engine)
        again = condition.divergence_in(context.engine, reduction.moves, positions(context.engine, reduction.moves))
        if again is None:
            return replay
        line = tuple(map(str, reduction.moves))
        return evolve(replay, context=context, line=line, divergence=again, is_short=reduction.finished, shrunk=True)


def _length(replay: ReplayedGame | None) -> int:
    return 0 if replay is None else len(replay.line)
