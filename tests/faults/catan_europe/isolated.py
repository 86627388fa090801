"""Mistakes in the gold for isolated cities, and in double arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import isolated
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.isolated import connect, lengths, linked, refuse_route, sites
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import Connecting, FreeRoute, Phase, Table, spots
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, mover

Ways = tuple[tuple[int, ...], ...]


@breaks("isolated.city", "isolated.gold")
@Wrong.instead(isolated.connect)
def OccupiedCitiesAreNotIsolated(g: Kit, t: Table, path: int, old: int, after: Phase, events: tuple[str, ...]) -> Table:
    """A city with a post does not count as isolated, only free cities bring gold."""
    done = connect(g, changed(t, connected=t.connected | t.occupied), path, old, after, events)
    cities = linked(g, t.taken, g.ends[path][0]) & g.cities
    gained = cities if cities.bit_count() > 1 else 0
    return changed(done, connected=t.connected | gained)


@breaks("isolated.city", "isolated.gold")
@Wrong.instead(isolated.connect)
def OnlyOwnRoutesConnect(g: Kit, t: Table, path: int, old: int, after: Phase, events: tuple[str, ...]) -> Table:
    """Cities are connected only by the routes of the player who builds, routes of others do not count."""
    cities = linked(g, mover(t).routes, g.ends[path][0]) & g.cities
    return connect(g, t, path, old, after, events) if cities.bit_count() > 1 else isolated.resume(g, t, after, events)


@breaks("isolated.city", "isolated.once")
@Wrong.instead(isolated.connect)
def AnyRouteEndsIsolation(g: Kit, t: Table, path: int, old: int, after: Phase, events: tuple[str, ...]) -> Table:
    """A city is no longer isolated as soon as a route touches it, even if that leads to no other city."""
    reached = sum(1 << city for city in g.map.cities if g.paths_at[city] & old)
    done = connect(g, changed(t, connected=t.connected | reached), path, old, after, events)
    cities = linked(g, t.taken, g.ends[path][0]) & g.cities
    gained = cities if cities.bit_count() > 1 else 0
    return changed(done, connected=t.connected | gained)


@breaks("isolated.gold")
class OneGoldForEachOwner(Wrong):
    """Everyone with a route on the connection receives one gold, however many routes are theirs."""

    swaps = ((isolated.lengths, lambda g, t, way: [min(1, n) for n in lengths(g, t, way)]),)


@breaks("isolated.shortest", "isolated.gold")
@Wrong.instead(isolated.lengths)
def TheWholeNetworkEarns(g: Kit, t: Table, way: tuple[int, ...]) -> list[int]:
    """All routes that hang together with the city bring gold, not only those of the shortest connection."""
    reached = linked(g, t.taken, way[0])
    joined = sum(1 << path for path in spots(t.taken) if g.end_mask[path] & reached)
    return [(seat.routes & joined).bit_count() for seat in t.seats]


@breaks("isolated.shortest")
@Wrong.instead(isolated.shortest)
def TheFarthestCityCounts(g: Kit, taken: int, city: int) -> Ways:
    """The connection to the farthest city that is reached brings gold, not the shortest one."""
    ways: list[tuple[int, ...]] = [(city,)]
    seen = {city}
    last: Ways = ()
    while ways:
        longer = []
        for way in ways:
            for path in spots(g.paths_at[way[-1]] & taken):
                a, b = g.ends[path]
                there = b if a == way[-1] else a
                if there not in seen:
                    longer.append((*way, there))
        arrived = tuple(sorted(way for way in longer if g.cities >> way[-1] & 1))
        last = arrived or last
        seen |= {way[-1] for way in longer}
        ways = longer
    return last[:1]


@breaks("isolated.tie")
class AllEqualConnectionsEarn(Wrong):
    """If several connections have the same length, the routes of all of them bring gold."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(after.phase, Connecting):
            return after
        routes = 0
        for way in after.phase.ways:
            for a, b in pairwise(way):
                routes |= self.g.paths_at[a] & self.g.paths_at[b]
        follows = after.phase.after
        for k in range(self.g.players):
            who = (after.turn + k) % self.g.players
            gold = min(after.bank, (after.seats[who].routes & routes).bit_count() * self.g.per_route)
            seats = (*after.seats[:who], changed(after.seats[who], gold=after.seats[who].gold + gold))
            after = changed(after, seats=(*seats, *after.seats[who + 1 :]), bank=after.bank - gold)
        return isolated.resume(self.g, after, follows, ())


@breaks("isolated.once", "isolated.city")
@Wrong.instead(isolated.connect)
def JoinedNetworksEarnAgain(g: Kit, t: Table, path: int, old: int, after: Phase, events: tuple[str, ...]) -> Table:
    """Gold is paid whenever a route joins cities that were not connected with each other, isolated or not."""
    apart = linked(g, old, g.ends[path][0]) & g.end_mask[path] != g.end_mask[path]
    before = t.connected
    done = connect(g, changed(t, connected=0) if apart else t, path, old, after, events)
    return changed(done, connected=before | done.connected)


@breaks("isolated.once", "isolated.city")
@Wrong.instead(isolated.connect)
def OneOfTwoCitiesStaysIsolated(g: Kit, t: Table, path: int, old: int, after: Phase, events: tuple[str, ...]) -> Table:
    """When a route joins two isolated cities, only one of them counts as connected, the other earns again."""
    done = connect(g, t, path, old, after, events)
    new = done.connected & ~t.connected
    return changed(done, connected=t.connected | new & -new)


@breaks("arrow.free-route")
@Wrong.with_kit
def DoubleArrowsBringNothing(g: Kit) -> None:
    """A route on a double arrow brings no free route."""
    g.map = evolve(g.map, double=tuple(False for _ in g.map.double))


@breaks("arrow.free-route")
class TheFreeRouteIsForced(Wrong):
    """The free route of a double arrow must be built."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        forced = isinstance(state.phase, FreeRoute) and state.phase.touching is not None and len(legal) > 1
        return [move for move in legal if not (forced and isinstance(move, m.NoRoute))]


def _anywhere(g: Kit, t: Table, phase: FreeRoute) -> list[int]:
    return spots(sites(g, t))


@breaks("arrow.connected")
class TheFreeRouteGoesAnywhere(Wrong):
    """The free route of a double arrow may be built wherever the player can build."""

    swaps = (
        (isolated.free_sites, _anywhere),
        (isolated.refuse_free_route, lambda g, t, phase, path: refuse_route(g, t, path)),
    )
