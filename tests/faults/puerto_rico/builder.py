"""Mistakes in the builder phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import builder, rounds
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import BUILDING, QUARRY, Building, Counts, Seat, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.planting import around, instead
from tests.faults.puerto_rico.common import Events, Right, Wrong, one_more, paid, with_seat

Prices = Callable[..., Counts]

# ---- what a building costs


class Priced(Wrong):
    """Buildings cost something else."""

    def _cost(self, g: Kit, k: int, quarries: int, privilege: int) -> int:
        """What a building costs the owner of some occupied quarries."""
        kind = g.buildings[k]
        return max(0, kind.cost - self._off(kind.column, quarries) * g.quarry_discount - privilege)

    def _off(self, column: int, quarries: int) -> int:
        """How many quarries count."""
        return min(column, quarries)

    @instead(builder.prices)
    def _prices(self, g: Kit, t: Table, seat: int) -> Counts:
        quarries, privilege = self._quarries(t.seats[seat]), g.builder_privilege if seat == t.picker else 0
        return tuple(self._cost(g, k, quarries, privilege) for k in range(len(g.buildings)))

    def _quarries(self, owner: Seat) -> int:
        return owner.tilled[QUARRY]


@breaks("quarry.discount", "mayor.occupied")
class QuarriesNeedNoColonist(Priced):
    """Every quarry lowers the price of a building, occupied or not."""

    def _quarries(self, owner: Seat) -> int:
        return owner.tiles[QUARRY]


@breaks("quarry.limit")
class TheColumnIsAThreshold(Priced):
    """A building costs less only for the owner of as many occupied quarries as the number of its column."""

    def _off(self, column: int, quarries: int) -> int:
        return column if quarries >= column else 0


@breaks("quarry.with-privilege", "builder.privilege")
class WithQuarriesThereIsNoPrivilege(Priced):
    """The builder's privilege does not come on top of quarries that lower the price."""

    def _cost(self, g: Kit, k: int, quarries: int, privilege: int) -> int:
        off = self._off(g.buildings[k].column, quarries)
        return max(0, g.buildings[k].cost - max(off * g.quarry_discount, privilege))


@breaks("quarry.with-privilege", "quarry.limit", "builder.privilege")
class ThePrivilegeCountsWithinTheLimit(Priced):
    """Quarries and the builder's privilege together lower the price by the number of the column at most."""

    def _cost(self, g: Kit, k: int, quarries: int, privilege: int) -> int:
        return max(0, g.buildings[k].cost - min(g.buildings[k].column, quarries + privilege))


@breaks("builder.privilege", "role.own-privilege")
@Wrong.around(builder.prices)
def TheGovernorBuildsForADoubloonLess(right: Prices, g: Kit, t: Table, seat: int) -> Counts:
    """The governor pays a doubloon less, and not the player who chose the builder."""
    return right(g, changed(t, picker=t.governor), seat)


@breaks("builder.privilege")
class ThePrivilegeIsForVioletBuildings(Priced):
    """The builder pays a doubloon less for violet buildings only."""

    def _cost(self, g: Kit, k: int, quarries: int, privilege: int) -> int:
        return super()._cost(g, k, quarries, privilege if k in g.violet else 0)


@breaks("quarry.discount", "production.kinds")
class QuarriesServeVioletBuildingsOnly(Priced):
    """Quarries lower the price of violet buildings, and not that of production buildings."""

    def _cost(self, g: Kit, k: int, quarries: int, privilege: int) -> int:
        return super()._cost(g, k, quarries if k in g.violet else 0, privilege)


# ---- paying


@breaks("builder.build", "box.coins")
class TheBankDoesNotReceiveThePrice(Wrong):
    """The doubloons paid for a building do not go to the bank."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Build):
            return after
        cost = builder.prices(self.g, state, state.turn)[self.g.building_number[move.building]]
        return changed(after, bank=after.bank - cost)


@breaks("builder.afford", "quarry.discount", "builder.privilege")
class ThePrintedPriceHasToBeThere(Wrong):
    """Only a building whose printed price a player has may be built, though less is paid for it."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Building):
            return legal
        money, g = state.seats[state.turn].money, self.g
        dear = [move for move, kind in zip(g.build, g.buildings, strict=True) if kind.cost > money]
        return [move for move in legal if move not in dear]


@breaks("builder.afford", "builder.build")
@Wrong.around(builder.prices)
def WhatIsMissingIsNotPaid(right: Prices, g: Kit, t: Table, seat: int) -> Counts:
    """A building may be built for one doubloon too few."""
    money = t.seats[seat].money
    return tuple(money if cost == money + 1 else cost for cost in right(g, t, seat))


@breaks("builder.no-refund")
class ABuilderWhoPassesHasADoubloon(Wrong):
    """A builder who builds nothing takes a doubloon from the bank instead."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(state.phase, Building) and isinstance(move, m.Pass) and state.turn == state.picker:
            state = paid(state, state.turn, self.g.builder_privilege)
        return super().apply(state, move)


# ---- how many, and what


class _Again(Wrong):
    """Somebody who has built is asked again until they pass."""

    def _goes_on(self, t: Table) -> bool:
        raise NotImplementedError

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(state.phase, Building) and isinstance(move, m.Pass):
            return builder.ask(self.g, state, rounds.place_of(self.g, state) + 1, ())
        return super().apply(state, move)

    @around(builder.ask)
    def _ask(self, right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
        return right(g, t, place - 1 if place and self._goes_on(t) else place, events)


@breaks("builder.one", "builder.privilege")
class TheBuilderBuildsUntilTheyPass(_Again):
    """The builder may build several buildings one after the other."""

    def _goes_on(self, t: Table) -> bool:
        return t.turn == t.picker


class _Open(Wrong):
    """Other buildings may be built."""

    def _may(self, g: Kit, t: Table, owner: Seat, k: int) -> bool:
        return owner.city[k] < 0 and t.stock[k] > 0 and g.size[k] <= g.city_spaces - owner.spaces

    @instead(builder.open_buildings)
    def _open(self, g: Kit, t: Table, seat: int) -> list[m.Move]:
        owner, prices = t.seats[seat], builder.prices(g, t, seat)
        return [g.build[k] for k, cost in enumerate(prices) if cost <= owner.money and self._may(g, t, owner, k)]

    @around(builder.build)
    def _build(self, right: Right, g: Kit, t: Table, k: int) -> Table:
        seat, here = t.turn, t.seats[t.turn].city[k]
        t = changed(t, stock=plus(t.stock, k, 1)) if not t.stock[k] else t
        if here < 0:
            return right(g, t, k)
        after = right(g, with_seat(t, seat, city=plus(t.seats[seat].city, k, -1 - here)), k)
        return with_seat(after, seat, city=plus(after.seats[seat].city, k, here))


@breaks("building.once")
class ProductionBuildingsMayStandTwice(_Open):
    """A player may build a production building that stands in their city already."""

    def _may(self, g: Kit, t: Table, owner: Seat, k: int) -> bool:
        is_free = owner.city[k] < 0 or k not in g.violet
        return is_free and t.stock[k] > 0 and g.size[k] <= g.city_spaces - owner.spaces


@breaks("building.stock", "building.once")
class AVioletBuildingStandsInOneCityOnly(_Open):
    """A violet building that stands in another player's city cannot be built any more."""

    def _may(self, g: Kit, t: Table, owner: Seat, k: int) -> bool:
        stands = k in g.violet and any(seat.city[k] >= 0 for seat in t.seats)
        return super()._may(g, t, owner, k) and not stands


@breaks("building.size", "builder.space")
class ALargeBuildingNeedsOneFreeSpace(_Open):
    """A large building may be built where one city space is left."""

    def _may(self, g: Kit, t: Table, owner: Seat, k: int) -> bool:
        return owner.city[k] < 0 and t.stock[k] > 0 and owner.spaces < g.city_spaces


@breaks("building.size", "large.one-building", "builder.space")
class ALargeBuildingTakesOneSpace(Wrong):
    """A large building covers one city space like any other, so that twelve buildings fill a city."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.size = (1,) * len(self.g.size)

    def _recounted(self, state: Table) -> Table:
        seats = tuple(changed(seat, spaces=sum(here >= 0 for here in seat.city)) for seat in state.seats)
        return changed(state, seats=seats)

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return super().legal_moves(self._recounted(state))

    def apply(self, state: Table, move: m.Move) -> Table:
        return super().apply(self._recounted(state), move)


@breaks("builder.full-city", "builder.space")
class ACityIsNeverFull(_Open):
    """A player whose city has no free space left goes on building."""

    def _may(self, g: Kit, t: Table, owner: Seat, k: int) -> bool:
        return owner.city[k] < 0 and t.stock[k] > 0

    @around(builder.ask)
    def _ask(self, right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
        for later in range(place, g.players):
            seat = (t.picker + later) % g.players
            if builder.open_buildings(g, t, seat):
                return changed(t, turn=seat, phase=BUILDING)
        return right(g, t, g.players, events)


@breaks("mayor.only-then", "mayor.san-juan")
@Wrong.around(builder.build)
def SanJuanFillsANewBuildingAtOnce(right: Right, g: Kit, t: Table, k: int) -> Table:
    """A colonist waiting in San Juan goes into a new building as soon as it is built."""
    after, seat = right(g, t, k), t.turn
    owner = after.seats[seat]
    if not owner.san_juan:
        return after
    return with_seat(after, seat, city=one_more(owner.city, k), san_juan=owner.san_juan - 1)
