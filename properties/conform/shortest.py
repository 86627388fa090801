"""The shortest game for each cause: one that shows it again, made shorter as long as it still does.

A cause that does not show again when its game is played once more is not told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from attrs import evolve, frozen

from rulecheck.properties.conform.beforehand import fewer_before
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.departure import FAILURES
from rulecheck.properties.conform.lines import positions
from rulecheck.properties.conform.messages import OWN
from rulecheck.properties.conform.naming import key_of
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.replaying import SPANS, Shows
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.shrinking.reducer import Reduction, reduce
from rulecheck.properties.shrinking.replayer import Budget

_QUICK: Final = 0.3
"""The part of the seconds in which every game is made short in a hurry, before the rest is shared out."""
_CHEAPER: Final = 4
"""So many moves that only our side plays cost as much as one that both do."""
_BEFORE: Final = 0.5
"""The part of the seconds, besides, in which the moves before positions that were taken over are made fewer,"""
_BEFORE_AT_MOST: Final = 3.0
"""and how many seconds each has at most."""
_LEAST: Final = 0.5
"""Seconds that the game of each cause has at least."""


@frozen
class Shown:
    """A line of moves at whose end a departure was shown."""

    rig: Rig
    line: tuple[str, ...]
    parting: Parting
    game: GameLine
    original: int
    span: int | None
    is_short: bool = False
    """Whether nothing more can be left out of it."""
    shrunk: bool = False
    """Whether it was made short, as far as there was time."""


class Shortest:
    """Games that show causes again, and shorter ones that do."""

    def __init__(self, common: Common) -> None:
        self.common = common

    @property
    def is_repeatable(self) -> bool:
        """Whether a game that is played again comes out the same, as far as the program says."""
        play = self.common.session.play
        return play.is_repeatable and play.chance != OWN

    def first_again(self, cause: Cause) -> tuple[Cause, Shown | None]:
        """A cause with a game that shows it again: one of its own, or else the first of its members that has one."""
        shown = self.again(cause)
        if shown is not None:
            return cause, shown
        for member in cause.members:
            shown = self.again(member, is_told=False)
            if shown is not None:
                member.games |= cause.games
                member.keys = tuple(dict.fromkeys((*member.keys, *cause.keys)))
                member.members = [other for other in cause.members if other is not member]
                return member, shown
        return cause, None

    def again(self, cause: Cause, *, is_told: bool = True) -> Shown | None:
        """A game of the cause that shows it when it is played again; None, and a note if it `is_told`, if none does."""
        notes, first = self.common.result.notes if is_told else [], cause.candidates.first
        if all(candidate.sighting.out_of_step for candidate in cause.candidates.soonest):
            notes.append(f"{cause.key}: seen only after an accepted difference, which it may follow from")
            return None
        for candidate in cause.candidates.soonest:
            game, parting = candidate.game, candidate.sighting
            rig, line = self.common.rig_for(game), tuple(game.line[: parting.at])
            if not self.is_repeatable or parting.kind in (*FAILURES, "perft"):
                return Shown(rig, line, parting, game, parting.at, None)
            for span in self._spans(parting):
                again = self._plays(rig, line, parting, key_of(cause, parting), span, game.index)
                if again is not None:
                    return Shown(rig, tuple(line[: again.at]), again, game, parting.at, span)
        notes.append(f"{first.sighting.key}: it did not show again when its game was replayed")
        return None

    def _spans(self, parting: Parting) -> list[int | None]:
        """Where to come in to see it again, the cheapest first."""
        play = self.common.session.play
        if play.is_part or not play.takes_positions:
            return [None]
        from_here = 0 if parting.kind in ("lists", "misses", "accepts", "malformed", "refuses", "undo") else 1
        since = parting.at - parting.since
        spans = [span for span in SPANS if from_here <= span < since]
        return [*spans, since, None] if parting.since else [*spans, None]

    def _plays(
        self, rig: Rig, line: Sequence[str], parting: Parting, key: str, span: int | None, seed: int
    ) -> Parting | None:
        """What is seen at the end of a line, if it is the same."""
        engine = rig.engine
        moves = [engine.parse(text) for text in line]
        return self._shows(parting, [rig], key, span, seed).parting_in(engine, moves, positions(engine, moves))

    def _shows(self, parting: Parting, rigs: Sequence[Rig], key: str, span: int | None, seed: int) -> Shows:
        common = self.common
        return Shows(
            common.session, parting, rigs, seed, common.accepted, key=key, span=span, ignored=common.asked.ignored
        )

    def shortened(
        self, shown: Sequence[tuple[Cause, Shown | None]], steps: int, doing: Callable[[], None]
    ) -> list[tuple[Cause, Shown | None]]:
        """The same in shorter games: all in a hurry first, then each as short as the seconds allow."""
        seconds = self.common.asked.shrink_seconds
        fuse = None if seconds is None else time.monotonic() + seconds
        order = sorted(range(len(shown)), key=lambda nth: _length(shown[nth][1]))
        games = list(shown)
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

    def _shorter(self, cause: Cause, shown: Shown, budget: Budget) -> Shown:
        """A shorter game that shows the same, perhaps with fewer players, or another of its games made shorter."""
        best = self._reduced(cause, shown, budget)
        if best.is_short or budget.seconds is None:
            for candidate in cause.candidates.soonest:
                if candidate.game is shown.game or budget.spent or len(best.line) == 0:
                    continue
                line = tuple(candidate.game.line[: candidate.sighting.at])
                other = self._reduced(
                    cause,
                    Shown(
                        self.common.rig_for(candidate.game),
                        line,
                        candidate.sighting,
                        candidate.game,
                        len(line),
                        shown.span,
                    ),
                    budget,
                )
                if other.is_short and len(other.line) < len(best.line):
                    best = other
                break
        return best

    def _reduced(self, cause: Cause, shown: Shown, budget: Budget) -> Shown:
        common, rig = self.common, shown.rig
        fewer = [
            index
            for index, rules in enumerate(common.rules)
            if rules.setup == rig.rules.setup and rules.players < rig.rules.players and rig.origin is None
        ]
        others = [common.rig(index) for index in sorted(fewer, key=lambda index: common.rules[index].players)]
        moves = [rig.engine.parse(text) for text in shown.line]
        if not moves:
            return evolve(shown, is_short=True, shrunk=True)
        key = key_of(cause, shown.parting)
        condition = self._shows(shown.parting, [rig, *others], key, shown.span, shown.game.index)
        reduction = reduce(rig.engine, moves, condition, budget=budget, others=[other.engine for other in others])
        if reduction is None:
            return shown
        return self._shown(shown, reduction, condition, (rig, *others))

    def with_fewer_before(
        self, games: Sequence[tuple[Cause, Shown | None]], doing: Callable[[], None]
    ) -> list[tuple[Cause, Shown | None]]:
        """Where our side took a position over: after fewer moves, with a part of the seconds for short games."""
        common, seconds = self.common, self.common.asked.shrink_seconds
        taken = sum(game is not None and game.rig.origin is not None for _, game in games)
        told: list[tuple[Cause, Shown | None]] = []
        for cause, game in games:
            if game is not None and game.rig.origin is not None and seconds is not None:
                doing()
                seen = partial(self._shows_it_from, game, key_of(cause, game.parting))
                start, fuse = common.rig(game.game.rules), min(_BEFORE * seconds / taken, _BEFORE_AT_MOST)
                shorter = fewer_before(common.session, start, game.rig, game.line, seen, fuse)
                if shorter is not None:
                    game = evolve(game, rig=shorter[0], parting=shorter[1])
            told.append((cause, game))
        return told

    def _shows_it_from(self, game: Shown, key: str, rig: Rig) -> Shows:
        return self._shows(game.parting, [rig], key, game.span, game.game.index)

    @staticmethod
    def _shown(shown: Shown, reduction: Reduction, condition: Shows, rigs: Sequence[Rig]) -> Shown:
        rig = next(known for known in rigs if known.engine is reduction.engine)
        again = condition.parting_in(rig.engine, reduction.moves, positions(rig.engine, reduction.moves))
        if again is None:
            return shown
        line = tuple(map(str, reduction.moves))
        return evolve(shown, rig=rig, line=line, parting=again, is_short=reduction.finished, shrunk=True)


def _length(shown: Shown | None) -> int:
    return 0 if shown is None else len(shown.line)
