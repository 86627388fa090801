"""Smallholdings: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import settler
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import HaciendaDraw, Selling, Table, Taking
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("trader.corn", "trader.sell", "trader.price", sort="option", shows="misses")
class CornIsNotSold(PuertoRico):
    """What brings no doubloon is not taken by the trading house."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if move != self.g.sell[0]] if isinstance(state.phase, Selling) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and move not in self.legal_moves(state):
            return Refused("trader.sell", "the house does not buy corn")
        return refused


@planted("round.money-on-cards", sort="price", shows="state")
class OnlyBareCardsReceiveMoney(PuertoRico):
    """A card that nobody took receives no doubloon if some lie on it already."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.governor == state.governor:
            return after
        pairs = list(zip(state.card_money, after.card_money, strict=True))
        money = tuple(then if 0 < then < now else now for then, now in pairs)
        return changed(after, card_money=money, bank=after.bank + sum(after.card_money) - sum(money))


@planted("hacienda.draw", "settler.take", sort="order", shows="turn state")
class TheHaciendaTakesTheTurn(PuertoRico):
    """Who has laid the hacienda's tile takes no other one."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(state.phase, HaciendaDraw) and isinstance(after.phase, Taking) and after.turn == state.turn:
            return settler.next_seat(self.g, after, after.events)
        return after


@planted("score.sum", "building.occupied", "building.print", "large.points", sort="price", shows="outcome")
class EmptyBuildingsBringNoPoints(PuertoRico):
    """At the end only buildings with a colonist bring the points printed on them."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        scores = dict(outcome.scores)
        for name, seat in zip(self.seats, state.seats, strict=True):
            scores[name] -= sum(
                points for points, colonists in zip(self.g.points, seat.city, strict=True) if not colonists
            )
        wealth = {name: seat.money + sum(seat.goods) for name, seat in zip(self.seats, state.seats, strict=True)}
        best = max((scores[name], wealth[name]) for name in scores)
        return evolve(outcome, scores=scores, winners=tuple(k for k in scores if (scores[k], wealth[k]) == best))
