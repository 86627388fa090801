"""Mistakes with ships: the goods they take, and the marker that moves."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, arithmetic, rounds
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import load, loaded, lying, sailed, stowed
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import advance, end_turn
from rulecheck.reference_engines.castles_of_burgundy.table import CARGO, Acting, Counts, Seat, Stowing, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus, replaced
from tests.faults.castles_of_burgundy.common import Wrong, acting
from tests.faults.planting import instead

# ---- goods


@breaks("ship.goods")
@Wrong.instead(actions.load)
def AShipTakesASingleGood(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """A ship takes a single good, the first one that lies in the depot and finds room."""
    there = t.goods[phase.depot - 1]
    room = sum(count > 0 for count in seat.goods) < g.goods_room
    fits = [k for k, good in enumerate(there) if seat.goods[good] or room]
    if fits:
        at = fits[0]
        seat = changed(seat, goods=plus(seat.goods, there[at], 1))
        t = changed(t, goods=replaced(t.goods, phase.depot - 1, (*there[:at], *there[at + 1 :])))
    return loaded(g, t, seat, phase, events)


@breaks("ship.goods")
@Wrong.instead(actions.load)
def AShipTakesASingleKind(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """A ship takes the goods of only one kind, that of the first good of the depot; the others stay."""
    there = t.goods[phase.depot - 1]
    room = sum(count > 0 for count in seat.goods) < g.goods_room
    if there and (seat.goods[there[0]] or room):
        seat, t = stowed(t, seat, (phase.depot,), there[:1])
    return loaded(g, t, seat, phase, events)


@breaks("ship.goods")
@Wrong.instead(actions.loaded)
def AShipTakesTheGoodsOfAllDepots(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """A ship takes the goods of all depots, as far as there is room, those of the chosen one first."""
    for depot in range(1, 7):
        for good in t.goods[depot - 1]:
            if seat.goods[good] or sum(count > 0 for count in seat.goods) < g.goods_room:
                seat, t = stowed(t, seat, (depot,), (good,))
    return sailed(g, t, seat, events)


@breaks("ship.any-depot", "ship.goods")
class AShipTakesTheGoodsOfItsDie(Wrong):
    """A ship takes the goods of the depot with the number of the die that placed it."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        die = state.phase.die if isinstance(state.phase, Acting) else 0
        if die and isinstance(move, m.Place) and after.phase == CARGO[0]:
            return super().apply(after, self.g.goods_from[die - 1])
        return after


@breaks("ship.nothing", "place.effect")
class AShipNeedsGoods(Wrong):
    """No ship may be placed while there are no goods in any depot."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if any(state.goods) or not (isinstance(move, m.Place) and move.tile == "ship")]


@breaks("ship.kinds", "estate.storage", "ship.left")
@Wrong.instead(arithmetic.kinds_left)
def AnyNumberOfKindsIsKept(new: int, held: int, room: int) -> int:
    """A player may keep goods of any number of kinds."""
    return 0


@breaks("ship.left", "ship.kinds")
@Wrong.instead(actions.loaded)
def GoodsWithoutRoomAreLost(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """Goods of the depot for which a player has no room leave the game."""
    box = t.goods_box
    for good in t.goods[phase.depot - 1]:
        box = plus(box, good, 1)
    t = changed(t, goods=replaced(t.goods, phase.depot - 1, ()), goods_box=box)
    return loaded(g, t, seat, phase, events)


@breaks("ship.left", "ship.kinds")
@Wrong.instead(actions.load)
def AllGoodsOrNone(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """If a player has no room for all kinds of the depot, all its goods stay there."""
    kinds = {good for good in range(6) if seat.goods[good]} | set(lying(t, (phase.depot,)))
    return (load if len(kinds) <= g.goods_room else loaded)(g, t, seat, phase, events)


@breaks("ship.left", "ship.kinds")
@Wrong.instead(actions.load)
def FullRoomTakesNothing(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """Whoever has goods of three kinds takes none at all, also none of these kinds."""
    full = sum(count > 0 for count in seat.goods) >= g.goods_room
    return (loaded if full else load)(g, t, seat, phase, events)


@breaks("ship.left", "ship.goods")
class GoodsMayBeLeftBehind(Wrong):
    """Whoever has room for only some kinds of the depot may leave all of these behind."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return (*moves, self.g.pass_) if isinstance(state.phase, Stowing) else moves

    def apply(self, state: Table, move: m.Move) -> Table:
        if not (isinstance(move, m.Pass) and isinstance(state.phase, Stowing)):
            return super().apply(state, move)
        return loaded(self.g, state, acting(state), state.phase, ())


# ---- the marker


@breaks("ship.stack", "round.order")
@Wrong.instead(rounds.advance)
def SameSpaceGoesBySeat(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """Players whose markers lie on one space play in the order of their seats."""
    _, track, events = advance(g, t, seat, ships, events)
    return tuple(sorted(range(g.players), key=lambda who: -track[who])), track, events


@breaks("ship.first", "round.order")
class TheOrderChangesWithinTheRound(Wrong):
    """When a marker moves the order of this round changes at once: after the turn it is the next one on the track."""

    @instead(rounds.end_turn)
    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        return end_turn(g, changed(t, playing=t.order), events)

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return after if after.order == state.order else changed(after, playing=after.order)
