"""Vineyards: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Finished, Table, Turn
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy import regions as regions_faults
from tests.faults.castles_of_burgundy import rounds as rounds_faults
from tests.faults.castles_of_burgundy import ships as ships_faults
from tests.faults.castles_of_burgundy import turns as turns_faults
from tests.faults.held_out.planting import again, planted

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


WorkersOnlyAdd = again(turns_faults.WorkersOnlyRaise, "worker.change", sort="option", shows="misses")
RegionsScoreOneSizeLess = again(regions_faults.SizeIsReadOneLineTooLow, "region.size", sort="price", shows="state")
GoodsWithoutRoomAreLost = again(ships_faults.GoodsWithoutRoomAreLost, "ship.left", sort="supply", shows="state")
TheHindmostBegins = again(
    rounds_faults.TheHindmostBegins, "round.first-player", "round.order", sort="order", shows="turn state"
)


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
