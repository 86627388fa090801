"""Caravans: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.isolated import linked
from rulecheck.reference_engines.catan_europe.kit import route_owner
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    Driving,
    FirstRoute,
    FreeRoute,
    Marching,
    StealCard,
    Table,
    with_seat,
)
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus
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


@planted("merchant.replace", "build.own-pieces", "box.wood", sort="option", shows="lists misses")
class AThirdMerchant(Catan):
    """A player with two merchants on the board recruits a third one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.merchants_each = 3


@planted("march.several-grain", sort="option", shows="misses")
class OneGrainForAMove(Catan):
    """Only one grain may be paid for a merchant's move."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Marching):
            return legal
        return [move for move in legal if not isinstance(move, m.PayGrain)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(state.phase, Marching) and isinstance(move, m.PayGrain):
            return Refused("march.several-grain", "grain was paid for this move")
        return refused


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


@planted("isolated.city", "isolated.gold", sort="price", shows="state")
class PostsAreNeverIsolated(Catan):
    """Only free cities are isolated: nobody receives gold for connecting one that holds a post."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if not isinstance(move, m.Route) or not isinstance(phase, Actions | FreeRoute):
            return super().apply(state, move)
        if isinstance(phase, FreeRoute) and isinstance(phase.after, FirstRoute):
            return super().apply(state, move)
        posts = self.g.cities & state.occupied
        after = super().apply(changed(state, connected=state.connected | posts), move)
        cities = linked(self.g, after.taken, self.g.ends[self.g.path_number[move.path]][0]) & self.g.cities
        return changed(after, connected=state.connected | (cities if cities.bit_count() > 1 else 0))


@planted("card.discard", "card.reshuffle", sort="supply", shows="state")
class PlayedCardsComeBackAtOnce(Catan):
    """A card that was played goes back into the stock at once, and there is no discard pile."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Play):
            return after
        card = self.g.card_number[move.card]
        return changed(after, stock=plus(after.stock, card, 1), pile=plus(after.pile, card, -1))


@planted("robber.blind", "hand.secret", sort="option", shows="turn chance")
class TheRobberSeesTheCards(Catan):
    """Whoever steals looks at the victim's hand and chooses the card."""

    def actor(self, state: Table) -> int:
        return state.turn if isinstance(state.phase, StealCard) else super().actor(state)
