"""Vineyards: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Cargo, Finished, Rolling, Stowing, Table, Turn
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

BUYS_EVERYWHERE = 1 << 6
"""Knowledge tile 6, as a seat has it."""


@planted("setup.goods", sort="supply", shows="turn state")
class TwoGoodsAtTheStart(CastlesOfBurgundy):
    """Everybody begins with two goods."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_goods -= 1


@planted("knowledge.6", "purchase.once", sort="option", shows="lists")
class EverybodyBuysFromTheDepots(CastlesOfBurgundy):
    """The tiles of the numbered depots can be bought like those of the black one, also without knowledge tile 6."""

    def _knowing(self, state: Table) -> Table:
        if not isinstance(state.phase, Turn):
            return state
        seat = state.seats[state.turn]
        seat = changed(seat, knowledge=seat.knowledge | BUYS_EVERYWHERE)
        return changed(state, seats=replaced(state.seats, state.turn, seat))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._knowing(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._knowing(state), move)


@planted("worker.change", sort="option", shows="misses")
class WorkersOnlyAdd(CastlesOfBurgundy):
    """A worker makes the number of a die higher, never lower."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not _is_lowering(move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Turn) and _is_lowering(move):
            return Refused("worker.change", "a worker adds to a die")
        return super().refusal(state, move)


def _is_lowering(move: Move) -> bool:
    return isinstance(move, m.Shift) and move.by < 0


@planted("region.size", sort="price", shows="state")
class RegionsScoreOneSizeLess(CastlesOfBurgundy):
    """A region of one space brings nothing for its size, one of two spaces a point, and so on."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.size_points = (0, *self.g.size_points[:-1])


@planted("ship.left", sort="supply", shows="state")
class GoodsWithoutRoomAreLost(CastlesOfBurgundy):
    """Goods for which the owner of a ship has no room leave the game instead of staying in their depot."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if isinstance(after.phase, Stowing) or not isinstance(phase, Cargo | Stowing):
            return after
        if not isinstance(move, m.Goods | m.Keep):
            return after
        depot = move.depot if isinstance(move, m.Goods) else phase.depot if isinstance(phase, Stowing) else 0
        box = after.goods_box
        for good in after.goods[depot - 1]:
            box = plus(box, good, 1)
        return changed(after, goods=replaced(after.goods, depot - 1, ()), goods_box=box)


@planted("round.first-player", "round.order", sort="order", shows="turn state")
class TheHindmostBegins(CastlesOfBurgundy):
    """A round is played from the last on the track to the first."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Rolling) or after.phase.place:
            return after
        return changed(after, playing=after.order[::-1], turn=after.order[-1])


@planted("end.game", "phase.number", "phase.end", sort="order", shows="turn state outcome")
class TheLastRoundIsNotPlayed(CastlesOfBurgundy):
    """The game ends when the fourth round of the last phase does."""

    def apply(self, state: Table, move: Move) -> Table:
        last = self.g.rounds - 1
        if state.letter + 1 < self.g.phase_count or state.round != last - 1:
            return super().apply(state, move)
        after = super().apply(changed(state, round=last), move)
        return after if isinstance(after.phase, Finished) else changed(after, round=state.round)


@planted("end.goods", sort="price", shows="outcome")
class GoodsLeftAreWorthless(CastlesOfBurgundy):
    """At the end goods that were not sold bring nothing."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.end_good = 0
