"""The mayor phase: colonists arrive and are placed anew, and the ship is filled for the next time."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico.arithmetic import falls_short, landed, taken_aboard, wanted_aboard
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Forget, Land, Move, Place, Use
from rulecheck.reference_engines.puerto_rico.rounds import Events, also, next_choice, place_of, wrong_time
from rulecheck.reference_engines.puerto_rico.scoring import colonists_of
from rulecheck.reference_engines.puerto_rico.table import (
    EXTRA,
    LANDING,
    REFILLING,
    Extra,
    Landing,
    Placing,
    Refilling,
    Seat,
    Table,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus, replaced

ON_SAN_JUAN = SILENT + "mayor.san-juan-free"

# ---- colonists arrive


@cites("mayor.privilege", "mayor.reserve-gone", "mayor.extra")
def begin(g: Kit, t: Table, events: Events) -> Table:
    """The mayor is asked about the extra colonist, if the reserve has one."""
    if not t.colonists:
        return land(g, t, (*events, "mayor.reserve-gone"))
    events += (SILENT + "mayor.extra",)
    if g.extra_optional:
        return changed(t, phase=EXTRA, events=events)
    return take_extra(g, t, events)


@cites("mayor.privilege")
def take_extra(g: Kit, t: Table, events: Events) -> Table:
    """The mayor takes a colonist from the reserve."""
    extra = taken_aboard(g.mayor_privilege, t.colonists)
    seats = change_seat(t.seats, t.turn, san_juan=t.seats[t.turn].san_juan + extra)
    return land(g, changed(t, seats=seats, colonists=t.colonists - extra), (*events, "mayor.privilege"))


@cites("mayor.take-in-turn", "mayor.refuse")
def land(g: Kit, t: Table, events: Events) -> Table:
    """Colonists leave the ship one at a time, the mayor first, clockwise."""
    if t.colonist_ship:
        events += ("mayor.take-in-turn", SILENT + "mayor.refuse")
        if g.may_refuse:
            return changed(t, phase=LANDING, events=events)
    seats = tuple(
        changed(seat, san_juan=seat.san_juan + landed(t.colonist_ship, g.players, (k - t.picker) % g.players))
        for k, seat in enumerate(t.seats)
    )
    return ask(g, changed(t, seats=seats, colonist_ship=0), 0, events)


@cites("mayor.take-in-turn", "mayor.refuse")
def land_one(g: Kit, t: Table, *, is_taken: bool) -> Table:
    """One colonist is taken, or turned away: out of the game, or under one reading back to the reserve."""
    ship = t.colonist_ship - 1
    if is_taken:
        seats = change_seat(t.seats, t.turn, san_juan=t.seats[t.turn].san_juan + 1)
        t = changed(t, seats=seats, colonist_ship=ship)
    elif g.refused_to_reserve:
        t = changed(t, colonists=t.colonists + 1, colonist_ship=ship)
    else:
        t = changed(t, removed=t.removed + 1, colonist_ship=ship)
    events: Events = ("mayor.take-in-turn",) if is_taken else ("role.optional",)
    if ship:
        turn = (t.turn + 1) % g.players
        return changed(t, turn=turn, events=events)
    return ask(g, t, 0, events)


# ---- placing


@cites("mayor.circles")
def open_circles(g: Kit, seat: Seat, spot: int = 0) -> tuple[int, ...]:
    """The spot of each empty circle of a player, from one spot on, in the order of placing."""
    circles: list[int] = []
    for k, (tiles, there) in enumerate(zip(seat.tiles, seat.tilled, strict=True)):
        if tiles > there and k >= spot:
            circles += [k] * (tiles - there)
    for k, there in enumerate(seat.city):
        if there >= 0 and k + 6 >= spot:
            circles += [k + 6] * (g.circles[k] - there)
    return tuple(circles)


def all_circles(g: Kit, seat: Seat) -> tuple[int, ...]:
    """The spot of each circle of a player, in the order of placing."""
    key = (seat.tiles, tuple([here >= 0 for here in seat.city]))
    circles: tuple[int, ...] | None = g.lists.get(key)
    if circles is None:
        circles = open_circles(g, cleared(g, seat))
        g.remember(key, circles)
    return circles


def cleared(g: Kit, seat: Seat) -> Seat:
    """A player's board with all colonists taken up."""
    city = tuple([0 if here >= 0 else -1 for here in seat.city])
    return changed(seat, tilled=(0,) * 6, city=city, san_juan=colonists_of(seat))


@cites("mayor.place-order", "mayor.place-anew", "mayor.place", "mayor.fill-circles", "mayor.san-juan")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The players from the `place`-th after the mayor on take up their colonists, until one has a choice."""
    seats = t.seats
    while place < g.players:
        turn = (t.picker + place) % g.players
        seat = seats[turn]
        circles = all_circles(g, seat)
        colonists = colonists_of(seat)
        if colonists and circles and ON_SAN_JUAN not in events:
            events += (ON_SAN_JUAN,)
        if not g.san_juan_free and colonists >= len(circles):
            seat = filled(g, seat, circles, colonists)
            if circles:
                events = also(also(events, "mayor.place"), "mayor.fill-circles")
            if seat.san_juan:
                events += ("mayor.san-juan",)
            seats = replaced(seats, turn, seat)
        elif colonists:
            if colonists > seat.san_juan and "mayor.place-anew" not in events:
                events += ("mayor.place-anew",)
            seat = cleared(g, seat)
            if len(set(circles)) > 1 or (g.san_juan_free and circles):
                seats = replaced(seats, turn, seat)
                events += ("mayor.place-order",)
                return changed(t, seats=seats, turn=turn, phase=Placing(0, circles), events=events)
            if circles:
                events = also(also(events, "mayor.place"), "mayor.fill-circles")
            seats = replaced(seats, turn, put(seat, dict.fromkeys(circles, min(colonists, len(circles)))))
        place += 1
    return ask_for_ship(g, changed(t, seats=seats), events)


def filled(g: Kit, seat: Seat, circles: tuple[int, ...], colonists: int) -> Seat:
    """A player's board with every circle filled and the rest in San Juan."""
    if len(circles) == colonists - seat.san_juan and not seat.san_juan:
        return seat
    city = tuple([g.circles[k] if here >= 0 else -1 for k, here in enumerate(seat.city)])
    return changed(seat, tilled=seat.tiles, city=city, san_juan=colonists - len(circles))


def put(seat: Seat, counts: dict[int, int]) -> Seat:
    """A player's board after some colonists from San Juan went onto spots."""
    tilled, city = list(seat.tilled), list(seat.city)
    for spot, count in counts.items():
        if spot < 6:
            tilled[spot] += count
        else:
            city[spot - 6] += count
    total = sum(counts.values())
    return changed(seat, tilled=tuple(tilled), city=tuple(city), san_juan=seat.san_juan - total)


@cites("mayor.place", "mayor.one-by-one", "mayor.fill-circles", "mayor.san-juan-free")
def places_open(g: Kit, circles: tuple[int, ...], colonists: int) -> tuple[Move, ...]:
    """Where the next colonist may go: so that circles enough for the others come no earlier."""
    key = (circles, colonists)
    places: tuple[Move, ...] | None = g.lists.get(key)
    if places is None:
        last = len(circles) if g.san_juan_free else len(circles) - colonists + 1
        places = tuple([g.place[spot] for spot in dict.fromkeys(circles[:last])])
        if g.san_juan_free:
            places = (*places, g.place[g.san_juan])
        g.remember(key, places)
    return places


@cites("mayor.place", "mayor.fill-circles", "mayor.san-juan-free")
def place_one(g: Kit, t: Table, phase: Placing, spot: int) -> Table:
    """A colonist goes onto a circle; those that have no choice left follow."""
    seat = t.seats[t.turn]
    if spot == g.san_juan:
        return ask(g, t, place_of(g, t) + 1, ("mayor.san-juan", ON_SAN_JUAN))
    circles = phase.circles
    circles = circles[circles.index(spot) + 1 :]
    left = seat.san_juan - 1
    if spot < 6:
        seat = changed(seat, tilled=plus(seat.tilled, spot, 1), san_juan=left)
    else:
        seat = changed(seat, city=plus(seat.city, spot - 6, 1), san_juan=left)
    done = not left or not circles
    events: Events = ("mayor.place",)
    if left and not done and not g.san_juan_free and (left == len(circles) or circles[0] == circles[-1]):
        rest: dict[int, int] = {}
        for k in circles[:left]:
            rest[k] = rest.get(k, 0) + 1
        seat, done, events = put(seat, rest), True, ("mayor.place", "mayor.fill-circles")
    seats = replaced(t.seats, t.turn, seat)
    if done:
        return ask(g, changed(t, seats=seats), place_of(g, t) + 1, events)
    return changed(t, seats=seats, phase=Placing(spot, circles), events=events)


# ---- the ship is filled


@cites("mayor.buildings-only")
def empty_circles(g: Kit, t: Table) -> int:
    """The empty circles on the buildings of all players."""
    return sum([
        circles - colonists
        for seat in t.seats
        for circles, colonists in zip(g.circles, seat.city, strict=True)
        if colonists >= 0
    ])  # fmt: skip


@cites("mayor.refill", "mayor.may-forget")
def ask_for_ship(g: Kit, t: Table, events: Events) -> Table:
    """The ship is filled; where more than the minimum should go aboard, a reading lets the mayor forget that."""
    if t.colonists and empty_circles(g, t) > g.players:
        events += (SILENT + "mayor.may-forget",)
        if g.may_forget:
            return changed(t, turn=t.picker, phase=REFILLING, events=events)
    return refill(g, t, events)


@cites("mayor.refill", "mayor.refill-minimum", "mayor.may-forget", "end.colonists", "end.colonists-when")
def refill(g: Kit, t: Table, events: Events, *, is_forgotten: bool = False) -> Table:
    """Colonists go aboard for the next mayor phase; too few of them end the game."""
    empty = 0 if is_forgotten else empty_circles(g, t)
    wanted = wanted_aboard(empty, g.players)
    aboard = taken_aboard(wanted, t.colonists)
    events += ("mayor.refill",)
    if wanted > empty:
        events += ("mayor.refill-minimum",)
    if any([seat.tiles != seat.tilled for seat in t.seats]):
        events += ("mayor.buildings-only",)
    ending, colonists = t.ending, t.colonists - aboard
    ends = falls_short(wanted, t.colonists)
    if not ends and not colonists and not ending:
        events += (SILENT + "end.colonists-when",)
        ends = g.end_when_empty
    if ends and not ending:
        ending = "end.colonists"
        events += ("end.colonists",)
    t = changed(t, colonists=colonists, colonist_ship=t.colonist_ship + aboard, ending=ending)
    return next_choice(g, t, events)


# ---- moves


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the mayor phase."""
    phase = t.phase
    if type(phase) is Placing:
        return places_open(g, phase.circles, t.seats[t.turn].san_juan)
    if type(phase) is Extra:
        return g.asked[-1]
    if type(phase) is Refilling:
        return (g.fill, g.forget)
    return (g.land, g.refuse)


@cites("mayor.place", "mayor.one-by-one", "mayor.fill-circles", "mayor.privilege")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in the mayor phase."""
    match t.phase, move:
        case ((Extra() | Landing()), Place()):
            return Refused("mayor.take-in-turn", "the colonists have to be taken first")
        case Extra(), _:
            return Refused(*wrong_time(t, move, "mayor.privilege", "the mayor's extra colonist comes first"))
        case Refilling(), _:
            return Refused(*wrong_time(t, move, "mayor.refill", "the ship is filled now"))
        case Placing() as placing, Place(spot):
            return no_place(g, t, placing, g.spot_number[spot])
        case Landing(), _:
            return Refused(*wrong_time(t, move, "mayor.take-in-turn", "a colonist is leaving the ship"))
        case _:
            return Refused(*wrong_time(t, move, "mayor.place", "a colonist has to be placed"))


@cites("mayor.fill-circles", "mayor.circles", "mayor.place", "mayor.one-by-one")
def no_place(g: Kit, t: Table, phase: Placing, spot: int) -> Refused:
    """Why a colonist may not go there."""
    seat = t.seats[t.turn]
    if spot == g.san_juan:
        return Refused("mayor.fill-circles", "a circle is empty")
    if spot not in open_circles(g, seat):
        has_tile = seat.tiles[spot] if spot < 6 else seat.city[spot - 6] >= 0
        if has_tile:
            return Refused("mayor.circles", "a colonist is on every circle there")
        return Refused("mayor.place", "this player has no such tile")
    if spot < phase.spot:
        return Refused("mayor.one-by-one", f"colonists are being placed {g.spots[phase.spot]} or behind")
    return Refused("mayor.fill-circles", "there would not be circles enough behind it for the other colonists")


@cites("role.privilege-optional")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the mayor phase."""
    phase = t.phase
    if type(phase) is Placing:
        assert type(move) is Place
        return place_one(g, t, phase, g.spot_number[move.spot])
    if type(phase) is Landing:
        return land_one(g, t, is_taken=type(move) is Land)
    if type(phase) is Refilling:
        return refill(g, t, (), is_forgotten=type(move) is Forget)
    if type(move) is Use:
        return take_extra(g, t, ())
    return land(g, t, ("role.privilege-optional",))
