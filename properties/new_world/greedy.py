"""A player that plays to win: it lays and settles where its own settlers gain most over those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.new_world.table import Feature, Placing, Settling, Table
from rulecheck.spec.new_world.tiles import PLAIN, TOWN

Moves = Sequence[Any]

LOOKS: Final = 12
"""How many of the ways to lay a tile it looks at."""
OPEN: Final = 0.6
"""How much of the points of something that is not complete yet counts."""
OTHERS: Final = 0.5
"""How much of what another player gains counts against a move."""
SETTLER: Final = 2.5
"""What a settler is worth that stays in the supply, by how few are left."""
TASTE: Final = 0.2
"""How far a player's judgement strays by chance: games between the same players differ."""


class Greedy:
    """Looks one move ahead, and at what is on the land then."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        if len(legal) == 1:
            return legal[0]
        if not isinstance(t.phase, Placing | Settling):
            return legal[int(rng.random() * len(legal))]
        some = legal if len(legal) <= LOOKS else rng.sample(list(legal), LOOKS)
        me = t.turn
        return max(some, key=lambda move: self.value(me, engine.apply(t, move)) + TASTE * rng.random())

    def value(self, me: int, after: Table) -> float:
        """What a player has, and is about to have, less a part of the others'."""
        value = after.scores[me] - OTHERS * (sum(after.scores) - after.scores[me]) / max(1, len(after.scores) - 1)
        value -= SETTLER * (1.5 if after.supply[me] == 0 else 1.0 / (1 + after.supply[me]))
        land = after.land
        for number, settlers in after.on.items():
            if number < 0:
                worth = 9.0 if land.farms[-number] >= 8 else 0.6 * land.farms[-number]
            else:
                worth = self.worth(land.features[number])
            mine, others = 0, [0] * len(after.scores)
            for settler in settlers:
                if settler & 7 == me:
                    mine += 1
                else:
                    others[settler & 7] += 1
            most = max(others)
            if mine and mine >= most:
                value += worth
            if most and most >= mine:
                value -= OTHERS * worth
        return value

    def worth(self, feature: Feature) -> float:
        """What a feature brings, complete or as it lies."""
        if feature.kind == PLAIN:
            return 0.8 * feature.marks
        each = 2 if feature.kind == TOWN else 1
        points = each * len(feature.cells) + 2 * feature.marks
        if not feature.open:
            return points + 2.0
        return OPEN * points - 0.25 * max(0, feature.open - 1)
