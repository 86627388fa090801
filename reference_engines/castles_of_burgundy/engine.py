"""The engine: which module answers in which phase, who decides, and what the box holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import actions, drawing, notation, rounds, scoring, setup, turn
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import Move
from rulecheck.reference_engines.castles_of_burgundy.table import Table
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
from rulecheck.reference_engines.phased import Chapter, Phased
from rulecheck.spec.castles_of_burgundy.board import GOODS

CHAPTER: Final[dict[type[b.Phase], ModuleType | Chapter[Kit, Table, Move]]] = {
    b.Dealing: setup, b.Siding: setup, b.Founding: setup, b.StartGoods: setup,
    b.Filling: rounds, b.Rolling: rounds, b.WhiteDie: rounds,
    b.Turn: turn,
    b.Acting: actions,
    b.Discarding: Chapter(turn.discarding_moves, turn.discarding_explain, turn.discarding_apply),
    b.Paying: Chapter(turn.paying_moves, turn.paying_explain, turn.paying_apply),
    b.Fetching: Chapter(actions.fetching_moves, actions.fetching_explain, actions.fetching_apply),
    b.Warehouse: Chapter(actions.warehouse_moves, actions.warehouse_explain, actions.warehouse_apply),
    b.CityHall: Chapter(actions.hall_moves, actions.hall_explain, actions.hall_apply),
    b.Cargo: Chapter(actions.cargo_moves, actions.cargo_explain, actions.cargo_apply),
    b.Stowing: Chapter(actions.stowing_moves, actions.stowing_explain, actions.stowing_apply),
}  # fmt: skip
"""Who knows the moves of each phase."""

BY_CHANCE = frozenset((b.Dealing, b.StartGoods, b.Filling, b.Rolling, b.WhiteDie))


class CastlesOfBurgundy(
    Phased[Kit, Table, Move],
    kit=Kit,
    notation=notation,
    drawing=drawing,
    chapters=CHAPTER,
    finished=b.Finished,
    over=Refused("end.game", "the game is over"),
):
    """The Castles of Burgundy under one set of rules."""

    game = "castles_of_burgundy"

    def start(self) -> Table:
        """The table before the first good is drawn."""
        return setup.start(self.g)

    def named_starts(self) -> Mapping[str, Callable[[], Table]]:
        """`begin`, `dealt` (the first goods), `ready` (the first turn), `turn` (on a bare table), `last decision`."""
        g = self.g
        return {
            "begin": self.start,
            "dealt": lambda: setup.dealt(g),
            "ready": lambda: setup.ready(g),
            "turn": lambda: setup.bare(g),
            "last decision": lambda: setup.last_decision(g),
        }

    def actor(self, state: Table) -> int:
        """Whose decision it is."""
        kind = type(state.phase)
        if kind in BY_CHANCE:
            return CHANCE
        return OVER if kind is b.Finished else state.turn

    def weights(self, state: Table) -> Sequence[int]:
        """Chance's weights for the legal moves."""
        kind = type(state.phase)
        if kind is b.Rolling:
            return self.g.roll_weights
        if kind is b.Filling:
            return rounds.weights(self.g, state)
        return (1,) * 6 if kind is b.WhiteDie else setup.weights(self.g, state)

    @cites("win.most")
    def outcome(self, state: Table) -> Outcome | None:
        """Who won, and everyone's points."""
        return scoring.outcome(self.g, state) if isinstance(state.phase, b.Finished) else None

    @cites("box.tiles", "box.black-backs", "box.goods", "box.bonus")
    def _count_box(self) -> dict[str, int]:
        """How many of each component the box provides; silver and workers are unlimited."""
        g = self.g
        box = dict(zip(g.names, g.total, strict=True)) if g.limited else {}
        box |= {f"{good} goods": g.goods_each for good in GOODS}
        colours = len(g.first_of)
        return box | {"large bonus tiles": colours, "small bonus tiles": colours}

    def _groups(self) -> tuple[Tally, ...]:
        g = self.g
        goods = ("seats.goods", "seats.sold", "goods_stack", "goods_box", "goods", "offered")
        held = lru_cache(maxsize=4096)(packed)  # few of all possible counts come again and again
        lying = laid_of(len(GOODS))
        groups = [
            Tally(
                tuple(f"{good} goods" for good in GOODS), goods,
                lambda t: held(t.goods_stack) + held(t.goods_box) + sum(map(lying, t.goods), lying(t.offered)),
                "seats", lambda seat: held(seat.goods) + held(seat.sold), packed=True, clauses=("box.goods",),
            ),
            Tally(
                ("large bonus tiles", "small bonus tiles"), ("seats.large", "seats.small", "large", "small"),
                lambda t: (t.large.bit_count(), t.small.bit_count()),
                "seats", lambda seat: (seat.large.bit_count(), seat.small.bit_count()),
                clauses=("box.bonus",),
            ),
        ]  # fmt: skip
        if g.limited:
            tiles = ("seats.estate", "seats.storage", "depots", "black", "held", "stack", "black_stack", "box")
            laid = laid_of(len(g.names))
            stack, black, box = known(packed), known(packed), known(packed)
            depots = known(lambda depots: sum(map(laid, depots)))

            def before(seat: b.Seat) -> int:
                return laid(seat.estate) + laid(seat.storage)

            def beside(t: Table) -> int:
                in_stacks = stack(t.stack) + black(t.black_stack) + box(t.box)
                return in_stacks + depots(t.depots) + laid(t.black) + laid((t.held,))

            groups.append(
                Tally(g.names, tiles, beside, "seats", before, packed=True, clauses=("box.tiles", "box.black-backs"))
            )
        return tuple(groups)

    @cites("setup.stacks", "setup.goods-stacks", "sell.look", "expert.secret")
    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        """What one player sees: stacks are only counted, boards hidden while they are chosen in secret."""
        return notation.observe(self.g, state, seat)


def laid_of(kinds: int) -> Callable[[tuple[int, ...]], int]:
    """A function that counts tiles or goods that lie somewhere, in one number; an empty space, -1, counts nothing."""
    unit_of = (*[1 << PACKED_BITS * kind for kind in range(kinds)], 0).__getitem__

    @lru_cache(maxsize=4096)
    def laid(there: tuple[int, ...]) -> int:
        return sum(map(unit_of, there))  # most of them lay there before: one place changes at a time

    return laid
