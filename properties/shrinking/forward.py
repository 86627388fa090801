"""Shorter games looked for forward: players who have learnt from the games that show the fault play new ones.

A few of the shortest games known are kept.  New ones begin like one of them, or at the start, and go on with each
move as likely as those games took it where it was open: nobody tells the players what the fault needs, they learn it
from what the games have in common.  Dice and cards are chosen in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.shrinking.replayer import Line, Replayer, Spent

KEPT: Final = 12
"""So many of the shortest games teach."""
LESSON: Final = 25
"""After so many games the players learn again."""
FROM_START: Final = 0.3
"""This share of the games begins at the start; the others like a game that is kept."""
IDLE: Final = 400
"""After so many games of which none was shorter the search is over."""
UNTRIED: Final = 0.3
"""So often a move is taken to have been chosen besides, so that none is ever out of the question."""


@frozen
class _Game:
    """A game that shows the fault, and how often it took each move that was open."""

    line: Line
    chosen: Counter[Any]
    offered: Counter[Any]

    def __len__(self) -> int:
        return len(self.line)


@define
class Forward:
    """A search forward from the start; every game found shows the fault and is no longer than those before."""

    work: Replayer
    rng: Random
    games: list[_Game] = field(factory=list)
    """The shortest first."""
    likely: dict[Any, float] = field(factory=dict)

    def search(self, steps: int) -> Line:
        """The shortest game found with so many steps of the budget, the one it began with if none is shorter."""
        budget = self.work.budget
        end, idle, played = min(budget.steps, budget.used + steps), 0, 0
        self._keep(self.work.best)
        while budget.used < end and idle < IDLE and len(self.games[0]) > 1:
            if budget.spent:
                raise Spent
            if played % LESSON == 0:
                self._learn()
            played += 1
            idle = 0 if self._try() else idle + 1
        return self.games[0].line

    def _try(self) -> bool:
        """One game; whether it was kept."""
        model = self.games[int(len(self.games) * self.rng.random() ** 2)].line
        keep = 0 if self.rng.random() < FROM_START else int(len(model) * self.rng.random())
        is_full = len(self.games) in (1, KEPT)
        line = self.work.replay(model, keep, self.player(), limit=len(self.games[-1]) - is_full)
        return line is not None and self._keep(line)

    def player(self) -> Callable[[Any], Any]:
        """Who chooses each move; None where there is none."""
        engine, budget, choices, likely = self.work.engine, self.work.budget, self.rng.choices, self.likely

        def choose(state: Any) -> Any:
            legal = engine.legal_moves(state)
            budget.used += 1
            if len(legal) < 2:
                return legal[0] if legal else None
            return choices(legal, [likely.get(move, UNTRIED) for move in legal])[0]

        return choose

    def _keep(self, line: Line) -> bool:
        """Keep a game if it is among the shortest and new."""
        if any(line.moves == game.line.moves for game in self.games):
            return False
        chosen: Counter[Any] = Counter()
        offered: Counter[Any] = Counter()
        for state, move in zip(line.states, line.moves, strict=False):
            legal = self.work.engine.legal_moves(state)
            if len(legal) > 1:
                chosen[move] += 1
                offered.update(legal)
        self.work.budget.used += len(line)
        self.games.append(_Game(line, chosen, offered))
        self.games.sort(key=len)
        del self.games[KEPT:]
        return True

    def _learn(self) -> None:
        """How likely each move is to be chosen where it is open."""
        chosen: Counter[Any] = Counter()
        offered: Counter[Any] = Counter()
        for game in self.games:
            chosen.update(game.chosen)
            offered.update(game.offered)
        self.likely.clear()
        self.likely.update({move: (chosen[move] + UNTRIED) / (often + 1) for move, often in offered.items()})
