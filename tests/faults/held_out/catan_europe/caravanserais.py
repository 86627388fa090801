"""Caravanserais: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import RESOURCES, Marching, Table, with_seat
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.posts-short", sort="supply", shows="state")
class SevenPostsAsWithFour(Catan):
    """Everybody has one post fewer, as with four players, and so one more free good in the depot."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.covered -= 1


@planted("card.monopoly", sort="price", shows="state")
class MonopolyTakesOneCardEach(Catan):
    """All others hand over one card of the kind named, and keep the rest."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Name):
            return after
        kind, seats = RESOURCES.index(move.kind), after.seats
        for k, seat in enumerate(state.seats):
            kept = seat.hand[kind] - 1
            if k != state.turn and kept > 0:
                seats = with_seat(seats, k, hand=plus(seats[k].hand, kind, kept))
                seats = with_seat(seats, state.turn, hand=plus(seats[state.turn].hand, kind, -kept))
        return changed(after, seats=seats)


@planted("march.stop", sort="option", shows="lists")
class MerchantsShareAnIntersection(Catan):
    """A merchant may end its move where another player's merchant stands."""

    def _alone(self, state: Table) -> Table:
        if not isinstance(state.phase, Marching):
            return state
        seats = [seat if k == state.turn else changed(seat, merchants=()) for k, seat in enumerate(state.seats)]
        return changed(state, seats=tuple(seats))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._alone(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._alone(state), move)


@planted("drive.two-per-route", sort="option", shows="misses")
class OneCaravanOnARoute(Catan):
    """Only one caravan may stand on a route."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.per_path = 1
