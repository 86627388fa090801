"""Which clause each sentence says: by what they have in common, and by the order of both (forward-backward)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

SHARP: Final = 8.0
"""What a likeness of 1 is worth, as a logarithm."""

_STEPS: Final[Mapping[int, float]] = {-3: 0.01, -2: 0.02, -1: 0.04, 0: 0.3, 1: 0.25, 2: 0.08, 3: 0.04, 4: 0.02, 5: 0.01}
"""How often a sentence goes on so many clauses after the one before it."""

_JUMP: Final = 1.0 - sum(_STEPS.values())
"""How often it goes on anywhere."""

NOTHING: Final = 0.2
"""The likeness that a sentence has with no clause at all."""

FEWEST: Final = 0.3
"""How often a clause counts as said at least, when those that are said often are weighed against the others."""


@frozen
class Placement:
    """The clauses that a sentence may say, the likeliest first."""

    number: int
    """Which sentence of the text it is."""
    ranked: tuple[tuple[str, float], ...]
    """Clauses with how sure each is, from 0 to 1; together with `nothing` they make 1."""
    nothing: float
    """How sure it is that it says no clause."""

    @property
    def best(self) -> str:
        """The likeliest clause."""
        return self.ranked[0][0]

    @property
    def sure(self) -> float:
        """How sure that is."""
        return self.ranked[0][1]


def placed(numbers: Sequence[int], scores: Sequence[Mapping[str, float]], clauses: Sequence[str]) -> list[Placement]:
    """For each sentence its clauses, from how much it has in common with each and from its neighbours.

    `scores` has for each sentence the likeness of every clause; `clauses` are in the rulebook's order.  A text says
    each clause about once: one that many sentences seem to say is less likely in each of them.
    """
    emitted = [[math.exp(SHARP * row[clause]) for clause in clauses] for row in scores]
    share = min(1.0, len(numbers) / len(clauses))  # of an excerpt nobody knows how often it says a clause
    often = [max(sum(column), FEWEST) for column in zip(*(chances for chances, _ in _joint(emitted)), strict=True)]
    weights = [1 / math.sqrt(1 + (count - 1) * share) for count in often]
    evened = [[own * weight for own, weight in zip(row, weights, strict=True)] for row in emitted]
    answer = []
    for number, (chances, none) in zip(numbers, _joint(evened), strict=True):
        ranked = sorted(zip(clauses, chances, strict=True), key=lambda pair: -pair[1])[:5]
        answer.append(Placement(number, tuple(ranked), none))
    return answer


def _joint(emitted: Sequence[Sequence[float]]) -> list[tuple[list[float], float]]:
    """For each sentence the chance of every clause, and that it says none, with all its neighbours in view."""
    null = math.exp(SHARP * NOTHING)
    weights = [_scaled([own + null for own in row]) for row in emitted]
    ahead = _passed(weights)
    behind = _passed(weights[::-1], turned=True)[::-1]
    answer = []
    for row, before, after in zip(emitted, ahead, behind, strict=True):
        joint = _scaled([b * a / (own + null) for b, a, own in zip(before, after, row, strict=True)])
        # `before` and `after` both hold the sentence's own weight: it is taken out once above
        chances = [share * own for share, own in zip(joint, row, strict=True)]
        none = sum(joint) * null
        whole = sum(chances) + none
        answer.append(([chance / whole for chance in chances], none / whole))
    return answer


def _passed(weights: Sequence[Sequence[float]], *, turned: bool = False) -> list[list[float]]:
    """The chance of each clause at each sentence, by all sentences up to it."""
    width = len(weights[0]) if weights else 0
    steps = [(-step if turned else step, share) for step, share in _STEPS.items()]
    rows: list[list[float]] = []
    for own in weights:
        if not rows:
            rows.append(_scaled(list(own)))
            continue
        before = rows[-1]
        spread = [_JUMP / width] * width
        for step, share in steps:
            for at in range(max(0, -step), min(width, width - step)):
                spread[at + step] += share * before[at]
        rows.append(_scaled([a * b for a, b in zip(spread, own, strict=True)]))
    return rows


def _scaled(row: list[float]) -> list[float]:
    whole = sum(row)
    return [value / whole for value in row] if whole > 0 else row
