"""Loading: what goes aboard, what it brings, wharves and harbors, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import listed, some_of, whether
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.facts import (
    ROLE,
    Due,
    Facts,
    Ships,
    deciding,
    facts,
    is_loading,
    others_alike,
)
from rulecheck.properties.puerto_rico.trader import shipped_points
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, NONE, Counts, Gain, Loading, Table

STEPS = ("Choose", "Load", "Wharf", "Pass", "Use", "Decline")
"""Moves after which it is asked who loads next."""


def shipment(f: Facts, before: Table, move: m.Move) -> tuple[int, int]:
    """The kind that a move ships and how many barrels: all that the player has, or all that fit; (-1, 0) for none."""
    if type(move) is m.Load:
        kind, ship = f.good[move.good], f.ship[move.ship]
        return kind, min(before.seats[before.turn].goods[kind], f.room[ship] - before.ships[ship][1])
    if type(move) is m.Wharf:
        kind = f.good[move.good]
        have = before.seats[before.turn].goods[kind]
        return kind, min(have, f.number("wharf.capacity")) if f.wharf_printed else have
    return -1, 0


def goods_then(f: Facts, before: Table, move: m.Move) -> list[Counts]:
    """Everybody's goods after a move and before any are stored."""
    held = [seat.goods for seat in before.seats]
    kind, barrels = shipment(f, before, move)
    if barrels:
        goods = held[before.turn]
        held[before.turn] = (*goods[:kind], goods[kind] - barrels, *goods[kind + 1 :])
    return held


def ships_then(f: Facts, before: Table, move: m.Move) -> Ships:
    """The ships after a move and before any are unloaded."""
    ships = before.ships
    if type(move) is m.Load:
        ship = f.ship[move.ship]
        kind, barrels = shipment(f, before, move)
        ships = (*ships[:ship], (kind, ships[ship][1] + barrels), *ships[ship + 1 :])
    return ships


@after(
    "captain.must-load",
    "captain.ship-one-kind",
    "captain.other-ships",
    "captain.full-ship",
    "captain.most-room",
    "captain.free-kind",
    "wharf.load",
    "wharf.any-kind",
    "wharf.else-load",
    "wharf.once",
    moves=STEPS,
    when=(deciding(Loading),),
    share=DEAR,
)
def the_loads_open_are_the_maximal_ones(engine: AnyEngine, before: Table, move: m.Move, t: Table) -> Iterator[str]:
    """Open are just the loads of each kind where most of it fits, an unused wharf, and passing for want of any load."""
    phase = t.phase
    assert isinstance(phase, Loading)
    f, seat = facts(engine), t.seats[t.turn]
    loads = f.open_loads(seat.goods, t.ships)
    due: list[Any] = [f.loads[kind][ship] for kind, ship in loads]
    if f.can_wharf(phase, t.turn, seat):
        due += [move for move, have in zip(f.wharfs, seat.goods, strict=True) if have]
        if not loads and not f.wharf_forced:
            due.append(m.Pass())
    legal = list(engine.legal_moves(t))
    if legal != due:
        names = sorted(map(str, legal)), sorted(map(str, due))
        if names[0] != names[1]:
            yield f"{engine.seats[t.turn]} may {listed(names[0])} instead of {listed(names[1])}"


@after(
    "captain.all-that-fit", "captain.one-kind", "captain.have", "captain.full-ship", "captain.ship-one-kind",
    moves=("Load",), share=DEAR,
)  # fmt: skip
def every_barrel_that_fits_goes_aboard(engine: AnyEngine, before: Table, move: m.Load, now: Table) -> Iterator[str]:
    """A load is of one kind that the player has, onto a ship that takes it, and as large as can be."""
    f = facts(engine)
    name = engine.seats[before.turn]
    kind, barrels = shipment(f, before, move)
    if barrels < 1 or before.ships[f.ship[move.ship]][0] not in (-1, kind):
        yield (
            f"{move} of {name}, who has {told.goods(before.seats[before.turn].goods)}, onto "
            f"{told.cargoes(f, before.ships)}"
        )
    if not is_loading(now.phase):
        return  # then goods are stored and ships unloaded as well: see storage.py
    goods, ships = goods_then(f, before, move), ships_then(f, before, move)
    if [seat.goods for seat in now.seats] != goods:
        yield f"{move} left {kept(engine, now)} instead of {everybodys(engine, goods)}"
    if now.ships != ships:
        yield f"after {move} the ships carry {told.cargoes(f, now.ships)} instead of {told.cargoes(f, ships)}"
    if now.supply != before.supply:
        yield f"{move} changed the supply from {told.goods(before.supply)} to {told.goods(now.supply)}"


@after("wharf.load", "wharf.all", "wharf.once", "wharf.any-kind", "building.occupied", moves=("Wharf",))
def a_wharf_ships_all_of_a_kind_once(engine: AnyEngine, before: Table, move: m.Wharf, now: Table) -> Iterator[str]:
    """An occupied wharf, once in a phase, returns all barrels of one kind to the supply, and no ship changes."""
    f, who, phase = facts(engine), before.turn, before.phase
    name = engine.seats[who]
    kind, barrels = shipment(f, before, move)
    if before.seats[who].city[f.wharf] < 1:
        yield f"{name} has {told.buildings(f, before.seats[who].city)}, no occupied wharf, and {move} was played"
    if not isinstance(phase, Loading) or phase.wharves >> who & 1:
        yield f"{name} used the wharf a second time with {move}"
    if not barrels:
        yield f"{name} had no {move.good} for {move}, only {told.goods(before.seats[who].goods)}"
    if not is_loading(now.phase):
        return  # then goods are stored and ships unloaded as well: see storage.py
    goods = goods_then(f, before, move)
    if [seat.goods for seat in now.seats] != goods or now.supply[kind] - before.supply[kind] != barrels:
        yield (
            f"{move} left {kept(engine, now)} instead of {everybodys(engine, goods)}, with {now.supply[kind]} "
            f"{move.good} in the supply after {before.supply[kind]}"
        )
    if now.ships != before.ships:
        yield f"after {move} the ships carry {told.cargoes(f, now.ships)} instead of {told.cargoes(f, before.ships)}"
    loading = now.phase.after if isinstance(now.phase, Gain) else now.phase
    if isinstance(phase, Loading) and loading.wharves != phase.wharves | 1 << who:  # type: ignore[attr-defined]
        yield f"after {move} it is not remembered that {name} used the wharf"


def rights(f: Facts, before: Table) -> Due:
    """The rights that bring points for a load: the captain's for the first one, and an occupied harbor."""
    phase = before.phase
    first = isinstance(phase, Loading) and not phase.paid and before.turn == before.picker
    due: Due = ((-1, f.captain_privilege),) if first else ()
    return due + (((f.harbor, f.harbor_bonus),) if before.seats[before.turn].city[f.harbor] > 0 else ())


@after(
    "captain.points", "captain.privilege", "harbor.bonus", "harbor.wharf", "end.written",
    moves=("Load", "Wharf"), share=DEAR,
)  # fmt: skip
def a_load_is_worth_its_barrels(engine: AnyEngine, before: Table, move: m.Load | m.Wharf, now: Table) -> Iterator[str]:
    """A load brings a point for each barrel, the captain's first one more, and the harbor is offered each time."""
    f, who = facts(engine), before.turn
    _, barrels = shipment(f, before, move)
    at_once, asked = f.given(rights(f, before))
    due = shipped_points(f, before, barrels * f.number("captain.point-per-barrel") + at_once)
    gained = now.seats[who].points - before.seats[who].points
    if gained != due:
        yield f"{engine.seats[who]} received {gained} points instead of {due} for {move}"
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if k != who and old.points != new.points:
            yield f"{engine.seats[k]} received {new.points - old.points} points for {move} of {engine.seats[who]}"
    offered = now.phase.due if isinstance(now.phase, Gain) else ()
    if offered != asked or (asked and now.turn != who):
        is_, due_ = told.rights(f, offered), told.rights(f, asked)
        names = engine.seats
        yield f"after {move} {names[now.turn]} is offered {is_}; due is {due_} for {names[who]}"


@after("end.points", "end.written", moves=("Load", "Wharf", "Use"), when=(ROLE[CAPTAIN],), share=DEAR)
def points_come_from_the_pool_first(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Points are paid in chips while there are any; the last chip ends the game, and the rest is written down."""
    f = facts(engine)
    gained = sum([seat.points for seat in now.seats]) - sum([seat.points for seat in before.seats])
    chips = min(before.pool, gained)
    if before.pool - now.pool != chips or now.beyond - before.beyond != gained - chips:
        yield f"{gained} points: the pool went from {before.pool} to {now.pool}, {now.beyond - before.beyond} written"
    if f.last_chip_ends and chips and not now.pool and not now.ending:
        yield f"{move} took the last {before.pool} chips, and the game is to go on"


@after("captain.privilege", "captain.no-privilege", moves=("Load", "Wharf"))
def the_captain_is_paid_once(engine: AnyEngine, before: Table, move: m.Load | m.Wharf, now: Table) -> Iterator[str]:
    """After the captain's first load, and nobody else's, the extra point is remembered as given."""
    after_ = now.phase.after if isinstance(now.phase, Gain) else now.phase
    phase = before.phase
    if isinstance(phase, Loading) and isinstance(after_, Loading):
        paid = phase.paid or before.turn == before.picker
        if after_.paid != paid:
            is_ = whether(after_.paid, "given", "still to come")
            yield (
                f"after {move} of {engine.seats[before.turn]} the extra point of {engine.seats[before.picker]} is {is_}"
            )


@after("captain.must-load", "wharf.else-load", moves=("Pass",))
def nobody_who_can_load_passes(engine: AnyEngine, before: Table, move: m.Pass, now: Table) -> Iterator[str]:
    """Who passes has no barrel that any ship takes."""
    if type(before.phase) is not Loading:
        return
    f, seat = facts(engine), before.seats[before.turn]
    if f.open_loads(seat.goods, before.ships):
        yield (
            f"{engine.seats[before.turn]} passed with {told.goods(seat.goods)}, and could have loaded onto "
            f"{told.cargoes(f, before.ships)}"
        )
    if now.seats is not before.seats and is_loading(now.phase) and not others_alike(before, now):
        yield (
            f"{engine.seats[before.turn]} passed, and a board changed: {kept(engine, now)} are the goods after "
            f"{kept(engine, before)}"
        )


@after(
    "captain.turns", "captain.end", "captain.must-load", "role.order", moves=STEPS, when=(ROLE[CAPTAIN],), share=DEAR
)
def loading_goes_on_while_anybody_can(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Clockwise the next who can load is asked; the loading is over when everybody in a row has loaded nothing."""
    if type(now.phase) is Gain and is_loading(now.phase):
        return
    phase = before.phase
    if type(move) is m.Choose:
        who, loading = before.turn, Loading()
    elif is_loading(phase):
        loading = phase.after if isinstance(phase, Gain) else phase  # type: ignore[assignment]
        who = before.turn + 1
    else:
        return
    f = facts(engine)
    n, idle, wharves, done = f.players, loading.idle, loading.wharves, loading.done
    if type(move) is m.Pass:
        idle += 1
        if not f.wharf_later:
            done |= 1 << before.turn
    elif type(move) is m.Load or type(move) is m.Wharf:
        idle = 0
    if type(move) is m.Wharf:
        wharves |= 1 << before.turn
    goods, ships = goods_then(f, before, move), ships_then(f, before, move)
    next_ = -1
    for k in range(who, who + n - idle):
        seat = k % n
        can_wharf = before.seats[seat].city[f.wharf] > 0 and not wharves >> seat & 1
        if goods[seat] != NONE and not done >> seat & 1 and (can_wharf or f.open_loads(goods[seat], ships)):
            next_ = seat
            break
    asked = now.turn if is_loading(now.phase) else -1
    if asked != next_:
        yield f"{some_of(engine.seats, asked)} loads next instead of {some_of(engine.seats, next_)}"


def everybodys(engine: AnyEngine, goods: Sequence[Counts]) -> str:
    """Everybody's goods."""
    return "; ".join(f"{name} with {told.goods(barrels)}" for name, barrels in zip(engine.seats, goods, strict=True))


def kept(engine: AnyEngine, t: Table) -> str:
    """The goods that lie before everybody."""
    return everybodys(engine, [seat.goods for seat in t.seats])
