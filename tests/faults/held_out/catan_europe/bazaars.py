"""Bazaars: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    Answering,
    Dice,
    FreeRoute,
    Offering,
    RobberStart,
    Table,
    with_seat,
)
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.robber", sort="option", shows="lists")
class TheRobberBeginsAnywhere(Catan):
    """The robber begins on any region, with a number or without."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        if not isinstance(state.phase, RobberStart):
            return super().legal_moves(state)
        return self.g.robber_to[: len(self.g.map.regions)]

    def weights(self, state: Table) -> Sequence[int]:
        if not isinstance(state.phase, RobberStart):
            return super().weights(state)
        return (1,) * len(self.g.map.regions)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, RobberStart) and move in self.legal_moves(state):
            return None
        return super().refusal(state, move)


@planted("production.consolation", sort="price", shows="state")
class NoGoldForTheRobbed(Catan):
    """Who receives nothing because the robber stands on their region takes no gold for it."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Dice) or not isinstance(move, m.Roll):
            return after
        total = move.low + move.high
        if total == self.g.seven or state.robber not in state.yields[total]:
            return after
        for k, seat in enumerate(state.seats):
            paid = after.seats[k].gold - seat.gold
            if paid > 0 and self.g.corner[state.robber] & seat.posts:
                after = changed(after, seats=with_seat(after.seats, k, gold=seat.gold), bank=after.bank + paid)
        return after


@planted("trade.goods", sort="option", shows="misses")
class GoldIsNotTraded(Catan):
    """Players trade resources with each other, and no gold."""

    def _is_gold(self, state: Table, move: Move) -> bool:
        match state.phase, move:
            case ((Actions() | Offering()), (m.Give("gold") | m.Want("gold"))):
                return True
            case Answering(asked), m.Answer("counter"):
                return not any(state.seats[asked].hand)
            case _:
                return False

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Actions | Offering | Answering):
            return legal
        return [move for move in legal if not self._is_gold(state, move)] or legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._is_gold(state, move) and move not in self.legal_moves(state):
            return Refused("trade.goods", "gold is not traded")
        return refused


@planted("caravan.price", sort="price", shows="lists state")
class CaravansCostNoSalt(Catan):
    """A caravan costs an ore and a wood, like a route."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        wood, wool, grain, ore, _ = self.g.caravan_price
        self.g.caravan_price = (wood, wool, grain, ore, 0)


@planted("arrow.connected", sort="option", shows="lists state")
class ArrowRoutesLieAnywhere(Catan):
    """The free route of a double arrow need not touch the route on the arrow."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        phase = after.phase
        if not isinstance(phase, FreeRoute) or phase.touching is None:
            return after
        return changed(after, phase=FreeRoute(phase.left, None, phase.after))


@planted("drive.salt", "drive.several-salt", sort="option", shows="misses state")
class TwoRoutesForASalt(Catan):
    """A salt moves a caravan up to two routes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.drive_steps = 2
