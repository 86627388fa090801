"""Phase 3, buying fuel: one token after the other, in the reverse order of play."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed, cites
from rulecheck.reference_engines.power_grid import cards, network
from rulecheck.reference_engines.power_grid.arithmetic import excess, has_room, left_after
from rulecheck.reference_engines.power_grid.flow import Events, resumes
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Buy, Move
from rulecheck.reference_engines.power_grid.table import (
    COAL,
    FUELING,
    GARBAGE,
    OIL,
    URANIUM,
    Counts,
    Fueling,
    FuelNext,
    Phase,
    Seat,
    Table,
)
from rulecheck.reference_engines.tuples import plus, replaced

BOUGHT: Events = ("fuel.buy", "fuel.cheapest")


@cites("fuel.room", "fuel.own-plants", "plant.storage", "fuel.rearrange")
def wanted(g: Kit, plants: tuple[int, ...], fuel: Counts) -> int:
    """Mask of the fuels of which one more token finds room on some plants."""
    key = (plants, fuel)
    buys: int | None = g.lists.get(key)
    if buys is None:
        coal, oil, hybrid, garbage, uranium = g.rooms(plants)
        buys = (
            (not excess(fuel[COAL] + 1, fuel[OIL], coal, oil, hybrid)) << COAL
            | (not excess(fuel[COAL], fuel[OIL] + 1, coal, oil, hybrid)) << OIL
            | has_room(fuel[GARBAGE], garbage) << GARBAGE
            | has_room(fuel[URANIUM], uranium) << URANIUM
        )
        g.remember(key, buys)
    return buys


@cites("fuel.cheapest", "fuel.sold-out")
def price(g: Kit, tokens: Counts, kind: int) -> int:
    """What the next token of a fuel costs; NEVER if there is none."""
    return g.token_price[kind][tokens[kind]]


@cites("fuel.money", "fuel.sold-out", "fuel.room", "fuel.own-plants")
def open_fuels(g: Kit, tokens: Counts, seat: Seat) -> int:
    """Mask of the fuels that a player can buy a token of, with so many in the market."""
    mask = wanted(g, seat.plants, seat.fuel)
    money, prices = seat.money, g.token_price
    for kind in g.in_mask[mask]:
        if prices[kind][tokens[kind]] > money:
            mask &= ~(1 << kind)
    return mask


@cites("fuel.room", "fuel.sold-out", "fuel.money")
def nothing_to_buy(g: Kit, tokens: Counts, seat: Seat, events: Events) -> Events:
    """The limits that end the turn of a player who can buy nothing more of what their plants use."""
    mask = wanted(g, seat.plants, seat.fuel)
    for kind in g.used(seat.plants):
        if not mask >> kind & 1:
            clause = "fuel.room" if g.token_price[kind][tokens[kind]] <= seat.money else ""
        else:
            clause = "fuel.money" if tokens[kind] else "fuel.sold-out"
        if clause and clause not in events:
            events += (clause,)
    return events


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The fuels that can be bought, and to buy no more."""
    assert isinstance(t.phase, Fueling)
    return g.fuel_lists[t.phase.open]


@resumes(FuelNext)
@cites("fuel.order")
def begin(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The fuel phase begins with the last in the order of play."""
    t, events = cards.start_step3(g, t, events)
    return ask(g, t, g.players - 1, (*events, "fuel.order"))


@cites("fuel.order")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The next player, from a place in the order of play backwards, who can buy; then the building phase follows."""
    while place >= 0:
        seat = t.order[place]
        mask = open_fuels(g, t.fuel, t.seats[seat])
        if mask:
            if seat != t.turn and "fuel.order" not in events:
                events += ("fuel.order",)
            return changed(t, turn=seat, phase=FUELING[mask], events=events)
        events = nothing_to_buy(g, t.fuel, t.seats[seat], events)
        place -= 1
    return network.begin(g, t, events)


@cites("fuel.buy", "fuel.cheapest")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a token has been bought, or the player is done."""
    if not isinstance(move, Buy):
        return ask(g, t, t.order.index(t.turn) - 1, ())
    kind = g.fuel_number[move.fuel]
    seat = t.seats[t.turn]
    money = left_after(seat.money, price(g, t.fuel, kind))
    seat = changed(seat, money=money, fuel=plus(seat.fuel, kind, 1))
    seats, tokens = replaced(t.seats, t.turn, seat), plus(t.fuel, kind, -1)
    mask = open_fuels(g, tokens, seat)
    t = changed(t, seats=seats, fuel=tokens, phase=FUELING[mask], events=BOUGHT)
    return t if mask else ask(g, t, t.order.index(t.turn) - 1, nothing_to_buy(g, tokens, seat, BOUGHT))


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    if not isinstance(move, Buy):
        return Refused("fuel.buy", "fuel is bought now")
    seat, kind = t.seats[t.turn], g.fuel_number[move.fuel]
    if not any(kind in g.kinds[plant] for plant in seat.plants):
        return Refused("fuel.own-plants", f"no plant of the player uses {move.fuel}")
    if not wanted(g, seat.plants, seat.fuel) >> kind & 1:
        return Refused("fuel.room", f"there is no room for more {move.fuel}")
    if not t.fuel[kind]:
        return Refused("fuel.sold-out", f"the market has no {move.fuel}")
    return Refused("fuel.money", f"the next {move.fuel} costs {price(g, t.fuel, kind)}, the player has {seat.money}")
