"""Putting pieces on the board, with what is worked out from them kept up to date."""

from __future__ import annotations

from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import Table, with_seat
from rulecheck.reference_engines.contract import changed


def put_post(g: Kit, t: Table, seat: int, place: int) -> Table:
    """A seat's post stands on an intersection."""
    owner = t.seats[seat]
    paths = g.paths_at[place]
    seats = with_seat(
        t.seats,
        seat,
        posts=owner.posts | 1 << place,
        at_posts=owner.at_posts | paths,
        reach=owner.reach | paths,
    )
    return changed(t, seats=seats, occupied=t.occupied | 1 << place)


def put_route(g: Kit, t: Table, seat: int, path: int) -> Table:
    """A seat's route lies on a path."""
    owner = t.seats[seat]
    a, b = g.ends[path]
    reach = owner.reach | g.paths_at[a] | g.paths_at[b]
    seats = with_seat(t.seats, seat, routes=owner.routes | 1 << path, reach=reach)
    return changed(t, seats=seats, taken=t.taken | 1 << path)


def put_caravan(t: Table, seat: int, path: int) -> Table:
    """The seat's next unused caravan stands beside a route."""
    caravans = list(t.seats[seat].caravans)
    caravans[caravans.index(None)] = path
    return changed(t, seats=with_seat(t.seats, seat, caravans=tuple(caravans)))


def by_number(numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each sum of the dice, the regions that carry it."""
    rows: list[list[int]] = [[] for _ in range(13)]
    for region, number in enumerate(numbers):
        if number:
            rows[number].append(region)
    return tuple(map(tuple, rows))


def with_number(g: Kit, t: Table, region: int, value: int) -> Table:
    """The table after a token from the reserve is laid on a region."""
    colour = g.colour[region]
    values = list(t.reserve[colour])
    values.remove(value)
    reserve = (*t.reserve[:colour], tuple(values), *t.reserve[colour + 1 :])
    numbers = (*t.numbers[:region], value, *t.numbers[region + 1 :])
    return changed(t, reserve=reserve, numbers=numbers, yields=by_number(numbers))
