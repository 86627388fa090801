"""Trade: offers, answers, and what changes hands; the bank's prices."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import facts, less, others_alike
from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    GOLD,
    GOODS,
    RESOURCES,
    Actions,
    Answering,
    Bundle,
    Choosing,
    Offering,
    Table,
)
from rulecheck.reference_engines.contract import AnyEngine


@after("trade.offer", "trade.answer", moves=("Give", "Want", "Propose"), share=DEAR)
def offers_change_nothing(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Putting an offer together and making it moves no card and no coin."""
    if before.seats is not now.seats and before.seats != now.seats:
        yield f"{move} changed what somebody has: {told.changed(engine.seats, before, now)}"


@after("trade.offer", "trade.must-have", moves=("Give",), share=DEAR)
def what_is_offered_is_there(engine: AnyEngine, before: Table, move: m.Give, now: Table) -> Iterator[str]:
    """Nobody offers more than they hold, and one more is offered each time."""
    offer = now.phase
    if type(offer) is not Offering:
        yield f"{move} is followed by {kind_of(offer)}, and no offer is being put together"
        return
    kind = GOODS.index(move.kind)
    seat = now.seats[offer.maker]
    if offer.give[kind] > (seat.gold if kind == GOLD else seat.hand[kind]):
        yield (
            f"{engine.seats[offer.maker]} offers {offer.give[kind]} {move.kind} of "
            f"{seat.gold if kind == GOLD else seat.hand[kind]}"
        )
    was = before.phase.give[kind] if type(before.phase) is Offering else 0
    if offer.give[kind] != was + 1:
        yield f"{was} {move.kind} became {offer.give[kind]} with {move}"


@after("trade.goods", "trade.offer", moves=("Propose",))
def both_sides_give(engine: AnyEngine, before: Table, move: m.Propose, now: Table) -> Iterator[str]:
    """Unless a reading allows gifts, both sides give something, and no kind is on both sides."""
    offer = before.phase
    assert isinstance(offer, Offering)
    if not facts(engine).gifts:
        if not any(offer.give) or not any(offer.want):
            yield f"{engine.seats[offer.maker]} offers {told.hand(offer.give)} for {told.hand(offer.want)}: a gift"
        if any(map(min, offer.give, offer.want)):
            yield (
                f"{engine.seats[offer.maker]} offers {told.hand(offer.give)} for {told.hand(offer.want)}: one kind on "
                "both sides"
            )


@after("trade.own-turn", "trade.answer", moves=("Propose", "Answer"), share=DEAR)
def opponents_are_asked_in_turn(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Each opponent is asked once, clockwise; the player whose turn it is takes part in every trade."""
    players = facts(engine).players
    phase = before.phase
    if isinstance(move, m.Answer):
        assert isinstance(phase, Answering)
        if move.word == "counter":
            if not isinstance(now.phase, Offering) or now.phase.maker != phase.asked:
                yield (
                    f"{engine.seats[phase.asked]} makes the other offer, and {kind_of(now.phase)} of "
                    f"{engine.seats[now.turn]} follows"
                )
            return
        last = phase.asked
        if move.word == "accept" and not facts(engine).player_chooses:
            if type(now.phase) is not Actions:
                yield (
                    f"{engine.seats[phase.asked]} accepted first, and {kind_of(now.phase)} follows instead of the trade"
                )
            return
    else:
        assert isinstance(phase, Offering)
        last = phase.maker
    following = (last + 1) % players
    if following == before.turn:
        if not isinstance(now.phase, Choosing | Actions):
            yield f"everybody was asked after {move}, and {kind_of(now.phase)} of {engine.seats[now.turn]} follows"
    elif not isinstance(now.phase, Answering) or now.phase.asked != following:
        yield (
            f"{engine.seats[following]} should be asked after {move}, and {kind_of(now.phase)} of "
            f"{engine.seats[now.turn]} follows"
        )
    if isinstance(now.phase, Choosing) and any(seat == now.turn for seat, _, _ in now.phase.willing):
        yield f"{engine.seats[now.turn]} is among the {len(now.phase.willing)} who agreed with {engine.seats[now.turn]}"


@after("trade.goods", "trade.answer", "trade.counter", "trade.must-have", moves=("DealWith", "Answer"), share=DEAR)
def what_was_agreed_changes_hands(
    engine: AnyEngine, before: Table, move: m.DealWith | m.Answer, now: Table
) -> Iterator[str]:
    """A closed trade moves what was agreed, between the player and the partner; other answers move nothing."""
    f = facts(engine)
    phase = before.phase
    gives: Bundle
    gets: Bundle
    if isinstance(move, m.Answer):
        if move.word != "accept" or f.player_chooses:
            if now.seats is not before.seats and now.seats != before.seats:
                yield f"{move} changed what somebody has: {told.changed(engine.seats, before, now)}"
            return
        assert isinstance(phase, Answering)
        partner, gives, gets = phase.asked, phase.give, phase.want
    else:
        if not move.partner:
            if now.seats != before.seats:
                yield (
                    f"no trade was closed with {move}, yet what somebody has changed: "
                    f"{told.changed(engine.seats, before, now)}"
                )
            return
        assert isinstance(phase, Choosing)
        partner = f.seat[move.partner]
        agreed = [(out, back) for seat, out, back in phase.willing if seat == partner]
        if not agreed:
            yield f"{move.partner} did not agree to anything, and {move} was played"
            return
        gives, gets = agreed[0]
    moved = [b - a for a, b in zip(gives, gets, strict=True)]
    for who, sign in ((before.turn, 1), (partner, -1)):
        old, new = before.seats[who], now.seats[who]
        received = [*less(new.hand, old.hand), new.gold - old.gold]
        if received != [sign * count for count in moved]:
            yield (
                f"{engine.seats[who]} received {told.hand(received)} in a trade of {told.hand(gives)} for "
                f"{told.hand(gets)}"
            )
    if not others_alike(before, now, before.turn, partner) or (now.stacks, now.bank) != (before.stacks, before.bank):
        yield (
            f"{move} of {engine.seats[before.turn]} with {engine.seats[partner]} changed others, the stacks or the "
            f"bank: {told.changed(engine.seats, before, now)}"
        )


@after("bank.buy", "bank.buy-limit", "bank.stock", moves=("Buy",), share=DEAR)
def gold_buys_a_resource(engine: AnyEngine, before: Table, move: m.Buy, now: Table) -> Iterator[str]:
    """A resource from its stack costs its price in gold, paid to the bank, and counts against the limit."""
    f = facts(engine)
    old, new = before.seats[before.turn], now.seats[before.turn]
    bought = [int(kind == move.kind) for kind in RESOURCES]
    if less(new.hand, old.hand) != bought or less(before.stacks, now.stacks) != bought:
        yield f"{move} brought {told.hand(less(new.hand, old.hand))} instead of one {move.kind}"
    if (old.gold - new.gold, now.bank - before.bank) != (f.buy_price, f.buy_price):
        yield (
            f"{move} cost {old.gold - new.gold} gold, and the bank received {now.bank - before.bank}; "
            f"the price is {f.buy_price}"
        )
    if now.bought != before.bought + 1 or not others_alike(before, now, before.turn):
        yield f"{before.bought} purchases of the turn became {now.bought} with {move}, or others changed"


@after("bank.exchange", "bank.gold", "bank.other-kind", "bank.stock", moves=("Exchange",), share=DEAR)
def equal_cards_buy_another(engine: AnyEngine, before: Table, move: m.Exchange, now: Table) -> Iterator[str]:
    """Equal cards go to their stack and buy one card of another kind, or gold."""
    f = facts(engine)
    old, new = before.seats[before.turn], now.seats[before.turn]
    due = [0] * 5
    due[RESOURCES.index(move.kind)] = -f.rate
    gold = 0
    if move.wanted == "gold":
        gold = min(before.bank, f.rate_gold) if f.gold_limited else f.rate_gold
    else:
        due[RESOURCES.index(move.wanted)] += 1
    if move.kind == move.wanted:
        yield f"{move} of {engine.seats[before.turn]} exchanges {move.kind} for the same"
    if less(new.hand, old.hand) != due or less(before.stacks, now.stacks) != due:
        yield f"{move} brought {told.hand(less(new.hand, old.hand))} instead of {told.hand(due)}"
    if new.gold - old.gold != gold or before.bank - now.bank != gold or not others_alike(before, now, before.turn):
        yield f"{move} brought {new.gold - old.gold} gold instead of {gold}"
