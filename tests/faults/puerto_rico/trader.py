"""Mistakes in the trader phase."""

from __future__ import annotations

from collections.abc import Callable

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import rounds, trader
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import CORN, SELLING, Seat, Selling, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.planting import around, instead
from tests.faults.puerto_rico.common import Events, Right, Wrong, paid, with_seat

Sales = Callable[..., list[m.Move]]

# ---- prices


@breaks("trader.price")
@Wrong.with_kit
def SugarAndIndigoPricesAreMixedUp(g: Kit) -> None:
    """Sugar is sold for what indigo brings, and indigo for the price of sugar."""
    corn, indigo, sugar, *others = g.price
    g.price = (corn, sugar, indigo, *others)


@breaks("trader.price")
@Wrong.with_kit
def TobaccoAndCoffeePricesAreMixedUp(g: Kit) -> None:
    """Tobacco is sold for what coffee brings, and coffee for the price of tobacco."""
    *others, tobacco, coffee = g.price
    g.price = (*others, coffee, tobacco)


@breaks("trader.price", "trader.sell")
@Wrong.around(trader.sell)
def AFullerHousePaysLess(right: Right, g: Kit, t: Table, kind: int) -> Table:
    """The house pays a doubloon less for each barrel that it holds already."""
    less = min(g.price[kind], sum(t.house))
    t = with_seat(t, t.turn, money=t.seats[t.turn].money - less)
    return right(g, changed(t, bank=t.bank + less), kind)


# ---- the privilege


class _Rewarded(Wrong):
    """The trader's doubloon goes to others."""

    def _more(self, g: Kit, t: Table, kind: int) -> int:
        """What the acting player has besides the price."""
        raise NotImplementedError

    @around(trader.sell)
    def _sell(self, right: Right, g: Kit, t: Table, kind: int) -> Table:
        more = self._more(g, t, kind) - (g.trader_privilege if t.turn == t.picker else 0)
        return right(g, paid(t, t.turn, more), kind)


@breaks("trader.privilege", "role.own-privilege")
class TheGovernorSellsForADoubloonMore(_Rewarded):
    """The governor receives the extra doubloon for a sale, and not the trader."""

    def _more(self, g: Kit, t: Table, kind: int) -> int:
        return g.trader_privilege if t.turn == t.governor else 0


@breaks("trader.privilege", "trader.corn")
class TheTraderHasNoDoubloonForCorn(_Rewarded):
    """The trader's extra doubloon is not paid for corn."""

    def _more(self, g: Kit, t: Table, kind: int) -> int:
        return g.trader_privilege if t.turn == t.picker and kind != CORN else 0


@breaks("trader.privilege")
class TheFirstSaleBringsADoubloonMore(_Rewarded):
    """Whoever sells the first barrel to an empty house receives the extra doubloon, and not the trader."""

    def _more(self, g: Kit, t: Table, kind: int) -> int:
        return 0 if any(t.house) else g.trader_privilege


@breaks("trader.no-privilege")
class ATraderWhoPassesHasADoubloon(Wrong):
    """A trader who sells nothing takes a doubloon from the bank all the same."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(state.phase, Selling) and isinstance(move, m.Pass) and state.turn == state.picker:
            state = paid(state, state.turn, self.g.trader_privilege)
        return super().apply(state, move)


# ---- which barrels, and how many


class _Again(Wrong):
    """Somebody who has sold is asked again until they pass."""

    def _goes_on(self, t: Table) -> bool:
        raise NotImplementedError

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(state.phase, Selling) and isinstance(move, m.Pass):
            return trader.ask(self.g, state, rounds.place_of(self.g, state) + 1, ())
        return super().apply(state, move)

    @around(trader.ask)
    def _ask(self, right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
        return right(g, t, place - 1 if place and self._goes_on(t) else place, events)


@breaks("trader.one")
class EveryoneSellsUntilTheyPass(_Again):
    """Whoever has sold a barrel may sell more of them until they pass or can sell no more."""

    def _goes_on(self, t: Table) -> bool:
        return True


@breaks("trader.one", "trader.privilege")
class TheTraderSellsUntilTheyPass(_Again):
    """The trader may sell several barrels, one after the other."""

    def _goes_on(self, t: Table) -> bool:
        return t.turn == t.picker


@breaks("trader.one", "trader.sell")
@Wrong.around(trader.sell)
def AllBarrelsOfTheKindAreSold(right: Right, g: Kit, t: Table, kind: int) -> Table:
    """Whoever sells gives away all barrels of the kind to the supply, and is paid for one."""
    goods, rest = t.seats[t.turn].goods, t.seats[t.turn].goods[kind] - 1
    t = changed(with_seat(t, t.turn, goods=plus(goods, kind, -rest)), supply=plus(t.supply, kind, rest))
    return right(g, t, kind)


class _Sold(Wrong):
    """Other barrels may be sold."""

    def _may(self, g: Kit, t: Table, seat: Seat, kind: int) -> bool:
        raise NotImplementedError

    @instead(trader.sales)
    def _sales(self, g: Kit, t: Table, seat: Seat) -> list[m.Move]:
        return [g.sell[kind] for kind in range(5) if self._may(g, t, seat, kind)]


@breaks("trader.have")
class ABarrelMayComeFromTheSupply(_Sold):
    """A player may also sell a barrel that they do not have, out of the supply."""

    def _may(self, g: Kit, t: Table, seat: Seat, kind: int) -> bool:
        return bool(seat.goods[kind] or t.supply[kind]) and (seat.city[g.office] > 0 or not t.house[kind])

    @around(trader.sell)
    def _sell(self, right: Right, g: Kit, t: Table, kind: int) -> Table:
        if not t.seats[t.turn].goods[kind]:
            goods = plus(t.seats[t.turn].goods, kind, 1)
            t = changed(with_seat(t, t.turn, goods=goods), supply=plus(t.supply, kind, -1))
        return right(g, t, kind)


@breaks("trader.have")
class TheLastBarrelIsKept(_Sold):
    """A player who has one barrel of a kind only may not sell it."""

    def _may(self, g: Kit, t: Table, seat: Seat, kind: int) -> bool:
        return seat.goods[kind] > 1 and (seat.city[g.office] > 0 or not t.house[kind])


@breaks("trader.different")
class TheHouseHoldsTwoOfAKind(_Sold):
    """The house buys a second barrel of a kind, and refuses only the third."""

    def _may(self, g: Kit, t: Table, seat: Seat, kind: int) -> bool:
        return seat.goods[kind] > 0 and (seat.city[g.office] > 0 or t.house[kind] < 2)


@breaks("office.same-kind", "trader.different")
class TheOfficeSellsSameKindsOnly(_Sold):
    """The owner of an occupied office may sell only kinds that the house holds, if it holds any."""

    def _may(self, g: Kit, t: Table, seat: Seat, kind: int) -> bool:
        if seat.city[g.office] > 0 and any(t.house):
            return seat.goods[kind] > 0 and t.house[kind] > 0
        return seat.goods[kind] > 0 and not t.house[kind]


@breaks("office.same-kind", "role.own-privilege")
@Wrong.around(trader.sales)
def TheOfficeServesTheTraderOnly(right: Sales, g: Kit, t: Table, seat: Seat) -> list[m.Move]:
    """An office serves only the player who chose the trader."""
    is_trader = seat == t.seats[t.picker]
    closed = changed(seat, city=plus(seat.city, g.office, -1 - seat.city[g.office]))
    return right(g, t, seat if is_trader else closed)


# ---- the house is full


@breaks("office.full-house", "trader.full")
@Wrong.around(trader.ask)
def TheOfficeSellsToAFullHouse(right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
    """The owner of an occupied office may sell a barrel to a full house."""
    for later in range(place, g.players):
        seat = (t.picker + later) % g.players
        is_open = sum(t.house) < g.house_places or t.seats[seat].city[g.office] > 0
        if is_open and trader.sales(g, t, t.seats[seat]):
            return changed(t, turn=seat, phase=SELLING)
    return right(g, t, g.players, events)


@breaks("trader.full", "trader.one")
class TheHouseTakesOneBarrelFromAll(_Again):
    """The phase is over as soon as one barrel has been sold."""

    def _goes_on(self, t: Table) -> bool:
        return False

    @around(trader.ask)
    def _ask(self, right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
        return right(g, t, g.players if place else 0, events)
