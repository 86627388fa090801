"""Haciendas: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.arithmetic import loadable
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import (
    CRAFTSMAN,
    Bonus,
    Choosing,
    Keeping,
    Loading,
    Selling,
    Table,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

EVERY_KIND = 0b11111
"""Mask of the kinds of goods."""


@planted("round.card-stays", sort="option", shows="lists")
class CardsAreTakenTwice(PuertoRico):
    """A role card that another player has taken in this round may be taken once more."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return self.g.choose if isinstance(state.phase, Choosing) else super().legal_moves(state)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Choosing) and move in self.g.choose:
            return None
        return super().refusal(state, move)

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, m.Choose):
            card = self.g.role_number[move.role]
            state = changed(state, taken=plus(state.taken, card, -1 - state.taken[card]))
        return super().apply(state, move)


@planted("role.money", sort="price", shows="state")
class OneDoubloonOnly(PuertoRico):
    """Whoever takes a card has one of the doubloons on it, and the others stay there."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, m.Choose):
            return super().apply(state, move)
        card = self.g.role_number[move.role]
        rest = max(0, state.card_money[card] - 1)
        after = super().apply(changed(state, card_money=plus(state.card_money, card, -rest)), move)
        return changed(after, card_money=plus(after.card_money, card, rest))


@planted("small-market.bonus", "large-market.bonus", "large-market.with-small", sort="price", shows="turn state")
class MarketsPayTheTraderOnly(PuertoRico):
    """Small and large markets bring something to the trader, and nothing to others who sell."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Selling) or not isinstance(move, m.Sell) or state.turn == state.picker:
            return super().apply(state, move)
        city = state.seats[state.turn].city
        markets = (self.g.small_market, self.g.large_market)
        closed = tuple(min(there, 0) if k in markets else there for k, there in enumerate(city))
        after = super().apply(changed(state, seats=change_seat(state.seats, state.turn, city=closed)), move)
        return changed(after, seats=change_seat(after.seats, state.turn, city=city))


@planted("trader.full", "trader.sell", "trader.stays", "box.house", sort="option", shows="turn state")
class ThreePlacesInTheHouse(PuertoRico):
    """The trading house is full with three barrels."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.house_places = 3


@planted("captain.free-kind", sort="option", shows="misses")
class TheMostMustBeLoaded(PuertoRico):
    """Of the kinds that can be loaded it has to be one of which the most barrels go aboard."""

    def _barrels(self, state: Table, move: m.Load) -> int:
        ship = self.g.ship_number[move.ship]
        stock = state.seats[state.turn].goods[self.g.good_number[move.good]]
        return loadable(stock, state.ships[ship][1], self.g.capacity[ship])

    def _is_too_few(self, state: Table, move: Move, legal: Sequence[Move]) -> bool:
        if not isinstance(move, m.Load):
            return False
        return self._barrels(state, move) < max(
            self._barrels(state, load) for load in legal if isinstance(load, m.Load)
        )

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Loading):
            return legal
        return [move for move in legal if not self._is_too_few(state, move, legal)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(state.phase, Loading) and move not in self.legal_moves(state):
            return Refused("captain.free-kind", "more barrels of another kind could be loaded")
        return refused


@planted("storage.choose", sort="option", shows="misses")
class TheDearestBarrelStays(PuertoRico):
    """The one barrel that stays on a wind rose is of the dearest kind, whatever its owner would like."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Keeping):
            return legal
        kept = [move for move in legal if isinstance(move, m.Keep)]
        return [max(kept, key=lambda move: self.g.price[self.g.good_number[move.good]])]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(state.phase, Keeping) and move not in self.legal_moves(state):
            return Refused("storage.choose", "there is a dearer barrel to keep")
        return refused


@planted("craftsman.no-privilege", "craftsman.privilege-kind", "craftsman.privilege", sort="option", shows="turn state")
class IdleCraftsmenTakeABarrel(PuertoRico):
    """A craftsman who has produced nothing may take a barrel of any kind all the same."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "craftsman.no-privilege" not in after.events or not any(after.supply):
            return after
        seat = state.picker
        made = super().apply(changed(state, governor=seat), move)  # so that the round does not end yet
        return changed(made, governor=state.governor, picker=seat, turn=seat, role=CRAFTSMAN, phase=Bonus(EVERY_KIND))


@planted("score.sum", sort="price", shows="outcome")
class WealthIsScored(PuertoRico):
    """At the end doubloons and goods bring a point each, and not only where players tie."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        wealth = {name: seat.money + sum(seat.goods) for name, seat in zip(self.seats, state.seats, strict=True)}
        scores = {name: score + wealth[name] for name, score in outcome.scores.items()}
        best = max((scores[name], wealth[name]) for name in scores)
        winners = tuple(name for name in scores if (scores[name], wealth[name]) == best)
        return evolve(outcome, winners=winners, scores=scores)
