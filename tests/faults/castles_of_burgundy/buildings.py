"""Mistakes with buildings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, placing, rounds, turn
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import fetches, place, sell
from rulecheck.reference_engines.castles_of_burgundy.arithmetic import workers_taken
from rulecheck.reference_engines.castles_of_burgundy.kit import (
    ANIMALS,
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CARPENTER,
    CASTLE,
    CHURCH,
    FETCHES,
    KNOWLEDGE,
    MARKET,
    MINE,
    SHIP,
    WATCHTOWER,
    Kit,
)
from rulecheck.reference_engines.castles_of_burgundy.placing import boarding, hall_placements, laid, open_spaces
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import mines
from rulecheck.reference_engines.castles_of_burgundy.table import Acting, CityHall, Fetching, Seat, Table, Warehouse
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.castles_of_burgundy.board import NEIGHBOURS
from tests.faults.castles_of_burgundy.common import EVERY_SPACE, Wrong, acting, paid
from tests.faults.planting import instead

# ---- all buildings


@breaks("building.ability", "carpenter.take", "church.take", "market.take", "warehouse.sell", "city-hall.place")
class WhatABuildingOffersMustBeUsed(Wrong):
    """What a building offers has to be used if it can be used."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Fetching | Warehouse | CityHall):
            return moves
        return [move for move in moves if not isinstance(move, m.Pass)] or moves


@breaks("building.once")
@Wrong.instead(placing.open_spaces)
def SameBuildingsStandInACity(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """Any number of buildings of one kind may stand in a city."""
    return open_spaces(g, changed(seat, knowledge=seat.knowledge | 2), kind, die, any_colour=any_colour)


@breaks("building.once", "estate.cities")
@Wrong.instead(placing.open_spaces)
def ABuildingStandsOnceInAnEstate(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """Each kind of building may stand only once in the whole estate."""
    spaces = open_spaces(g, seat, kind, die, any_colour=any_colour)
    is_there = g.colour[kind] == BUILDING and kind in seat.estate and not seat.knowledge & 2
    return 0 if is_there else spaces


@breaks("building.once", "estate.regions")
@Wrong.instead(placing.open_spaces)
def OnlyTouchingBuildingsMustDiffer(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """Two buildings of one kind may not touch each other, but they may stand in one city."""
    free = changed(seat, knowledge=seat.knowledge | 2)
    spaces = open_spaces(g, free, kind, die, any_colour=any_colour)
    if g.colour[kind] == BUILDING and not seat.knowledge & 2:
        for k, there in enumerate(seat.estate):
            spaces &= ~NEIGHBOURS[k] if there == kind else EVERY_SPACE
    return spaces


@breaks("building.once", "city-hall.place", "castle.action")
@Wrong.instead(placing.open_spaces)
def SameBuildingsStandInACityWithoutADie(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """A city hall or a castle may lay a building into a city in which one of its kind stands."""
    free = seat if die else changed(seat, knowledge=seat.knowledge | 2)
    return open_spaces(g, free, kind, die, any_colour=any_colour)


@breaks("building.lapses")
class AUselessBuildingIsNotPlaced(Wrong):
    """A building may only be placed if its owner can use what it offers."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Acting | CityHall):
            return moves
        return [move for move in moves if not isinstance(move, m.Place) or not self._lapses(state, move)]

    def _lapses(self, state: Table, move: m.Place) -> bool:
        is_building = self.g.colour[self.g.tile_number[move.tile]] == BUILDING
        return is_building and "building.lapses" in super().apply(state, move).events


# ---- warehouse


@breaks("warehouse.sell", "sell.all")
@Wrong.instead(actions.sell)
def AWarehouseSellsAllKinds(g: Kit, t: Table, move: m.Sell, events: Events) -> Table:
    """A warehouse sells the goods of all kinds at once."""
    if isinstance(t.phase, Warehouse):
        for good, count in enumerate(acting(t).goods):
            if count and g.sell[good] != move:
                seat = acting(t)
                t = paid(t, t.turn, points=count * g.sell_points)
                goods, sold = plus(seat.goods, good, -count), plus(seat.sold, good, count)
                new = changed(acting(t), goods=goods, sold=sold)
                t = changed(t, seats=(*t.seats[: t.turn], new, *t.seats[t.turn + 1 :]))
    return sell(g, t, move, events)


class _WarehouseWithout(Wrong):
    silver: ClassVar[bool] = False
    points: ClassVar[bool] = False

    @instead(actions.sell)
    def sell_so(self, g: Kit, t: Table, move: m.Sell, events: Events) -> Table:
        if isinstance(t.phase, Warehouse):
            seat, good = acting(t), g.good_number[move.good]
            silver = g.better_silver if seat.knowledge >> 3 & 1 else g.sell_silver
            lost = seat.goods[good] * g.sell_points
            t = paid(t, t.turn, silver=-silver if self.silver else 0, points=-lost if self.points else 0)
        return sell(g, t, move, events)


@breaks("warehouse.sell", "sell.silver")
class AWarehouseBringsNoSilver(_WarehouseWithout):
    """Goods sold with a warehouse bring points but no silver."""

    silver = True


@breaks("warehouse.sell", "sell.points")
class AWarehouseBringsNoPoints(_WarehouseWithout):
    """Goods sold with a warehouse bring silver but no points."""

    points = True


@breaks("warehouse.sell", "building.no-die", "sell.die")
class AWarehouseSellsTheGoodsOfItsSpace(Wrong):
    """A warehouse sells only goods of the kind with the number of the space on which it was laid."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not (isinstance(move, m.Place) and isinstance(after.phase, Warehouse)):
            return after
        good = self.g.good_of_die[self.g.die_of_space[move.space - 1]]
        if acting(after).goods[good]:
            return super().apply(after, self.g.sell[good])
        return super().apply(after, self.g.pass_)


@breaks("warehouse.sell")
class AWarehouseSellsTheMostGoods(Wrong):
    """A warehouse sells the first kind of which its owner has most goods, without asking."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Place) and isinstance(after.phase, Warehouse):
            goods = acting(after).goods
            return super().apply(after, self.g.sell[goods.index(max(goods))])
        return after


# ---- carpenter's workshop, church, market


class _OtherTiles(Wrong):
    colours: ClassVar[Mapping[int, tuple[int, ...]]] = FETCHES

    @instead(actions.fetches)
    def fetches(self, g: Kit, t: Table, seat: Seat, building: int) -> tuple[m.Move, ...]:
        fitting = self.colours.get(building, FETCHES[building])
        takes = [take for d, tiles in enumerate(t.depots, 1) for take in actions.takes_from(g, d, tiles)]
        return tuple(
            take for take in takes if isinstance(take, m.Take) and g.colour[g.tile_number[take.tile]] in fitting
        )


ALL_COLOURS = (BUILDING, ANIMALS, KNOWLEDGE, CASTLE, MINE, SHIP)


@breaks("carpenter.take")
class ACarpenterTakesAnyTile(_OtherTiles):
    """A carpenter's workshop lets its owner take any tile from the numbered depots, not only a building."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {CARPENTER: ALL_COLOURS}


@breaks("carpenter.take")
@Wrong.instead(actions.fetches)
def ACarpenterTakesNoCarpenter(g: Kit, t: Table, seat: Seat, building: int) -> tuple[m.Move, ...]:
    """A carpenter's workshop does not let its owner take another one."""
    takes = fetches(g, t, seat, building)
    return tuple(take for take in takes if building != CARPENTER or getattr(take, "tile", "") != "carpenter")


@breaks("church.take", "carpenter.take")
class AChurchTakesBuildings(_OtherTiles):
    """A church lets its owner take a building besides mines, knowledge tiles and castles."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {CHURCH: (BUILDING, MINE, KNOWLEDGE, CASTLE)}


@breaks("church.take")
class AChurchTakesNoCastle(_OtherTiles):
    """A church lets its owner take a mine or a knowledge tile but no castle."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {CHURCH: (MINE, KNOWLEDGE)}


@breaks("church.take")
class AChurchTakesNoMine(_OtherTiles):
    """A church lets its owner take a knowledge tile or a castle but no mine."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {CHURCH: (KNOWLEDGE, CASTLE)}


@breaks("church.take")
class AChurchTakesNoKnowledge(_OtherTiles):
    """A church lets its owner take a mine or a castle but no knowledge tile."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {CHURCH: (MINE, CASTLE)}


@breaks("market.take")
class AMarketTakesNoShip(_OtherTiles):
    """A market lets its owner take animals but no ship."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {MARKET: (ANIMALS,)}


@breaks("market.take")
class AMarketTakesNoAnimals(_OtherTiles):
    """A market lets its owner take a ship but no animals."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {MARKET: (SHIP,)}


@breaks("market.take", "church.take")
class MarketAndChurchAreMixedUp(_OtherTiles):
    """A market lets its owner take a mine, a knowledge tile or a castle, and a church a ship or animals."""

    colours: ClassVar[Mapping[int, tuple[int, ...]]] = {MARKET: FETCHES[CHURCH], CHURCH: FETCHES[MARKET]}


@breaks("building.ability", "carpenter.take", "church.take", "market.take")
class ABuildingTakesTheFirstTile(Wrong):
    """Nobody chooses the tile that a carpenter's workshop, church or market brings: it is the first that fits."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Place) and isinstance(after.phase, Fetching):
            return super().apply(after, self.legal_moves(after)[0])
        return after


@breaks("building.no-die", "carpenter.take", "church.take", "market.take")
class ABuildingTakesFromTheDepotOfItsSpace(Wrong):
    """A carpenter's workshop, church or market takes a tile only from the depot with the number of its space."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not (isinstance(move, m.Place) and isinstance(after.phase, Fetching)):
            return after
        depot = self.g.die_of_space[move.space - 1]
        takes = [take for take in self.legal_moves(after) if isinstance(take, m.Take) and take.depot == depot]
        return after if takes else super().apply(after, self.g.pass_)


# ---- boarding house, bank, city hall, watchtower


@breaks("boarding-house.workers", "workers.take", "knowledge.14")
@Wrong.instead(placing.boarding)
def ABoardingHouseIsTheActionOfTakingWorkers(g: Kit, seat: Seat) -> tuple[int, Events]:
    """A boarding house brings as many workers as the action of taking workers does."""
    return workers_taken(g.workers_taken, g.better_workers, bool(seat.knowledge >> 14 & 1)), ()


@breaks("boarding-house.workers")
@Wrong.instead(placing.boarding)
def ABoardingHouseBringsWorkersForEachOne(g: Kit, seat: Seat) -> tuple[int, Events]:
    """A boarding house brings its workers once more for each other one in the estate."""
    workers, events = boarding(g, seat)
    return workers * (1 + seat.estate.count(BOARDING_HOUSE)), events


class _Gains(Wrong):
    kind: ClassVar[int]

    def gain(self, seat: Seat, new: Seat) -> Seat:
        """The seat after a building of the kind was laid and brought what it brings."""
        raise NotImplementedError

    @instead(placing.laid)
    def laid_so(
        self, g: Kit, seat: Seat, kind: int, space: int, letter: int, large: int, small: int, events: Events
    ) -> tuple[Seat, Events]:
        new, events = laid(g, seat, kind, space, letter, large, small, events)
        return self.gain(seat, new) if kind == self.kind else new, events


@breaks("boarding-house.workers", "bank.silver")
class ABoardingHouseBringsSilver(_Gains):
    """A boarding house brings silver instead of workers."""

    kind = BOARDING_HOUSE

    def gain(self, seat: Seat, new: Seat) -> Seat:
        return changed(new, workers=seat.workers, silver=seat.silver + self.g.boarding_house)


@breaks("bank.silver", "boarding-house.workers")
class ABankBringsWorkers(_Gains):
    """A bank brings workers instead of silver."""

    kind = BANK

    def gain(self, seat: Seat, new: Seat) -> Seat:
        return changed(new, silver=seat.silver, workers=seat.workers + self.g.bank)


@breaks("bank.silver")
class ABankBringsSilverForEachBank(_Gains):
    """A bank brings its silver once more for each other one in the estate."""

    kind = BANK

    def gain(self, seat: Seat, new: Seat) -> Seat:
        return changed(new, silver=seat.silver + self.g.bank * new.estate.count(BANK))


@breaks("bank.silver", "mine.income")
@Wrong.instead(rounds.mines)
def ABankBringsSilverAtTheEndOfAPhase(g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
    """A bank brings silver at the end of each phase, as a mine does, besides that at once."""
    after, events = mines(g, t, events, last=last)
    for who, seat in enumerate(t.seats):
        after = paid(after, who, silver=g.bank * seat.estate.count(BANK))
    return after, events


@breaks("city-hall.place")
@Wrong.instead(placing.hall_placements)
def ACityHallOnlyPlacesBuildings(g: Kit, seat: Seat) -> list[m.Move]:
    """A city hall lets its owner place only another building."""
    return [
        move
        for move in hall_placements(g, seat)
        if isinstance(move, m.Place) and g.colour[g.tile_number[move.tile]] == BUILDING
    ]


@breaks("city-hall.place", "place.adjacent")
@Wrong.instead(placing.hall_placements)
def ACityHallPlacesAnywhere(g: Kit, seat: Seat) -> list[m.Move]:
    """A tile placed with a city hall need not touch any other."""
    return hall_placements(g, changed(seat, frontier=EVERY_SPACE & ~seat.filled))


@breaks("city-hall.place", "place.effect")
@Wrong.instead(actions.place)
def WhatACityHallPlacesBringsNothing(g: Kit, t: Table, move: m.Place, events: Events) -> Table:
    """A tile placed with a city hall lets its owner do nothing further, whatever it is."""
    if not isinstance(t.phase, CityHall):
        return place(g, t, move, events)
    seat, events = laid(g, acting(t), g.tile_number[move.tile], move.space - 1, t.letter, t.large, t.small, events)
    t = changed(t, large=t.large & ~seat.large, small=t.small & ~seat.small)
    return turn.go_on(g, t, seat, events)


@breaks("city-hall.place", "building.no-die", "place.die")
class ACityHallPlacesOnItsOwnNumber(Wrong):
    """A city hall lets its owner place a tile only on a space with the same number as its own."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not (isinstance(move, m.Place) and isinstance(after.phase, CityHall)):
            return after
        number = self.g.die_of_space[move.space - 1]
        fits = [p for p in hall_placements(self.g, acting(after)) if isinstance(p, m.Place)]
        if any(self.g.die_of_space[p.space - 1] == number for p in fits):
            return after
        return super().apply(after, self.g.pass_)


@breaks("watchtower.points")
class AWatchtowerScoresForEachOne(_Gains):
    """A watchtower brings its points once more for each other one in the estate."""

    kind = WATCHTOWER

    def gain(self, seat: Seat, new: Seat) -> Seat:
        return changed(new, points=new.points + self.g.watchtower * seat.estate.count(WATCHTOWER))


@breaks("watchtower.points", "region.complete")
class AWatchtowerScoresOnlyInACompleteCity(_Gains):
    """A watchtower brings its points only if it completes its city."""

    kind = WATCHTOWER

    def gain(self, seat: Seat, new: Seat) -> Seat:
        completed = new.points > seat.points + self.g.watchtower
        return new if completed else changed(new, points=seat.points)
