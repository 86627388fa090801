"""Trade: with the other players by offer, answer and counter-offer; with the bank for cards and gold."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.arithmetic import can_buy, can_exchange, next_seat
from rulecheck.reference_engines.catan_europe.game import Game, grant
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
    Seat,
    Table,
    plus,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites

# ---- with the bank


@cites("bank.buy", "bank.buy-limit", "bank.stock")
def refuse_buy(g: Game, t: Table, kind: int) -> Refused | None:
    """Why a resource cannot be bought with gold now."""
    if can_buy(t.seats[t.turn].gold, t.bought, t.stacks[kind], g.buy_price, g.buy_limit):
        return None
    if t.bought >= g.buy_limit:
        return Refused("bank.buy-limit", f"{g.buy_limit} resources were bought with gold this turn")
    if not t.stacks[kind]:
        return Refused("bank.stock", f"no {RESOURCES[kind]} is left in its stack")
    return Refused("bank.buy", f"a resource costs {g.buy_price} gold")


def buy(g: Game, t: Table, move: Buy) -> Table:
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
def refuse_exchange(g: Game, t: Table, kind: int, wanted: int) -> Refused | None:
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


def bank_can_pay(g: Game, t: Table) -> int:
    """1 if the bank can pay for an exchange, else 0."""
    return int(t.bank >= g.exchange_gold or not g.gold_limited)


def exchange(g: Game, t: Table, move: Exchange) -> Table:
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
    return seat.gold >= bundle[GOLD] and all(have >= need for have, need in zip(seat.hand, bundle, strict=False))


def holding(seat: Seat, kind: int) -> int:
    """How much of one of GOODS a player holds."""
    return seat.gold if kind == GOLD else seat.hand[kind]


@cites("trade.must-have", "trade.kinds", "trade.offer")
def refuse_give(g: Game, t: Table, offer: Offering, kind: int) -> Refused | None:
    """Why no more of a kind can be put on one's own side of an offer."""
    if holding(t.seats[offer.maker], kind) <= offer.give[kind]:
        return Refused("trade.must-have", f"no more {GOODS[kind]} to give")
    if g.gifts:
        return None
    if offer.want[kind]:
        return Refused("trade.goods", f"{GOODS[kind]} is on the other side of the offer")
    if all(count or k == kind for k, count in enumerate(offer.give)):
        return Refused("trade.goods", "nothing would be left to ask for")
    return None


@cites("trade.offer", "trade.kinds")
def refuse_want(g: Game, offer: Offering, kind: int) -> Refused | None:
    """Why no more of a kind can be asked for."""
    if not any(offer.give) and not g.gifts:
        return Refused("trade.offer", "an offer begins with what is given")
    if offer.give[kind] and not g.gifts:
        return Refused("trade.goods", f"{GOODS[kind]} is on the other side of the offer")
    if offer.want[kind] >= (g.gold_total if kind == GOLD else g.each):
        return Refused("trade.must-have", f"there is no more {GOODS[kind]} in the game")
    return None


@cites("trade.offer", "trade.kinds")
def refuse_propose(g: Game, offer: Offering) -> Refused | None:
    """Why an offer cannot be made as it stands."""
    if any(offer.give) and any(offer.want):
        return None
    if g.gifts and (any(offer.give) or any(offer.want)):
        return None
    return Refused("trade.offer", "an offer names what is given and what is wanted")


@cites("trade.own-turn", "trade.offer")
def open_offer(t: Table, kind: int) -> Table:
    """The player begins an offer."""
    return changed(t, phase=Offering(t.turn, give=plus(NOTHING, kind, 1)), events=("trade.own-turn",))


def moves_offering(g: Game, t: Table, offer: Offering) -> Sequence[Move]:
    """How an offer can go on."""
    give: list[Move] = [g.give[k] for k in range(6) if refuse_give(g, t, offer, k) is None]
    want = [g.want[k] for k in range(6) if refuse_want(g, offer, k) is None]
    done = [g.propose] if refuse_propose(g, offer) is None else []
    return [*give, *want, *done]


@cites("trade.offer", "trade.answer")
def propose(g: Game, t: Table, offer: Offering) -> Table:
    """The offer is made: the next opponent is asked; a counter-offer is noted for the player."""
    events: tuple[str, ...] = ("trade.offer", SILENT + "trade.kinds")
    if offer.first is None:
        return ask_next(g, t, offer.maker, offer.give, offer.want, (), events)
    give, want = offer.first
    willing = (*offer.willing, (offer.maker, offer.want, offer.give))
    return ask_next(g, t, offer.maker, give, want, willing, ("trade.answer",))


def ask_next(
    g: Game,
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
def refuse_answer(g: Game, t: Table, phase: Answering, word: str) -> Refused | None:
    """Why an opponent cannot answer so."""
    seat = t.seats[phase.asked]
    if word == "accept" and not has(seat, phase.want):
        return Refused("trade.must-have", "the opponent does not hold what is wanted")
    if word == "counter" and not any(seat.hand) and not seat.gold:
        return Refused("trade.must-have", "the opponent has nothing to offer")
    return None


def answer(g: Game, t: Table, phase: Answering, move: Answer) -> Table:
    """An opponent accepts, declines, or begins a counter-offer."""
    if move.word == "counter":
        offer = Offering(phase.asked, first=(phase.give, phase.want), willing=phase.willing)
        return changed(t, phase=offer, events=("trade.counter",))
    if move.word == "decline":
        return ask_next(g, t, phase.asked, phase.give, phase.want, phase.willing, ("trade.answer",))
    if not g.player_chooses:
        done = changed(t, phase=turn.ACTIONS, events=("trade.answer", "trade.goods"))
        return swap(done, phase.asked, phase.give, phase.want)
    willing = (*phase.willing, (phase.asked, phase.give, phase.want))
    return ask_next(g, t, phase.asked, phase.give, phase.want, willing, ("trade.answer",))


@cites("trade.counter", "trade.must-have")
def refuse_deal(g: Game, t: Table, phase: Choosing, partner: str) -> Refused | None:
    """Why the trade cannot be closed with a seat."""
    if not partner:
        return None
    for seat, gives, _ in phase.willing:
        if seat == g.seat_number[partner]:
            if has(t.seats[t.turn], gives):
                return None
            return Refused("trade.must-have", f"the player does not hold what {partner} wants")
    return Refused("trade.answer", f"{partner} did not agree to anything")


def close(g: Game, t: Table, phase: Choosing, move: DealWith) -> Table:
    """The trade is closed with one of those who are willing, or with nobody."""
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


def moves(g: Game, t: Table) -> Sequence[Move]:
    """The legal moves while an offer is on the table."""
    match t.phase:
        case Offering() as offer:
            return moves_offering(g, t, offer)
        case Answering() as asking:
            return [a for a in (g.accept, g.decline, g.counter) if refuse_answer(g, t, asking, a.word) is None]
        case Choosing(willing) as choosing:
            seats = sorted({seat for seat, _, _ in willing})
            partners = [seat for seat in seats if refuse_deal(g, t, choosing, g.seats[seat]) is None]
            return [*(g.deal_with[k] for k in partners), g.no_deal]
        case _:
            raise AssertionError(t.phase)


@cites("trade.offer", "trade.answer", "trade.counter")
def refusal(g: Game, t: Table, move: Move) -> Refused | None:
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


def apply(g: Game, t: Table, move: Move) -> Table:
    """The table after a legal move while an offer is on the table."""
    match t.phase, move:
        case Offering() as offer, Give(kind):
            return changed(t, phase=changed_offer(offer, plus(offer.give, GOODS.index(kind), 1), offer.want), events=())
        case Offering() as offer, Want(kind):
            return changed(t, phase=changed_offer(offer, offer.give, plus(offer.want, GOODS.index(kind), 1)), events=())
        case Offering() as offer, Propose():
            return propose(g, t, offer)
        case Answering() as asking, Answer():
            return answer(g, t, asking, move)
        case Choosing() as choosing, DealWith():
            return close(g, t, choosing, move)
        case _:
            raise AssertionError(move)


def changed_offer(offer: Offering, give: Bundle, want: Bundle) -> Offering:
    """The same offer with other sides."""
    return Offering(offer.maker, give, want, offer.first, offer.willing)
