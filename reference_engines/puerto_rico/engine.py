"""The engine: which module answers in which phase, who decides, and what the box holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from types import ModuleType
from typing import Any, Final

from rulecheck.reference_engines.contract import (
    CHANCE,
    OVER,
    PACKED_BITS,
    Outcome,
    Refused,
    Tally,
    cites,
    known,
    packed,
)
from rulecheck.reference_engines.phased import Phased
from rulecheck.reference_engines.puerto_rico import (
    builder,
    captain,
    craftsman,
    drawing,
    gains,
    mayor,
    notation,
    roles,
    rounds,
    scoring,
    settler,
    setup,
    storage,
    trader,
)
from rulecheck.reference_engines.puerto_rico import table as p
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Move
from rulecheck.reference_engines.puerto_rico.table import GOODS, QUARRY, TILES, Table

CHAPTER: dict[type[p.Phase], ModuleType] = {
    p.Choosing: roles,
    p.Row: settler, p.Hacienda: settler, p.HaciendaDraw: settler, p.Taking: settler, p.Hospice: settler,
    p.Extra: mayor, p.Landing: mayor, p.Placing: mayor, p.Refilling: mayor,
    p.Building: builder, p.University: builder,
    p.Crafting: craftsman, p.Bonus: craftsman,
    p.Selling: trader,
    p.Loading: captain, p.Storing: storage, p.Keeping: storage,
    p.Gain: gains,
    p.Funding: rounds,
}  # fmt: skip
"""The module that knows the moves of each phase."""


class PuertoRico(
    Phased[Kit, Table, Move],
    kit=Kit,
    notation=notation,
    drawing=drawing,
    chapters=CHAPTER,
    finished=p.Finished,
    over=Refused("end.round", "the game is over"),
):
    """Puerto Rico under one set of rules."""

    game = "puerto_rico"

    def start(self) -> Table:
        """The table before the first plantation is turned up."""
        return setup.start(self.g)

    def named_starts(self) -> Mapping[str, Callable[[], Table]]:
        """`begin`, `ready` (the first choice), the first seat's decision in each phase, and `last choice` of a game."""
        return {"begin": self.start} | notation.starts(self.g)

    def actor(self, state: Table) -> int:
        """Whose decision it is."""
        kind = type(state.phase)
        if kind is p.Row or kind is p.HaciendaDraw:
            return CHANCE
        return OVER if kind is p.Finished else state.turn

    def weights(self, state: Table) -> Sequence[int]:
        """Chance's weights for the legal moves."""
        return settler.weights(self.g, state)

    @cites("win.most")
    def outcome(self, state: Table) -> Outcome | None:
        """Who won, and everyone's points."""
        return scoring.outcome(self.g, state) if isinstance(state.phase, p.Finished) else None

    @cites("box.roles", "box.buildings", "box.coins", "box.tiles", "box.colonists", "box.goods", "box.points")
    def _count_box(self) -> dict[str, int]:
        """How many of each component the set-up provides; points written down are not components."""
        g = self.g
        start = setup.start(g)
        box = dict(zip(GOODS, g.goods_total, strict=True))
        box["colonists"] = start.colonists + start.colonist_ship
        if g.money_limited:
            box["doubloons"] = g.money_total
        box |= dict(zip(g.names, g.counts, strict=True))
        for tile, count in zip(TILES, g.tiles_total, strict=True):
            extra = g.start_tiles_extra and tile != "quarry"
            started = sum(seat.tiles[TILES.index(tile)] for seat in start.seats) if extra else 0
            box[_tile(tile)] = count + started
        box["points"] = g.points_total
        box["role cards"] = len(g.roles)
        return box

    def _groups(self) -> tuple[Tally, ...]:
        colonists = ("seats.tilled", "seats.city", "seats.san_juan", "colonists", "colonist_ship", "removed")
        stock = known(packed)
        groups = [
            Tally(
                GOODS, ("seats.goods", "supply", "house", "ships"), _goods,
                "seats", lambda seat: _in_one(seat.goods), packed=True, clauses=("box.goods",),
            ),
            Tally(
                tuple(map(_tile, TILES)), ("seats.tiles", "row", "stack", "discard", "quarries"), _tiles,
                "seats", _island, packed=True, clauses=("box.tiles",),
            ),
            Tally(
                self.g.names, ("seats.city", "stock"), lambda t: stock(t.stock), "seats", _standing, packed=True,
                clauses=("box.buildings",),
            ),
            Tally(
                ("colonists",), colonists, lambda t: t.colonists + t.colonist_ship + t.removed,
                "seats", scoring.colonists_of, packed=True, clauses=("box.colonists",),
            ),
            Tally(
                ("points",), ("seats.points", "pool", "beyond"), lambda t: t.pool - t.beyond,
                "seats", attrgetter("points"), packed=True, clauses=("box.points",),
            ),
            Tally(("role cards",), ("taken",), lambda t: len(t.taken), packed=True, clauses=("box.roles",)),
        ]  # fmt: skip
        if self.g.money_limited:
            money = ("seats.money", "bank", "card_money")
            groups.append(
                Tally(
                    ("doubloons",), money, _doubloons, "seats", attrgetter("money"), packed=True, clauses=("box.coins",)
                )
            )
        return tuple(groups)

    @cites("captain.secret", "setup.stack")
    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        """What one player sees: others' points are hidden, face-down plantations only counted."""
        return notation.observe(self.g, state, seat)


def _tile(tile: str) -> str:
    return "quarries" if tile == "quarry" else f"{tile} plantations"


_SECOND, _THIRD, _FOURTH, _FIFTH = [PACKED_BITS * k for k in range(1, 5)]


def _in_one(counts: Sequence[int]) -> int:
    """What `packed` answers for five counts."""
    a, b, c, d, e = counts
    return a + (b << _SECOND) + (c << _THIRD) + (d << _FOURTH) + (e << _FIFTH)


def _goods(t: Table) -> int:
    packed_total = _in_one(t.supply) + _in_one(t.house)
    for cargo, barrels in t.ships:
        if cargo >= 0:
            packed_total += barrels << PACKED_BITS * cargo
    return packed_total


def _tiles(t: Table) -> int:
    return _in_one(t.row) + _in_one(t.stack) + _in_one(t.discard) + (t.quarries << 5 * PACKED_BITS)


def _island(seat: p.Seat) -> int:
    return _in_one(seat.tiles[:5]) + (seat.tiles[QUARRY] << 5 * PACKED_BITS)


_EACH: Final = [1 << PACKED_BITS * k for k in range(64)]
"""One of each kind of building, in one number."""


def _standing(seat: p.Seat) -> int:
    return sum([unit for unit, colonists in zip(_EACH, seat.city, strict=False) if colonists >= 0])


def _doubloons(t: Table) -> int:
    return t.bank + sum(t.card_money)
