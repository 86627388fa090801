"""Plantations: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import captain, settler
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.arithmetic import loadable
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.rounds import award
from rulecheck.reference_engines.puerto_rico.table import NONE, HaciendaDraw, Loading, Table, Taking, added
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import again, planted
from tests.faults.puerto_rico import craftsman as craftsman_faults

Move = m.Move


@planted("setup.money", sort="supply", shows="turn state")
class DoubloonsLikePlayers(PuertoRico):
    """Everybody begins with as many doubloons as there are players, and not with one fewer."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_money = self.g.players


@planted("builder.privilege", "quarry.not-below-zero", sort="price", shows="misses state")
class ThePrivilegeLeavesADoubloon(PuertoRico):
    """The builder's privilege makes nothing free: what costs a doubloon costs it still."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        printed = self.g.prices
        self.g.prices = {
            (quarries, privilege): tuple(
                max(less, min(1, price)) for less, price in zip(prices, printed[quarries, 0], strict=True)
            )
            for (quarries, privilege), prices in printed.items()
        }


@planted("hacienda.draw", sort="order", shows="turn state lists misses")
class HaciendasReplaceTheTile(PuertoRico):
    """Whoever draws a tile for a hacienda takes no other one."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, HaciendaDraw) or not isinstance(after.phase, Taking):
            return after
        return settler.next_seat(self.g, after, after.events) if after.turn == state.turn else after


EmptyCornFieldsYield = again(
    craftsman_faults.CornGrowsWithoutColonists, "production.corn", "mayor.occupied", sort="option", shows="state"
)


@planted("trader.stays", sort="supply", shows="state")
class TheHouseIsEmptiedEveryTime(PuertoRico):
    """The trading house is empty after each trader phase, full or not."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "trader.stays" not in after.events:
            return after
        return changed(after, supply=added(after.supply, after.house), house=NONE)


@planted("captain.no-privilege", sort="price", shows="state")
class NoLoadStillPays(PuertoRico):
    """The captain has the point of the privilege without loading a barrel."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "captain.no-privilege" not in after.events:
            return after
        paid, events = award(self.g, after, state.picker, self.g.captain_privilege, after.events)
        return changed(paid, events=events)


@planted("storage.unload", sort="order", shows="state turn")
class FullShipsSailAtOnce(PuertoRico):
    """A ship is unloaded as soon as it is full, and can be loaded again in the same phase."""

    def apply(self, state: Table, move: Move) -> Table:
        phase, g = state.phase, self.g
        if not isinstance(phase, Loading) or not isinstance(move, m.Load):
            return super().apply(state, move)
        kind, ship = g.good_number[move.good], g.ship_number[move.ship]
        there = state.ships[ship][1]
        barrels = loadable(state.seats[state.turn].goods[kind], there, g.capacity[ship])
        if there + barrels < g.capacity[ship]:
            return super().apply(state, move)
        ships, supply = replaced(state.ships, ship, (-1, 0)), plus(state.supply, kind, g.capacity[ship])
        events = ("captain.all-that-fit", "captain.points", "storage.unload")
        return captain.shipped(g, state, kind, barrels, phase, events, ships=ships, supply=supply)
