"""The end of the captain phase: what players may keep, and the full ships unload."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico.arithmetic import is_full, returned, warehouse_kinds
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Keep, Load, Move, Store, Wharf
from rulecheck.reference_engines.puerto_rico.rounds import Events, also, next_choice, place_of, wrong_time
from rulecheck.reference_engines.puerto_rico.table import (
    GOODS,
    NONE,
    Counts,
    Keeping,
    Seat,
    Storing,
    Table,
    added,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus


@cites("small-warehouse.store", "large-warehouse.store", "large-warehouse.with-small")
def slots(g: Kit, seat: Seat) -> int:
    """How many kinds a player's warehouses hold."""
    small, large = seat.city[g.small_warehouse] > 0, seat.city[g.large_warehouse] > 0
    return warehouse_kinds(small, large, g.small_kinds, g.large_kinds)


def loose(goods: Counts, stored: int) -> list[int]:
    """The kinds of which barrels lie outside the warehouses."""
    return [kind for kind, count in enumerate(goods) if count and not stored >> kind & 1]


@cites("building.occupied")
def is_idle(g: Kit, seat: Seat) -> bool:
    """Whether a warehouse stands empty that would keep barrels for which there is no other place."""
    if seat.city[g.small_warehouse] and seat.city[g.large_warehouse]:
        return False
    kinds = len(loose(seat.goods, 0))
    return kinds > slots(g, seat) and (kinds > 1 or sum(seat.goods) > g.store_barrels)


@cites("storage.one-barrel", "storage.return", "captain.end", "building.occupied")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The players from the `place`-th after the captain on store, until one has a choice."""
    while place < g.players:
        turn = (t.picker + place) % g.players
        seat = t.seats[turn]
        if seat.goods != NONE:
            t = changed(t, turn=turn)
            if is_idle(g, seat):
                events = also(events, "building.occupied")
            asked, t, events = fill(g, t, slots(g, seat), 0, events)
            if asked:
                return changed(t, events=events)
        place += 1
    return unload(g, t, events)


@cites("storage.discard", "storage.choose")
def fill(g: Kit, t: Table, left: int, stored: int, events: Events) -> tuple[bool, Table, Events]:
    """Ask the acting player for the next kind or the single barrel; or do what leaves no choice."""
    kinds = loose(t.seats[t.turn].goods, stored)
    if kinds:
        events += (SILENT + "storage.discard",)
    if left and kinds:
        if g.may_discard or not nothing_is_lost(g, t.seats[t.turn].goods, kinds, left):
            return True, changed(t, phase=Storing(left, stored)), events
        events += stores(g, t)
        return False, t, events if len(kinds) <= left else (*events, "storage.one-barrel")
    if len(kinds) > 1 or (kinds and g.may_discard):
        return True, changed(t, phase=Keeping(stored)), events
    if kinds:
        t, events = keep(g, t, kinds[0], stored, events)
    return False, t, events


@cites("storage.one-barrel", "storage.choose")
def nothing_is_lost(g: Kit, goods: Counts, kinds: Sequence[int], left: int) -> bool:
    """Whether all barrels find a place, whichever kinds so many warehouse spaces hold: nothing has to be chosen."""
    return len(kinds) <= left or (len(kinds) == left + 1 and all([goods[kind] <= g.store_barrels for kind in kinds]))


@cites("small-warehouse.store", "large-warehouse.store", "large-warehouse.with-small")
def stores(g: Kit, t: Table) -> Events:
    """The clauses by which the acting player's warehouses store."""
    city = t.seats[t.turn].city
    small, large = city[g.small_warehouse] > 0, city[g.large_warehouse] > 0
    events: Events = ("small-warehouse.store",) if small else ()
    if large:
        events += ("large-warehouse.store", "large-warehouse.with-small") if small else ("large-warehouse.store",)
    return events


@cites("storage.one-barrel", "storage.return")
def keep(g: Kit, t: Table, kept: int, stored: int, events: Events) -> tuple[Table, Events]:
    """One barrel of a kind stays on the wind rose, or none (-1); what is in no warehouse goes back to the supply."""
    goods = t.seats[t.turn].goods
    back = tuple(
        [
            0 if stored >> kind & 1 else returned(stock, g.store_barrels if kind == kept else 0)
            for kind, stock in enumerate(goods)
        ]
    )
    if kept >= 0:
        events += ("storage.one-barrel",)
    if back == NONE:
        return t, events
    rest = tuple([a - b for a, b in zip(goods, back, strict=True)])
    t = changed(t, seats=change_seat(t.seats, t.turn, goods=rest), supply=added(t.supply, back))
    return t, (*events, "storage.return")


@cites("storage.unload", "storage.partial")
def unload(g: Kit, t: Table, events: Events) -> Table:
    """Full ships go back to the supply; the others keep their barrels."""
    supply, ships = t.supply, t.ships
    for ship, (cargo, barrels) in enumerate(t.ships):
        if cargo >= 0 and is_full(barrels, g.capacity[ship]):
            supply = plus(supply, cargo, barrels)
            ships = (*ships[:ship], (-1, 0), *ships[ship + 1 :])
            if "storage.unload" not in events:
                events += ("storage.unload",)
        elif cargo >= 0 and "storage.partial" not in events:
            events += ("storage.partial",)
    return next_choice(g, changed(t, supply=supply, ships=ships), events)


def after(g: Kit, t: Table, left: int, stored: int, events: Events) -> Table:
    """The acting player's next choice, or the next player's."""
    asked, t, events = fill(g, t, left, stored, events)
    return changed(t, events=events) if asked else ask(g, t, place_of(g, t) + 1, events)


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of storing."""
    phase = t.phase
    assert isinstance(phase, Storing | Keeping)
    names = g.store if type(phase) is Storing else g.keep
    kinds = loose(t.seats[t.turn].goods, phase.stored)
    open_: list[Move] = [names[kind] for kind in kinds]
    if g.may_discard:
        if type(phase) is Storing:
            open_ += [g.keep[kind] for kind in kinds]
        open_.append(g.discard_rest)
    return open_


@cites("storage.choose", "storage.one-barrel", "captain.end")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while goods are stored."""
    match t.phase, move:
        case (Storing(), Store(good)) | (Keeping(), Keep(good)):
            if not t.seats[t.turn].goods[GOODS.index(good)]:
                return Refused("storage.choose", f"this player has no {good}")
            return Refused("storage.choose", f"{good} is in a warehouse already")
        case _, (Load() | Wharf()):
            return Refused("captain.end", "nobody could load any more, so the loading is over")
        case Storing(), Keep():
            return Refused("storage.choose", "a kind has to be chosen for the warehouse first")
        case Storing(), _:
            return Refused(*wrong_time(t, move, "storage.choose", "a kind has to be chosen for the warehouse"))
        case _:
            return Refused(*wrong_time(t, move, "storage.one-barrel", "a barrel has to be chosen for the wind rose"))


NOTHING = -1
"""The kind of which a barrel is kept where none is."""


@cites("storage.choose", "storage.discard", "storage.return")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of storing."""
    phase = t.phase
    assert isinstance(phase, Storing | Keeping)
    if type(move) is Store:
        assert isinstance(phase, Storing)
        stored = phase.stored | 1 << g.good_number[move.good]
        return after(g, t, phase.slots - 1, stored, (*stores(g, t), "storage.choose"))
    kept = g.good_number[move.good] if type(move) is Keep else NOTHING
    t, events = keep(g, t, kept, phase.stored, ("storage.choose",))
    return ask(g, t, place_of(g, t) + 1, events)
