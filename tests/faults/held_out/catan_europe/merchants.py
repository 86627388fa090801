"""Merchants: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.arithmetic import to_discard
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.merchants import merchants_everywhere, walk
from rulecheck.reference_engines.catan_europe.production import clockwise
from rulecheck.reference_engines.catan_europe.table import (
    SALT,
    WOOL,
    Actions,
    BeforeDice,
    Dice,
    Discarding,
    DrawingNumber,
    Marching,
    MoveRobber,
    PlacingCaravan,
    PlacingNumber,
    Table,
    with_seat,
)
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

EVERYWHERE = -1
"""The mask of all paths."""


@planted("setup.fixed-resources", sort="supply", shows="state")
class RedBeginsWithWool(Catan):
    """With printed positions red begins with wool in place of the salt."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        red, *others = self.g.starts
        self.g.starts = (evolve(red, resources=plus(plus(red.resources, SALT, -1), WOOL, 1)), *others)


@planted("seven.discard", sort="supply", shows="turn state")
class GoldCountsOnASeven(Catan):
    """On a seven gold counts like cards in the hand, but only cards are returned."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Dice) or "seven.no-production" not in after.events:
            return after
        due = []
        for k in clockwise(self.g, after):
            seat = after.seats[k]
            held = sum(seat.hand)
            count = min(held, to_discard(held + seat.gold, self.g.hand_limit))
            if count:
                due.append((k, count))
        return changed(after, phase=Discarding(tuple(due)) if due else MoveRobber())


@planted("march.pass", sort="option", shows="misses")
class MerchantsCannotPass(Catan):
    """A merchant does not move over another merchant or an opponent's post."""

    def _passes(self, state: Table, move: Move) -> bool:
        phase = state.phase
        if not isinstance(phase, Marching) or not isinstance(move, m.To):
            return False
        place = self.g.place_number[move.place]
        pieces = merchants_everywhere(state) | state.occupied & ~state.seats[state.turn].posts
        return not walk(self.g, phase.at, phase.steps, 0, pieces & ~(1 << place)) >> place & 1

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if not self._passes(state, move)] if isinstance(state.phase, Marching) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._passes(state, move):
            return Refused("march.stop", "a merchant or a post is in the way")
        return refused


@planted("token.place", sort="supply", shows="state")
class NumbersNeverCome(Catan):
    """A post founded next to a region without a number brings it none."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "post.found" not in after.events:
            return after
        if isinstance(after.phase, PlacingNumber | DrawingNumber):
            after = turn.resume(self.g, after, after.phase.after, after.events)
        return changed(after, numbers=state.numbers, reserve=state.reserve, yields=state.yields)


@planted("bank.buy", sort="price", shows="misses state")
class ResourcesCostThreeGold(Catan):
    """A resource bought of the bank costs three gold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.buy_price = 3


@planted("dice.card-first", "card.when", sort="order", shows="turn state")
class NoCardBeforeTheDice(Catan):
    """A turn begins with the dice; cards are played after them."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, phase=turn.DICE) if isinstance(after.phase, BeforeDice) else after


@planted("caravan.place", sort="option", shows="lists")
class CaravansNeedNoPost(Catan):
    """A caravan is placed beside any route of its player."""

    def _beside(self, state: Table) -> Table:
        if not isinstance(state.phase, Actions | PlacingCaravan):
            return state
        return changed(state, seats=with_seat(state.seats, state.turn, at_posts=EVERYWHERE))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._beside(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._beside(state), move)


@planted("delivery.neutral", sort="option", shows="state")
class NeutralPostsTakeNoGoods(Catan):
    """Caravans deliver to posts of other players only."""

    def apply(self, state: Table, move: Move) -> Table:
        supplied = state.supplied & state.neutral
        after = super().apply(changed(state, supplied=state.supplied | state.neutral), move)
        return changed(after, supplied=after.supplied & ~after.neutral | supplied)
