"""Mistakes in the other small violet buildings: markets, factory, university, harbor and wharf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import arithmetic, builder, captain, craftsman, gains, rounds, trader
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import (
    CORN,
    NONE,
    Counts,
    Crafting,
    Gain,
    Loading,
    Phase,
    Seat,
    Selling,
    Table,
)
from rulecheck.reference_engines.tuples import plus
from tests.faults.planting import around, instead, swapping
from tests.faults.puerto_rico.common import Events, Right, Wrong, with_seat

May = Callable[..., bool]

# ---- the markets


class _Market(Wrong):
    """The markets bring something else."""

    def _due(self, g: Kit, t: Table, due: gains.Due) -> gains.Due:
        raise NotImplementedError

    @around(gains.offer)
    def _offer(self, right: Right, g: Kit, t: Table, due: gains.Due, after: Phase, events: Events) -> Table:
        is_sale = isinstance(after, Selling) and not isinstance(t.phase, Gain)
        return right(g, t, self._due(g, t, due) if is_sale else due, after, events)


@breaks("large-market.with-small", "small-market.bonus", "large-market.bonus")
class OnlyTheLargerMarketPays(_Market):
    """Whoever owns both markets receives the bonus of the large one only."""

    def _due(self, g: Kit, t: Table, due: gains.Due) -> gains.Due:
        markets = [right for right, _ in due]
        is_both = g.small_market in markets and g.large_market in markets
        return tuple(right for right in due if not (is_both and right[0] == g.small_market))


@breaks("small-market.bonus", "large-market.bonus", "trader.privilege")
class OnlyTheTradersMarketsPay(_Market):
    """Markets pay only the player who chose the trader."""

    def _due(self, g: Kit, t: Table, due: gains.Due) -> gains.Due:
        return due if t.turn == t.picker else ()


@breaks("large-market.bonus")
class BothMarketsPayTheSame(_Market):
    """A large market brings as much as a small one."""

    def _due(self, g: Kit, t: Table, due: gains.Due) -> gains.Due:
        return tuple((right, g.small_market_bonus if right == g.large_market else amount) for right, amount in due)


@breaks("small-market.bonus", "large-market.bonus", "trader.corn")
@Wrong.around(trader.sell)
def MarketsPayNothingForCorn(right: Right, g: Kit, t: Table, kind: int) -> Table:
    """Markets bring nothing when corn is sold."""
    if kind != CORN:
        return right(g, t, kind)
    owner = t.seats[t.turn]
    closed = list(owner.city)
    closed[g.small_market] = closed[g.large_market] = -1
    after = right(g, with_seat(t, t.turn, city=tuple(closed)), kind)
    return with_seat(after, t.turn, city=owner.city)


@breaks("small-market.bonus", "building.occupied")
@Wrong.around(trader.sell)
def TheSmallMarketNeedsNoColonist(right: Right, g: Kit, t: Table, kind: int) -> Table:
    """A small market brings its doubloon also if it stands empty."""
    owner = t.seats[t.turn]
    if owner.city[g.small_market]:
        return right(g, t, kind)
    after = right(g, with_seat(t, t.turn, city=plus(owner.city, g.small_market, 1)), kind)
    return with_seat(after, t.turn, city=owner.city)


# ---- the factory


class _Factory(Wrong):
    """A factory pays something else."""

    def _pays(self, g: Kit, seat: Seat, made: Counts) -> int:
        raise NotImplementedError

    @instead(craftsman.factory_due)
    def _due(self, g: Kit, seat: Seat, made: Counts) -> tuple[tuple[int, int], ...]:
        amount = self._pays(g, seat, made) if seat.city[g.factory] > 0 and made != NONE else 0
        return ((g.factory, amount),) if amount else ()


def _kinds(made: Counts) -> int:
    return sum(count > 0 for count in made)


@breaks("factory.bonus")
class TheFactoryPaysOneDoubloon(_Factory):
    """A factory pays 1 doubloon, however many kinds were produced, if there are two at least."""

    def _pays(self, g: Kit, seat: Seat, made: Counts) -> int:
        return 1 if _kinds(made) > 1 else 0


@breaks("factory.kinds", "factory.bonus")
class TheFactoryCountsBarrels(_Factory):
    """A factory pays for the number of barrels produced, one doubloon less than there are barrels, 5 at most."""

    def _pays(self, g: Kit, seat: Seat, made: Counts) -> int:
        return (0, 0, *g.factory_pays)[min(5, sum(made))]


@breaks("factory.kinds", "factory.bonus")
class TheFactoryCountsWhatLiesThere(_Factory):
    """A factory pays for all the kinds that lie on its owner's wind rose after producing."""

    def _pays(self, g: Kit, seat: Seat, made: Counts) -> int:
        return (0, 0, *g.factory_pays)[_kinds(seat.goods)]


@breaks("factory.bonus", "role.own-privilege")
@Wrong.around(craftsman.produce)
def OnlyTheCraftsmansFactoryPays(right: Right, g: Kit, t: Table, place: int, phase: Crafting, events: Events) -> Table:
    """A factory pays only its owner who chose the craftsman."""
    seats = tuple(
        seat if k == t.picker else changed(seat, city=plus(seat.city, g.factory, -1 - seat.city[g.factory]))
        for k, seat in enumerate(t.seats)
    )
    after = right(g, changed(t, seats=seats), place, phase, events)
    return changed(after, seats=tuple(changed(a, city=b.city) for a, b in zip(after.seats, t.seats, strict=True)))


# ---- the university


@breaks("university.one", "university.colonist")
@Wrong.around(builder.settle)
def TheUniversityFillsTheBuilding(right: Right, g: Kit, t: Table, k: int, events: Events) -> Table:
    """The university puts a colonist on every circle of the building."""
    more = min(g.circles[k] - 1, max(0, t.colonists - 1))
    city = plus(t.seats[t.turn].city, k, more)
    return right(g, changed(with_seat(t, t.turn, city=city), colonists=t.colonists - more), k, events)


@breaks("university.colonist", "university.from-ship")
@Wrong.around(builder.settle)
def TheUniversityTakesFromTheShip(right: Right, g: Kit, t: Table, k: int, events: Events) -> Table:
    """The university's colonist comes from the ship, and from the reserve only if the ship is empty."""
    if not (t.colonists and t.colonist_ship):
        return right(g, t, k, events)
    return right(g, changed(t, colonists=t.colonists + 1, colonist_ship=t.colonist_ship - 1), k, events)


class _Taught(Wrong):
    """The university serves some buildings only."""

    def _serves(self, g: Kit, t: Table, k: int) -> bool:
        raise NotImplementedError

    @around(builder.university)
    def _university(self, right: Right, g: Kit, t: Table, k: int, events: Events) -> Table:
        if self._serves(g, t, k):
            return right(g, t, k, events)
        return builder.ask(g, t, rounds.place_of(g, t) + 1, events)


@breaks("university.colonist", "role.own-privilege")
class OnlyTheBuilderUsesTheUniversity(_Taught):
    """A university serves only the player who chose the builder."""

    def _serves(self, g: Kit, t: Table, k: int) -> bool:
        return t.turn == t.picker


# ---- the harbor


@breaks("harbor.bonus")
@Wrong.around(captain.shipped)
def TheHarborPaysForEachBarrel(
    right: Right, g: Kit, t: Table, kind: int, barrels: int, *rest: Any, **others: Any
) -> Table:
    """A harbor brings a point more for each barrel, and not for each load."""
    with swapping([(g, "harbor_bonus", barrels)]):
        return right(g, t, kind, barrels, *rest, **others)


@breaks("harbor.bonus", "captain.points")
@Wrong.around(gains.give)
def TheHarborPaysDoubloons(
    right: Callable[..., tuple[Table, Events]], g: Kit, t: Table, which: int, amount: int, events: Events
) -> tuple[Table, Events]:
    """A harbor brings a doubloon for each load, and not a point."""
    return rounds.pay(g, t, t.turn, amount, events) if which == g.harbor else right(g, t, which, amount, events)


@breaks("harbor.wharf", "harbor.bonus")
@Wrong.around(captain.use_wharf)
def TheHarborDoesNotServeTheWharf(right: Right, g: Kit, t: Table, phase: Loading, kind: int) -> Table:
    """A harbor brings no point for barrels that are shipped with the wharf."""
    city = t.seats[t.turn].city
    after = right(g, with_seat(t, t.turn, city=plus(city, g.harbor, -1 - city[g.harbor])), phase, kind)
    return with_seat(after, t.turn, city=city)


# ---- the wharf


class _Wharf(Wrong):
    """The wharf takes other kinds."""

    def _takes(self, t: Table, kind: int, loads: list[m.Move]) -> bool:
        raise NotImplementedError

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        loads: list[m.Move] = [move for move in legal if isinstance(move, m.Load)]
        left = [
            move
            for move in legal
            if not isinstance(move, m.Wharf) or self._takes(state, self.g.good_number[move.good], loads)
        ]
        return left if left or not legal else legal


@breaks("wharf.any-kind", "wharf.load")
class TheWharfTakesNoKindThatAShipCarries(_Wharf):
    """A wharf may not ship a kind that lies on a cargo ship."""

    def _takes(self, t: Table, kind: int, loads: list[m.Move]) -> bool:
        return all(cargo != kind for cargo, _ in t.ships)


@breaks("wharf.all", "wharf.any-kind")
class TheWharfTakesTheKindWithMostBarrels(_Wharf):
    """A wharf ships only a kind of which its owner has the most barrels."""

    def _takes(self, t: Table, kind: int, loads: list[m.Move]) -> bool:
        goods = t.seats[t.turn].goods
        return goods[kind] == max(goods)


@breaks("wharf.all")
@Wrong.instead(arithmetic.by_wharf)
def TheWharfTakesOneBarrel(stock: int, capacity: int, is_limited: bool) -> int:
    """A wharf ships one barrel, however many of the kind there are."""
    return min(1, stock)
