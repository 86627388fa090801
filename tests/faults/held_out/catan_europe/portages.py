"""Portages: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.catan_europe import table as p
from rulecheck.reference_engines.catan_europe.arithmetic import has_won
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.moves import EndTurn, Move
from rulecheck.reference_engines.catan_europe.table import Table
from rulecheck.reference_engines.catan_europe.turn import ACTIONS
from rulecheck.reference_engines.contract import Refused, changed
from tests.faults.held_out.planting import planted


class _Listed(Catan):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("turn.own-turn", "this is not open")


@planted("win.all-delivered", sort="order", shows="turn state outcome")
class TheWinnerEndsTheTurn(_Listed):
    """Looks only at the end of a turn whether the player has delivered everything."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, EndTurn) and has_won(state.seats[state.turn].delivered, self.g.goods_total):
            return changed(state, phase=p.Finished(), events=("win.all-delivered",))
        after = super().apply(state, move)
        return changed(after, phase=ACTIONS) if isinstance(after.phase, p.Finished) else after
