"""The engine: which module answers in which phase, who decides, and what the box holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulecheck.reference_engines.contract import CHANCE, OVER, Engine, Outcome, Refused, cites
from rulecheck.reference_engines.puerto_rico import (
    builder,
    captain,
    craftsman,
    drawing,
    gains,
    mayor,
    notation,
    roles,
    scoring,
    settler,
    setup,
    storage,
    trader,
)
from rulecheck.reference_engines.puerto_rico import table as p
from rulecheck.reference_engines.puerto_rico.game import Game
from rulecheck.reference_engines.puerto_rico.moves import Move
from rulecheck.reference_engines.puerto_rico.table import GOODS, TILES, Table

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

CHAPTER: dict[type[p.Phase], ModuleType] = {
    p.Choosing: roles,
    p.Row: settler, p.Hacienda: settler, p.HaciendaDraw: settler, p.Taking: settler, p.Hospice: settler,
    p.Extra: mayor, p.Landing: mayor, p.Placing: mayor,
    p.Building: builder, p.University: builder,
    p.Crafting: craftsman, p.Bonus: craftsman,
    p.Selling: trader,
    p.Loading: captain, p.Storing: storage, p.Keeping: storage,
    p.Gain: gains,
}  # fmt: skip
"""The module that knows the moves of each phase."""

LEGAL: dict[type[p.Phase], Callable[[Game, Table], Sequence[Move]]] = {k: v.moves for k, v in CHAPTER.items()}
EXPLAIN: dict[type[p.Phase], Callable[[Game, Table, Move], Refused]] = {k: v.explain for k, v in CHAPTER.items()}
APPLY: dict[type[p.Phase], Callable[[Game, Table, Move], Table]] = {k: v.apply for k, v in CHAPTER.items()}


class PuertoRico(Engine[Table, Move]):
    """Puerto Rico under one set of rules."""

    game = "puerto_rico"
    inventory_reads = (
        "seats", "supply", "ships", "house", "colonists", "colonist_ship", "removed", "bank", "card_money", "stock",
        "row", "stack", "discard", "quarries", "pool", "beyond", "taken",
    )  # fmt: skip
    """The fields of a position that `inventory` looks at."""

    def __init__(self, rules: Rules) -> None:
        """Make the engine; raises `SpecError` where numbers, readings and data do not fit together."""
        self.rules = rules
        self.g = Game(rules)
        self.seats = self.g.seats
        self._totals = self._count_box()
        self._components = (
            *GOODS, *map(_tile, TILES), *self.g.names, "colonists", "points", "role cards", "doubloons",
        )  # fmt: skip
        self._boards: dict[int, tuple[p.Seat, tuple[int, ...]]] = {}

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

    def turn_of(self, state: Table) -> int:
        """The seat that acts, or for which tiles are drawn."""
        return state.turn

    def legal_moves(self, state: Table) -> Sequence[Move]:
        """All moves open now, in a fixed order."""
        kind = type(state.phase)
        return () if kind is p.Finished else LEGAL[kind](self.g, state)

    def weights(self, state: Table) -> Sequence[int]:
        """Chance's weights for the legal moves."""
        return settler.weights(self.g, state)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        """The clause that forbids a move now."""
        kind = type(state.phase)
        if kind is p.Finished:
            return Refused("end.round", "the game is over")
        if move in LEGAL[kind](self.g, state):
            return None
        return EXPLAIN[kind](self.g, state, move)

    def apply(self, state: Table, move: Move) -> Table:
        """The position after a legal move."""
        return APPLY[type(state.phase)](self.g, state, move)

    @cites("win.most")
    def outcome(self, state: Table) -> Outcome | None:
        """Who won, and everyone's points."""
        return scoring.outcome(self.g, state) if isinstance(state.phase, p.Finished) else None

    @cites(
        "box.roles", "box.buildings", "box.coins", "box.tiles", "box.colonists", "box.goods", "box.ships",
        "box.points", "box.boards", "box.house",
    )  # fmt: skip
    def _count_box(self) -> dict[str, int]:
        g = self.g
        start = setup.start(g)
        found = dict(zip(GOODS, g.goods_total, strict=True))
        found["colonists"] = start.colonists + start.colonist_ship
        if g.money_limited:
            found["doubloons"] = g.money_total
        found |= dict(zip(g.names, g.counts, strict=True))
        for tile, count in zip(TILES, g.tiles_total, strict=True):
            extra = g.start_tiles_extra and tile != "quarry"
            started = sum(seat.tiles[TILES.index(tile)] for seat in start.seats) if extra else 0
            found[_tile(tile)] = count + started
        found["points"] = g.points_total
        found["role cards"] = len(g.roles)
        return found

    def totals(self) -> Mapping[str, int]:
        """How many of each component the set-up provides; points written down are not components."""
        return self._totals

    def inventory(self, state: Table) -> Mapping[str, int]:
        """How many of each component are found."""
        goods = list(map(add, state.supply, state.house))
        for cargo, barrels in state.ships:
            if cargo >= 0:
                goods[cargo] += barrels
        beside = (
            *goods,
            *map(sum, zip(state.row, state.stack, state.discard, strict=True)),
            state.quarries,
            *state.stock,
            state.colonists + state.colonist_ship + state.removed,
            state.pool - state.beyond,
            len(state.taken),
            state.bank + sum(state.card_money),
        )
        columns = zip(beside, *map(self._on_board, state.seats), strict=True)
        found = dict(zip(self._components, map(sum, columns), strict=True))
        if not self.g.money_limited:
            del found["doubloons"]
        return found

    def _on_board(self, seat: p.Seat) -> tuple[int, ...]:
        """What lies before one player, in the order of the components; most moves leave most boards as they are."""
        known = self._boards.get(id(seat))
        if known is not None and known[0] is seat:
            return known[1]
        built = [int(colonists >= 0) for colonists in seat.city]
        found = (*seat.goods, *seat.tiles, *built, scoring.colonists_of(seat), seat.points, 0, seat.money)
        if len(self._boards) > 5000:
            self._boards.clear()
        self._boards[id(seat)] = (seat, found)
        return found

    def all_moves(self) -> Sequence[Move]:
        """Every well-formed move, in a fixed order."""
        return self.g.all_moves()

    def to_json(self, state: Table) -> dict[str, Any]:
        """The whole position in the game's words."""
        return notation.to_json(self.g, state)

    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> Table:
        """The position that such JSON describes."""
        return notation.from_json(self.g, data, tuple(given), partial=partial)

    @cites("captain.secret", "setup.stack")
    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        """What one player sees: others' points are hidden, face-down plantations only counted."""
        return notation.observe(self.g, state, seat)

    def draw(self, state: Table) -> str:
        """The position as text for a terminal."""
        return drawing.draw(self.g, state)


def _tile(tile: str) -> str:
    return "quarries" if tile == "quarry" else f"{tile} plantations"
