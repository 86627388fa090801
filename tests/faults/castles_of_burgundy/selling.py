"""Mistakes in selling goods, taking workers, buying, and at the end of a phase."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, rounds, turn
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import sales
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import begin_phase, end_turn
from rulecheck.reference_engines.castles_of_burgundy.table import EMPTY, TURN, Acting, Paying, Phase, Seat, Table, Turn
from rulecheck.reference_engines.castles_of_burgundy.turn import can_afford, may_buy, pay, store
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus, replaced
from tests.faults.castles_of_burgundy.common import Wrong, acting, mended, paid
from tests.faults.planting import instead

# ---- selling


@breaks("sell.die")
@Wrong.instead(actions.sales)
def AnyKindIsSoldWithADie(g: Kit, t: Table, seat: Seat, die: int) -> tuple[m.Move, ...]:
    """The goods of any kind may be sold with a die, whatever its number."""
    return sales(g, t, seat, 0)


class _OtherSale(Wrong):
    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        """The seller after a sale of so many goods, who stood otherwise before."""
        raise NotImplementedError

    @instead(actions.sell)
    def sell_so(self, g: Kit, t: Table, move: m.Sell, events: Events) -> Table:
        seat, good = acting(t), g.good_number[move.good]
        count, many = seat.goods[good], t.sales + 1
        third, fourth = bool(seat.knowledge >> 3 & 1), bool(seat.knowledge >> 4 & 1)
        right = changed(
            seat,
            goods=plus(seat.goods, good, -count),
            sold=plus(seat.sold, good, count),
            silver=seat.silver + (g.better_silver if third else g.sell_silver),
            workers=seat.workers + (g.sale_workers if fourth else 0),
            points=seat.points + count * g.sell_points,
        )
        return turn.go_on(g, changed(t, sales=many), self.sold(seat, right, good, count), events)


@breaks("sell.all")
class OneGoodIsSold(_OtherSale):
    """A sale sells a single good of the kind; the others stay in the storage."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        points = before.points + self.g.sell_points
        goods, sold = plus(before.goods, good, -1), plus(before.sold, good, 1)
        return changed(after, goods=goods, sold=sold, points=points)


@breaks("sell.all")
class AllKindsAreSold(_OtherSale):
    """A sale sells all goods of the storage, of whatever kinds."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        points = before.points + self.g.sell_points * sum(before.goods)
        sold = tuple(map(sum, zip(before.sold, before.goods, strict=True)))
        return changed(after, goods=(0,) * len(before.goods), sold=sold, points=points)


@breaks("sell.all")
class SoldGoodsStayInTheStorage(_OtherSale):
    """Goods that are sold stay in the storage and can be sold once more."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        return changed(after, goods=before.goods)


@breaks("sell.all", "knowledge.15", "knowledge.25")
class SoldGoodsLeaveTheGame(Wrong):
    """Goods that are sold leave the game instead of staying with the seller, face down."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Sell):
            return after
        good = self.g.good_number[move.good]
        box = plus(after.goods_box, good, state.seats[state.turn].goods[good])
        return changed(mended(after, state.turn, sold=state.seats[state.turn].sold), goods_box=box)


@breaks("sell.all", "setup.goods-stacks")
class SoldGoodsGoBackToTheStock(Wrong):
    """Goods that are sold go back to the stock of goods and can be drawn again."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Sell):
            return after
        good = self.g.good_number[move.good]
        stock = plus(after.goods_stack, good, state.seats[state.turn].goods[good])
        return changed(mended(after, state.turn, sold=state.seats[state.turn].sold), goods_stack=stock)


@breaks("sell.silver")
class SilverForEachGood(_OtherSale):
    """A sale brings its silver for each good that is sold."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        return changed(after, silver=before.silver + (after.silver - before.silver) * count)


@breaks("sell.silver")
class SilverOnlyForSeveralGoods(_OtherSale):
    """A sale of a single good brings no silver."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        return changed(after, silver=before.silver) if count == 1 else after


@breaks("sell.points")
class PointsOncePerSale(_OtherSale):
    """A sale brings its points once, however many goods are sold."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        return changed(after, points=before.points + self.g.sell_points)


@breaks("sell.points")
class OnePointForEachGood(_OtherSale):
    """A sale brings one point for each good, whatever the number of players."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        return changed(after, points=before.points + count)


@breaks("sell.points")
@Wrong.with_kit
def SalesBringThePointsOfTwoPlayers(g: Kit) -> None:
    """A sale brings the points of a game of two for each good, however many play."""
    g.sell_points = 2


@breaks("sell.points")
@Wrong.with_kit
def SalesBringThePointsOfFourPlayers(g: Kit) -> None:
    """A sale brings the points of a game of four for each good, however many play."""
    g.sell_points = 4


@breaks("sell.points")
class GoodsBringTheNumberOfTheirDie(_OtherSale):
    """Each good sold brings as many points as the die shows by which its kind is sold."""

    def sold(self, before: Seat, after: Seat, good: int, count: int) -> Seat:
        return changed(after, points=before.points + count * self.g.die_of_good[good])


# ---- taking workers


@breaks("workers.take")
class AsManyWorkersAsTheDieShows(Wrong):
    """The action of taking workers brings as many as the die shows."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.TakeWorkers) and isinstance(state.phase, Acting) and state.phase.die:
            state = paid(state, state.turn, workers=state.phase.die - self.g.workers_taken)
        return super().apply(state, move)


@breaks("workers.take", "turn.die")
class WorkersOnlyIfNothingElseCanBeDone(Wrong):
    """Workers may be taken only by a player who can do nothing else with the die."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        others = [move for move in moves if not isinstance(move, m.TakeWorkers)]
        return others if isinstance(state.phase, Acting) and others else moves


# ---- buying


@breaks("purchase.once")
class PurchasesAreNotCounted(Wrong):
    """A player may buy as many tiles in a turn as there is silver for."""

    def apply(self, state: Table, move: m.Move) -> Table:
        return super().apply(changed(state, bought=False), move)

    @instead(turn.store)
    def store(self, g: Kit, t: Table, seat: Seat, kind: int, after: Phase, events: Events) -> Table:
        return store(g, changed(t, bought=False), seat, kind, after, events)


@breaks("purchase.once", "turn.two-actions")
class APurchaseUsesUpADie(Wrong):
    """A purchase takes the place of an action: it uses up the lower die, and without one there is none."""

    @instead(turn.can_afford)
    def can_afford(self, g: Kit, t: Table, seat: Seat) -> bool:
        return bool(t.dice[t.turn]) and can_afford(g, t, seat)

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Buy):
            state = changed(state, dice=replaced(state.dice, state.turn, state.dice[state.turn][1:]))
        return super().apply(state, move)


@breaks("purchase.once", "round.order")
@Wrong.instead(rounds.end_turn)
def OnePurchaseInARound(g: Kit, t: Table, events: Events) -> Table:
    """Only one player may buy in each round: who plays after a purchase can buy nothing more."""
    after = end_turn(g, t, events)
    return changed(after, bought=t.bought) if after.phase == TURN else after


@breaks("purchase.price")
@Wrong.instead(turn.pay)
def PurchasesAreNotPaid(
    g: Kit, t: Table, seat: Seat, kind: int, left: int, after: Phase, events: Events, *, workers_pay: bool
) -> Table:
    """A player needs the silver to buy a tile, but keeps it."""
    return pay(g, t, seat, kind, 0, after, events, workers_pay=workers_pay)


@breaks("purchase.price", "edition.2019")
class WorkersPayToo(Wrong):
    """Everybody may pay with workers where silver is missing, one for each piece."""

    @instead(turn.can_afford)
    def can_afford(self, g: Kit, t: Table, seat: Seat) -> bool:
        return can_afford(g, t, changed(seat, silver=seat.silver + seat.workers))

    @instead(turn.pay)
    def pay(
        self, g: Kit, t: Table, seat: Seat, kind: int, left: int, after: Phase, events: Events, *, workers_pay: bool
    ) -> Table:
        workers = max(0, left - seat.silver)
        seat = changed(seat, silver=max(0, seat.silver - left), workers=seat.workers - workers)
        return pay(g, t, seat, kind, 0, after, events, workers_pay=False)

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Turn) or any(isinstance(move, m.Buy) for move in moves):
            return moves
        *_, last = moves
        ends = [last] if isinstance(last, m.EndTurn) else []
        bought = turn.purchases(self.g, state, acting(state))
        return (*(move for move in moves if move not in ends), *bought, *ends)


@breaks("purchase.price")
@Wrong.instead(turn.pay)
def APurchaseTakesAllSilver(
    g: Kit, t: Table, seat: Seat, kind: int, left: int, after: Phase, events: Events, *, workers_pay: bool
) -> Table:
    """Whoever buys a tile gives back all their silver for it."""
    return pay(g, t, changed(seat, silver=0), kind, 0, after, events, workers_pay=False)


class _OtherMoment(Wrong):
    def is_moment(self, dice: int) -> bool:
        """Whether a player may buy who has so many unused dice."""
        raise NotImplementedError

    @instead(turn.can_afford)
    def can_afford(self, g: Kit, t: Table, seat: Seat) -> bool:
        return self.is_moment(len(t.dice[t.turn])) and can_afford(g, t, seat)


@breaks("purchase.moment")
class PurchasesComeFirst(_OtherMoment):
    """A player may buy only before the first action of the turn."""

    def is_moment(self, dice: int) -> bool:
        return dice == 2


@breaks("purchase.moment", "purchase.end")
class PurchasesComeLast(_OtherMoment):
    """A player may buy only after both actions of the turn."""

    def is_moment(self, dice: int) -> bool:
        return dice == 0


@breaks("purchase.moment", "purchase.end")
class NoPurchaseAfterTheActions(_OtherMoment):
    """The turn is over as soon as both dice are used; nobody may buy afterwards."""

    def is_moment(self, dice: int) -> bool:
        return dice > 0


@breaks("purchase.end", "turn.two-actions")
@Wrong.instead(turn.is_over)
def TheEndOfATurnIsAlwaysAsked(g: Kit, t: Table, seat: Seat) -> bool:
    """A player who has used both dice must end the turn also if there is nothing to buy."""
    return False


@breaks("purchase.end", "purchase.once")
@Wrong.instead(turn.may_buy)
def AfterTheActionsOnlyWithRoom(g: Kit, t: Table, seat: Seat) -> bool:
    """A player who has used both dice and has a full storage is not asked whether to buy: the turn is over."""
    fits = len(seat.storage) < g.room or bool(t.dice[t.turn])
    return fits and may_buy(g, t, seat)


@breaks("purchase.storage", "take.full")
@Wrong.instead(turn.may_buy)
def NothingIsBoughtWithAFullStorage(g: Kit, t: Table, seat: Seat) -> bool:
    """Whoever has a full storage may not buy."""
    return len(seat.storage) < g.room and may_buy(g, t, seat)


@breaks("purchase.storage", "take.full", "estate.storage")
class BoughtTilesNeedNoRoom(Wrong):
    """A tile that is bought is stored besides the others, however many there are."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Buy) or after.held == EMPTY or isinstance(after.phase, Paying):
            return after
        storage = tuple(sorted((*acting(after).storage, after.held)))
        return turn.go_on(self.g, changed(after, held=EMPTY), changed(acting(after), storage=storage), ())


@breaks("purchase.storage", "purchase.once")
@Wrong.instead(turn.pay)
def ABoughtTileLiesInTheBlackDepotToo(
    g: Kit, t: Table, seat: Seat, kind: int, left: int, after: Phase, events: Events, *, workers_pay: bool
) -> Table:
    """A tile that is bought is not taken out of the depot."""
    if "knowledge.6" not in events and t.bought:
        t = changed(t, black=tuple(sorted((*t.black, kind))))
    return pay(g, t, seat, kind, left, after, events, workers_pay=workers_pay)


# ---- the end of a phase


class _NewPhase(Wrong):
    def left(self, t: Table) -> Table:
        """The table that a phase leaves to the next one."""
        raise NotImplementedError

    @instead(rounds.begin_phase)
    def begin_phase(self, g: Kit, t: Table, letter: int, events: Events) -> Table:
        return begin_phase(g, self.left(t) if letter else t, letter, events)


@breaks("phase.end", "ship.marker", "round.first-player")
class MarkersGoBackAfterAPhase(_NewPhase):
    """At the end of a phase all markers go back to the first space of the turn-order track, in their order."""

    def left(self, t: Table) -> Table:
        return changed(t, track=(0,) * self.g.players)


@breaks("phase.end", "supply.unlimited")
class WorkersAndSilverGoBackAfterAPhase(_NewPhase):
    """At the end of a phase players give back the silver and the workers that they have left."""

    def left(self, t: Table) -> Table:
        return changed(t, seats=tuple(changed(seat, silver=0, workers=0) for seat in t.seats))


@breaks("phase.end", "phase.clear", "estate.storage")
class StoragesAreEmptiedAfterAPhase(_NewPhase):
    """At the end of a phase the tiles in the storages leave the game as those on the main board do."""

    def left(self, t: Table) -> Table:
        box = t.box
        for kind in (kind for seat in t.seats for kind in seat.storage):
            box = plus(box, kind, 1) if self.g.limited else box
        return changed(t, box=box, seats=tuple(changed(seat, storage=()) for seat in t.seats))
