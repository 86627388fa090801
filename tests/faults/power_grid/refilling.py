"""Mistakes in refilling the fuel market and renewing the market of plants."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import arithmetic, bureaucracy, cards
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import DRAWN, RENEWAL_OVER, RenewalOver, Table, sorted_in
from rulecheck.spec.rules import Rules
from tests.faults.power_grid.common import Events, Wrong

_renew = cards.renew
_bury_highest = cards.bury_highest
_refill = bureaucracy.refill
_ask = bureaucracy.ask

# ---- fuel


class _OtherTable(PowerGrid):
    """Power Grid with other rows of the table of fuel for the three Steps."""

    rows: tuple[int, int, int] = (0, 1, 2)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.refill = tuple(self.g.refill[row] for row in self.rows)


@breaks("refill.amount")
class FuelIsRefilledAsInStep2ToTheEnd(_OtherTable):
    """In Step 3 the fuel market is still refilled by the table of Step 2."""

    rows = (0, 1, 1)


@breaks("refill.amount", "step1.start")
class FuelIsRefilledOneStepAhead(_OtherTable):
    """The fuel market is refilled by the table of the Step that comes next."""

    rows = (1, 2, 2)


@breaks("refill.short")
class AShortFuelIsNotRefilled(Wrong):
    """Of a fuel of which the supply has not enough nothing is laid out."""

    swaps = ((arithmetic.refilled, lambda amount, supply, free: min(amount, free) if supply >= amount else 0),)


@breaks("refill.full")
class ANearlyFullMarketReceivesNothing(Wrong):
    """Of a fuel that has not room for all of it in the market nothing is laid out."""

    swaps = ((arithmetic.refilled, lambda amount, supply, free: min(amount, supply) if free >= amount else 0),)


# ---- plants


@breaks("renewal.bury")
@Wrong.instead(cards.bury_highest)
def TheLowestPlantIsBuried(g: Kit, t: Table) -> Table:
    """In Steps 1 and 2 the lowest plant of the market is put under the stack, not the highest."""
    return changed(t, market=t.market[1:], buried=sorted_in(t.buried, t.market[0]))


@breaks("renewal.bury")
class TheHighestPlantLeavesTheGame(Wrong):
    """The highest plant of the future market leaves the game instead of coming under the stack."""

    swaps = ((cards.bury_highest, lambda g, t: changed(t, market=t.market[:-1], gone=sorted_in(t.gone, t.market[-1]))),)


@breaks("renewal.bury", "step3.renewal")
@Wrong.instead(cards.bury_highest)
def TheHighestPlantIsBuriedInStep1Only(g: Kit, t: Table) -> Table:
    """From Step 2 on the lowest plant leaves the game at the end of a round, as in Step 3."""
    return cards.drop_lowest(g, t) if t.step == 2 else _bury_highest(g, t)


@breaks("renewal.draw")
@Wrong.instead(cards.renew)
def TheBuriedPlantIsNotReplaced(g: Kit, t: Table, events: Events) -> Table:
    """No card is drawn in place of the plant that was put under the stack."""
    if t.step == 3 or t.card == DRAWN or len(t.market) <= g.row:
        return _renew(g, t, events)
    return RESUME[RenewalOver](g, cards.bury_highest(g, t), RENEWAL_OVER, events)
