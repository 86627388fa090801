"""The captain phase: goods go aboard, and nobody who can load may hold back."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico import gains, storage
from rulecheck.reference_engines.puerto_rico.arithmetic import by_wharf, load_points, loadable
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Load, Move, Wharf
from rulecheck.reference_engines.puerto_rico.rounds import Events, also, award, wrong_time
from rulecheck.reference_engines.puerto_rico.table import GOODS, NONE, Counts, Loading, Phase, Table
from rulecheck.reference_engines.tuples import plus

Ships = tuple[tuple[int, int], ...]


# ---- what may be loaded


@cites("captain.ship-one-kind", "captain.other-ships", "captain.full-ship", "captain.most-room", "captain.ship-choice")
def ships_for(g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
    """The cargo ships onto which a player with that many barrels of a kind may load them."""
    for ship, (cargo, barrels) in enumerate(ships):
        if cargo == kind:
            return [ship] if loadable(stock, barrels, g.capacity[ship]) else []
    empty = [ship for ship, (cargo, _) in enumerate(ships) if cargo < 0]
    if g.ship_choice == "free" or len(empty) < 2:
        return empty
    if g.ship_choice == "roomiest":
        return [ship for ship in empty if g.capacity[ship] == max(g.capacity[k] for k in empty)]
    most = max(loadable(stock, 0, g.capacity[ship]) for ship in empty)
    return [ship for ship in empty if loadable(stock, 0, g.capacity[ship]) == most]


@cites("captain.have", "captain.free-kind")
def ship_loads(g: Kit, goods: Counts, ships: Ships) -> tuple[Move, ...]:
    """All loads onto cargo ships that are open to a player with these goods."""
    key = (goods, ships, 0)
    loads: tuple[Move, ...] | None = g.lists.get(key)
    if loads is None:
        loads = tuple(
            [
                g.load[kind][ship]
                for kind, stock in enumerate(goods)
                if stock
                for ship in ships_for(g, ships, kind, stock)
            ]
        )
        g.remember(key, loads)
    return loads


@cites("wharf.load", "wharf.once", "building.occupied")
def may_wharf(g: Kit, t: Table, phase: Loading, seat: int) -> bool:
    """Whether a player has a wharf to use."""
    owner = t.seats[seat]
    return owner.city[g.wharf] > 0 and not phase.wharves >> seat & 1 and owner.goods != NONE


# ---- whose turn it is


@cites("captain.full-ship", "captain.other-ships", "captain.ship-one-kind")
def ashore(g: Kit, goods: Counts, ships: Ships) -> Events:
    """The clauses that keep every barrel of a player from the cargo ships."""
    key = (goods, ships, "ashore")
    clauses: Events | None = g.lists.get(key)
    if clauses is None:
        cargoes = [cargo for cargo, _ in ships]
        barring: dict[str, None] = {}
        for kind, stock in enumerate(goods):
            if stock and kind in cargoes:
                barring["captain.full-ship"] = None
                if -1 in cargoes:
                    barring["captain.other-ships"] = None
            elif stock:
                has_room = any([barrels < room for (_, barrels), room in zip(ships, g.capacity, strict=True)])
                barring["captain.ship-one-kind" if has_room else "captain.full-ship"] = None
        clauses = tuple(sorted(barring))
        g.remember(key, clauses)
    return clauses


@cites("wharf.once", "building.occupied")
def passed_over(g: Kit, t: Table, seat: int, events: Events) -> Events:
    """Why a player who has barrels loads none: the ships, and a wharf that is empty or has been used."""
    owner = t.seats[seat]
    for clause in ashore(g, owner.goods, t.ships):
        events = also(events, clause)
    wharf = owner.city[g.wharf]
    if wharf < 0:
        return events
    return also(events, "wharf.once" if wharf else "building.occupied")


@cites("captain.turns", "captain.end", "captain.no-privilege", "wharf.later")
def ask(g: Kit, t: Table, seat: int, phase: Loading, events: Events) -> Table:
    """The next player, from `seat` on, who can load; when a whole round cannot, the goods are stored."""
    players, idle = g.players, phase.idle
    while idle < players:
        owner = t.seats[seat]
        may_act = owner.goods != NONE and not phase.done >> seat & 1
        if may_act:
            if ship_loads(g, owner.goods, t.ships) or may_wharf(g, t, phase, seat):
                if idle != phase.idle:
                    phase = Loading(idle, phase.wharves, phase.done, phase.paid)
                return changed(t, turn=seat, phase=phase, events=events)
            events = passed_over(g, t, seat, events)
        idle += 1
        seat = seat + 1 if seat + 1 < players else 0
    if not phase.paid:
        events += ("captain.no-privilege",)
    return storage.ask(g, t, 0, (*events, "captain.end"))


# ---- loading


@cites(
    "captain.points", "captain.privilege", "harbor.bonus", "harbor.wharf", "captain.all-that-fit", "role.own-privilege",
    "building.occupied",
)  # fmt: skip
def shipped(g: Kit, t: Table, kind: int, barrels: int, phase: Loading, events: Events, **changes: object) -> Table:
    """The barrels have left the player: points, the captain's extra one, and the harbor's."""
    seat = t.seats[t.turn]
    privilege = 0
    due: gains.Due = ()
    paid = phase.paid
    if t.turn == t.picker and not paid:
        paid = True
        if g.ask_privilege:
            due = ((-1, g.captain_privilege),)
        else:
            events += ("captain.privilege", gains.ON_PRIVILEGE)
            privilege = g.captain_privilege
    elif t.turn != t.picker and g.captain_privilege:
        events += ("role.own-privilege",)
    if seat.city[g.harbor] > 0:
        due += ((g.harbor, g.harbor_bonus),)
    elif not seat.city[g.harbor]:
        events += ("building.occupied",)
    points = load_points(barrels, g.point_per_barrel, privilege)
    goods = plus(seat.goods, kind, -barrels)
    t, events = award(g, t, t.turn, points, events, goods=goods, **changes)
    after = Loading(0, phase.wharves, phase.done, paid)
    if due:
        return gains.offer(g, t, due, after, events)
    return ask(g, t, (t.turn + 1) % g.players, after, events)


@cites("captain.all-that-fit", "captain.one-kind", "captain.free-kind", "captain.must-load")
def load(g: Kit, t: Table, phase: Loading, kind: int, ship: int) -> Table:
    """Barrels of one kind go onto a cargo ship."""
    goods = t.seats[t.turn].goods
    cargo, there = t.ships[ship]
    barrels = loadable(goods[kind], there, g.capacity[ship])
    events: Events = ("captain.turns", "captain.one-kind", "captain.all-that-fit", "captain.points")
    if cargo < 0:
        empty = [k for k, (kind_there, _) in enumerate(t.ships) if kind_there < 0]
        if len(empty) > 1:
            events += ("captain.most-room", *ship_choice_matters(g, empty, goods[kind]))
    if sum(count > 0 for count in goods) > 1:
        events += ("captain.free-kind",)
    ships = (*t.ships[:ship], (kind, there + barrels), *t.ships[ship + 1 :])
    return shipped(g, t, kind, barrels, phase, events, ships=ships)


def ship_choice_matters(g: Kit, empty: list[int], stock: int) -> Events:
    """The reading of a choice among empty ships, if it makes a difference here."""
    rooms = [g.capacity[ship] for ship in empty]
    return (SILENT + "captain.ship-choice",) if len(set(rooms)) > 1 or stock > min(rooms) else ()


@cites("wharf.load", "wharf.all", "wharf.any-kind", "wharf.capacity")
def use_wharf(g: Kit, t: Table, phase: Loading, kind: int) -> Table:
    """All barrels of one kind go to the supply, for points."""
    stock = t.seats[t.turn].goods[kind]
    barrels = by_wharf(stock, g.wharf_capacity, g.wharf_printed)
    events: Events = ("wharf.load", "wharf.all", "captain.points")
    if stock > g.wharf_capacity:
        events += (SILENT + "wharf.capacity",)
        if g.wharf_printed:
            events += ("wharf.capacity",)
    if any(cargo == kind for cargo, _ in t.ships):
        events += ("wharf.any-kind",)
    if t.seats[t.turn].city[g.harbor] > 0:
        events += ("harbor.wharf",)
    phase = Loading(phase.idle, phase.wharves | 1 << t.turn, phase.done, phase.paid)
    return shipped(g, t, kind, barrels, phase, events, supply=plus(t.supply, kind, barrels))


def _go_on(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    assert isinstance(phase, Loading)
    return ask(g, t, (t.turn + 1) % g.players, phase, events)


gains.RESUME[Loading] = _go_on


# ---- moves


@cites("captain.must-load", "wharf.forced", "wharf.else-load")
def moves(g: Kit, t: Table) -> Sequence[Move]:
    """Loads onto ships, the wharf, and passing where no ship takes anything."""
    phase = t.phase
    assert isinstance(phase, Loading)
    goods = t.seats[t.turn].goods
    loads = ship_loads(g, goods, t.ships)
    if not may_wharf(g, t, phase, t.turn):
        return loads
    wharf = tuple([g.by_wharf[kind] for kind, stock in enumerate(goods) if stock])
    if loads or g.wharf_forced:  # captain.must-load, wharf.forced, wharf.else-load
        return loads + wharf  # captain.must-load, wharf.else-load
    return (*wharf, g.pass_)


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in the captain phase."""
    phase = t.phase
    assert isinstance(phase, Loading)
    owner = t.seats[t.turn]
    match move:
        case Load(good, ship):
            return no_load(g, t, GOODS.index(good), g.ship_number[ship])
        case Wharf(good):
            if owner.city[g.wharf] < 0:
                return Refused("wharf.load", "this player has no wharf")
            if owner.city[g.wharf] == 0:
                return Refused("building.occupied", "the wharf is not occupied")
            if phase.wharves >> t.turn & 1:
                return Refused("wharf.once", "the wharf has been used in this phase")
            return Refused("captain.have", f"this player has no {good}")
        case _:
            return Refused(*wrong_time(t, move, "captain.must-load", "barrels can be loaded, so they must be"))


@cites("captain.have", "captain.other-ships", "captain.ship-one-kind", "captain.full-ship", "captain.most-room")
def no_load(g: Kit, t: Table, kind: int, ship: int) -> Refused:
    """Why the acting player may not load a kind onto a ship."""
    stock = t.seats[t.turn].goods[kind]
    cargo, barrels = t.ships[ship]
    if not stock:
        return Refused("captain.have", f"this player has no {GOODS[kind]}")
    if cargo >= 0 and barrels >= g.capacity[ship]:
        return Refused("captain.full-ship", "the ship is full")
    if cargo not in (-1, kind):
        return Refused("captain.ship-one-kind", f"the ship carries {GOODS[cargo]}")
    if any(other == kind for k, (other, _) in enumerate(t.ships) if k != ship):
        return Refused("captain.other-ships", f"another ship carries {GOODS[kind]}")
    return Refused("captain.most-room", "another empty ship takes more of the barrels")


@cites("captain.must-load", "wharf.forced", "wharf.later")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the captain phase."""
    phase = t.phase
    assert isinstance(phase, Loading)
    if type(move) is Load:
        return load(g, t, phase, g.good_number[move.good], g.ship_number[move.ship])
    if type(move) is Wharf:
        return use_wharf(g, t, phase, g.good_number[move.good])
    done = phase.done if g.wharf_later else phase.done | 1 << t.turn
    phase = Loading(phase.idle + 1, phase.wharves, done, phase.paid)
    events = ("captain.must-load", SILENT + "wharf.forced", SILENT + "wharf.later")
    return ask(g, t, (t.turn + 1) % g.players, phase, events)
