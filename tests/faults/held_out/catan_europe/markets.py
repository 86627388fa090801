"""Markets: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import Actions, Finished, FreeRoute, Table, spots, with_seat
from rulecheck.reference_engines.catan_europe.turn import main
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

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
