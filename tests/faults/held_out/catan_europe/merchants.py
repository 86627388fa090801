"""Merchants: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from attrs import evolve

from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import SALT, WOOL
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.catan_europe import building as building_faults
from tests.faults.catan_europe import deliveries as deliveries_faults
from tests.faults.catan_europe import founded as founded_faults
from tests.faults.catan_europe import sevens as sevens_faults
from tests.faults.catan_europe import travels as travels_faults
from tests.faults.catan_europe import turns as turns_faults
from tests.faults.held_out.planting import again, planted

"""The mask of all paths."""


@planted("setup.fixed-resources", sort="supply", shows="state")
class RedBeginsWithWool(Catan):
    """With printed positions red begins with wool in place of the salt."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        red, *others = self.g.starts
        self.g.starts = (evolve(red, resources=plus(plus(red.resources, SALT, -1), WOOL, 1)), *others)


GoldCountsOnASeven = again(sevens_faults.GoldCountsAsCards, "seven.discard", sort="supply", shows="turn state")
MerchantsCannotPass = again(travels_faults.PiecesAreInTheWay, "march.pass", sort="option", shows="misses")
NumbersNeverCome = again(founded_faults.NoTokensArePlaced, "token.place", sort="supply", shows="state")


@planted("bank.buy", sort="price", shows="misses state")
class ResourcesCostThreeGold(Catan):
    """A resource bought of the bank costs three gold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.buy_price = 3


NoCardBeforeTheDice = again(
    turns_faults.NoCardBeforeTheDice, "dice.card-first", "card.when", sort="order", shows="turn state"
)
CaravansNeedNoPost = again(building_faults.CaravansOnAnyOwnRoute, "caravan.place", sort="option", shows="lists")
NeutralPostsTakeNoGoods = again(
    deliveries_faults.NeutralPostsTakeNothing, "delivery.neutral", sort="option", shows="state"
)
