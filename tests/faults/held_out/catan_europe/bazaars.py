"""Bazaars: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import FreeRoute, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("caravan.price", sort="price", shows="lists state")
class CaravansCostNoSalt(Catan):
    """A caravan costs an ore and a wood, like a route."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        wood, wool, grain, ore, _ = self.g.caravan_price
        self.g.caravan_price = (wood, wool, grain, ore, 0)


@planted("arrow.connected", sort="option", shows="lists state")
class ArrowRoutesLieAnywhere(Catan):
    """The free route of a double arrow need not touch the route on the arrow."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        phase = after.phase
        if not isinstance(phase, FreeRoute) or phase.touching is None:
            return after
        return changed(after, phase=FreeRoute(phase.left, None, phase.after))


@planted("drive.salt", "drive.several-salt", sort="option", shows="misses state")
class TwoRoutesForASalt(Catan):
    """A salt moves a caravan up to two routes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.drive_steps = 2
