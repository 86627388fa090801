"""Mistakes with the knowledge tiles 1 to 8."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, arithmetic, placing, rounds, turn
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import loaded, sailed, sell
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import open_spaces
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import mines
from rulecheck.reference_engines.castles_of_burgundy.table import Cargo, Seat, Stowing, Table
from rulecheck.reference_engines.castles_of_burgundy.turn import can_afford, purchases
from rulecheck.reference_engines.contract import changed
from tests.faults.castles_of_burgundy.common import Wrong, acting, mended, paid
from tests.faults.planting import instead


def has(seat: Seat, tile: int) -> bool:
    """Whether a knowledge tile lies in an estate."""
    return bool(seat.knowledge >> tile & 1)


# ---- 1, buildings in a city


@breaks("knowledge.1", "building.once")
@Wrong.instead(placing.open_spaces)
def TileOneChangesNothing(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """Knowledge tile 1 has no effect: each kind of building stands only once in a city all the same."""
    return open_spaces(g, changed(seat, knowledge=seat.knowledge & ~2), kind, die, any_colour=any_colour)


@breaks("knowledge.1", "building.once")
class TileOneHoldsForAll(Wrong):
    """Once a player has knowledge tile 1, nobody keeps to one building of each kind in a city any more."""

    def _all(self, t: Table) -> Table:
        if any(has(seat, 1) for seat in t.seats) and not has(acting(t), 1):
            return mended(t, t.turn, knowledge=acting(t).knowledge | 2)
        return t

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return super().legal_moves(self._all(state))


# ---- 2, workers from mines


@breaks("knowledge.2")
@Wrong.instead(rounds.mines)
def TileTwoBringsASingleWorker(g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
    """Knowledge tile 2 brings one worker at the end of a phase, however many mines there are, even none."""
    after, events = mines(g, t, events, last=last)
    for who, seat in enumerate(t.seats):
        after = mended(after, who, workers=seat.workers + (g.mine_workers if has(seat, 2) else 0))
    return after, events


@breaks("knowledge.2", "mine.income")
@Wrong.instead(rounds.mines)
def TileTwoBringsWorkersInsteadOfSilver(g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
    """Whoever has knowledge tile 2 receives workers from the mines instead of silver."""
    after, events = mines(g, t, events, last=last)
    for who, seat in enumerate(t.seats):
        after = mended(after, who, silver=seat.silver) if has(seat, 2) else after
    return after, events


@breaks("knowledge.2")
@Wrong.instead(rounds.mines)
def TileTwoBringsNothing(g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
    """Knowledge tile 2 brings no workers."""
    after, events = mines(g, t, events, last=last)
    for who, seat in enumerate(t.seats):
        after = mended(after, who, workers=seat.workers)
    return after, events


# ---- 3 and 4, sales


class _SaleTiles(Wrong):
    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        """How much more silver and workers than by the rules a sale brings."""
        raise NotImplementedError

    @instead(actions.sell)
    def sell_so(self, g: Kit, t: Table, move: m.Sell, events: Events) -> Table:
        silver, workers = self.gains(t, acting(t), acting(t).goods[g.good_number[move.good]])
        return sell(g, paid(t, t.turn, silver=silver, workers=workers), move, events)


@breaks("knowledge.3", "sell.silver")
class TileThreeBringsNothing(_SaleTiles):
    """Knowledge tile 3 has no effect: a sale brings as much silver as without it."""

    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        return (self.g.sell_silver - self.g.better_silver if has(seat, 3) else 0), 0


@breaks("knowledge.3", "sell.silver")
class TileThreeAddsToTheSilver(_SaleTiles):
    """Knowledge tile 3 brings its silver besides that of the sale instead of in its place."""

    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        return (self.g.sell_silver if has(seat, 3) else 0), 0


@breaks("knowledge.3", "sell.silver")
class TileThreeBringsSilverForEachGood(_SaleTiles):
    """Knowledge tile 3 brings its silver for each good that is sold."""

    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        return (self.g.better_silver * (count - 1) if has(seat, 3) else 0), 0


@breaks("knowledge.4")
class TileFourBringsNothing(_SaleTiles):
    """Knowledge tile 4 has no effect: a sale brings no worker."""

    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        return 0, (-self.g.sale_workers if has(seat, 4) else 0)


@breaks("knowledge.4")
class TileFourBringsWorkersForEachGood(_SaleTiles):
    """Knowledge tile 4 brings a worker for each good that is sold."""

    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        return 0, (self.g.sale_workers * (count - 1) if has(seat, 4) else 0)


@breaks("knowledge.4", "sell.silver")
class TileFourBringsAWorkerInsteadOfSilver(_SaleTiles):
    """Knowledge tile 4 brings a worker instead of the silver of a sale."""

    def gains(self, t: Table, seat: Seat, count: int) -> tuple[int, int]:
        silver = self.g.better_silver if has(seat, 3) else self.g.sell_silver
        return (-silver if has(seat, 4) else 0), 0


# ---- 5, goods of two depots


@breaks("knowledge.5", "ship.goods")
@Wrong.instead(actions.has_second)
def TileFiveChangesNothing(g: Kit, t: Table, seat: Seat, depot: int) -> bool:
    """Knowledge tile 5 has no effect: a ship takes the goods of one depot only."""
    return False


@breaks("knowledge.5")
class TileFiveTakesTheGoodsOfAnySecondDepot(Wrong):
    """The second depot of knowledge tile 5 may be any, not only a neighbouring one."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not (isinstance(state.phase, Cargo) and state.phase.first):
            return moves
        return (*[self.g.goods_from[d] for d, goods in enumerate(state.goods) if goods], self.g.pass_)

    @instead(actions.has_second)
    def has_second(self, g: Kit, t: Table, seat: Seat, depot: int) -> bool:
        return has(seat, 5) and any(t.goods)


@breaks("knowledge.5")
@Wrong.instead(actions.loaded)
def TileFiveTakesTheGoodsOfBothNeighbours(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """Knowledge tile 5 takes the goods of both depots beside the chosen one, without asking."""
    if has(seat, 5) and not phase.second:
        for depot in g.neighbours[phase.depot]:
            for good in t.goods[depot - 1]:
                if seat.goods[good] or sum(count > 0 for count in seat.goods) < g.goods_room:
                    seat, t = actions.stowed(t, seat, (depot,), (good,))
    return sailed(g, t, seat, events)


@breaks("knowledge.5")
class TileFiveMustTakeASecondDepot(Wrong):
    """Whoever has knowledge tile 5 must take the goods of a second depot if there are any beside the first one."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Cargo):
            return moves
        return [move for move in moves if not isinstance(move, m.Pass)]


@breaks("knowledge.5", "ship.marker")
@Wrong.instead(actions.loaded)
def TileFiveMovesTheMarkerTwice(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """Each depot whose goods a ship takes moves the marker, with knowledge tile 5 twice."""
    if phase.second:
        order, track, events = rounds.advance(g, t, t.turn, 1, events)
        t = changed(t, order=order, track=track)
    return loaded(g, t, seat, phase, events)


# ---- 6, purchases from the numbered depots


@breaks("knowledge.6", "purchase.once")
class TileSixChangesNothing(Wrong):
    """Knowledge tile 6 has no effect: its owner buys from the black depot only."""

    @instead(turn.purchases)
    def purchases(self, g: Kit, t: Table, seat: Seat) -> tuple[m.Move, ...]:
        return purchases(g, t, changed(seat, knowledge=seat.knowledge & ~64))

    @instead(turn.can_afford)
    def can_afford(self, g: Kit, t: Table, seat: Seat) -> bool:
        return can_afford(g, t, changed(seat, knowledge=seat.knowledge & ~64))


@breaks("knowledge.6")
class TileSixBuysFromNumberedDepotsOnly(Wrong):
    """The owner of knowledge tile 6 buys from the six numbered depots instead of the black one."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        six = has(acting(state), 6)
        return [move for move in moves if not (six and isinstance(move, m.Buy) and not move.depot)]


@breaks("knowledge.6", "purchase.once")
class TileSixBuysASecondTile(Wrong):
    """A purchase from a numbered depot does not count: the owner of knowledge tile 6 may buy once more."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Buy) and move.depot:
            return self._uncounted(state, move)
        return super().apply(state, move)

    def _uncounted(self, state: Table, move: m.Buy) -> Table:
        after = super().apply(state, move)
        return changed(after, bought=False) if after.turn == state.turn and after.dice == state.dice else after


@breaks("knowledge.6", "purchase.once")
class EverybodyBuysFromAllDepots(Wrong):
    """Everybody may buy from the numbered depots, also without knowledge tile 6."""

    @instead(turn.purchases)
    def purchases(self, g: Kit, t: Table, seat: Seat) -> tuple[m.Move, ...]:
        return purchases(g, t, changed(seat, knowledge=seat.knowledge | 64))

    @instead(turn.can_afford)
    def can_afford(self, g: Kit, t: Table, seat: Seat) -> bool:
        return can_afford(g, t, changed(seat, knowledge=seat.knowledge | 64))


# ---- 7, animals


@breaks("knowledge.7", "animals.points")
@Wrong.instead(arithmetic.animal_points)
def TileSevenBringsNothing(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """Knowledge tile 7 has no effect on the points for animals."""
    return new + again


@breaks("knowledge.7", "animals.points")
@Wrong.instead(arithmetic.animal_points)
def TileSevenBringsASinglePoint(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """Knowledge tile 7 brings one more point for the new animals only, not for each tile that scores again."""
    return new + again + more_each


@breaks("knowledge.7", "animals.again")
@Wrong.instead(arithmetic.animal_points)
def TileSevenCountsOnlyForTilesThatScoreAgain(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """Knowledge tile 7 brings one more point for each tile that scores again, none for the new one."""
    return new + again + more_each * tiles_again


@breaks("knowledge.7", "animals.points")
@Wrong.instead(arithmetic.animal_points)
def TileSevenBringsAPointForEachAnimal(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """Knowledge tile 7 brings one more point for each animal that scores, not for each tile."""
    return (new + again) * (1 + more_each)


# ---- 8, workers and dice


@breaks("knowledge.8", "worker.change")
@Wrong.instead(turn.steps)
def TileEightChangesNothing(g: Kit, seat: Seat) -> tuple[int, ...]:
    """Knowledge tile 8 has no effect: a worker changes a die by 1 only."""
    return g.usual_steps if seat.workers else ()


@breaks("knowledge.8", "worker.change")
@Wrong.instead(turn.steps)
def EverybodyChangesDiceByTwo(g: Kit, seat: Seat) -> tuple[int, ...]:
    """Everybody's workers may change a die by 2, also without knowledge tile 8."""
    return g.tile_steps if seat.workers else ()
