"""Trades: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.actions import affordable
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.kit import standing_on
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    Dice,
    Driving,
    FreeRoute,
    MoveRobber,
    PlacingCaravan,
    Table,
    spots,
    with_seat,
)
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus
from tests.faults.held_out.planting import planted

Move = m.Move


class ListsMore(Catan):
    """What is listed is legal, whatever the clauses say."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


@planted("seven.no-consolation", "production.consolation", sort="price", shows="state")
class ASevenConsoles(Catan):
    """A seven brings nobody a resource, so everybody takes a gold."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Dice) or not isinstance(move, m.Roll) or move.low + move.high != self.g.seven:
            return after
        for k in range(self.g.players):
            who = (state.turn + k) % self.g.players
            paid = min(after.bank, self.g.consolation)
            seats = with_seat(after.seats, who, gold=after.seats[who].gold + paid)
            after = changed(after, seats=seats, bank=after.bank - paid)
        return after


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


@planted("robber.elsewhere", sort="option", shows="lists")
class TheRobberMayStay(ListsMore):
    """The robber may be sent to the region where it stands."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [*legal, self.g.robber_to[state.robber]] if isinstance(state.phase, MoveRobber) else legal


@planted("card.not-same-turn", sort="option", shows="state lists")
class CardsArePlayedAtOnce(Catan):
    """A development card may be played in the turn in which it was bought."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Drawn):
            return after
        seat = after.seats[after.turn]
        cards = tuple(old + new for old, new in zip(seat.cards, seat.new_cards, strict=True))
        return changed(after, seats=with_seat(after.seats, after.turn, cards=cards, new_cards=self.g.no_cards))


@planted("build.pay", sort="supply", shows="state")
class PaymentsLeaveTheGame(Catan):
    """Resources paid for routes, cards, merchants and caravans do not go back to their stacks."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        is_paid = isinstance(move, m.Route) and isinstance(state.phase, Actions)
        if is_paid or isinstance(move, m.BuyCard | m.Recruit | m.Equip):
            return changed(after, stacks=state.stacks)
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


@planted("caravan.place", sort="option", shows="lists")
class CaravansStandAtAnyRoute(ListsMore):
    """A caravan is placed beside any own route, with or without a post at it."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal, seat = super().legal_moves(state), state.seats[state.turn]
        may_equip = isinstance(state.phase, Actions) and None in seat.caravans
        if not isinstance(state.phase, PlacingCaravan) and not (may_equip and affordable(seat, self.g.caravan_price)):
            return legal
        away = [path for path in spots(seat.routes & ~seat.at_posts) if standing_on(state, path) < self.g.per_path]
        return [*legal, *[self.g.equip[path] for path in away]]


@planted("delivery.neutral", "delivery.forced", sort="option", shows="state turn")
class NeutralPostsTakeNoGoods(Catan):
    """A caravan that comes to a neutral post delivers nothing there."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Driving) or not isinstance(move, m.Onto):
            return super().apply(state, move)
        after = super().apply(changed(state, supplied=state.supplied | state.neutral), move)
        return changed(after, supplied=after.supplied & ~(state.neutral & ~state.supplied))
