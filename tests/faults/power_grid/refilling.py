"""Mistakes in refilling the fuel market and renewing the market of plants."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import arithmetic, bureaucracy, cards
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import DRAWN, RENEWAL_OVER, RenewalOver, Table, sorted_in, without
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
class FuelIsAlwaysRefilledAsInStep1(_OtherTable):
    """The fuel market is refilled by the table of Step 1 in all Steps."""

    rows = (0, 0, 0)


@breaks("refill.amount")
class FuelIsRefilledAsInStep2ToTheEnd(_OtherTable):
    """In Step 3 the fuel market is still refilled by the table of Step 2."""

    rows = (0, 1, 1)


@breaks("refill.amount", "step1.start")
class FuelIsRefilledOneStepAhead(_OtherTable):
    """The fuel market is refilled by the table of the Step that comes next."""

    rows = (1, 2, 2)


@breaks("refill.amount")
class FuelOfEachKindIsRefilledByAnothersColumn(PowerGrid):
    """The columns of oil and garbage are confused when the fuel market is refilled."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.refill = tuple((coal, garbage, oil, uranium) for coal, oil, garbage, uranium in self.g.refill)


def _nothing(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    return t, events


def _refill_first(g: Kit, t: Table, place: int, events: Events) -> Table:
    if place == 0 and not t.is_ending:
        t, events = _refill(g, t, events)
    return _ask(g, t, place, events)


@breaks("refill.amount", "income.burn")
class FuelIsRefilledBeforeTheIncomes(Wrong):
    """The fuel market is refilled before the plants run, so that what they burn is not in the supply yet."""

    swaps = ((bureaucracy.refill, _nothing), (bureaucracy.ask, _refill_first))


@breaks("refill.amount")
class FuelIsNotRefilled(Wrong):
    """The fuel market is not refilled."""

    swaps = ((bureaucracy.refill, _nothing),)


@breaks("refill.amount", "refill.full")
@Wrong.instead(bureaucracy.refill)
def TheWholeSupplyIsLaidOut(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """The fuel market receives all fuel of the supply for which there is room."""
    fuel = tuple(
        min(len(places), tokens + left) for places, tokens, left in zip(g.places, t.fuel, t.supply, strict=True)
    )
    supply = tuple(left - (now - before) for left, now, before in zip(t.supply, fuel, t.fuel, strict=True))
    return changed(t, fuel=fuel, supply=supply), events


@breaks("refill.amount")
@Wrong.instead(bureaucracy.refill)
def FuelIsRefilledUpToTheNumber(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """The fuel market is filled up to the numbers of the table, instead of receiving so many tokens more."""
    more = tuple(
        max(0, min(want - tokens, left))
        for want, tokens, left in zip(g.refill[t.step - 1], t.fuel, t.supply, strict=True)
    )
    fuel = tuple(map(int.__add__, t.fuel, more))
    return changed(t, fuel=fuel, supply=tuple(map(int.__sub__, t.supply, more))), events


@breaks("refill.short", "box.fuel")
class TheSupplyDoesNotRunOut(Wrong):
    """The fuel market receives what the table says even if the supply has not so much."""

    swaps = ((arithmetic.refilled, lambda amount, supply, free: min(amount, free)),)


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


@breaks("renewal.bury", "step3.renewal")
class TheLowestPlantLeavesInEveryStep(Wrong):
    """In Steps 1 and 2 too the lowest plant leaves the game at the end of a round, and the highest stays."""

    swaps = ((cards.bury_highest, cards.drop_lowest),)


@breaks("renewal.bury")
class TheHighestPlantLeavesTheGame(Wrong):
    """The highest plant of the future market leaves the game instead of coming under the stack."""

    swaps = ((cards.bury_highest, lambda g, t: changed(t, market=t.market[:-1], gone=sorted_in(t.gone, t.market[-1]))),)


@breaks("renewal.bury", "setup.stack")
class TheHighestPlantIsShuffledIn(Wrong):
    """The highest plant of the future market is shuffled into the stack above the Step 3 card."""

    swaps = (
        (
            cards.bury_highest,
            lambda g, t: changed(t, market=t.market[:-1], unseen=sorted_in(t.unseen, t.market[-1]), stack=t.stack + 1),
        ),
    )


@breaks("renewal.bury")
@Wrong.instead(cards.bury_highest)
def TheLowestFuturePlantIsBuried(g: Kit, t: Table) -> Table:
    """The lowest plant of the future market is put under the stack, not the highest."""
    plant = t.market[g.row]
    return changed(t, market=without(t.market, plant), buried=sorted_in(t.buried, plant))


@breaks("renewal.bury", "step3.renewal")
@Wrong.instead(cards.bury_highest)
def TheHighestPlantIsBuriedInStep1Only(g: Kit, t: Table) -> Table:
    """From Step 2 on the lowest plant leaves the game at the end of a round, as in Step 3."""
    return cards.drop_lowest(g, t) if t.step == 2 else _bury_highest(g, t)


def _not_renewed(g: Kit, t: Table, events: Events) -> Table:
    return _renew(g, t, events) if t.step == 3 else RESUME[RenewalOver](g, t, RENEWAL_OVER, events)


@breaks("renewal.bury", "renewal.draw")
class TheMarketOfPlantsIsNotRenewed(Wrong):
    """In Steps 1 and 2 the market of plants stays as it is at the end of a round."""

    swaps = ((cards.renew, _not_renewed),)


@breaks("renewal.draw")
@Wrong.instead(cards.renew)
def TheBuriedPlantIsNotReplaced(g: Kit, t: Table, events: Events) -> Table:
    """No card is drawn in place of the plant that was put under the stack."""
    if t.step == 3 or t.card == DRAWN or len(t.market) <= g.row:
        return _renew(g, t, events)
    return RESUME[RenewalOver](g, cards.bury_highest(g, t), RENEWAL_OVER, events)


@breaks("renewal.bury")
@Wrong.instead(cards.bury_highest)
def ACardIsDrawnAndNoneIsBuried(g: Kit, t: Table) -> Table:
    """At the end of a round a card is drawn, but no plant is put under the stack: the market grows."""
    return t


@breaks("renewal.bury", "renewal.draw")
class PlantsAreRenewedOnlyIfNoneWasBought(Wrong):
    """At the end of a round in which a plant was bought the market of plants is not renewed."""

    swaps = ((cards.renew, lambda g, t, events: _not_renewed(g, t, events) if t.sold else _renew(g, t, events)),)
