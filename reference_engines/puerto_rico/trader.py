"""The trader phase: one barrel each to the trading house."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed, cites
from rulecheck.reference_engines.puerto_rico import gains
from rulecheck.reference_engines.puerto_rico.arithmetic import is_full, paid_by_bank, sale
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Move, Sell
from rulecheck.reference_engines.puerto_rico.rounds import BANK_SHORT, Events, also, next_choice, place_of, wrong_time
from rulecheck.reference_engines.puerto_rico.table import (
    GOODS,
    NONE,
    SELLING,
    Phase,
    Seat,
    Selling,
    Table,
    added,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus


@cites("trader.have", "trader.different", "office.same-kind")
def sales(g: Kit, t: Table, seat: Seat) -> list[Move]:
    """The barrels that a player may sell now."""
    office = seat.city[g.office] > 0
    return [
        move for move, have, there in zip(g.sell, seat.goods, t.house, strict=True) if have and (office or not there)
    ]


@cites("trader.different", "trader.no-privilege", "building.occupied")
def passed_over(g: Kit, owner: Seat, place: int, events: Events) -> Events:
    """Why a player is not asked while the house has room: no barrels, or kinds that it holds already."""
    if not place and g.trader_privilege:
        events += ("trader.no-privilege",)
    if owner.goods == NONE:
        return events
    events = also(events, "trader.different")
    return events if owner.city[g.office] else also(events, "building.occupied")


@cites(
    "trader.sell", "trader.full", "trader.empty", "trader.stays", "role.order", "office.same-kind", "office.full-house"
)
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The next player, from the `place`-th after the trader on, who can sell something."""
    full = is_full(sum(t.house), g.house_places)  # trader.full, office.full-house
    while place < g.players and not full:
        seat = (t.picker + place) % g.players
        if sales(g, t, t.seats[seat]):
            return changed(t, turn=seat, phase=SELLING, events=events)
        events = passed_over(g, t.seats[seat], place, events)
        place += 1
    if full:
        if place < g.players:
            events += ("trader.full",)
            rest = [t.seats[(t.picker + later) % g.players] for later in range(place, g.players)]
            if any([owner.city[g.office] > 0 and owner.goods != NONE for owner in rest]):
                events += ("office.full-house",)
        t = changed(t, supply=added(t.supply, t.house), house=NONE)
        return next_choice(g, t, (*events, "trader.empty"))
    return next_choice(g, t, (*events, "trader.stays") if t.house != NONE else events)


@cites(
    "trader.sell", "trader.price", "trader.corn", "trader.privilege", "trader.one", "office.same-kind",
    "small-market.bonus", "large-market.bonus", "role.own-privilege", "building.occupied",
)  # fmt: skip
def sell(g: Kit, t: Table, kind: int) -> Table:
    """A barrel goes to the house, the bank pays; markets follow."""
    seat = t.seats[t.turn]
    is_trader = t.turn == t.picker
    events: Events = ("trader.sell", "trader.price" if g.price[kind] else "trader.corn")
    if t.house[kind]:
        events += ("office.same-kind",)
    due: gains.Due = ((-1, g.trader_privilege),) if is_trader else ()
    for market, bonus in ((g.small_market, g.small_market_bonus), (g.large_market, g.large_market_bonus)):
        if seat.city[market] > 0:
            due += ((market, bonus),)
        elif not seat.city[market]:
            events = also(events, "building.occupied")
    if is_trader and not g.ask_privilege:
        due = due[1:]
        events += ("trader.privilege", gains.ON_PRIVILEGE)
        owed = sale(g.price[kind], g.trader_privilege, True)
    else:
        owed = sale(g.price[kind], g.trader_privilege, False)
        if not is_trader and g.trader_privilege:
            events += ("role.own-privilege",)
    paid = paid_by_bank(t.bank, owed, g.money_limited)
    if owed > t.bank:
        events += BANK_SHORT
    seats = change_seat(t.seats, t.turn, goods=plus(seat.goods, kind, -1), money=seat.money + paid)
    t = changed(t, seats=seats, house=plus(t.house, kind, 1), bank=t.bank - paid)
    if not is_full(sum(t.house), g.house_places) and sales(g, t, seats[t.turn]):
        events += ("trader.one",)
    if due:
        return gains.offer(g, t, due, SELLING, events)
    return ask(g, t, place_of(g, t) + 1, events)


def _go_on(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return ask(g, t, place_of(g, t) + 1, events)


gains.RESUME[Selling] = _go_on


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the trader phase."""
    open_ = sales(g, t, t.seats[t.turn])
    open_.append(g.pass_)
    return open_


@cites("trader.have", "trader.different", "building.occupied")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in the trader phase."""
    match move:
        case Sell(good):
            seat = t.seats[t.turn]
            if not seat.goods[GOODS.index(good)]:
                return Refused("trader.have", f"this player has no {good}")
            if seat.city[g.office] == 0:
                return Refused("building.occupied", f"the house holds {good}, and the office is not occupied")
            return Refused("trader.different", f"the house holds {good}")
        case _:
            return Refused(*wrong_time(t, move, "trader.sell", "a barrel may be sold, or none"))


@cites("role.optional", "trader.no-privilege")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the trader phase."""
    if type(move) is Sell:
        return sell(g, t, g.good_number[move.good])
    events = ("role.optional", "trader.no-privilege") if t.turn == t.picker else ("role.optional",)
    return ask(g, t, place_of(g, t) + 1, events)
