"""Goods: ships that bring them, markers that move, sales; and workers taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulecheck.properties.castles_of_burgundy import words as told
from rulecheck.properties.castles_of_burgundy.facts import NOTHING, SHIP, TURN_ENDS, Facts, facts
from rulecheck.properties.invariants.declaring import DEAR, OFTEN, When, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import (
    Acting,
    Cargo,
    Counts,
    Finished,
    Seat,
    Stowing,
    Table,
    Warehouse,
)
from rulecheck.reference_engines.contract import AnyEngine, changed

SHIPPING = (Cargo, Stowing)
SHIPS = When(lambda before, move, now: type(before.phase) in SHIPPING)
"""Moves that decide what a ship takes."""


@after("sell.die", "sell.all", "warehouse.sell", moves=("Sell",))
def all_goods_of_a_kind_are_sold(engine: AnyEngine, before: Table, move: m.Sell, now: Table) -> Iterator[str]:
    """All goods of one kind, that of the die unless a warehouse or a castle allows it, go to the pile of sold goods."""
    f, who, phase = facts(engine), before.turn, before.phase
    good, old, new = f.good[move.good], before.seats[who], now.seats[who]
    count = old.goods[good]
    if not count:
        yield f"{move} sells nothing: {engine.seats[who]} has {told.goods(old.goods)}"
    if type(phase) is Acting and phase.die and phase.die != f.die_of_good[good]:
        yield f"{move} with a {phase.die} instead of a {f.die_of_good[good]}"
    if type(phase) is not Acting and type(phase) is not Warehouse:
        yield f"{move} while {kind_of(phase)} is decided"
    goods, sold = list(old.goods), list(old.sold)
    goods[good], sold[good] = 0, sold[good] + count
    if list(new.goods) != goods or list(new.sold) != sold:
        is_ = f"{move} leaves {told.goods(new.goods)}, sold are {told.goods(new.sold)}"
        yield f"{is_}; due are {told.goods(goods)} and {told.goods(sold)}"


@after("sell.silver", "sell.points", "knowledge.3", "knowledge.4", moves=("Sell",))
def a_sale_brings_silver_and_points(engine: AnyEngine, before: Table, move: m.Sell, now: Table) -> Iterator[str]:
    """A sale brings silver once and points for each of the goods; knowledge 3 and 4 bring more."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    silver, workers = f.income(before, now, who)
    silver += f.better_silver if old.knowledge >> 3 & 1 else f.sell_silver
    workers += f.sale_workers if old.knowledge >> 4 & 1 else 0
    points = old.goods[f.good[move.good]] * f.sell_points
    if f.as_earned:
        points += f.late(new) - f.late(old)
    gained = new.silver - old.silver, new.workers - old.workers, new.points - old.points
    if gained != (silver, workers, points):
        is_ = f"{move} brings {told.parts(*gained[:2])}, {gained[2]} points"
        yield f"{is_} instead of {told.parts(silver, workers)}, {points} points"


@after("workers.take", "knowledge.13", "knowledge.14", moves=("TakeWorkers",), share=OFTEN)
def an_action_brings_workers(engine: AnyEngine, before: Table, move: m.TakeWorkers, now: Table) -> Iterator[str]:
    """The action brings two workers, four with knowledge 14, and a piece of silver with knowledge 13."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    workers = f.better_workers if old.knowledge >> 14 & 1 else f.workers_taken
    silver = f.workers_silver if old.knowledge >> 13 & 1 else 0
    if new.workers - old.workers == workers and new.silver - old.silver == silver:
        return NOTHING
    more = f.income(before, now, who)
    if (new.silver - old.silver, new.workers - old.workers) == (silver + more[0], workers + more[1]):
        return NOTHING
    gained = new.workers - old.workers
    return iter([f"{move} brings {gained} workers and {new.silver - old.silver} pieces of silver"])


# ---- ships


def aboard(f: Facts, have: Counts, there: tuple[int, ...], chosen: int = -1) -> tuple[set[int], bool]:
    """The kinds that go from a depot to a player with these goods, and whether there is a choice left after that.

    Kinds that the player has go first; `chosen` is a kind that the player has just named.
    """
    known = {good for good in there if have[good] or good == chosen}
    new = [good for good in dict.fromkeys(there) if good not in known]
    room = f.goods_room - len([1 for good, count in enumerate(have) if count or good == chosen])
    if len(new) <= room:
        return known | {*new}, False
    if room <= 0:
        return known, False
    if f.goods_by_order:
        return known | {*new[:room]}, False
    return known, True


def taken_from(f: Facts, before: Table, move: m.Goods | m.Keep | m.Pass) -> tuple[tuple[int, ...], bool]:
    """The depots whose goods are taken now, and whether no other depot can follow them."""
    phase = before.phase
    if isinstance(phase, Stowing):
        return ((phase.first, phase.depot) if phase.first else (phase.depot,)), phase.second
    assert isinstance(phase, Cargo)
    if isinstance(move, m.Goods):
        if not phase.first:
            waits = waits_for_second(f, before, move.depot)
            return (() if waits else (move.depot,)), waits
        return ((phase.first, move.depot) if waits_for_second(f, before, phase.first) else (move.depot,)), True
    return ((phase.first,) if phase.first and waits_for_second(f, before, phase.first) else ()), True


def waits_for_second(f: Facts, t: Table, depot: int) -> bool:
    """Whether the goods of a depot wait for the choice of a second: both have new kinds, too many for the room."""
    have = t.seats[t.turn].goods
    room = f.goods_room - sum(map(bool, have))
    if not (f.together and room and offers_second(f, t, depot)):
        return False
    here, *beside = [{good for good in t.goods[d - 1] if not have[good]} for d in (depot, *f.beside[depot])]
    return bool(here) and any([not kinds <= here and len(here | kinds) > room for kinds in beside])


def find_room(f: Facts, seat: Seat, there: Iterable[tuple[int, ...]]) -> bool:
    """Whether any goods of some depots find room with a player; only then is the player asked for one of them."""
    return any([aboard(f, seat.goods, goods)[0] or aboard(f, seat.goods, goods)[1] for goods in there])


def offers_second(f: Facts, t: Table, depot: int) -> bool:
    """Whether the acting player can take the goods of another depot besides those of one, or buy before that."""
    seat, there = t.seats[t.turn], [t.goods[d - 1] for d in f.beside[depot]]
    return bool(seat.knowledge >> 5 & 1) and (find_room(f, seat, there) or is_asked_to_buy(f, t, there))


def is_loaded(f: Facts, before: Table, now: Table) -> bool:
    """Whether the player who placed a ship is asked for goods."""
    seat = now.seats[before.turn]
    return find_room(f, seat, before.goods) or (now.turn == before.turn and is_asked_to_buy(f, now, before.goods))


def is_asked_to_buy(f: Facts, t: Table, there: Iterable[tuple[int, ...]]) -> bool:
    """Whether a player who finds no room for the goods there is asked all the same, since they may buy (a reading)."""
    return bool(f.buy_always and any(there) and f.purchases(t))


@after("ship.goods", "ship.kinds", "ship.left", "ship.any-depot", "knowledge.5",
       moves=("Goods", "Keep", "Pass"), when=(SHIPS,), share=DEAR)  # fmt: skip
def a_ship_takes_all_that_finds_room(
    engine: AnyEngine, before: Table, move: m.Goods | m.Keep | m.Pass, now: Table
) -> Iterator[str]:
    """All goods of a depot come to the player, kinds they have first; what finds no place stays in the depot."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who].goods, now.seats[who].goods
    depots, done = taken_from(f, before, move)
    chosen = f.good[move.good] if isinstance(move, m.Keep) else -1
    there = tuple([good for depot in depots for good in before.goods[depot - 1]])
    kinds, choice = aboard(f, old, there, chosen)
    goods = list(old)
    for good in there:
        if good in kinds:
            goods[good] += 1
    if list(new) != goods:
        yield f"after {move} {engine.seats[who]} has {told.goods(new)} instead of {told.goods(goods)}"
    if len(new) - new.count(0) > max(f.goods_room, len(old) - old.count(0)):
        yield (
            f"after {move} {engine.seats[who]} has goods of {len(new) - new.count(0)} kinds, and room for "
            f"{f.goods_room}"
        )
    due = [
        tuple([good for good in lying if good not in kinds]) if depot in depots else lying
        for depot, lying in enumerate(before.goods, 1)
    ]
    if list(now.goods) != due:
        yield f"after {move} the depots hold {told.lying(now.goods)} instead of {told.lying(due)}"
    if choice != (type(now.phase) is Stowing and now.phase.depot == depots[-1]):
        yield (
            f"after {move} {engine.seats[who]} {'has a' if choice else 'has no'} choice which goods to take, and "
            f"{kind_of(now.phase)} follows"
        )
    if not choice:
        last = depots[-1] if depots else move.depot if isinstance(move, m.Goods) else 0
        more = (
            not depots and last > 0
            if done
            else offers_second(f, now if now.turn == who else changed(now, turn=who, bought=True), last)
        )
        if more != (type(now.phase) is Cargo and now.phase.first == last):
            yield f"after {move} a second depot is {'not ' if more else ''}offered to {engine.seats[who]}"


@after(
    "ship.marker", "ship.stack", "ship.first", "ship.nothing", "round.order",
    moves=("Goods", "Keep", "Pass", "Place"), share=OFTEN,
)  # fmt: skip
def a_ship_moves_its_owners_marker(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """For each ship, when its goods are aboard, the marker moves a space and lies on top; nothing else moves it."""
    f, who = facts(engine), before.turn
    if isinstance(move, m.Place):
        sails = f.colour[f.kind[move.tile]] == SHIP and not is_loaded(f, before, now)
    else:
        sails = type(before.phase) in SHIPPING and type(now.phase) not in SHIPPING
    if f.marker_late:
        same_turn = now.turn == who and now.round == before.round and now.letter == before.letter
        if same_turn and type(now.phase) is not Finished:
            if now.order != before.order or now.track != before.track:
                yield f"{move} of {engine.seats[who]} moves a marker before the turn is over"
            elif now.ships != before.ships + sails:
                yield f"{now.ships} ships are remembered after {move} instead of {before.ships + sails}"
        return
    if not sails:
        if now.order is not before.order and now.order != before.order:
            yield f"{move} changes the markers to {told.markers(engine.seats, now.order, now.track)}"
        if now.track is not before.track and now.track != before.track:
            yield f"{move} moves a marker: {told.markers(engine.seats, now.order, now.track)}"
        return
    order, track = sailed(f, before.order, before.track, who)
    if now.order != order or now.track != track:
        is_, due = (told.markers(engine.seats, *on) for on in ((now.order, now.track), (order, track)))
        yield f"after {move} the markers are {is_} instead of {due}"


def sailed(f: Facts, order: tuple[int, ...], track: Counts, who: int) -> tuple[tuple[int, ...], Counts]:
    """Order and track after a marker moved a space to the right, onto what lies there."""
    to = min(track[who] + f.ship_steps, f.track_spaces - 1)
    spaces = (*track[:who], to, *track[who + 1 :])
    stacks = [[seat for seat in order if seat != who and track[seat] == space] for space in range(f.track_spaces)]
    stacks[to].insert(0, who)
    return tuple([seat for stack in reversed(stacks) for seat in stack]), spaces


@after("ship.marker", "round.order", moves=(
    "Take", "Place", "Sell", "TakeWorkers", "Buy", "Pay", "Discard", "Goods", "Keep", "Pass", "EndTurn",
), when=(TURN_ENDS,), share=OFTEN)  # fmt: skip
def markers_stay_when_a_turn_ends(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """The end of a turn moves nobody's marker, unless ships wait for it."""
    f = facts(engine)
    if not f.marker_late:
        same = now.order is before.order or type(move) in MOVING or now.order == before.order
        return (
            NOTHING
            if same
            else iter([f"{move} changes the markers to {told.markers(engine.seats, now.order, now.track)}"])
        )
    return late_markers(f, before, move, now)


MOVING = frozenset({m.Goods, m.Keep, m.Pass, m.Place})


def late_markers(f: Facts, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """What is wrong with the markers at the end of a turn in which ships had to wait for it."""
    kind = type(move)
    ships = before.ships
    if isinstance(move, m.Place):
        ships += f.colour[f.kind[move.tile]] == SHIP and not any(before.goods)
    elif kind in (m.Goods, m.Keep, m.Pass) and type(before.phase) in SHIPPING:
        ships += 1
    order, track = before.order, before.track
    for _ in range(ships):
        order, track = sailed(f, order, track, before.turn)
    if now.order != order or now.track != track:
        seats = f.rules.seats
        is_, due = (told.markers(seats, *on) for on in ((now.order, now.track), (order, track)))
        yield f"{ships} ships of the turn lead to the markers {is_} instead of {due}"


@after("building.ability", "ship.goods", "knowledge.5", "castle.action", moves=("Pass",))
def only_what_may_be_left_is_left(engine: AnyEngine, before: Table, move: m.Pass, now: Table) -> Iterator[str]:
    """A building's offer and the second depot may be left; a ship's first depot only if so read; an action never."""
    f, phase = facts(engine), before.phase
    if type(phase) is Cargo and not phase.first and f.ship_depot != "optional":
        yield f"{engine.seats[before.turn]} leaves a ship's goods without choosing a depot: {told.lying(before.goods)}"
    if type(phase) is Stowing:
        yield f"{engine.seats[before.turn]} leaves goods of depot {phase.depot} that find room"
    if type(phase) is Acting and not (f.castle_tiles and not phase.die):
        yield f"{engine.seats[before.turn]} leaves an action with the die {phase.die}"
