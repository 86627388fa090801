"""Markets: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import Actions, Dice, Finished, FreeRoute, Table, spots, with_seat
from rulecheck.reference_engines.catan_europe.turn import main
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

NOWHERE = -1
"""The robber's region before he is placed."""


@planted("setup.fixed-neutral", sort="supply", shows="state")
class NeutralPostsAreForgotten(Catan):
    """With three players no neutral posts stand on the board."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.neutral_posts = 0


@planted("route.adjacent", sort="option", shows="lists")
class AnybodysRoutesGoOn(Catan):
    """A new route may extend the routes of any player."""

    def _reaching(self, state: Table) -> Table:
        if not isinstance(state.phase, Actions | FreeRoute):
            return state
        reach = state.seats[state.turn].reach
        for seat in state.seats:
            for path in spots(seat.routes):
                a, b = self.g.ends[path]
                reach |= self.g.paths_at[a] | self.g.paths_at[b]
        return changed(state, seats=with_seat(state.seats, state.turn, reach=reach))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._reaching(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._reaching(state), move)


@planted("bank.gold", sort="option", shows="misses")
class CardsBuyNoGold(Catan):
    """Three equal cards buy another card, and never gold."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not _is_for_gold(move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Actions) and _is_for_gold(move):
            return Refused("bank.exchange", "cards are exchanged for cards")
        return super().refusal(state, move)


def _is_for_gold(move: Move) -> bool:
    return isinstance(move, m.Exchange) and move.wanted == "gold"


@planted("isolated.gold", sort="price", shows="state")
class OneGoldForAConnection(Catan):
    """Whoever has routes on a connection receives one gold, however many they are."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "isolated.gold" not in after.events:
            return after
        seats = [
            changed(now, gold=min(now.gold, then.gold + 1)) for then, now in zip(state.seats, after.seats, strict=True)
        ]
        back = sum(seat.gold for seat in after.seats) - sum(seat.gold for seat in seats)
        return changed(after, seats=tuple(seats), bank=after.bank + back)


@planted("production.robber", sort="price", shows="state")
class TheRobberBlocksNothing(Catan):
    """A region yields resources although the robber stands there."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Dice):
            return super().apply(state, move)
        return changed(super().apply(changed(state, robber=NOWHERE), move), robber=state.robber)


@planted("post.found", sort="supply", shows="state")
class FoundersStayMerchants(Catan):
    """A merchant that has founded a post stays on the board."""

    def apply(self, state: Table, move: Move) -> Table:
        after, who = super().apply(state, move), state.turn
        if "post.found" not in after.events:
            return after
        founded = spots(after.seats[who].posts & ~state.seats[who].posts)
        merchants = tuple(sorted((*after.seats[who].merchants, *founded)))
        return changed(after, seats=with_seat(after.seats, who, merchants=merchants))


@planted("setup.fixed-first", sort="order", shows="turn state")
class BlueBegins(Catan):
    """With printed positions the colour after red begins."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "setup.fixed-first" not in after.events:
            return after
        first = (after.first + 1) % self.g.players
        return changed(after, first=first, turn=first)


@planted("win.all-delivered", sort="order", shows="turn state outcome")
class TheLastTurnIsPlayedOut(Catan):
    """Who has delivered all goods finishes the turn, and then the game is over."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, Finished) and not isinstance(state.phase, Finished):
            return changed(after, phase=main(after))
        is_done = state.seats[state.turn].delivered == self.g.goods_total
        return changed(after, phase=Finished()) if is_done and "turn.order" in after.events else after
