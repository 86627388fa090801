"""A player that plays to win: it values each action in points, and takes the best that its dice and workers allow.

What a tile brings is what its region brings, as far as the tile completes it, and what the tile itself does.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.castles_of_burgundy.facts import (
    ANIMALS,
    BUILDING,
    CASTLE,
    KNOWLEDGE,
    MINE,
    SHIP,
    Facts,
    facts,
)
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import Engine

Moves = Sequence[Any]

WORKER: Final = 0.6
"""What a worker is worth, in points."""
SILVER: Final = 1.2
"""What a silver is worth."""
AHEAD: Final = 0.55
"""How much of what a tile will bring counts when it is only taken."""
TASTE: Final = 0.2
"""How far a player's judgement strays by chance: games between the same players differ."""
BUILDINGS: Final = {
    "watchtower": 4.0, "city hall": 4.0, "carpenter": 3.0, "church": 3.0, "market": 3.0, "boarding house": 2.4,
    "bank": 2.4, "warehouse": 1.5,
}  # fmt: skip
"""What a building does when it is placed."""


class Greedy:
    """Looks at what each die can do, also when it is changed, and does the best."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        f = facts(engine)
        return max(legal, key=lambda move: self.gain(engine, f, t, move) + TASTE * rng.random())

    def gain(self, engine: Engine[Any, Any], f: Facts, t: Table, move: Any) -> float:
        """What a move brings, in points."""
        match move:
            case m.Use():
                return self.best(engine, f, engine.apply(t, move), t.turn)
            case m.Shift(die, by):
                now = engine.apply(t, move)
                uses = [use for use in engine.legal_moves(now) if type(use) is m.Use]
                before = self.best(engine, f, engine.apply(t, f.use[die]), t.turn)
                after = max((self.best(engine, f, engine.apply(now, use), t.turn) for use in uses), default=0.0)
                return after - WORKER * abs(by) if after > before + WORKER * abs(by) else -1.0
        return self.action(f, t, move)

    def best(self, engine: Engine[Any, Any], f: Facts, t: Table, who: int) -> float:
        """What the best action with a die brings."""
        if t.turn != who or engine.actor(t) != who:
            return 0.0
        return max([self.action(f, t, move) for move in engine.legal_moves(t)])

    def action(self, f: Facts, t: Table, move: Any) -> float:
        """What an action brings."""
        seat = t.seats[t.turn]
        match move:
            case m.Place(tile, space):
                return 1.0 + self.placed(f, t, seat, f.kind[tile], space - 1)
            case m.Take(tile):
                return AHEAD * self.wanted(f, t, seat, f.kind[tile])
            case m.Buy(tile):
                return AHEAD * self.wanted(f, t, seat, f.kind[tile]) - SILVER * f.price
            case m.Sell(good):
                return 1.0 + f.sell_points * seat.goods[f.good[good]]
            case m.Discard(tile):
                return -self.wanted(f, t, seat, f.kind[tile])
            case m.Goods(depot):
                return 1.0 * len(t.goods[depot - 1])
            case m.TakeWorkers():
                return WORKER * f.workers_taken
            case m.Keep(good):
                return float(seat.goods[f.good[good]])
        return 0.0

    def wanted(self, f: Facts, t: Table, seat: Seat, kind: int) -> float:
        """What a tile brings at its best place; little when the storage holds many already."""
        many = f.colour[kind] != BUILDING or seat.knowledge & 2
        spaces = [
            space
            for space in f.cells[seat.board][f.colour[kind]]
            if not seat.filled >> space & 1 and (many or not f.stands_in_city(seat, kind, space))
        ]
        alike = sum([f.colour[other] == f.colour[kind] for other in seat.storage])
        if len(spaces) <= alike:
            return 0.0
        near = [space for space in spaces if seat.frontier >> space & 1]
        best = max([self.placed(f, t, seat, kind, space) for space in near or spaces])
        return best * (1.0 if near else 0.5) * (0.35 if len(seat.storage) >= f.room else 1.0)

    def placed(self, f: Facts, t: Table, seat: Seat, kind: int, space: int) -> float:
        """What a tile brings on a space: by its region, and by what it does."""
        region = f.region[seat.board][space]
        size, filled = region.bit_count(), (region & seat.filled).bit_count() + 1
        full = f.for_size[size] + f.for_phase[t.letter]
        part = float(full) if filled == size else 0.5 * full * (filled / size) ** 1.5
        return part + self.does(f, t, seat, kind, region)

    def does(self, f: Facts, t: Table, seat: Seat, kind: int, region: int) -> float:
        """What a tile does beside filling its space."""
        colour, left = f.colour[kind], f.phases - t.letter
        if colour == CASTLE:
            return 3.5
        if colour == MINE:
            return SILVER * f.mine_silver * left
        if colour == SHIP:
            return 2.5
        if colour == KNOWLEDGE:
            number = f.knowledge[kind]
            return float(f.worth(seat, number) + left) if number >= 15 else 1.0 + 0.6 * left
        if colour == ANIMALS:
            alike = [f.animals[k] for here, k in enumerate(seat.estate) if k >= 0 and region >> here & 1
                     and f.species[k] == f.species[kind]]  # fmt: skip
            return float(f.animals[kind] + sum(alike))
        return BUILDINGS.get(f.names[kind], 2.0)
