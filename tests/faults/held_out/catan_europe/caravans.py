"""Caravans: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.kit import route_owner
from rulecheck.reference_engines.catan_europe.table import Driving, Table, with_seat
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("merchant.price", sort="price", shows="lists misses state")
class MerchantsCostSalt(Catan):
    """A merchant costs a wool, a wood and a salt, and no grain."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        wood, wool, grain, ore, salt = self.g.merchant_price
        self.g.merchant_price = (wood, wool, salt, ore, grain)


@planted("toll.each-opponent", "toll.each-caravan", "toll.pay", sort="price", shows="state lists")
class OneTollATurn(Catan):
    """Who has paid a toll pays no other one in the same turn, to whomever and for whichever caravan."""

    def _all_paid(self, state: Table) -> Table:
        if not isinstance(state.phase, Driving) or not state.tolls:
            return state
        others = [seat for seat in range(self.g.players) if seat != state.turn]
        tolls = tuple((caravan, seat) for caravan in range(self.g.caravans_each) for seat in others)
        return changed(state, tolls=tolls)

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._all_paid(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._all_paid(state), move)

    def apply(self, state: Table, move: Move) -> Table:
        free = self._all_paid(state)
        after = super().apply(free, move)
        return after if free is state else changed(after, tolls=state.tolls)


@planted("toll.standing", sort="price", shows="state")
class StandingCostsTheToll(Catan):
    """A caravan that leaves an opponent's route pays the toll for having stood there."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if not isinstance(phase, Driving) or not isinstance(move, m.Onto) or phase.moved:
            return after
        left = state.seats[state.turn].caravans[phase.caravan]
        owner = -1 if left is None else route_owner(state, left)
        toll = (phase.caravan, owner)
        gold = after.seats[state.turn].gold
        if owner in (-1, state.turn, route_owner(state, self.g.path_number[move.path])) or not gold:
            return after
        if toll in state.tolls:
            return after
        seats = with_seat(after.seats, state.turn, gold=gold - self.g.toll)
        seats = with_seat(seats, owner, gold=seats[owner].gold + self.g.toll)
        return changed(after, seats=seats, tolls=tuple(sorted((*after.tolls, toll))))
