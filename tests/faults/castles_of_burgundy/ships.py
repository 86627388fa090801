"""Mistakes with ships: the goods they take, and the marker that moves."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, arithmetic, rounds
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import load, loaded, lying, pending, sailed, stowed
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import advance, end_turn
from rulecheck.reference_engines.castles_of_burgundy.table import CARGO, Acting, Cargo, Counts, Seat, Stowing, Table
from rulecheck.reference_engines.castles_of_burgundy.turn import go_on
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


@breaks("ship.goods")
@Wrong.instead(actions.pending)
def AShipBringsNoGoods(g: Kit, t: Table, seat: Seat, phase: object, events: Events) -> Table:
    """A ship takes no goods; only the marker moves."""
    if isinstance(phase, Cargo):
        return sailed(g, t, seat, events)
    return pending(g, t, seat, phase, events)  # type: ignore[arg-type]


@breaks("ship.goods")
class TheGoodsStayInTheDepotToo(Wrong):
    """The goods that a ship takes lie in the depot all the same for the next one."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, goods=state.goods) if isinstance(move, m.Goods | m.Keep) else after


@breaks("ship.any-depot", "ship.goods")
class AShipTakesTheGoodsOfItsDie(Wrong):
    """A ship takes the goods of the depot with the number of the die that placed it."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        die = state.phase.die if isinstance(state.phase, Acting) else 0
        if die and isinstance(move, m.Place) and after.phase == CARGO[0]:
            return super().apply(after, self.g.goods_from[die - 1])
        return after


@breaks("ship.any-depot", "ship.goods")
class AShipTakesTheGoodsOfItsSpace(Wrong):
    """A ship takes the goods of the depot with the number of the space on which it lies."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Place) and after.phase == CARGO[0]:
            return super().apply(after, self.g.goods_from[self.g.die_of_space[move.space - 1] - 1])
        return after


@breaks("ship.any-depot")
class AShipSailsToTheFullestDepot(Wrong):
    """Nobody chooses the depot of a ship: it takes the goods of the first one that has most."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Place) and after.phase == CARGO[0]:
            counts = [len(goods) for goods in after.goods]
            return super().apply(after, self.g.goods_from[counts.index(max(counts))])
        return after


@breaks("ship.nothing", "place.effect")
class AShipNeedsGoods(Wrong):
    """No ship may be placed while there are no goods in any depot."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if any(state.goods) or not (isinstance(move, m.Place) and move.tile == "ship")]


@breaks("ship.nothing", "ship.marker")
@Wrong.instead(actions.sailed)
def AShipWithoutGoodsMovesNoMarker(g: Kit, t: Table, seat: Seat, events: Events) -> Table:
    """The marker does not move if there are no goods in any depot that the ship could take."""
    return (go_on if "ship.nothing" in events else sailed)(g, t, seat, events)


@breaks("ship.nothing")
@Wrong.instead(actions.sailed)
def AnEmptyDepotIsChosen(g: Kit, t: Table, seat: Seat, events: Events) -> Table:
    """The depot of a ship is asked for even if there are no goods in any of them."""
    return pending(g, t, seat, CARGO[0], events) if "ship.nothing" in events else sailed(g, t, seat, events)


@breaks("ship.kinds", "estate.storage", "ship.left")
@Wrong.instead(arithmetic.kinds_left)
def AnyNumberOfKindsIsKept(new: int, held: int, room: int) -> int:
    """A player may keep goods of any number of kinds."""
    return 0


@breaks("ship.kinds", "estate.storage")
@Wrong.instead(actions.load)
def EachGoodNeedsARoomOfItsOwn(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """The storage has room for three goods, also if they are of one kind."""
    there = t.goods[phase.depot - 1]
    room = max(0, g.goods_room - sum(seat.goods))
    goods = seat.goods
    for good in there[:room]:
        goods = plus(goods, good, 1)
    t = changed(t, goods=replaced(t.goods, phase.depot - 1, there[room:]))
    return loaded(g, t, changed(seat, goods=goods), phase, events)


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


def moved_to(t: Table, who: int, order: Counts) -> Counts:
    """The track on which a marker has joined those that it has come to lie before."""
    at = order.index(who)
    behind = [t.track[other] for other in order[at + 1 :]]
    return replaced(t.track, who, max((t.track[who], *behind)))


@breaks("ship.marker")
@Wrong.instead(rounds.advance)
def TheMarkerDoesNotMove(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """A ship takes goods, but the player's marker does not move."""
    return t.order, t.track, events


@breaks("ship.marker", "ship.goods")
@Wrong.instead(actions.sailed)
def OnlyGoodsMoveTheMarker(g: Kit, t: Table, seat: Seat, events: Events) -> Table:
    """The marker moves only if the ship has taken goods."""
    is_later = isinstance(t.phase, Stowing) or (isinstance(t.phase, Cargo) and t.phase.first > 0)
    return (sailed if is_later or "ship.goods" in events else go_on)(g, t, seat, events)


@breaks("ship.marker", "ship.first")
@Wrong.instead(rounds.advance)
def AShipMakesTheFirstPlayer(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """A ship brings its owner's marker to the front of the order at once."""
    order = (seat, *(other for other in t.order if other != seat))
    return order, moved_to(t, seat, order), events


@breaks("ship.marker", "ship.stack")
@Wrong.instead(rounds.advance)
def AShipOvertakesOnePlayer(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """A ship brings its owner's marker past the next player in the order, not to the next space."""
    at = t.order.index(seat)
    others = [other for other in t.order if other != seat]
    order = (*others[: max(0, at - 1)], seat, *others[max(0, at - 1) :])
    return order, moved_to(t, seat, order), events


@breaks("ship.stack", "ship.marker")
@Wrong.instead(rounds.advance)
def TheMarkerGoesUnderTheStack(
    g: Kit, t: Table, seat: int, ships: int, events: Events
) -> tuple[Counts, Counts, Events]:
    """A marker that comes to a space with others lies below them."""
    _, track, events = advance(g, t, seat, ships, events)
    others = [other for other in t.order if other != seat]
    ahead = [other for other in others if track[other] >= track[seat]]
    return (*ahead, seat, *others[len(ahead) :]), track, events


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
