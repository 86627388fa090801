"""Orchards: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import mayor
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.rounds import place_of
from rulecheck.reference_engines.puerto_rico.scoring import colonists_of
from rulecheck.reference_engines.puerto_rico.table import Placing, Seat, Table
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.first-tile", sort="supply", shows="state")
class EverybodyBeginsWithIndigo(PuertoRico):
    """All players begin with an indigo plantation, and nobody with corn."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_indigo = self.g.players


@planted("mayor.place-anew", sort="option", shows="state lists misses turn")
class ColonistsStayWhereTheyAre(PuertoRico):
    """Colonists that were placed in an earlier round are not taken up again: only new ones are placed."""

    def apply(self, state: Table, move: Move) -> Table:
        after, before = super().apply(state, move), state.seats
        if "mayor.place-order" not in after.events:
            return after
        while isinstance(after.phase, Placing):
            seat = self._only_new(before[after.turn], after.seats[after.turn])
            circles = mayor.open_circles(self.g, seat)
            if seat.san_juan and len(set(circles)) > 1:
                seats = replaced(after.seats, after.turn, seat)
                return changed(after, seats=seats, phase=Placing(0, circles))
            if seat.san_juan and circles:
                seat = mayor.put(seat, {circles[0]: min(seat.san_juan, len(circles))})
            before = replaced(after.seats, after.turn, seat)
            after = mayor.ask(self.g, changed(after, seats=before), place_of(self.g, after) + 1, after.events)
        return after

    @staticmethod
    def _only_new(before: Seat, cleared: Seat) -> Seat:
        """A player with those placed before on their circles, and all others still to be placed."""
        placed = colonists_of(before) - before.san_juan
        return changed(before, san_juan=cleared.san_juan - placed)


@planted("quarry.discount", sort="price", shows="misses state turn")
class QuarriesHelpTheBuilderOnly(PuertoRico):
    """Quarries lower the price for the player who chose the builder, and for nobody else."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        prices = self.g.prices
        self.g.prices = {key: prices[key] if key[1] else prices[0, 0] for key in prices}


@planted("building.stock", sort="supply", shows="state lists turn")
class BuildingsNeverRunOut(PuertoRico):
    """There are as many of each building as anybody likes to build."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, m.Build):
            state = changed(state, stock=plus(state.stock, self.g.building_number[move.building], 1))
        return super().apply(state, move)


@planted("storage.partial", "storage.unload", sort="supply", shows="state")
class AllShipsAreUnloaded(PuertoRico):
    """At the end of the captain phase every ship is unloaded, full or not."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "storage.partial" not in after.events:
            return after
        supply = after.supply
        for cargo, barrels in after.ships:
            if cargo >= 0:
                supply = plus(supply, cargo, barrels)
        return changed(after, supply=supply, ships=((-1, 0),) * len(after.ships))
