"""Trade: with the other players by offer, answer and counter-offer; with the bank for cards and gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.arithmetic import can_buy, can_exchange, next_seat
from rulecheck.reference_engines.catan_europe.kit import Kit, grant
from rulecheck.reference_engines.catan_europe.moves import Answer, Buy, DealWith, Exchange, Give, Move, Propose, Want
from rulecheck.reference_engines.catan_europe.table import (
    GOLD,
    GOODS,
    NOTHING,
    RESOURCES,
    Answering,
    Bundle,
    Choosing,
    Offering,
    Phase,
    Seat,
    Table,
    spots,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus

HALF_AN_OFFER: Final = Refused("trade.offer", "an offer names what is given and what is wanted")
"""Made once: it is asked for with every list of moves that go on with an offer."""

# ---- with the bank


@cites("bank.buy", "bank.buy-limit", "bank.stock")
def refuse_buy(g: Kit, t: Table, kind: int) -> Refused | None:
    """Why a resource cannot be bought with gold now."""
    if can_buy(t.seats[t.turn].gold, t.bought, t.stacks[kind], g.buy_price, g.buy_limit):
        return None
    if t.bought >= g.buy_limit:
        return Refused("bank.buy-limit", f"{g.buy_limit} resources were bought with gold this turn")
    if not t.stacks[kind]:
        return Refused("bank.stock", f"no {RESOURCES[kind]} is left in its stack")
    return Refused("bank.buy", f"a resource costs {g.buy_price} gold")


def buy(g: Kit, t: Table, move: Buy) -> Table:
    """Gold goes to the bank, a card to the player."""
    kind = RESOURCES.index(move.kind)
    seat = t.seats[t.turn]
    seats = with_seat(t.seats, t.turn, gold=seat.gold - g.buy_price, hand=plus(seat.hand, kind, 1))
    return changed(
        t,
        seats=seats,
        bank=t.bank + g.buy_price,
        stacks=plus(t.stacks, kind, -1),
        bought=t.bought + 1,
        events=("bank.buy",),
    )


@cites("bank.exchange", "bank.gold", "bank.other-kind", "bank.stock")
def refuse_exchange(g: Kit, t: Table, kind: int, wanted: int) -> Refused | None:
    """Why equal cards do not buy that."""
    if kind == wanted:
        return Refused("bank.other-kind", "cards do not buy a card of their own kind")
    held = t.seats[t.turn].hand[kind]
    stack = t.stacks[wanted] if wanted != GOLD else bank_can_pay(g, t)
    if can_exchange(held, stack, g.exchange_rate):
        return None
    if held < g.exchange_rate:
        return Refused("bank.exchange", f"an exchange takes {g.exchange_rate} cards of a kind")
    return Refused("bank.stock", f"the bank has no {GOODS[wanted]} left")


def exchanges(g: Kit, t: Table, kind: int) -> list[Move]:
    """What equal cards of a kind buy now: all that `refuse_exchange` does not refuse."""
    held = t.seats[t.turn].hand[kind]
    stacks = (*t.stacks, bank_can_pay(g, t))
    return [
        g.exchange[kind][wanted]
        for wanted, stack in enumerate(stacks)
        if wanted != kind and can_exchange(held, stack, g.exchange_rate)
    ]


def bank_can_pay(g: Kit, t: Table) -> int:
    """1 if the bank can pay for an exchange, else 0."""
    return int(t.bank >= g.exchange_gold or not g.gold_limited)


def exchange(g: Kit, t: Table, move: Exchange) -> Table:
    """Equal cards go to their stack, one other card or gold to the player."""
    kind, wanted = RESOURCES.index(move.kind), GOODS.index(move.wanted)
    seat = t.seats[t.turn]
    hand = plus(seat.hand, kind, -g.exchange_rate)
    stacks = plus(t.stacks, kind, g.exchange_rate)
    if wanted == GOLD:
        paid = grant(g, t.bank, g.exchange_gold)
        seats = with_seat(t.seats, t.turn, hand=hand, gold=seat.gold + paid)
        return changed(t, seats=seats, stacks=stacks, bank=t.bank - paid, events=("bank.gold",))
    seats = with_seat(t.seats, t.turn, hand=plus(hand, wanted, 1))
    return changed(t, seats=seats, stacks=plus(stacks, wanted, -1), events=("bank.exchange",))


# ---- with the other players


@cites("trade.must-have")
def has(seat: Seat, bundle: Bundle) -> bool:
    """Whether a player holds everything in a bundle."""
    a, b, c, d, e, f = bundle
    v, w, x, y, z = seat.hand
    return v >= a and w >= b and x >= c and y >= d and z >= e and seat.gold >= f


@cites("trade.must-have", "trade.kinds", "trade.goods")
def givable(g: Kit, seat: Seat, offer: Offering) -> int:
    """Mask of GOODS of which the maker can put one more on their own side."""
    a, b, c, d, e, f = offer.give
    v, w, x, y, z = seat.hand
    have = (v > a) | (w > b) << 1 | (x > c) << 2 | (y > d) << 3 | (z > e) << 4 | (seat.gold > f) << 5
    if g.gifts:
        return have
    given = kinds(offer.give)
    if given.bit_count() == len(GOODS) - 1:
        have &= given  # with all kinds on one side nothing would be left to ask for
    return have & ~kinds(offer.want)


@cites("trade.offer", "trade.kinds", "trade.goods", "trade.must-have")
def wantable(g: Kit, offer: Offering) -> int:
    """Mask of GOODS of which one more can be asked for."""
    given = kinds(offer.give)
    if not given and not g.gifts:
        return 0
    each, (a, b, c, d, e, f) = g.each, offer.want
    mask = (a < each) | (b < each) << 1 | (c < each) << 2 | (d < each) << 3 | (e < each) << 4
    mask |= (f < g.gold_total) << 5
    return mask if g.gifts else mask & ~given


def kinds(bundle: Bundle) -> int:
    """Mask of the GOODS in a bundle."""
    a, b, c, d, e, f = bundle
    # written out: 0.58 microseconds against 0.70 in a loop, and each move of an offer asks several times
    return (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3 | (e > 0) << 4 | (f > 0) << 5


def refuse_give(g: Kit, t: Table, offer: Offering, kind: int) -> Refused | None:
    """Why no more of a kind can be put on one's own side of an offer."""
    seat = t.seats[offer.maker]
    if givable(g, seat, offer) >> kind & 1:
        return None
    if (seat.gold if kind == GOLD else seat.hand[kind]) <= offer.give[kind]:
        return Refused("trade.must-have", f"no more {GOODS[kind]} to give")
    if offer.want[kind]:
        return Refused("trade.goods", f"{GOODS[kind]} is on the other side of the offer")
    return Refused("trade.goods", "nothing would be left to ask for")


def refuse_want(g: Kit, offer: Offering, kind: int) -> Refused | None:
    """Why no more of a kind can be asked for."""
    if wantable(g, offer) >> kind & 1:
        return None
    if not any(offer.give):
        return Refused("trade.offer", "an offer begins with what is given")
    if offer.give[kind]:
        return Refused("trade.goods", f"{GOODS[kind]} is on the other side of the offer")
    return Refused("trade.must-have", f"there is no more {GOODS[kind]} in the game")


@cites("trade.offer", "trade.kinds")
def refuse_propose(g: Kit, offer: Offering) -> Refused | None:
    """Why an offer cannot be made as it stands."""
    give, want = offer.give != NOTHING, offer.want != NOTHING
    if (give and want) or (g.gifts and (give or want)):
        return None
    return HALF_AN_OFFER


@cites("trade.own-turn", "trade.offer")
def open_offer(t: Table, kind: int) -> Table:
    """The player begins an offer."""
    return changed(t, phase=Offering(t.turn, give=plus(NOTHING, kind, 1)), events=("trade.own-turn",))


def moves_offering(g: Kit, t: Table, offer: Offering) -> Sequence[Move]:
    """How an offer can go on."""
    give = givable(g, t.seats[offer.maker], offer)
    want = wantable(g, offer)
    key = (give, want, refuse_propose(g, offer) is None)
    moves = g.seen_offers.get(key)
    if moves is None:
        moves = [*(g.give[k] for k in spots(give)), *(g.want[k] for k in spots(want))]
        if key[2]:
            moves.append(g.propose)
        g.seen_offers[key] = moves
    return moves


@cites("trade.offer", "trade.answer")
def propose(g: Kit, t: Table, offer: Phase) -> Table:
    """The offer is made: the next opponent is asked; a counter-offer is noted for the player."""
    assert isinstance(offer, Offering)
    events: tuple[str, ...] = ("trade.offer", SILENT + "trade.kinds")
    if offer.first is None:
        return ask_next(g, t, offer.maker, offer.give, offer.want, (), events)
    give, want = offer.first
    willing = (*offer.willing, (offer.maker, offer.want, offer.give))
    return ask_next(g, t, offer.maker, give, want, willing, ("trade.answer",))


def ask_next(
    g: Kit,
    t: Table,
    seat: int,
    give: Bundle,
    want: Bundle,
    willing: tuple[tuple[int, Bundle, Bundle], ...],
    events: tuple[str, ...],
) -> Table:
    """The opponent after `seat` answers; after the last one the player chooses, if anybody is willing."""
    asked = next_seat(seat, g.players)
    if asked != t.turn:
        return changed(t, phase=Answering(asked, give, want, willing), events=events)
    if not willing:
        return changed(t, phase=turn.ACTIONS, events=events)
    accepted = sum(1 for _, gives, gets in willing if (gives, gets) == (give, want))
    if accepted > 1:
        events = (*events, SILENT + "trade.several-willing")
    return changed(t, phase=Choosing(willing), events=events)


@cites("trade.answer", "trade.must-have", "trade.several-willing")
def refuse_answer(g: Kit, t: Table, phase: Answering, word: str) -> Refused | None:
    """Why an opponent cannot answer so."""
    seat = t.seats[phase.asked]
    if word == "accept" and not has(seat, phase.want):
        return Refused("trade.must-have", "the opponent does not hold what is wanted")
    if word == "counter" and not (seat.gold or any(seat.hand)):
        return Refused("trade.must-have", "the opponent has nothing to offer")
    return None


def answer(g: Kit, t: Table, phase: Phase, move: Answer) -> Table:
    """An opponent accepts, declines, or begins a counter-offer."""
    assert isinstance(phase, Answering)
    if move.word == "counter":
        offer = Offering(phase.asked, first=(phase.give, phase.want), willing=phase.willing)
        return changed(t, phase=offer, events=("trade.answer",))
    if move.word == "decline":
        return ask_next(g, t, phase.asked, phase.give, phase.want, phase.willing, ("trade.answer",))
    if not g.player_chooses:
        done = changed(t, phase=turn.ACTIONS, events=("trade.answer", "trade.goods"))
        return swap(done, phase.asked, phase.give, phase.want)
    willing = (*phase.willing, (phase.asked, phase.give, phase.want))
    return ask_next(g, t, phase.asked, phase.give, phase.want, willing, ("trade.answer",))


@cites("trade.counter", "trade.must-have")
def refuse_deal(g: Kit, t: Table, phase: Choosing, partner: str) -> Refused | None:
    """Why the trade cannot be closed with a seat."""
    if not partner:
        return None
    for seat, gives, _ in phase.willing:
        if seat == g.seat_number[partner]:
            if has(t.seats[t.turn], gives):
                return None
            return Refused("trade.must-have", f"the player does not hold what {partner} wants")
    return Refused("trade.answer", f"{partner} did not agree to anything")


def close(g: Kit, t: Table, phase: Phase, move: DealWith) -> Table:
    """The trade is closed with one of those who are willing, or with nobody."""
    assert isinstance(phase, Choosing)
    if not move.partner:
        return changed(t, phase=turn.ACTIONS, events=("trade.counter",))
    who = g.seat_number[move.partner]
    gives, gets = next((gives, gets) for seat, gives, gets in phase.willing if seat == who)
    return swap(changed(t, phase=turn.ACTIONS, events=("trade.counter", "trade.goods")), who, gives, gets)


@cites("trade.goods")
def swap(t: Table, partner: int, gives: Bundle, gets: Bundle) -> Table:
    """Resources and gold change hands between the player and a partner."""
    seats = t.seats
    for who, out, back in ((t.turn, gives, gets), (partner, gets, gives)):
        seat = seats[who]
        hand = tuple(have - less + more for have, less, more in zip(seat.hand, out, back, strict=False))
        seats = with_seat(seats, who, hand=hand, gold=seat.gold - out[GOLD] + back[GOLD])
    return changed(t, seats=seats)


def moves_answering(g: Kit, t: Table, phase: Answering) -> Sequence[Move]:
    """How an opponent can answer."""
    seat = t.seats[phase.asked]
    return g.answers[has(seat, phase.want)][bool(seat.gold or any(seat.hand))]


def moves_choosing(g: Kit, t: Table, phase: Choosing) -> Sequence[Move]:
    """With whom the trade can be closed."""
    seats = sorted({seat for seat, _, _ in phase.willing})
    partners = [seat for seat in seats if refuse_deal(g, t, phase, g.seats[seat]) is None]
    return [*(g.deal_with[k] for k in partners), g.no_deal]


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves while an offer is on the table."""
    phase = t.phase
    if isinstance(phase, Offering):
        return moves_offering(g, t, phase)
    if isinstance(phase, Answering):
        return moves_answering(g, t, phase)
    assert isinstance(phase, Choosing)
    return moves_choosing(g, t, phase)


@cites("trade.offer", "trade.answer", "trade.counter")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move while an offer is on the table."""
    match t.phase, move:
        case Offering() as offer, Give(kind):
            return refuse_give(g, t, offer, GOODS.index(kind))
        case Offering() as offer, Want(kind):
            return refuse_want(g, offer, GOODS.index(kind))
        case Offering() as offer, Propose():
            return refuse_propose(g, offer)
        case Offering(), _:
            return Refused("trade.offer", "an offer is being put together")
        case Answering() as asking, Answer(word):
            return refuse_answer(g, t, asking, word)
        case Answering(), _:
            return Refused("trade.answer", "an opponent is being asked")
        case Choosing() as choosing, DealWith(partner):
            return refuse_deal(g, t, choosing, partner)
        case _:
            return Refused("trade.counter", "the player has to say with whom the trade is closed, if at all")


def more(g: Kit, t: Table, move: Give | Want) -> Table:
    """One more card or coin on one side of the offer."""
    offer = t.phase
    assert isinstance(offer, Offering)
    give, want = offer.give, offer.want
    if isinstance(move, Give):
        give = plus(give, GOODS.index(move.kind), 1)
    else:
        want = plus(want, GOODS.index(move.kind), 1)
    return changed(t, phase=Offering(offer.maker, give, want, offer.first, offer.willing), events=())


APPLY: dict[type[Any], Callable[[Kit, Table, Any], Table]] = {
    Give: more,
    Want: more,
    Propose: lambda g, t, move: propose(g, t, t.phase),
    Answer: lambda g, t, move: answer(g, t, t.phase, move),
    DealWith: lambda g, t, move: close(g, t, t.phase, move),
}


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move while an offer is on the table."""
    return APPLY[type(move)](g, t, move)
