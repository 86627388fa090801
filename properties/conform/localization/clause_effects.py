"""Which clauses change which parts of a position, learnt from our own games: what differs is owed to one that does.

Clauses are carried out together, so each change is put down to as few of them as can account for all changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from attrs import frozen

from rulecheck.properties.conform.lockstep.divergence import carried_out
from rulecheck.properties.conform.lockstep.engine_context import OwnGame
from rulecheck.properties.conform.lockstep.observation import differences
from rulecheck.properties.conform.protocol.messages import kind_of_move

_STEPS: Final = 1_200
"""Moves that are looked at as they come: more tell little more."""
_MORE: Final = 1_200
"""Moves that are looked at besides, of kinds that were looked at so often at most."""
_SELDOM: Final = 8
_SURELY: Final = 0.9
"""Of the times that it is carried out, the part in which a clause has to change something to be what brings it,"""
_OFTEN: Final = 3
"""and how often it has to."""
_MOST: Final = 8
"""Clauses that the changes of one part are put down to at most, besides what is special cases of them."""


@frozen
class _Step:
    """What a move of our own games brought."""

    kind: str
    clauses: frozenset[str]
    parts: frozenset[str]
    """Those that it changed."""


class Effects:
    """What was carried out in the steps of some games, and the parts that changed with it."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._met: Counter[tuple[str, frozenset[str]]] = Counter()
        self._known: dict[str, Mapping[str, float]] = {}
        self._brought: dict[tuple[frozenset[str], str], str | None] = {}

    def learn(self, game: OwnGame) -> None:
        """Look at what each move of a game changes; once there are enough of those, at what is seldom met."""
        engine = game.context.engine
        for text, before, after in zip(game.line, game.states, game.states[1:], strict=False):
            kind, clauses = kind_of_move(text), frozenset(carried_out(after.events))
            many = len(self._steps)
            if many < _STEPS or (many < _STEPS + _MORE and self._met[kind, clauses] < _SELDOM):
                self._met[kind, clauses] += 1
                changed = differences(engine.to_json(before), engine.to_json(after))
                self._steps.append(_Step(kind, clauses, frozenset(difference.part for difference in changed)))
        self._known.clear()
        self._brought.clear()

    def of(self, part: str) -> Mapping[str, float]:
        """For each clause that changes a part, from 0 to 1 how surely it does."""
        known = self._known.get(part)
        if known is None:
            known = self._known[part] = self._shares_of(part)
        return known

    def brings(self, parts: Collection[str], after: str) -> str | None:
        """The clause that changes all these parts after moves of a kind: wherever it is carried out, and no other."""
        key = frozenset(parts), after
        if key not in self._brought:
            self._brought[key] = self._bringing(*key)
        return self._brought[key]

    def _bringing(self, parts: frozenset[str], after: str) -> str | None:
        steps = [step for step in self._steps if step.kind == after]
        changing = [step for step in steps if step.parts >= parts]
        changed = Counter(clause for step in changing for clause in step.clauses)
        at_work = Counter(clause for step in steps for clause in step.clauses)
        least = max(_OFTEN, _SURELY * len(changing))
        surely = (clause for clause, many in changed.items() if many >= max(least, _SURELY * at_work[clause]))
        return min(surely, default=None)

    def _shares_of(self, part: str) -> Mapping[str, float]:
        left = [(step.clauses, part in step.parts) for step in self._steps[:_STEPS]]  # as often as in a game
        shares: dict[str, float] = {}
        rounds = 0
        while rounds < _MOST and any(changed for _, changed in left):
            at_work = Counter(clause for clauses, _ in left for clause in clauses)
            changing = Counter(clause for clauses, changed in left if changed for clause in clauses)
            if not changing:
                break
            # one that is at work in many changes, and in little else
            best = max(sorted(changing), key=lambda clause: changing[clause] ** 2 / at_work[clause])
            # what is carried out only together with it may be what does it then: a special case of a general clause
            together = Counter(clause for clauses, _ in left if best in clauses for clause in clauses)
            for clause, times in together.items():
                if times == at_work[clause]:
                    shares.setdefault(clause, changing[clause] / times)
            rounds += 1
            left = [(clauses, changed and best not in clauses) for clauses, changed in left]
        return shares
