"""Duchies: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK
from rulecheck.reference_engines.castles_of_burgundy.table import ACTING, Acting, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy import ending as ending_faults
from tests.faults.castles_of_burgundy import phases as phases_faults
from tests.faults.castles_of_burgundy import rounds as rounds_faults
from tests.faults.castles_of_burgundy import selling as selling_faults
from tests.faults.castles_of_burgundy import turns as turns_faults
from tests.faults.held_out.planting import again, planted

Move = m.Move


@planted("phase.black", sort="supply", shows="state turn")
class TheBlackDepotIsTwoShort(CastlesOfBurgundy):
    """Two tiles fewer are drawn for the black depot, as with one player fewer."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        planned = []
        for steps in self.g.to_fill:
            at = next(k for k, (where, _) in enumerate(steps) if where == BLACK)
            planned.append((*steps[:at], *steps[at + 2 :]))
        self.g.to_fill = tuple(planned)
        self.g.black_tiles -= 2


AnyGoodsAreSold = again(selling_faults.AnyKindIsSoldWithADie, "sell.die", sort="option", shows="lists")
AFullStorageTakesNothing = again(
    turns_faults.NothingIsTakenWithAFullStorage, "take.full", sort="option", shows="misses"
)


@planted("castle.action", sort="option", shows="misses state")
class TheCastleKeepsTheDie(CastlesOfBurgundy):
    """A castle's action is done with the number of the die that placed the castle."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if not isinstance(phase, Acting) or not isinstance(move, m.Place) or not isinstance(after.phase, Acting):
            return after
        return changed(after, phase=ACTING[phase.die])


@planted("boarding-house.workers", sort="price", shows="state")
class BoardingHousesBringTwo(CastlesOfBurgundy):
    """A boarding house brings two workers, as the action does."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.boarding_house = self.g.workers_taken


GoodsAreClearedToo = again(
    phases_faults.GoodsOfTheDepotsAreClearedAway, "phase.goods-stay", sort="supply", shows="state"
)
TheOrderChangesWithThePhase = again(
    rounds_faults.TheOrderHoldsForAPhase,
    "round.first-player",
    "round.order",
    "ship.first",
    sort="order",
    shows="turn state",
)
TwoSilverForAPoint = again(ending_faults.SilverCountsInPairs, "end.silver", sort="price", shows="outcome")
