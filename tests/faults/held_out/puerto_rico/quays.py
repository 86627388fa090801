"""Quays: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.puerto_rico import settler
from rulecheck.reference_engines.puerto_rico import table as p
from rulecheck.reference_engines.puerto_rico.arithmetic import landed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.moves import Choose, Move, Take
from rulecheck.reference_engines.puerto_rico.table import TILES, Counts, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.held_out.planting import planted


class _Listed(PuertoRico):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("round.order", "this is not open")


@planted("settler.discard", "settler.fill-row", sort="supply", shows="state lists turn")
class TheRowIsOnlyFilledUp(_Listed):
    """Leaves the plantations that nobody took in the row and draws only as many as are missing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if type(after.phase) is not p.Row or type(state.phase) is p.Row or state.role < 0:
            return after
        row = state.row
        if isinstance(move, Take) and move.tile != "quarry":
            row = plus(row, TILES.index(move.tile), -1)
        if not any(row):
            return after
        if any(after.discard):
            after = changed(after, discard=_less(after.discard, row))
        else:
            after = changed(after, stack=_less(after.stack, row))
        return settler.draw_row(self.g, changed(after, row=row), self.g.row_tiles - sum(row), after.events)


def _less(counts: Counts, others: Counts) -> Counts:
    return tuple(a - b for a, b in zip(counts, others, strict=True))


@planted("mayor.take-in-turn", "role.order", sort="order", shows="state turn")
class TheGovernorTakesColonistsFirst(_Listed):
    """Hands out the colonists on the ship from the governor on, whoever is mayor."""

    def apply(self, state: Table, move: Move) -> Table:
        g, ship = self.g, state.colonist_ship
        is_mayor_chosen = isinstance(move, Choose) and move.role == "mayor"
        if type(state.phase) is p.Extra or (is_mayor_chosen and not state.colonists):
            seats = tuple(
                changed(
                    seat,
                    san_juan=seat.san_juan
                    + landed(ship, g.players, (k - state.governor) % g.players)
                    - landed(ship, g.players, (k - state.picker) % g.players),
                )
                for k, seat in enumerate(state.seats)
            )
            state = changed(state, seats=seats)
        return super().apply(state, move)


@planted("trader.stays", "trader.empty", sort="supply", shows="state lists turn")
class TheHouseIsAlwaysEmptied(_Listed):
    """Clears the trading house at the end of every trader phase, though it is not full."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        is_trader_chosen = isinstance(move, Choose) and move.role == "trader"
        if (is_trader_chosen or state.role == p.TRADER) and after.role != p.TRADER and any(after.house):
            return changed(after, supply=p.added(after.supply, after.house), house=p.NONE)
        return after
