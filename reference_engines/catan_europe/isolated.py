"""Building routes: the gold for connecting isolated cities, and the free route of a double arrow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.arithmetic import has_piece
from rulecheck.reference_engines.catan_europe.kit import Kit, grant, route_owner
from rulecheck.reference_engines.catan_europe.moves import Along, Move, NoRoute, Route
from rulecheck.reference_engines.catan_europe.pieces import put_route
from rulecheck.reference_engines.catan_europe.table import (
    Connecting,
    FirstRoute,
    FreeRoute,
    Phase,
    Table,
    spots,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites


def linked(g: Kit, taken: int, start: int) -> int:
    """Mask of the intersections that routes link with an intersection."""
    paths_at, end_mask = g.paths_at, g.end_mask
    seen, edge, left = 1 << start, [start], taken
    while edge:
        open_paths = paths_at[edge.pop()] & left
        left ^= open_paths  # no route is followed from both of its ends
        while open_paths:
            path = open_paths.bit_length() - 1
            open_paths ^= 1 << path
            there = end_mask[path] & ~seen
            if there:
                seen |= there
                edge.append(there.bit_length() - 1)
    return seen


@cites("setup.no-connection")
def joins_cities(g: Kit, t: Table, path: int) -> bool:
    """Whether a route there would link a city with another one."""
    cities = linked(g, t.taken | 1 << path, g.ends[path][0]) & g.cities
    return cities.bit_count() > 1


@cites("route.free-path", "route.adjacent", "build.own-pieces")
def refuse_route(g: Kit, t: Table, path: int) -> Refused | None:
    """Why the player may not build a route there, price left aside."""
    bit = 1 << path
    seat = t.seats[t.turn]
    if not g.usable & bit:
        return Refused("board.path", "no path runs between two sea regions")
    if t.taken & bit:
        return Refused("route.free-path", "a route lies there")
    if not has_piece(seat.routes.bit_count(), g.routes_each):
        return Refused("build.own-pieces", f"all {g.routes_each} routes are built")
    if not seat.reach & bit:
        return Refused("route.adjacent", "neither a post nor a route of this player touches the path")
    return None


def sites(g: Kit, t: Table) -> int:
    """Mask of the paths on which the player may build a route, price left aside."""
    seat = t.seats[t.turn]
    if not has_piece(seat.routes.bit_count(), g.routes_each):
        return 0
    return seat.reach & ~t.taken


@cites("route.foreign-posts", "arrow.free-route", "board.sea-paths", "arrow.chain")
def build(g: Kit, t: Table, path: int, after: Phase, events: tuple[str, ...], *, arrow: bool) -> Table:
    """The player's route lies on the path: what it connects pays, and a double arrow brings a free route."""
    old = t.taken
    t = put_route(g, t, t.turn, path)
    events = (*events, "route.free-path", "route.adjacent")
    if not g.map.land_path[path]:
        events = (*events, SILENT + "board.sea-paths")
    if t.occupied & ~t.seats[t.turn].posts & g.end_mask[path]:
        events = (*events, "route.foreign-posts")
    if g.map.double[path] and arrow:
        after = FreeRoute(1, path, after)
    return connect(g, t, path, old, after, events)


@cites("isolated.own-city")
def own_city_matters(g: Kit, without_own: int) -> bool:
    """Whether it is paid otherwise if the player's own cities among those newly connected do not count.

    Two cities that a route connects with each other have one connection, which is paid for once or for each of them.
    """
    return not without_own or g.pay_each_city


@cites("isolated.city", "isolated.gold", "isolated.once", "isolated.own-city", "isolated.two-joined")
def connect(g: Kit, t: Table, path: int, old: int, after: Phase, events: tuple[str, ...]) -> Table:
    """Find the isolated cities that the new route connects, and the shortest connection that pays."""
    whole = linked(g, t.taken, g.ends[path][0])
    cities = whole & g.cities
    if cities.bit_count() < 2:
        return resume(g, t, after, events)
    new = cities & ~t.connected
    if not new:
        joined = linked(g, old, g.ends[path][0]) & g.end_mask[path] != g.end_mask[path]
        return resume(g, t, after, (*events, "isolated.once") if joined else events)
    t = changed(t, connected=t.connected | cities)
    own = new & t.seats[t.turn].posts
    counting = new if g.own_city_counts else new & ~own
    if own and own_city_matters(g, new & ~own):
        events = (*events, SILENT + "isolated.own-city")
    if counting.bit_count() > 1:
        events = (*events, SILENT + "isolated.two-joined")
    if not counting:
        return resume(g, t, after, events)
    times = counting.bit_count() if g.pay_each_city else 1
    ways = shortest(g, t.taken, spots(new)[0])
    if len(ways) > 1:
        events = (*events, "isolated.tie")
        if any([lengths(g, t, way) != lengths(g, t, ways[0]) for way in ways]):
            return changed(t, phase=Connecting(ways, times, after), events=events)
    return pay(g, t, ways[0], times, after, events)


@cites("isolated.shortest", "isolated.tie")
def shortest(g: Kit, taken: int, city: int) -> tuple[tuple[int, ...], ...]:
    """All shortest connections along routes from a city to another one, as intersections; empty if there is none."""
    ways: list[tuple[int, ...]] = [(city,)]
    seen = {city}
    while ways:
        longer: list[tuple[int, ...]] = []
        for way in ways:
            for path in spots(g.paths_at[way[-1]] & taken):
                a, b = g.ends[path]
                there = b if a == way[-1] else a
                if there not in seen:
                    longer.append((*way, there))
        arrived = tuple(sorted(way for way in longer if g.cities >> way[-1] & 1))
        if arrived:
            return arrived
        seen |= {way[-1] for way in longer}
        ways = longer
    return ()


def lengths(g: Kit, t: Table, way: tuple[int, ...]) -> list[int]:
    """How many routes of a connection each player has."""
    lengths = [0] * g.players
    for a, b in pairwise(way):
        path = g.map.path_index[f"{g.map.intersections[a]} - {g.map.intersections[b]}"]
        lengths[route_owner(t, path)] += 1
    return lengths


@cites("isolated.gold", "gold.bank")
def pay(g: Kit, t: Table, way: tuple[int, ...], times: int, after: Phase, events: tuple[str, ...]) -> Table:
    """Everyone receives gold for each of their routes on the connection, the builder first."""
    bank, seats, owed = t.bank, t.seats, lengths(g, t, way)
    for k in range(g.players):
        who = (t.turn + k) % g.players
        due = owed[who] * g.per_route * times
        if due:
            paid = grant(g, bank, due)
            if bank < due:
                events = (*events, SILENT + "gold.bank")
            bank -= paid
            seats = with_seat(seats, who, gold=seats[who].gold + paid)
    events = (*events, "isolated.gold", "isolated.shortest")
    return resume(g, changed(t, seats=seats, bank=bank), after, events)


def resume(g: Kit, t: Table, after: Phase, events: tuple[str, ...]) -> Table:
    """What follows the payment: perhaps a free route."""
    if isinstance(after, FreeRoute):
        return free_route(g, t, after.left, after.touching, after.after, events)
    return turn.resume(g, t, after, events)


@cites("arrow.connected", "card.routes", "arrow.in-setup")
def refuse_free_route(g: Kit, t: Table, phase: FreeRoute, path: int) -> Refused | None:
    """Why a free route may not lie there."""
    if isinstance(phase.after, FirstRoute) and joins_cities(g, t, path) and not t.taken >> path & 1:
        return Refused("setup.no-connection", "the route would connect a city")
    refused = refuse_route(g, t, path)
    if refused is None and phase.touching is not None:
        if path not in g.next_paths[phase.touching]:
            return Refused("arrow.connected", "the free route has to touch the one just built")
        if g.arrow_onward and not is_onward(g, t, phase.touching, path):
            return Refused("arrow.connected", "the free route has to go on from where the one just built leads")
    return refused


@cites("arrow.onward")
def is_onward(g: Kit, t: Table, arrow: int, path: int) -> bool:
    """Whether a path goes on from an end of the route on the arrow that the player had not reached before."""
    seat = t.seats[t.turn]
    routes = seat.routes & ~(1 << arrow)
    new = [end for end in g.ends[arrow] if not seat.posts >> end & 1 and not g.paths_at[end] & routes]
    return not new or any(g.paths_at[end] >> path & 1 for end in new)


def free_sites(g: Kit, t: Table, phase: FreeRoute) -> list[int]:
    """The paths for a free route, ascending."""
    near = spots(sites(g, t)) if phase.touching is None else g.next_paths[phase.touching]
    return [path for path in near if refuse_free_route(g, t, phase, path) is None]


def at_either_end(g: Kit, t: Table, phase: FreeRoute) -> list[int]:
    """The paths for a free route at both ends of the route on the arrow, whatever the reading."""
    assert phase.touching is not None
    joins = isinstance(phase.after, FirstRoute)
    near = [path for path in g.next_paths[phase.touching] if refuse_route(g, t, path) is None]
    return [path for path in near if not (joins and joins_cities(g, t, path))]


@cites("arrow.free-route", "card.routes", "build.own-pieces")
def free_route(g: Kit, t: Table, left: int, touching: int | None, after: Phase, events: tuple[str, ...]) -> Table:
    """The player may build for nothing, if there is a place for it."""
    phase = FreeRoute(left, touching, after)
    if touching is not None and not all(is_onward(g, t, touching, path) for path in at_either_end(g, t, phase)):
        events = (*events, SILENT + "arrow.onward")
    if left and free_sites(g, t, phase):
        clause = "arrow.free-route" if touching is not None else "card.routes"
        return changed(t, phase=phase, events=events if clause in events else (*events, clause))
    if left and not has_piece(t.seats[t.turn].routes.bit_count(), g.routes_each):
        events = (*events, "build.own-pieces")
    return turn.resume(g, t, after, events)


def build_free(g: Kit, t: Table, phase: FreeRoute, path: int) -> Table:
    """A free route is built."""
    after = phase.after if phase.left == 1 else FreeRoute(phase.left - 1, None, phase.after)
    event = "card.routes" if phase.touching is None else "arrow.free-route"
    more = (event,) if phase.touching is None else (event, "arrow.connected")
    if phase.touching is not None and not is_onward(g, t, phase.touching, path):
        more = (*more, SILENT + "arrow.onward")
    if isinstance(phase.after, FirstRoute):
        more = (*more, "route.free-path", "route.adjacent")
        if t.occupied & ~t.seats[t.turn].posts & g.end_mask[path]:
            more = (*more, "route.foreign-posts")
        return turn.resume(g, put_route(g, t, t.turn, path), phase.after, more)
    if g.map.double[path]:
        more = (*more, SILENT + "arrow.chain")
    by_card = phase.touching is None
    return build(g, t, path, after, more, arrow=g.arrow_chain == "yes" or (by_card and g.arrow_chain == "cards"))


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves while a free route or a paying connection is chosen."""
    match t.phase:
        case FreeRoute() as phase:
            open_: list[Move] = [g.route[p] for p in free_sites(g, t, phase)]
            return [*open_, g.no_route]
        case Connecting(ways):
            return [along(g, way) for way in ways]
        case _:
            raise AssertionError(t.phase)


def along(g: Kit, way: tuple[int, ...]) -> Along:
    """The move that chooses a connection."""
    return Along(tuple(g.map.intersections[i] for i in way))


@cites("arrow.free-route", "isolated.tie")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move while a free route or a paying connection is chosen."""
    match t.phase, move:
        case FreeRoute() as phase, Route(path):
            return refuse_free_route(g, t, phase, g.path_number[path])
        case FreeRoute(), NoRoute():
            return None
        case FreeRoute(_, touching, _), _:
            return Refused("arrow.free-route" if touching is not None else "card.routes", "a free route comes first")
        case Connecting(ways), Along(way):
            if way in [along(g, w).way for w in ways]:
                return None
            return Refused("isolated.shortest", "that is not a shortest connection of the city")
        case _:
            return Refused("isolated.tie", "the connection that pays has to be chosen")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move while a free route or a paying connection is chosen."""
    match t.phase, move:
        case FreeRoute() as phase, Route(path):
            return build_free(g, t, phase, g.path_number[path])
        case FreeRoute(_, _, after), NoRoute():
            return turn.resume(g, t, after, ())
        case Connecting(ways, times, after), Along(way):
            chosen = next(w for w in ways if along(g, w).way == way)
            return pay(g, t, chosen, times, after, ("isolated.tie",))
        case _:
            raise AssertionError(move)
