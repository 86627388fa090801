"""Merchants: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from attrs import evolve

from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import SALT, WOOL
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

"""The mask of all paths."""


@planted("setup.fixed-resources", sort="supply", shows="state")
class RedBeginsWithWool(Catan):
    """With printed positions red begins with wool in place of the salt."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        red, *others = self.g.starts
        self.g.starts = (evolve(red, resources=plus(plus(red.resources, SALT, -1), WOOL, 1)), *others)


@planted("bank.buy", sort="price", shows="misses state")
class ResourcesCostThreeGold(Catan):
    """A resource bought of the bank costs three gold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.buy_price = 3
