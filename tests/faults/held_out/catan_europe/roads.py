"""Roads: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import Finished, Table, with_seat
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted, shared

Move = m.Move


@planted("setup.gold", sort="supply", shows="state")
class TwoGoldAtTheStart(Catan):
    """Everybody begins with two gold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_gold = 2


@planted("production.several", "production.each-post", sort="price", shows="state")
class OneCardFromARegion(Catan):
    """However many posts a player has at a region, it yields one card."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "production.several" not in after.events or not isinstance(move, m.Roll):
            return after
        seats, stacks = after.seats, after.stacks
        for region in state.yields[move.low + move.high]:
            kind = self.g.map.resource[region]
            if region == state.robber or after.stacks[kind] == state.stacks[kind]:
                continue
            for k, seat in enumerate(state.seats):
                more = (self.g.corner[region] & seat.posts).bit_count() - 1
                if more > 0:
                    seats = with_seat(seats, k, hand=plus(seats[k].hand, kind, -more))
                    stacks = plus(stacks, kind, more)
        return changed(after, seats=seats, stacks=stacks)


@planted("seven.discard", sort="option", shows="state turn")
class SevenCardsAreTooMany(Catan):
    """On a seven who holds seven cards returns half of them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.hand_limit -= 1


@planted("route.foreign-posts", sort="option", shows="misses")
class PostsStopRoutes(Catan):
    """Nobody builds a route on from a city with another's post."""

    def _is_stopped(self, state: Table, move: Move) -> bool:
        if not isinstance(move, m.Route):
            return False
        path, seat = self.g.path_number[move.path], state.seats[state.turn]
        foreign = state.occupied & ~seat.posts
        return all(
            foreign >> end & 1 or not (seat.posts >> end & 1 or self.g.paths_at[end] & seat.routes)
            for end in self.g.ends[path]
        )

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_stopped(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._is_stopped(state, move):
            return Refused("route.adjacent", "another's post stops the routes of this player")
        return refused


@planted("card.price", sort="price", shows="misses state")
class CardsCostAGrain(Catan):
    """A development card costs a grain besides."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        wood, wool, grain, ore, salt = self.g.card_price
        self.g.card_price = (wood, wool, grain + 1, ore, salt)


@planted("win.all-delivered", sort="order", shows="turn outcome state")
class OneGoodMayStay(Catan):
    """The game is won by whoever has delivered all goods but one."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        enough = self.g.goods_total - 1
        return changed(after, phase=Finished()) if any(seat.delivered >= enough for seat in after.seats) else after

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else shared(outcome)
