"""Trades: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import Actions, Dice, FreeRoute, Table, with_seat
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("production.several", "production.each-post", sort="price", shows="state")
class OneCardForEachRegion(Catan):
    """A region brings a player one resource, however many posts they have at it."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Dice) or not isinstance(move, m.Roll) or move.low + move.high == self.g.seven:
            return after
        for region in state.yields[move.low + move.high]:
            kind = self.g.map.resource[region]
            for who, seat in enumerate(state.seats):
                more = (self.g.corner[region] & seat.posts).bit_count() - 1
                if more > 0 and region != state.robber and after.seats[who].hand[kind] > seat.hand[kind]:
                    seats = with_seat(after.seats, who, hand=plus(after.seats[who].hand, kind, -more))
                    after = changed(after, seats=seats, stacks=plus(after.stacks, kind, more))
        return after


@planted("route.foreign-posts", "route.adjacent", sort="option", shows="misses")
class PostsStopRoutes(Catan):
    """A route does not go on beyond somebody else's post."""

    def _is_cut(self, state: Table, move: Move) -> bool:
        if not isinstance(move, m.Route) or not isinstance(state.phase, Actions | FreeRoute):
            return False
        g, seat = self.g, state.seats[state.turn]
        foreign = state.occupied & ~seat.posts
        return not any(
            seat.posts >> end & 1 or (g.paths_at[end] & seat.routes and not foreign >> end & 1)
            for end in g.ends[g.path_number[move.path]]
        )

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_cut(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._is_cut(state, move):
            return Refused("route.adjacent", "a post stands between the path and the player's routes")
        return refused
