"""Founding a post: the merchant becomes a post, a good is free, a port pays, and a number token comes."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.kit import Kit, grant
from rulecheck.reference_engines.catan_europe.moves import Move, Number, NumberFrom, NumberTo
from rulecheck.reference_engines.catan_europe.pieces import by_number, put_post, with_number
from rulecheck.reference_engines.catan_europe.table import (
    DrawingNumber,
    Phase,
    PlacingNumber,
    Table,
    TurnEnd,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites


@cites("post.found", "post.from-depot", "post.frees-good")
def found(g: Kit, t: Table, place: int, after: Phase, events: tuple[str, ...]) -> Table:
    """The merchant on a free city becomes a post out of the depot; `after` is the phase that follows."""
    who = t.turn
    seat = t.seats[who]
    merchants = list(seat.merchants)
    merchants.remove(place)
    seats = with_seat(t.seats, who, merchants=tuple(merchants), depot=seat.depot - 1, goods=seat.goods + 1)
    t = put_post(g, changed(t, seats=seats), who, place)
    events = (*events, "post.found", "post.from-depot", "post.frees-good")
    return settle(g, t, place, after, events, first=False)


@cites("post.convert")
def convert_all(g: Kit, t: Table, phase: Phase, events: tuple[str, ...]) -> Table:
    """When a turn ends: under one reading merchants that stand in free cities become posts, one after the other."""
    if g.convert != "turn-end":
        return turn.hand_on(g, t, events)
    seat = t.seats[t.turn]
    for place in seat.merchants:
        if g.cities & ~t.occupied & 1 << place and seat.depot:
            return found(g, t, place, phase, (*events, SILENT + "post.convert"))
    return turn.hand_on(g, t, events)


turn.RESUME[TurnEnd] = convert_all


@cites("port.gold", "token.place", "token.one-region", "port.in-setup", "token.in-setup")
def settle(g: Kit, t: Table, place: int, after: Phase, events: tuple[str, ...], *, first: bool) -> Table:
    """What a new post brings: the port's coins, and a number token for a region without number; `first`: if readings
    let one of the first posts do so.
    """
    coins = g.map.port[place]
    port, token = (not first or g.port_in_setup), (not first or g.token_in_setup)  # port.in-setup, token.in-setup
    if coins and first:  # port.in-setup
        events = (*events, SILENT + "port.in-setup")
    if coins and port:
        paid = grant(g, t.bank, coins)
        if coins > t.bank:
            events = (*events, SILENT + "gold.bank")
        t = changed(t, seats=with_seat(t.seats, t.turn, gold=t.seats[t.turn].gold + paid), bank=t.bank - paid)
        events = (*events, "port.gold")
    regions = tuple(r for r in g.map.regions_at[place] if not t.numbers[r] and token_sources(g, t, r))
    if regions and first:
        events = (*events, SILENT + "token.in-setup")
    if not regions or not token:
        return turn.resume(g, t, after, events)
    if len(regions) > 1:
        return changed(t, phase=PlacingNumber(regions, after), events=(*events, "token.one-region"))
    return number_region(g, t, regions[0], after, events)


def token_sources(g: Kit, t: Table, region: int) -> bool:
    """Whether a token of the region's colour lies in the reserve or on the board."""
    return bool(t.reserve[g.colour[region]]) or bool(tokens_on_board(g, t, region))


@cites("token.from-board", "token.colour")
def tokens_on_board(g: Kit, t: Table, region: int) -> list[int]:
    """The other regions that carry a token of the region's colour."""
    colour = g.colour[region]
    return [r for r, n in enumerate(t.numbers) if n and g.map.disc[r] and g.colour[r] == colour and r != region]


@cites("token.place", "token.from-board")
def number_region(g: Kit, t: Table, region: int, after: Phase, events: tuple[str, ...]) -> Table:
    """The region receives its token: at once where there is nothing to choose or draw."""
    values = set(t.reserve[g.colour[region]])
    if len(values) == 1:
        return lay(g, t, region, values.pop(), after, events)
    if values:
        events = (*events, "token.place", SILENT + "token.reserve-draw")
    elif not g.may_keep_tokens and len(donors := tokens_on_board(g, t, region)) == 1:
        return transfer(g, t, donors[0], region, after, events)
    else:
        events = (*events, "token.from-board")
    return changed(t, phase=DrawingNumber(region, after), events=events)


@cites("token.place", "token.colour")
def lay(g: Kit, t: Table, region: int, value: int, after: Phase, events: tuple[str, ...]) -> Table:
    """A token from the reserve is laid on the region."""
    return turn.resume(g, with_number(g, t, region, value), after, (*events, "token.place", "token.colour"))


@cites("token.from-board", "token.must-move")
def transfer(g: Kit, t: Table, source: int, region: int, after: Phase, events: tuple[str, ...]) -> Table:
    """A token moves from another region of the same colour."""
    numbers = list(t.numbers)
    numbers[region], numbers[source] = numbers[source], 0
    done = tuple(numbers)
    t = changed(t, numbers=done, yields=by_number(done))
    return turn.resume(g, t, after, (*events, "token.from-board", "token.colour", SILENT + "token.must-move"))


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves while a token finds its region."""
    match t.phase:
        case PlacingNumber(regions):
            return [g.number_to[r] for r in regions]
        case DrawingNumber(region):
            values = sorted(set(t.reserve[g.colour[region]]))
            if values:
                return [g.number[v] for v in values]
            found_on: list[Move] = [g.number_from[r] for r in tokens_on_board(g, t, region)]
            return [*found_on, g.no_number] if g.may_keep_tokens else found_on
        case _:
            raise AssertionError(t.phase)


def weights(g: Kit, t: Table) -> Sequence[int]:
    """How often each value lies in the reserve of the region's colour."""
    assert isinstance(t.phase, DrawingNumber)
    values = t.reserve[g.colour[t.phase.region]]
    return [values.count(v) for v in sorted(set(values))]


@cites("token.one-region", "token.colour", "token.from-board", "token.place")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move while a token finds its region."""
    match t.phase, move:
        case PlacingNumber(regions), NumberTo(name):
            if not name or g.region_number[name] not in regions:
                return Refused("token.one-region", "the token goes to a region without number next to the new post")
            return None
        case PlacingNumber(), _:
            return Refused("token.one-region", "one of the regions has to receive a number token")
        case DrawingNumber(region), Number(value):
            if not t.reserve[g.colour[region]]:
                return Refused("token.from-board", "the reserve holds no token of this colour")
            if value not in t.reserve[g.colour[region]]:
                return Refused("token.colour", "the reserve holds no such token of the region's colour")
            return None
        case DrawingNumber(region), NumberFrom(name):
            if t.reserve[g.colour[region]]:
                return Refused("token.place", "the reserve still holds a token of the colour")
            if g.region_number[name] not in tokens_on_board(g, t, region):
                return Refused("token.colour", f"{name} carries no token of the region's colour")
            return None
        case DrawingNumber(region), NumberTo("") if g.may_keep_tokens and not t.reserve[g.colour[region]]:
            return None
        case _:
            return Refused("token.place", "a number token has to be laid")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move while a token finds its region."""
    match t.phase, move:
        case PlacingNumber(_, after), NumberTo(name):
            return number_region(g, t, g.region_number[name], after, ("token.one-region",))
        case DrawingNumber(region, after), Number(value):
            return lay(g, t, region, value, after, ())
        case DrawingNumber(region, after), NumberFrom(name):
            return transfer(g, t, g.region_number[name], region, after, ())
        case DrawingNumber(_, after), NumberTo(""):
            return turn.resume(g, t, after, (SILENT + "token.must-move",))
        case _:
            raise AssertionError(move)
