"""Castellans: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import rounds, scoring
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.actions import takes_from
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import MARKET
from rulecheck.reference_engines.castles_of_burgundy.moves import Move, Take
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from tests.faults.castles_of_burgundy import regions as regions_faults
from tests.faults.castles_of_burgundy import rounds as rounds_faults
from tests.faults.castles_of_burgundy import setup as setup_faults
from tests.faults.castles_of_burgundy import tiles as tiles_faults
from tests.faults.castles_of_burgundy import turns as turns_faults
from tests.faults.held_out.planting import again, planted


class _Listed(CastlesOfBurgundy):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("take.storage", "this is not open")


TheFirstMarkerLiesLowest = again(setup_faults.LastPlayerLiesOnTop, "setup.order", sort="order", shows="state turn")
TheLowestGoodIsLaidFirst = again(rounds_faults.TheLowestGoodIsTaken, "round.white", sort="order", shows="state")
WorkersOnlyRaiseADie = again(turns_faults.WorkersOnlyRaise, "worker.change", sort="option", shows="misses")


@planted("purchase.moment", "purchase.end", sort="order", shows="turn")
class TheTurnEndsWithTheDice(_Listed):
    """Ends a turn when both dice are used, without asking for a purchase."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, b.Turn) and not after.dice[after.turn]:
            return rounds.end_turn(self.g, after, after.events)
        return after


ASingleSpaceIsNoRegion = again(
    regions_faults.RegionsOfOneSpaceDoNotScore,
    "region.complete",
    "region.size",
    "region.phase",
    sort="price",
    shows="state",
)
ANewMinePaysAtOnce = again(
    tiles_faults.AMineBringsSilverAtOnce, "mine.nothing", "mine.income", sort="supply", shows="state"
)


@planted("market.take", sort="option", shows="lists")
class AMarketOffersEverything(_Listed):
    """Lets a market take any tile of the numbered depots."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves = super().legal_moves(state)
        phase = state.phase
        if not isinstance(phase, b.Fetching) or phase.building != MARKET:
            return moves
        takes = [move for depot, tiles in enumerate(state.depots, 1) for move in takes_from(self.g, depot, tiles)]
        return (*takes, *(move for move in moves if not isinstance(move, Take)))


@planted("end.silver", sort="price", shows="outcome")
class LeftSilverIsWorthNothing(_Listed):
    """Counts no points for silver at the end of the game."""

    def outcome(self, state: Table) -> Outcome | None:
        if super().outcome(state) is None:
            return None
        seats = tuple(changed(seat, silver=0) for seat in state.seats)
        return scoring.outcome(self.g, changed(state, seats=seats))
