"""All kinds of positions in the middle of a turn: every phase with everything that its rules look at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import FETCHES, Kit
from rulecheck.reference_engines.castles_of_burgundy.table import Phase, Seat, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.solvers.refutation import AnyEngine, position

STORED: Final = (
    (), ("bank",), ("ship", "castle"), ("warehouse", "city hall", "carpenter"), ("market", "church", "castle"),
)  # fmt: skip
"""Storages: empty, with room, and full; everything that lets its owner decide something is among them."""

LYING: Final = ((), ((1, "bank"), (2, "castle"), (5, "ship"), (6, "mine")))
"""What lies in the numbered depots."""

BLACK: Final = ((), ("cow 2",))

CARGO: Final[tuple[dict[int, tuple[int, ...]], ...]] = ({}, {1: (0,)}, {1: (0, 1, 2), 2: (3, 4), 6: (1, 5)})
"""Goods in the depots: none, one, and more kinds than a player has room for."""

HELD: Final = ((0, 0, 0, 0, 0, 0), (2, 0, 0, 1, 0, 0), (1, 1, 0, 0, 0, 1))
"""Goods of a player: none, with room for another kind, and of three kinds."""

KNOWN: Final = ((), (4, 5), (6, 8, 13), (5, 6, 14))
"""Knowledge tiles that open or bring something during a turn."""

PURSE: Final = ((0, False), (1, False), (2, False), (2, True))
"""Silver, and whether the player has bought."""


def phases(g: Kit) -> Iterator[tuple[Phase, int]]:
    """Each phase in which a player decides during a turn, and the tile in hand."""
    yield b.TURN, b.EMPTY
    yield from ((b.ACTING[die], b.EMPTY) for die in (0, 1))
    yield from ((g.fetching[building], b.EMPTY) for building in FETCHES)
    yield b.WAREHOUSE, b.EMPTY
    yield b.CITY_HALL, b.EMPTY
    yield from ((b.CARGO[first], b.EMPTY) for first in (0, 1, 2))
    yield from ((b.Stowing(1, second), b.EMPTY) for second in (False, True))
    if g.together:
        yield b.Stowing(1, second=True, first=2), b.EMPTY
    yield b.Discarding(b.TURN), g.mine
    if g.buy_always:
        yield from ((b.Discarding(after), g.mine) for after in (b.ACTING[3], b.CITY_HALL, b.CARGO[2]))
    if g.later:
        yield from ((b.Paying(left, b.TURN), g.mine) for left in (1, 2))


def may_stand(g: Kit, t: Table) -> bool:
    """Whether a position is one of those that the rules speak of: what each phase takes for granted is there."""
    seat, phase = t.seats[t.turn], t.phase
    if isinstance(phase, b.Turn):
        return bool(t.dice[t.turn]) or can_buy(g, t)
    if isinstance(phase, b.Paying):
        return seat.silver > 0 and seat.workers > 0 and t.held >= 0
    if isinstance(phase, b.Discarding):
        return len(seat.storage) == g.room and t.held >= 0
    if isinstance(phase, b.Stowing):
        kinds = sum(count > 0 for count in seat.goods)
        return kinds < g.goods_room and any(
            not seat.goods[good] for depot in {phase.depot, phase.first} - {0} for good in t.goods[depot - 1]
        )
    return len(seat.storage) <= g.room and sum(count > 0 for count in seat.goods) <= g.goods_room


def can_buy(g: Kit, t: Table) -> bool:
    """Whether the acting player could still buy, by the text: once, for two silver, a tile that lies there."""
    seat = t.seats[t.turn]
    there = bool(t.black) or (bool(seat.knowledge >> 6 & 1) and any(t.depots))
    return not t.bought and seat.silver >= g.price and there


def seats(engine: AnyEngine) -> Iterator[Seat]:
    """The acting player's board with each set of knowledge tiles."""
    for tiles in KNOWN:
        estate = {"19": "castle"} | {
            space: f"knowledge {k}" for space, k in zip(("13", "8", "31"), tiles, strict=False)
        }
        table: Table = position(engine, "turn", {"players.anna.estate": estate})
        yield table.seats[0]


def all_positions(engine: AnyEngine, every: int = 1) -> Iterator[Table]:
    """Every combination of what the rules of a turn look at that may stand, as an engine position.

    Goods count only where a ship may be laid or goods be sold. With `every` only one in so many combinations.
    """
    g: Kit = engine.g  # type: ignore[attr-defined]
    base: Table = engine.named_start("turn")
    nth = 0
    for (phase, held), seat, stored, (silver, bought) in product(phases(g), seats(engine), STORED, PURSE):
        storage = tuple(sorted(g.tile_number[name] for name in stored))
        sails = isinstance(phase, b.Acting | b.CityHall | b.Cargo | b.Stowing)
        cargoes = CARGO if sails else CARGO[:1]
        holds = HELD if sails or phase is b.WAREHOUSE else HELD[:1]
        for lying, black, cargo, goods, dice in product(LYING, BLACK, cargoes, holds, ((), (3,))):
            nth += 1
            if nth % every:
                continue
            mine = changed(seat, storage=storage, silver=silver, goods=goods, workers=1)
            t = changed(
                base, phase=phase, held=held, bought=bought, seats=replaced(base.seats, 0, mine),
                dice=(dice, *base.dice[1:]), black=tuple(g.tile_number[name] for name in black),
                depots=depots(g, lying), goods=tuple(cargo.get(d, ()) for d in range(1, 7)),
            )  # fmt: skip
            if may_stand(g, t):
                yield t


def depots(g: Kit, lying: Any) -> tuple[b.Tiles, ...]:
    """The numbered depots with these tiles."""
    return tuple(tuple(g.tile_number[name] for depot, name in lying if depot == d) for d in range(1, 7))
