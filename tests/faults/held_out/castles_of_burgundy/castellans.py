"""Castellans: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import rounds, scoring
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.actions import takes_from
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import MARKET, MINE
from rulecheck.reference_engines.castles_of_burgundy.moves import Move, Place, Shift, Take, White
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import replaced
from tests.faults.held_out.planting import planted


class _Listed(CastlesOfBurgundy):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("take.storage", "this is not open")


@planted("setup.order", sort="order", shows="state turn")
class TheFirstMarkerLiesLowest(_Listed):
    """Stacks the markers of the set-up in the order of play, so that the last player is first on the track."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, order=t.order[::-1], playing=t.playing[::-1])


@planted("round.white", sort="order", shows="state")
class TheLowestGoodIsLaidFirst(_Listed):
    """Takes the good at the end of the round spaces first."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, White) and state.offered:
            *others, last = state.offered
            state = changed(state, offered=(last, *others))
        return super().apply(state, move)


@planted("worker.change", sort="option", shows="misses")
class WorkersOnlyRaiseADie(_Listed):
    """Lets a worker change a die upwards only."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return tuple(move for move in super().legal_moves(state) if not isinstance(move, Shift) or move.by > 0)


@planted("purchase.moment", "purchase.end", sort="order", shows="turn")
class TheTurnEndsWithTheDice(_Listed):
    """Ends a turn when both dice are used, without asking for a purchase."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, b.Turn) and not after.dice[after.turn]:
            return rounds.end_turn(self.g, after, after.events)
        return after


def _more(t: Table, seat: int, points: int) -> Table:
    """The table with more points for somebody."""
    return changed(t, seats=replaced(t.seats, seat, changed(t.seats[seat], points=t.seats[seat].points + points)))


@planted("region.complete", "region.size", "region.phase", sort="price", shows="state")
class ASingleSpaceIsNoRegion(_Listed):
    """Gives no points for a region that has one space only."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Place):
            return after
        region = self.g.grounds[state.seats[state.turn].board].region[move.space - 1]
        if region.bit_count() > 1:
            return after
        return _more(after, state.turn, -self.g.size_points[0] - self.g.phase_points[state.letter])


@planted("mine.nothing", "mine.income", sort="supply", shows="state")
class ANewMinePaysAtOnce(_Listed):
    """Pays a piece of silver already when a mine is placed."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, Place) and self.g.colour[self.g.tile_number[move.tile]] == MINE:
            seat = state.seats[state.turn]
            seat = changed(seat, silver=seat.silver + self.g.mine_silver)
            state = changed(state, seats=replaced(state.seats, state.turn, seat))
        return super().apply(state, move)


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
