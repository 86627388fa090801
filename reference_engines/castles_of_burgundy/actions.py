"""The four actions (take a tile, place a tile, sell, take workers), and what a placed tile lets its owner decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulecheck.reference_engines.castles_of_burgundy import rounds, turn
from rulecheck.reference_engines.castles_of_burgundy.arithmetic import (
    has_room,
    kinds_left,
    sale_points,
    sale_silver,
    workers_taken,
)
from rulecheck.reference_engines.castles_of_burgundy.kit import FETCHES, FREE_TAKE, FREE_TILES, Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import (
    Buy,
    Goods,
    Keep,
    Move,
    Pass,
    Place,
    Sell,
    Take,
    TakeWorkers,
)
from rulecheck.reference_engines.castles_of_burgundy.placing import (
    free_step,
    hall_doubt,
    hall_placements,
    laid,
    no_place,
    offers,
    placements,
)
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events, wrong_time
from rulecheck.reference_engines.castles_of_burgundy.scoring import LATE, extra
from rulecheck.reference_engines.castles_of_burgundy.table import (
    ACTING,
    CARGO,
    TURN,
    WAREHOUSE,
    Acting,
    Cargo,
    Counts,
    Fetching,
    Phase,
    Seat,
    Stowing,
    Table,
    Tiles,
    without,
)
from rulecheck.reference_engines.castles_of_burgundy.table import CITY_HALL as PLACE_MORE
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.castles_of_burgundy.board import COLOURS, GOODS

ENDS = {1, 6}
"""The depots that lie side by side only if the depots form a ring."""
TAKES = ("", "carpenter.take", "church.take", "market.take")
"""The clauses of the buildings that let their owner take a tile."""


def _extra_purchases(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    """What may be bought while something else is not finished (one reading)."""
    return turn.purchases(g, t, seat) if g.buy_always else ()


# ---- taking a tile


def takes_from(g: Kit, depot: int, tiles: Tiles) -> tuple[Move, ...]:
    """Every way to take a tile from a depot with these tiles."""
    key = (depot, tiles)
    takes = g.take_lists.get(key)
    if takes is None:
        takes = g.remember(g.take_lists, key, tuple([g.take[kind][depot - 1] for kind in dict.fromkeys(tiles)]))
    return takes


@cites("take.die", "knowledge.12")
def depots_for(g: Kit, seat: Seat, die: int) -> tuple[int, ...]:
    """The depots from which a player may take with a die, 0 for any."""
    return g.near_depots[die][free_step(g, seat.knowledge, FREE_TAKE)]


@cites("take.die", "take.storage", "knowledge.12", "knowledge.free-step")
def take(g: Kit, t: Table, move: Take, events: Events) -> Table:
    """A tile leaves its depot and goes to the storage."""
    kind, depot = g.tile_number[move.tile], move.depot - 1
    t = changed(t, depots=replaced(t.depots, depot, without(t.depots[depot], kind)))
    return turn.store(g, t, t.seats[t.turn], kind, TURN, events)


# ---- placing a tile


@cites(
    "place.effect", "building.lapses", "building.ability", "building.no-die", "castle.action", "ship.nothing",
    "storage.full",
)  # fmt: skip
def place(g: Kit, t: Table, move: Place, events: Events) -> Table:
    """A tile is laid in the estate, and what it brings happens."""
    kind = g.tile_number[move.tile]
    old = t.seats[t.turn]
    seat, events = laid(g, old, kind, move.space - 1, t.letter, t.large, t.small, events)
    if seat.large != old.large or seat.small != old.small:
        t = changed(t, large=t.large & ~seat.large, small=t.small & ~seat.small)
    offer = offers(kind, g.colour[kind])
    if not offer:
        return turn.go_on(g, t, seat, events)
    if offer == "cargo":
        if any_fit(g, t, seat, t.goods):
            return pending(g, t, seat, CARGO[0], events)
        left = ("ship.left", *purchase_doubt(g, t, seat)) if any(t.goods) else ("ship.nothing",)
        return sailed(g, t, seat, events + left)
    if offer == "action":
        return pending(g, t, seat, ACTING[0], (*events, "castle.action"))
    if offer == "sale" and any(seat.goods) and not (g.sell_once and t.sales):
        return pending(g, t, seat, WAREHOUSE, events)
    if offer == "placement":
        events += hall_doubt(g, seat)
        if hall_placements(g, seat) or _extra_purchases(g, t, seat):  # what is bought now may be what is placed
            return pending(g, t, seat, PLACE_MORE, events)
        events += purchase_doubt(g, t, seat)
    if offer == "tile":
        events += in_the_black(g, t, kind)
        if fetches(g, t, seat, kind):  # the building has just left the storage: there is room
            return pending(g, t, seat, g.fetching[kind], events)
    return turn.go_on(g, t, seat, (*events, "building.lapses"))


@cites("building.not-black")
def in_the_black(g: Kit, t: Table, building: int) -> Events:
    """The clause that keeps a building's owner from tiles in the black depot, if one of its colours lies there."""
    colours = FETCHES[building]
    return ("building.not-black",) if any([g.colour[kind] in colours for kind in t.black]) else ()


@cites("purchase.moment")
def purchase_doubt(g: Kit, t: Table, seat: Seat) -> Events:
    """The reading on purchases in the middle of something, if one can be paid for."""
    return (SILENT + "purchase.moment",) if turn.may_buy(g, t, seat) else ()


def pending(g: Kit, t: Table, seat: Seat, phase: Phase, events: Events) -> Table:
    """What a tile brings asks for a decision."""
    events += purchase_doubt(g, t, seat)
    return changed(t, seats=replaced(t.seats, t.turn, seat), phase=phase, events=events)


@cites("knowledge.9", "knowledge.10", "knowledge.11")
def by_knowledge(g: Kit, t: Table, move: Place, die: int) -> Events:
    """Which knowledge tile was needed to place a tile with a die."""
    if g.reach[die][0] >> (move.space - 1) & 1:
        return ()
    tile = FREE_TILES[g.colour[g.tile_number[move.tile]]]
    return (f"knowledge.{tile}", *wide(g, t), *round_the_six(die, g.die_of_space[move.space - 1]))


@cites("knowledge.free-step")
def wide(g: Kit, t: Table) -> Events:
    """The reading that matters to an owner of tile 8 who has another one that widens the die."""
    return (SILENT + "knowledge.free-step",) if t.seats[t.turn].knowledge >> 8 & 1 else ()


@cites("worker.wrap-by")
def round_the_six(die: int, number: int) -> Events:
    """The reading that matters where a free change, which is by 1 or 2, leads round from 6 to 1."""
    return (SILENT + "worker.wrap-by",) if abs(die - number) > 2 else ()


# ---- selling goods


@cites("sell.die", "sell.often", "warehouse.sell")
def sales(g: Kit, t: Table, seat: Seat, die: int) -> tuple[Move, ...]:
    """The goods that may be sold with a die, 0 for any."""
    if g.sell_once and t.sales:
        return ()
    if die:
        good = g.good_of_die[die]
        return (g.sell[good],) if seat.goods[good] else ()
    return tuple([g.sell[good] for good, count in enumerate(seat.goods) if count])


@cites("sell.all", "sell.silver", "sell.points", "turn.any-action", "knowledge.3", "knowledge.4")
def sell(g: Kit, t: Table, move: Sell, events: Events) -> Table:
    """All goods of a kind are sold."""
    seat, good = t.seats[t.turn], g.good_number[move.good]
    count = seat.goods[good]
    third, fourth = bool(seat.knowledge >> 3 & 1), bool(seat.knowledge >> 4 & 1)
    events += ("sell.silver", "sell.points", "sell.all")
    if third:
        events += ("knowledge.3",)
    if fourth:
        events += ("knowledge.4",)
    new = changed(
        seat,
        goods=plus(seat.goods, good, -count),
        sold=plus(seat.sold, good, count),
        silver=seat.silver + sale_silver(g.sell_silver, g.better_silver, third),
        workers=seat.workers + (g.sale_workers if fourth else 0),
        points=seat.points + sale_points(count, g.sell_points),
    )
    if g.as_earned and new.knowledge & LATE:
        new = changed(new, points=new.points + extra(g, new) - extra(g, seat))
    if t.sales:
        events += (SILENT + "sell.often", *(("turn.any-action",) if "sell.die" in events else ()))
    return turn.go_on(g, changed(t, sales=t.sales + 1), new, events)


# ---- taking workers


@cites("workers.take", "knowledge.13", "knowledge.14")
def take_workers(g: Kit, t: Table, events: Events) -> Table:
    """The action of taking workers."""
    seat = t.seats[t.turn]
    better = bool(seat.knowledge >> 14 & 1)
    workers = workers_taken(g.workers_taken, g.better_workers, better)
    events += ("workers.take",)
    silver = seat.silver
    if seat.knowledge >> 13 & 1:
        silver += g.workers_silver
        events += ("knowledge.13",)
    if better:
        events += ("knowledge.14",)
    return turn.go_on(g, t, changed(seat, workers=seat.workers + workers, silver=silver), events)


# ---- an action


@cites("take.die", "place.die", "sell.die", "workers.take", "castle.action")
def moves(g: Kit, t: Table) -> Sequence[Move]:
    """Everything that can be done with the die that was put away, or in a castle's action."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Acting)
    die = phase.die
    open_moves: list[Move] = []
    for depot in depots_for(g, seat, die):
        tiles = t.depots[depot - 1]
        if tiles:
            open_moves += takes_from(g, depot, tiles)
    open_moves += placements(g, seat, die)
    if die or not g.castle_tiles:
        open_moves += sales(g, t, seat, die)
        open_moves.append(g.take_workers)
    if g.buy_always:
        open_moves += turn.purchases(g, t, seat)
    return open_moves or (g.pass_,)


@cites("take.die", "sell.die", "castle.action", "sell.often")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in an action."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Acting)
    match move:
        case Take(tile, depot):
            if depot not in depots_for(g, seat, phase.die):
                return Refused("take.die", f"the die shows {phase.die}, not {depot}")
            return Refused("take.die", f"no {tile} lies in depot {depot}")
        case Place():
            return no_place(g, seat, move, phase.die)
        case Sell() | TakeWorkers() if g.castle_tiles and not phase.die:
            return Refused("castle.action", "the castle's action is taking or placing a tile")
        case Sell(good):
            return no_sale(g, t, seat, GOODS.index(good), phase.die)
        case _ if phase.die:
            return _no_time(g, t, move, "turn.die", "the die has to be used")
        case _:
            return _no_time(g, t, move, "castle.action", "the castle's action has to be carried out")


@cites("purchase.moment")
def _no_time(g: Kit, t: Table, move: Move, clause: str, why: str) -> Refused:
    """Why a purchase, or a move of another moment, is not open while something else is not finished."""
    if not isinstance(move, Buy):
        return wrong_time(move, clause, why)
    if g.buy_always:
        return turn.no_purchase(g, t, t.seats[t.turn], move)
    return Refused("purchase.moment", "something else has to be finished first")


def no_sale(g: Kit, t: Table, seat: Seat, good: int, die: int) -> Refused:
    """Why the acting player may not sell a kind of goods."""
    if g.sell_once and t.sales:
        return Refused("sell.die", "this player has sold in this turn")
    if not seat.goods[good]:
        return Refused("sell.die", f"this player has no {GOODS[good]} goods")
    return Refused("sell.die", f"{GOODS[good]} goods are sold with a {g.die_of_good[good]}")


@cites("castle.action", "knowledge.12")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after an action."""
    phase = t.phase
    assert isinstance(phase, Acting)
    kind, die = type(move), phase.die
    if kind is Take:
        assert isinstance(move, Take)
        events: Events = ("take.die",) if die else ("castle.action",)
        if die and move.depot != die:
            events += ("knowledge.12", *wide(g, t), *round_the_six(die, move.depot))
        return take(g, t, move, events)
    if kind is Place:
        assert isinstance(move, Place)
        return place(g, t, move, ("place.die", *by_knowledge(g, t, move, die)) if die else ("castle.action",))
    if kind is Sell:
        return sell(g, t, move, ("sell.die",) if die else (SILENT + "castle.action",))  # type: ignore[arg-type]
    if kind is Buy:
        return turn.buy(g, t, move)  # type: ignore[arg-type]
    if kind is Pass:
        return turn.go_on(g, t, t.seats[t.turn], ())
    return take_workers(g, t, () if die else (SILENT + "castle.action",))


# ---- carpenter's workshop, church, market


@cites("carpenter.take", "church.take", "market.take", "building.not-black", "storage.full")
def fetches(g: Kit, t: Table, seat: Seat, building: int) -> tuple[Move, ...]:
    """The tiles that a building lets its owner take."""
    if not g.always_discard and not has_room(len(seat.storage), g.room):
        return ()
    colours = FETCHES[building]
    open_moves: list[Move] = []
    for depot, tiles in enumerate(t.depots, 1):
        if tiles:
            key = (building, depot, tiles)
            known = g.fetch_lists.get(key)
            if known is None:
                fitting = [g.take[kind][depot - 1] for kind in dict.fromkeys(tiles) if g.colour[kind] in colours]
                known = g.remember(g.fetch_lists, key, tuple(fitting))
            open_moves += known
    return tuple(open_moves)


def fetching_moves(g: Kit, t: Table) -> Sequence[Move]:
    """A tile, or none."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Fetching)
    return (*fetches(g, t, seat, phase.building), *_extra_purchases(g, t, seat), g.pass_)


@cites("carpenter.take", "church.take", "market.take")
def fetching_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a building lets its owner take a tile."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Fetching)
    clause = TAKES[phase.building]
    match move:
        case Take(tile, depot):
            colour = g.colour[g.tile_number[tile]]
            if colour not in FETCHES[phase.building]:
                return Refused(clause, f"a {g.names[phase.building]} does not bring {COLOURS[colour]} tiles")
            if not g.always_discard and not has_room(len(seat.storage), g.room):
                return Refused(clause, "the storage is full")
            return Refused(clause, f"no {tile} lies in depot {depot}")
        case _:
            return _no_time(g, t, move, clause, "the building's tile is taken or left")


@cites("carpenter.take", "church.take", "market.take", "building.ability", "storage.full")
def fetching_apply(g: Kit, t: Table, move: Move) -> Table:
    """A tile is taken, or left."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Fetching)
    if isinstance(move, Buy):
        return turn.buy(g, t, move)
    if isinstance(move, Pass):
        return turn.go_on(g, t, seat, ())
    assert isinstance(move, Take)
    events: Events = ("building.ability", TAKES[phase.building])
    if not has_room(len(seat.storage), g.room):
        events += turn.ON_DISCARD
    return take(g, t, move, events)


# ---- warehouse


def warehouse_moves(g: Kit, t: Table) -> Sequence[Move]:
    """A sale, or none."""
    seat = t.seats[t.turn]
    return (*sales(g, t, seat, 0), *_extra_purchases(g, t, seat), g.pass_)


@cites("warehouse.sell")
def warehouse_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a warehouse lets its owner sell."""
    match move:
        case Sell(good):
            return Refused("warehouse.sell", f"this player has no {good} goods")
        case _:
            return _no_time(g, t, move, "warehouse.sell", "goods are sold or kept")


@cites("warehouse.sell", "building.ability")
def warehouse_apply(g: Kit, t: Table, move: Move) -> Table:
    """Goods are sold, or kept."""
    if isinstance(move, Buy):
        return turn.buy(g, t, move)
    if isinstance(move, Sell):
        return sell(g, t, move, ("building.ability", "warehouse.sell"))
    return turn.go_on(g, t, t.seats[t.turn], ())


# ---- city hall


def hall_moves(g: Kit, t: Table) -> Sequence[Move]:
    """Another tile, or none."""
    seat = t.seats[t.turn]
    return (*hall_placements(g, seat), *_extra_purchases(g, t, seat), g.pass_)


@cites("city-hall.place")
def hall_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a city hall lets its owner place a tile."""
    match move:
        case Place():
            return no_place(g, t.seats[t.turn], move, 0, any_colour=g.hall_any_colour)
        case _:
            return _no_time(g, t, move, "city-hall.place", "a tile is placed or not")


@cites("city-hall.place", "building.ability", "building.lapses")
def hall_apply(g: Kit, t: Table, move: Move) -> Table:
    """Another tile is placed, or not."""
    if isinstance(move, Buy):
        bought = turn.buy(g, t, move)  # what was bought may be what is placed
        return changed(bought, events=(*bought.events, *hall_doubt(g, bought.seats[bought.turn])))
    if isinstance(move, Place):
        return place(g, t, move, ("building.ability", "city-hall.place"))
    seat = t.seats[t.turn]
    return turn.go_on(g, t, seat, () if hall_placements(g, seat) else ("building.lapses",))


# ---- ships


@cites("ship.goods", "ship.any-depot", "ship.depot", "knowledge.5")
def cargo_moves(g: Kit, t: Table) -> Sequence[Move]:
    """The depots whose goods may be taken."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Cargo)
    more = _extra_purchases(g, t, seat)
    if phase.first:
        return (*[g.goods_from[d - 1] for d in g.neighbours[phase.first] if t.goods[d - 1]], *more, g.pass_)
    if g.ship_depot == "any":
        return (*g.goods_from, *more)
    depots = [g.goods_from[d] for d, goods in enumerate(t.goods) if goods]
    return (*depots, *more, *((g.pass_,) if g.ship_depot == "optional" else ()))


@cites("ship.any-depot", "ship.depot", "knowledge.5")
def cargo_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a ship's goods are chosen."""
    phase = t.phase
    assert isinstance(phase, Cargo)
    match move:
        case Goods(depot):
            if phase.first and depot not in g.neighbours[phase.first]:
                return Refused("knowledge.5", f"depot {depot} is not beside depot {phase.first}")
            return Refused("knowledge.5" if phase.first else "ship.any-depot", f"depot {depot} is empty")
        case _:
            return _no_time(g, t, move, "ship.goods", "a depot has to be chosen")


@cites("ship.goods", "ship.kinds", "ship.left", "ship.leave", "knowledge.5", "knowledge.5-room")
def cargo_apply(g: Kit, t: Table, move: Move) -> Table:
    """A depot is chosen, and its goods are taken as far as they find room."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Cargo)
    if isinstance(move, Buy):
        return turn.buy(g, t, move)
    if isinstance(move, Pass):
        if g.together and phase.first and two_compete(g, t, seat, phase.first):
            return load(g, t, seat, Stowing(phase.first, second=True), ())
        return sailed(g, t, seat, () if phase.first else (SILENT + "ship.depot",))
    assert isinstance(move, Goods)
    events: Events = ("knowledge.5",) if phase.first else ("ship.any-depot", SILENT + "ship.depot")
    if t.goods[move.depot - 1]:
        events += ("ship.goods",)
    if phase.first:
        if {phase.first, move.depot} == ENDS:
            events += (SILENT + "depots.neighbours",)
        waiting = g.together and two_compete(g, t, seat, phase.first)
        return load(g, t, seat, Stowing(move.depot, second=True, first=phase.first if waiting else 0), events)
    if two_compete(g, t, seat, move.depot):
        events += (SILENT + "knowledge.5-room",)
        if g.together:
            events += ("knowledge.5", *ends_meet(g, t, seat, move.depot))
            return changed(t, phase=CARGO[move.depot], events=events)
    return load(g, t, seat, Stowing(move.depot), events)


def depots_of(phase: Stowing) -> tuple[int, ...]:
    """The depots whose goods are taken at the same time."""
    return (phase.first, phase.depot) if phase.first else (phase.depot,)


def are_beside(g: Kit, phase: Stowing) -> bool:
    """Whether the two depots of a phase lie side by side."""
    return phase.depot in g.neighbours[phase.first]


def lying(t: Table, depots: tuple[int, ...]) -> tuple[int, ...]:
    """The goods of some depots, as they came."""
    return tuple([good for depot in depots for good in t.goods[depot - 1]])


@cites("ship.kinds", "ship.left", "ship.leave", "knowledge.5-room")
def load(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """Goods are taken: kinds that the player has, then new ones as far as there is room."""
    depots = depots_of(phase)
    there = lying(t, depots)
    if not there:
        return loaded(g, t, seat, phase, events)
    held = sum([count > 0 for count in seat.goods])
    new = [good for good in dict.fromkeys(there) if not seat.goods[good]]
    left = kinds_left(len(new), held, g.goods_room)
    events += ("ship.kinds",)
    if not left:
        seat, t = stowed(t, seat, depots, there)
        return loaded(g, t, seat, phase, events)
    known = tuple([good for good in there if seat.goods[good]])
    if known:
        seat, t = stowed(t, seat, depots, known)
    events += ("ship.left",)
    if left == len(new):
        return loaded(g, t, seat, phase, events)
    events += (SILENT + "ship.leave",)
    if g.goods_by_order:
        seat, t = stowed(t, seat, depots, tuple(new[: len(new) - left]))
        return loaded(g, t, seat, phase, events)
    return changed(t, seats=replaced(t.seats, t.turn, seat), phase=phase, events=events)


def stowed(t: Table, seat: Seat, depots: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[Seat, Table]:
    """Seat and table after all goods of some kinds went from depots to the player."""
    goods: Counts = seat.goods
    stacks = t.goods
    for depot in depots:
        there = stacks[depot - 1]
        for good in there:
            if good in kinds:
                goods = plus(goods, good, 1)
        stacks = replaced(stacks, depot - 1, tuple([good for good in there if good not in kinds]))
    return changed(seat, goods=goods), changed(t, goods=stacks)


@cites("depots.neighbours")
def ends_meet(g: Kit, t: Table, seat: Seat, depot: int) -> Events:
    """The reading on depots 6 and 1, where the player takes the goods of one and has room for some of the other."""
    meet = depot in ENDS and any_fit(g, t, seat, [t.goods[sum(ENDS) - depot - 1]])
    return (SILENT + "depots.neighbours",) if meet else ()


@cites("ship.kinds", "ship.left")
def any_fit(g: Kit, t: Table, seat: Seat, stacks: Iterable[Counts]) -> bool:
    """Whether a player can take goods of one of these depots; or may buy, where they would be asked (one reading)."""
    there = {good for stack in stacks for good in stack}
    if not there:
        return False
    has_space = has_room(sum([count > 0 for count in seat.goods]), g.goods_room)
    return has_space or any([seat.goods[good] for good in there]) or bool(_extra_purchases(g, t, seat))


@cites("knowledge.5")
def has_second(g: Kit, t: Table, seat: Seat, depot: int) -> bool:
    """Whether the player can take the goods of another depot besides those of this one."""
    return bool(seat.knowledge >> 5 & 1) and any_fit(g, t, seat, [t.goods[d - 1] for d in g.neighbours[depot]])


@cites("knowledge.5-room")
def two_compete(g: Kit, t: Table, seat: Seat, depot: int) -> bool:
    """Whether new kinds of this depot and others of one beside it want the same room, which is not enough for all."""
    room = g.goods_room - sum([count > 0 for count in seat.goods])
    new = {good for good in t.goods[depot - 1] if not seat.goods[good]}
    if not (room and new and seat.knowledge >> 5 & 1):
        return False
    others = [{good for good in t.goods[d - 1] if not seat.goods[good]} for d in g.neighbours[depot]]
    return any([kinds - new and len(kinds | new) > room for kinds in others])


@cites("knowledge.5", "depots.neighbours")
def loaded(g: Kit, t: Table, seat: Seat, phase: Stowing, events: Events) -> Table:
    """Goods are taken; the owner of knowledge 5 may take a second depot's."""
    if not phase.second:
        if seat.knowledge >> 5 & 1:
            events += ends_meet(g, t, seat, phase.depot)
        if has_second(g, t, seat, phase.depot):
            events += ("knowledge.5",)
            return changed(t, seats=replaced(t.seats, t.turn, seat), phase=CARGO[phase.depot], events=events)
    return sailed(g, t, seat, events)


@cites("ship.marker", "ship.marker-when")
def sailed(g: Kit, t: Table, seat: Seat, events: Events) -> Table:
    """A ship's goods are done with; the marker moves."""
    if not turn.is_over(g, t, seat):  # else at once is at the end of the turn
        events += (SILENT + "ship.marker-when",)
    if g.marker_late:
        return turn.go_on(g, changed(t, ships=t.ships + 1), seat, events)
    order, track, events = rounds.advance(g, t, t.turn, 1, events)
    return turn.go_on(g, changed(t, order=order, track=track), seat, events)


@cites("ship.left", "ship.leave")
def stowing_moves(g: Kit, t: Table) -> Sequence[Move]:
    """The kinds that may be taken."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Stowing)
    new = [good for good in dict.fromkeys(lying(t, depots_of(phase))) if not seat.goods[good]]
    return (*[g.keep[good] for good in sorted(new)], *_extra_purchases(g, t, seat))


@cites("ship.left")
def stowing_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while goods are chosen."""
    match move:
        case Keep(good):
            return Refused("ship.left", f"no {good} goods lie there")
        case _:
            return _no_time(g, t, move, "ship.left", "it has to be said first which goods are taken")


@cites("ship.left", "ship.kinds")
def stowing_apply(g: Kit, t: Table, move: Move) -> Table:
    """A kind of goods is taken; when the room is full the rest stays."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Stowing)
    if isinstance(move, Buy):
        return turn.buy(g, t, move)
    assert isinstance(move, Keep)
    seat, t = stowed(t, seat, depots_of(phase), (g.good_number[move.good],))
    return load(g, t, seat, phase, ())
