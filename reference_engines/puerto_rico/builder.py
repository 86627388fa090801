"""The builder phase: one building each, quarries, and the university's colonist."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico.arithmetic import fits_city, is_filled
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Build, Move, Use
from rulecheck.reference_engines.puerto_rico.rounds import (
    Events,
    also,
    next_choice,
    place_of,
    with_colonist,
    wrong_time,
)
from rulecheck.reference_engines.puerto_rico.table import BUILDING, QUARRY, Building, Counts, Seat, Table, University
from rulecheck.reference_engines.tuples import plus, replaced


@cites("builder.privilege", "role.own-privilege", "quarry.discount")
def prices(g: Kit, t: Table, seat: int) -> Counts:
    """What each building costs a player now."""
    quarries = t.seats[seat].tilled[QUARRY]
    most = g.most_quarries
    return g.prices[quarries if quarries < most else most, g.builder_privilege if seat == t.picker else 0]


@cites("building.size", "building.adjacent")
def large_fit(g: Kit, owner: Seat, size: int) -> bool:
    """Whether the printed grid would take another large building."""
    return size < 2 or not g.large_in_column or sum(owner.city[k] >= 0 for k in g.large) < g.city_spaces // 3


@cites("building.once", "building.stock", "builder.afford", "builder.space")
def open_buildings(g: Kit, t: Table, seat: int) -> list[Move]:
    """The buildings that a player may build now."""
    owner = t.seats[seat]
    key = (owner.money, owner.tilled[QUARRY], seat == t.picker, owner.city, t.stock)
    builds: list[Move] | None = g.lists.get(key)
    if builds is not None:
        return builds
    money, room = owner.money, g.city_spaces - owner.spaces
    builds = [
        build
        for build, cost, left, here, size in zip(g.build, prices(g, t, seat), t.stock, owner.city, g.size, strict=True)
        if cost <= money and here < 0 and left and size <= room and (size < 2 or large_fit(g, owner, size))
    ]
    g.remember(key, builds)
    return builds


@cites("building.once", "building.stock", "building.size", "builder.afford")
def barred(g: Kit, t: Table, seat: int) -> Events:
    """The clauses that keep a player who can build nothing, but has a free space, from some building on their own."""
    owner = t.seats[seat]
    money, room = owner.money, g.city_spaces - owner.spaces
    barring = set()
    for cost, left, here, size in zip(prices(g, t, seat), t.stock, owner.city, g.size, strict=True):
        fits = size <= room and (size < 2 or large_fit(g, owner, size))
        if cost > money:
            if here < 0 and left and fits:
                barring.add("builder.afford")
        elif here >= 0:
            if left and fits:
                barring.add("building.once")
        elif not left:
            if fits:
                barring.add("building.stock")
        elif not fits:
            barring.add("building.size")
    return tuple(sorted(barring))


@cites("builder.one")
def may_go_on(g: Kit, t: Table, owner: Seat) -> bool:
    """Whether the acting player, who has built, could build one more."""
    money, room = owner.money, g.city_spaces - owner.spaces
    for cost, left, here, size in zip(prices(g, t, t.turn), t.stock, owner.city, g.size, strict=True):
        if cost <= money and here < 0 and left and size <= room and (size < 2 or large_fit(g, owner, size)):
            return True
    return False


@cites("large.one-building")
def by_large(g: Kit, owner: Seat) -> Events:
    """Whether a city is full by large buildings, each of which is one building on two spaces."""
    return ("large.one-building",) if any(owner.city[k] >= 0 for k in g.large) else ()


@cites("builder.build", "builder.full-city", "builder.no-refund", "role.order")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The next player, from the `place`-th after the builder on, who can build something."""
    while place < g.players:
        seat = (t.picker + place) % g.players
        owner = t.seats[seat]
        if owner.spaces >= g.city_spaces:
            reasons: Events = ("builder.full-city", *by_large(g, owner))
        elif open_buildings(g, t, seat):
            return changed(t, turn=seat, phase=BUILDING, events=events)
        else:
            reasons = barred(g, t, seat)
        if not place and g.builder_privilege:
            events += ("builder.no-refund",)
        events += tuple([clause for clause in reasons if clause not in events])
        place += 1
    return next_choice(g, t, events)


@cites("builder.build", "builder.one", "builder.privilege", "building.stock", "building.occupied", "end.city")
def build(g: Kit, t: Table, k: int) -> Table:
    """A building is paid for and stands in the city."""
    owner = t.seats[t.turn]
    cost = prices(g, t, t.turn)[k]
    spaces = owner.spaces + g.size[k]
    events: Events = (*how_paid(g, t, k), "building.stock")
    if g.size[k] > 1:
        events += ("building.size",)
        if sum(owner.city[large] >= 0 for large in g.large) >= g.city_spaces // 3:
            events += (SILENT + "building.adjacent",)
    seat = changed(owner, money=owner.money - cost, city=plus(owner.city, k, 1), spaces=spaces)
    ending = t.ending
    if is_filled(spaces, g.city_spaces) and not ending:
        ending = "end.city"
        events += ("end.city", *by_large(g, seat))
    t = changed(t, seats=replaced(t.seats, t.turn, seat), bank=t.bank + cost, stock=plus(t.stock, k, -1), ending=ending)
    if may_go_on(g, t, seat):
        events += ("builder.one",)
    if owner.city[g.university] > 0:
        return university(g, t, k, events)
    if not owner.city[g.university] and with_colonist(g, t) is not None:
        events = also(events, "building.occupied")
    return ask(g, t, place_of(g, t) + 1, events)


@cites(
    "quarry.discount", "quarry.limit", "quarry.with-privilege", "quarry.not-below-zero", "builder.privilege",
    "role.own-privilege", "mayor.occupied",
)  # fmt: skip
def how_paid(g: Kit, t: Table, k: int) -> Events:
    """The clauses that made the price."""
    owner, kind = t.seats[t.turn], g.buildings[k]
    quarries = owner.tilled[QUARRY]
    privilege = g.builder_privilege if t.turn == t.picker else 0
    events: Events = ("builder.build",)
    if privilege:
        events += ("builder.privilege",)
    if quarries:
        events += ("quarry.discount", "quarry.with-privilege") if privilege else ("quarry.discount",)
        if quarries > kind.column:
            events += ("quarry.limit",)
        if kind.cost < min(quarries, kind.column) * g.quarry_discount + privilege:
            events += ("quarry.not-below-zero",)
    most = g.most_quarries
    cost = g.prices[min(quarries, most), privilege][k]
    if g.prices[min(quarries, most), g.builder_privilege][k] < cost:
        events += ("role.own-privilege",)
    if owner.tiles[QUARRY] > quarries and g.prices[min(owner.tiles[QUARRY], most), privilege][k] < cost:
        events += ("mayor.occupied",)
    return events


# ---- the university


@cites("university.colonist", "university.none", "university.choice", "colonist.source")
def university(g: Kit, t: Table, k: int, events: Events) -> Table:
    """The owner of a university is asked whether a colonist goes into the new building."""
    if not t.colonists and t.colonist_ship:
        events += (SILENT + "colonist.source",)
    if with_colonist(g, t) is None:
        return ask(g, t, place_of(g, t) + 1, (*events, "university.none"))
    events += (SILENT + "university.choice",)
    if g.university_optional:
        return changed(t, phase=University(k), events=events)
    return settle(g, t, k, events)


@cites("university.colonist", "university.one", "university.from-ship")
def settle(g: Kit, t: Table, k: int, events: Events) -> Table:
    """One colonist goes into the new building."""
    source = with_colonist(g, t)
    assert source is not None
    colonists, ship, from_ship = source
    owner = t.seats[t.turn]
    seats = replaced(t.seats, t.turn, changed(owner, city=plus(owner.city, k, 1)))
    t = changed(t, seats=seats, colonists=colonists, colonist_ship=ship)
    events += ("university.from-ship",) if from_ship else ("university.colonist",)
    if g.circles[k] > 1:
        events += ("university.one",)
    return ask(g, t, place_of(g, t) + 1, events)


# ---- moves


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the builder phase."""
    if type(t.phase) is University:
        return g.asked[g.university]
    return [*open_buildings(g, t, t.turn), g.pass_]


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in the builder phase."""
    match t.phase, move:
        case University(), _:
            return Refused(
                *wrong_time(t, move, "university.colonist", "it has to be said first whether the university is used")
            )
        case Building(), Build(name):
            return no_building(g, t, g.building_number[name])
        case Building(), Use("university"):
            return Refused("university.colonist", "the university's colonist comes with a building")
        case _:
            return Refused(*wrong_time(t, move, "builder.build", "a building may be built, or none"))


@cites("building.once", "building.stock", "builder.space", "building.size", "builder.afford")
def no_building(g: Kit, t: Table, k: int) -> Refused:
    """Why the acting player may not build it."""
    owner, name = t.seats[t.turn], g.names[k]
    if owner.city[k] >= 0:
        return Refused("building.once", f"a {name} stands in this city")
    if not t.stock[k]:
        return Refused("building.stock", f"no {name} is left")
    cost = prices(g, t, t.turn)[k]
    if not fits_city(owner.spaces, g.size[k], g.city_spaces):  # builder.space, building.size
        left = g.city_spaces - owner.spaces
        clause = "building.size" if g.size[k] > 1 else "builder.space"
        return Refused(clause, f"{g.size[k]} city spaces are needed, {left} left")  # builder.space, building.size
    if not large_fit(g, owner, g.size[k]):
        return Refused("building.size", "no two spaces are free one above the other, however buildings are moved")
    return Refused("builder.afford", f"the {name} costs {cost} doubloons, there are {owner.money}")


@cites("role.optional", "builder.no-refund", "violet.optional")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the builder phase."""
    phase = t.phase
    if type(move) is Build:
        return build(g, t, g.building_number[move.building])
    if type(phase) is University:
        if type(move) is Use:
            return settle(g, t, phase.building, ())
        return ask(g, t, place_of(g, t) + 1, ("violet.optional",))
    events = ("role.optional", "builder.no-refund") if t.turn == t.picker else ("role.optional",)
    return ask(g, t, place_of(g, t) + 1, events)
