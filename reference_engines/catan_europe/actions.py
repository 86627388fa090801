"""The action phase: everything the player may do in their own turn, as often as it can be paid for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import caravans, cards, isolated, merchants, trade, turn
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import (
    GOLD,
    GOODS,
    GRAIN,
    RESOURCES,
    SALT,
    Driving,
    Offering,
    Seat,
    Table,
    spots,
)
from rulecheck.reference_engines.contract import Refused, cites

NO_CARD_PRICE: Final = Refused("card.price", "the price of a development card is not in the hand")
"""Made once: it is asked for with every list of moves."""


@cites("build.pay")
def affordable(seat: Seat, price: tuple[int, ...]) -> bool:
    """Whether a player holds the resources of a price."""
    a, b, c, d, e = seat.hand
    v, w, x, y, z = price
    return a >= v and b >= w and c >= x and d >= y and e >= z


def listed(table: tuple[m.Move, ...] | dict[int, m.Move], mask: int, seen: dict[int, list[m.Move]]) -> list[m.Move]:
    """The moves at the numbers of a mask; the same mask comes again and again within a turn."""
    listed_moves = seen.get(mask)
    if listed_moves is None:
        if len(seen) > 20_000:
            seen.clear()
        listed_moves = seen[mask] = [table[k] for k in spots(mask)]
    return listed_moves


@cites("turn.actions-free", "turn.end")
def moves(g: Kit, t: Table) -> Sequence[m.Move]:
    """The legal moves of the action phase: trade, building, journeys, cards, and the end of the turn."""
    seat = t.seats[t.turn]
    hand, gold = seat.hand, seat.gold
    open_moves: list[m.Move] = []
    for kind in range(5):
        if hand[kind]:
            open_moves.append(g.give[kind])
    if gold:
        open_moves.append(g.give[GOLD])
    if gold >= g.buy_price and t.bought < g.buy_limit:
        open_moves += [g.buy[k] for k in range(5) if t.stacks[k]]
    for kind in range(5):
        if hand[kind] >= g.exchange_rate:
            open_moves += trade.exchanges(g, t, kind)
    if refuse_card(g, t) is None:
        open_moves.append(g.buy_card)
    if affordable(seat, g.route_price):
        open_moves += listed(g.route, isolated.sites(g, t), g.seen_routes)
    if affordable(seat, g.merchant_price):
        open_moves += recruitings(g, t, seat)
    if affordable(seat, g.caravan_price):
        open_moves += equippings(g, t, seat)
    if hand[GRAIN]:
        open_moves += [g.march[i] for i in sorted(set(seat.merchants))]
    if hand[SALT]:
        open_moves += [g.drive[p] for p in sorted({p for p in seat.caravans if p is not None})]
    if not t.card_played:
        open_moves += cards.playable(g, t, before_dice=False)
    open_moves.append(g.end_turn)
    return open_moves


@cites("merchant.place", "merchant.replace")
def recruitings(g: Kit, t: Table, seat: Seat) -> list[m.Move]:
    """Where a merchant can be placed, or which one can be taken up."""
    if len(seat.merchants) < g.merchants_each:
        return [g.recruit[i] for i in spots(merchants.placings(g, t))]
    return [g.lift_merchant[i] for i in sorted(set(seat.merchants)) if refuse_lift_merchant(g, t, i) is None]


@cites("caravan.place", "caravan.replace")
def equippings(g: Kit, t: Table, seat: Seat) -> list[m.Move]:
    """Where a caravan can be placed, or which one can be taken up."""
    if None in seat.caravans:
        return [g.equip[p] for p in caravans.placings(g, t)]
    standing = sorted({p for p in seat.caravans if p is not None})
    return [g.lift_caravan[p] for p in standing if refuse_lift_caravan(g, t, p) is None]


@cites("route.price")
def refuse_route(g: Kit, t: Table, path: int) -> Refused | None:
    """Why the player may not build a route there now."""
    refused = isolated.refuse_route(g, t, path)
    if refused is None and not affordable(t.seats[t.turn], g.route_price):
        return Refused("route.price", "the price of a route is not in the hand")
    return refused


@cites("card.price", "card.none-left")
def refuse_card(g: Kit, t: Table) -> Refused | None:
    """Why no development card can be bought now."""
    if not affordable(t.seats[t.turn], g.card_price):
        return NO_CARD_PRICE
    if not any(t.stock) and not any(t.pile):
        return Refused("card.none-left", "stock and discard pile are empty")
    return None


@cites("merchant.price", "merchant.replace")
def refuse_recruit(g: Kit, t: Table, place: int) -> Refused | None:
    """Why no merchant can be recruited there now."""
    seat = t.seats[t.turn]
    if not affordable(seat, g.merchant_price):
        return Refused("merchant.price", "the price of a merchant is not in the hand")
    if len(seat.merchants) >= g.merchants_each:
        return Refused("merchant.replace", "all merchants are on the board: one has to be taken up first")
    return merchants.refuse_place(g, t, place)


@cites("merchant.replace", "merchant.price", "merchant.place")
def refuse_lift_merchant(g: Kit, t: Table, place: int) -> Refused | None:
    """Why a merchant cannot be taken up now."""
    seat = t.seats[t.turn]
    if place not in seat.merchants:
        return Refused("merchant.replace", "no merchant of this player stands there")
    if len(seat.merchants) < g.merchants_each:
        return Refused("merchant.replace", "a merchant is still among the player's pieces")
    if not affordable(seat, g.merchant_price):
        return Refused("merchant.price", "the price of a merchant is not in the hand")
    if not merchants.placings(g, t) and not merchants.at_posts(g, t) & 1 << place:
        return Refused("merchant.place", "there is no post at which to place it")
    return None


@cites("caravan.price", "caravan.replace")
def refuse_equip(g: Kit, t: Table, path: int) -> Refused | None:
    """Why no caravan can be equipped there now."""
    seat = t.seats[t.turn]
    if not affordable(seat, g.caravan_price):
        return Refused("caravan.price", "the price of a caravan is not in the hand")
    if None not in seat.caravans:
        return Refused("caravan.replace", "all caravans are on the board: one has to be taken up first")
    return caravans.refuse_place(g, t, path)


@cites("caravan.replace", "caravan.price", "caravan.place")
def refuse_lift_caravan(g: Kit, t: Table, path: int) -> Refused | None:
    """Why a caravan cannot be taken up now."""
    seat = t.seats[t.turn]
    if path not in seat.caravans:
        return Refused("caravan.replace", "no caravan of this player stands there")
    if None in seat.caravans:
        return Refused("caravan.replace", "a caravan is still among the player's pieces")
    if not affordable(seat, g.caravan_price):
        return Refused("caravan.price", "the price of a caravan is not in the hand")
    if not caravans.placings(g, t) and not seat.routes & seat.at_posts & 1 << path:
        return Refused("caravan.place", "there is no route beside which to place it")
    return None


@cites("march.grain")
def refuse_march(g: Kit, t: Table, place: int) -> Refused | None:
    """Why a merchant cannot be set moving now."""
    refused = merchants.refuse_start(t, place)
    if refused is None and not t.seats[t.turn].hand[GRAIN]:
        return Refused("march.grain", "there is no grain to pay")
    return refused


@cites("drive.salt")
def refuse_drive(g: Kit, t: Table, path: int) -> Refused | None:
    """Why a caravan cannot be set moving now."""
    refused = caravans.refuse_start(t, path)
    if refused is None and not t.seats[t.turn].hand[SALT]:
        return Refused("drive.salt", "there is no salt to pay")
    return refused


OUT_OF_TURN: dict[type[Any], Refused] = {
    m.Roll: Refused("dice.roll", "the dice of this turn are rolled"),
    m.Throw: Refused("dice.roll", "the dice of this turn are rolled"),
    m.Number: Refused("token.place", "no number token is being laid"),
    m.NumberTo: Refused("token.place", "no number token is being laid"),
    m.NumberFrom: Refused("token.from-board", "no number token is being laid"),
    m.Stolen: Refused("robber.blind", "nothing is being stolen"),
    m.Steal: Refused("robber.steal", "the robber was not moved"),
    m.Robber: Refused("seven.robber", "no seven was rolled and no card moves the robber"),
    m.Drawn: Refused("card.draw", "no card is being drawn"),
    m.Discard: Refused("seven.discard", "no seven was rolled"),
    m.Want: Refused("trade.offer", "an offer begins with what is given"),
    m.Propose: Refused("trade.offer", "there is no offer"),
    m.Answer: Refused("trade.answer", "there is no offer"),
    m.DealWith: Refused("trade.answer", "there is no offer"),
    m.Take: Refused("card.harvest", "no card was played"),
    m.Name: Refused("card.monopoly", "no card was played"),
    m.Post: Refused("post.found", "posts are founded by merchants"),
    m.Neutral: Refused("setup.neutral-posts", "neutral posts are placed in the beginning only"),
    m.NoRoute: Refused("arrow.free-route", "there is no free route"),
    m.Along: Refused("isolated.tie", "no city was connected"),
    m.PayGrain: Refused("march.grain", "no merchant is moving"),
    m.To: Refused("march.grain", "no merchant is moving"),
    m.Stay: Refused("march.grain", "no merchant is moving"),
    m.PaySalt: Refused("drive.salt", "no caravan is moving"),
    m.Onto: Refused("drive.salt", "no caravan is moving"),
    m.Halt: Refused("drive.salt", "no caravan is moving"),
    m.Deliver: Refused("delivery.forced", "no caravan has come to a post"),
}
"""Moves that the action phase does not know, with the clause that says when they are made."""


def explain(g: Kit, t: Table, move: m.Move) -> Refused | None:
    """The clause that forbids a move in the action phase."""
    match move:
        case m.EndTurn():
            return None
        case m.Route(path):
            return refuse_route(g, t, g.path_number[path])
        case m.Recruit(place):
            return refuse_recruit(g, t, g.place_number[place])
        case m.LiftMerchant(place):
            return refuse_lift_merchant(g, t, g.place_number[place])
        case m.Equip(path):
            return refuse_equip(g, t, g.path_number[path])
        case m.LiftCaravan(path):
            return refuse_lift_caravan(g, t, g.path_number[path])
        case m.March(place):
            return refuse_march(g, t, g.place_number[place])
        case m.Drive(path):
            return refuse_drive(g, t, g.path_number[path])
        case m.Give(kind):
            return trade.refuse_give(g, t, Offering(t.turn), GOODS.index(kind))
        case m.Buy(kind):
            return trade.refuse_buy(g, t, RESOURCES.index(kind))
        case m.Exchange(kind, wanted):
            return trade.refuse_exchange(g, t, RESOURCES.index(kind), GOODS.index(wanted))
        case m.BuyCard():
            return refuse_card(g, t)
        case m.Play(card):
            return cards.refuse_play(g, t, g.card_number[card], before_dice=False)
        case _:
            return OUT_OF_TURN[type(move)]


Carry = Callable[[Kit, Table, Any], Table]


def _drive(g: Kit, t: Table, move: m.Drive) -> Table:
    which = caravans.caravan_on(t, g.path_number[move.path], most_tolls=True)
    return caravans.pay_salt(g, t, Driving(which, 0), ("drive.salt", "turn.actions-free"))


APPLY: dict[type[Any], Carry] = {
    m.EndTurn: lambda g, t, move: turn.end(g, t),
    m.Route: lambda g, t, move: isolated.build(
        g,
        merchants.pay(t, g.route_price),
        g.path_number[move.path],
        turn.ACTIONS,
        ("route.price", "build.pay"),
        arrow=True,
    ),
    m.Recruit: lambda g, t, move: merchants.recruit(g, t, g.place_number[move.city]),
    m.LiftMerchant: lambda g, t, move: merchants.lift(t, g.place_number[move.at]),
    m.Equip: lambda g, t, move: caravans.equip(g, t, g.path_number[move.path], t.seats[t.turn].caravans.index(None)),
    m.LiftCaravan: lambda g, t, move: caravans.lift(g, t, g.path_number[move.path]),
    m.March: lambda g, t, move: merchants.pay_grain(
        g, t, g.place_number[move.at], 0, ("march.grain", "turn.actions-free")
    ),
    m.Drive: _drive,
    m.Give: lambda g, t, move: trade.open_offer(t, GOODS.index(move.kind)),
    m.Buy: lambda g, t, move: trade.buy(g, t, move),
    m.Exchange: lambda g, t, move: trade.exchange(g, t, move),
    m.BuyCard: lambda g, t, move: cards.buy(g, t),
    m.Play: lambda g, t, move: cards.play(g, t, g.card_number[move.card], ()),
}


def apply(g: Kit, t: Table, move: m.Move) -> Table:
    """The table after a legal move of the action phase."""
    return APPLY[type(move)](g, t, move)
