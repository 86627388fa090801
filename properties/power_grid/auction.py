"""The auction of plants: who chooses, who bids, who buys, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.power_grid.facts import Facts, NextBid, different, facts, others_alike, told
from rulecheck.properties.power_grid.stages import (
    ALL,
    AUCTIONS,
    BUILD,
    NEXT_ROUND,
    SOLD,
    between,
    deciding,
    either,
    leading_to,
    phase_ends,
    stage,
)
from rulecheck.properties.power_grid.words import numbers
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    Bidding,
    Drawing,
    Offering,
    Opening,
    Phase,
    Table,
)

BIDDERS = ("Auction", "Bid", "Pass")
"""The moves of the auctions."""


def out_of(phase: Phase) -> int:
    """Mask of those who have bought or passed in this round."""
    while isinstance(phase, Drawing):
        phase = phase.after
    out: int = getattr(phase, "out", -1)
    return out


def current(f: Facts, t: Table) -> tuple[int, ...]:
    """The plants that can be auctioned."""
    return t.market if t.step == 3 else t.market[: f.row]


@after("auction.choose", "auction.current", "step3.market", moves=("Auction",), share=OFTEN)
def a_plant_of_the_current_market_is_chosen(
    engine: AnyEngine, before: Table, move: m.Auction, now: Table
) -> Iterator[str]:
    """A plant of the current market is auctioned, and who chose it bids first."""
    f = facts(engine)
    plant, phase = f.plant[move.number], now.phase
    if plant not in current(f, before):
        yield f"plant {move.number} is not in the current market of {numbers(f, sorted(current(f, before)))}"
    out = out_of(before.phase) | 1 << before.turn
    if out == (1 << f.players) - 1 and f.last_pays_number:
        if type(phase) in (Opening, Bidding):
            yield f"{engine.seats[before.turn]}, the last one left to choose, has to bid for plant {move.number}"
    elif type(phase) is not Opening or phase.plant != plant or now.turn != before.turn:
        yield f"{move} is followed by {kind_of(phase)} of {engine.seats[now.turn]}, not by the first bid for it"


@after(
    "auction.current", "auction.pass", "auction.first-round", "auction.money", "step3.market",
    moves=("Auction", "Pass"), when=(deciding(Offering),),
    share=DEAR,
)  # fmt: skip
def whatever_can_be_auctioned_is_open(
    engine: AnyEngine, before: Table, move: m.Auction | m.Pass, now: Table
) -> Iterator[str]:
    """Who chooses may take any plant of the current market that they can pay for; after the first round, or none."""
    f = facts(engine)
    purse, numbers = f.purse(before, before.turn), f.numbers
    open_ = [f.auctions[k] for k in current(f, before) if k != f.step_card and numbers[k] <= purse]
    if before.round > 1:
        open_.append(f.pass_)
    listed = list(engine.legal_moves(before))
    if listed != open_ and different(listed, open_):
        yield f"{told(listed)} are open instead of {told(open_)}"


@after(
    "auction.minimum", "auction.higher", "auction.raise", "auction.drop", "auction.money",
    moves=("Bid", "Pass"), when=(deciding(Opening, Bidding),),
    share=DEAR,
)  # fmt: skip
def whatever_can_be_bid_is_open(engine: AnyEngine, before: Table, move: m.Bid | m.Pass, now: Table) -> Iterator[str]:
    """A first bid is at least the plant's number, each other one higher than the last, and none more than one has."""
    f = facts(engine)
    phase: Any = before.phase
    raises = type(phase) is Bidding
    least = phase.bid + 1 if raises else f.numbers[phase.plant]
    most = f.purse(before, before.turn)
    legal = engine.legal_moves(before)
    if type(move) is m.Bid and not least <= move.amount <= most:
        yield f"{move} is not between {least} and {most}"
    first, last = legal[min(raises, len(legal) - 1)], legal[-1]
    wrong = len(legal) != most - least + 1 + raises or (type(legal[0]) is m.Pass) is not raises
    if wrong or not (type(first) is type(last) is m.Bid and first.amount == least and last.amount == most):
        yield f"{legal[0]} to {legal[-1]} are open instead of bids from {least} to {most}{' and pass' * raises}"


def next_bid(f: Facts, before: Table, move: m.Bid | m.Pass) -> NextBid:
    """What follows from a bid, or from dropping out: worked out once for each move."""
    t, last_move, follows = f.auction
    if t is not before or last_move is not move:
        follows = work_out_next_bid(f, before, move)
        f.auction = before, move, follows
    return follows


def work_out_next_bid(f: Facts, before: Table, move: m.Bid | m.Pass) -> NextBid:
    """The next one clockwise bids who is still in and can raise the bid."""
    phase: Any = before.phase
    who, n = before.turn, f.players
    if type(move) is m.Bid:
        left = phase.active if type(phase) is Bidding else ((1 << n) - 1) & ~phase.out
        leader, bid = who, move.amount
    else:
        left, leader, bid = phase.active & ~(1 << who), phase.leader, phase.bid
    circle = range(n) if f.bid_clockwise else before.order
    at = circle.index(who)
    for step in range(1, n):
        other = circle[(at + step) % n]
        if other != leader and left >> other & 1:
            if f.purse(before, other) > bid:
                return other, left, leader, bid
            left &= ~(1 << other)
    return -1, left, leader, bid


@after(
    "auction.raise", "auction.drop", "auction.money",
    moves=("Bid", "Pass"), when=(deciding(Opening, Bidding),),
    share=DEAR,
)  # fmt: skip
def bidding_goes_round(engine: AnyEngine, before: Table, move: m.Bid | m.Pass, now: Table) -> Iterator[str]:
    """The next one clockwise who is still in and can raise bids; who dropped out stays out."""
    f = facts(engine)
    who, left, leader, bid = next_bid(f, before, move)
    phase: Any = now.phase
    if who < 0:
        if type(phase) is Bidding:
            yield f"{engine.seats[now.turn]} bids, though {engine.seats[leader]} is the last one left"
        return
    if type(phase) is not Bidding:
        yield f"the auction is over, though {engine.seats[who]} can still bid more than {bid}"
    elif now.turn != who:
        yield f"{engine.seats[now.turn]} bids instead of {engine.seats[who]}"
    elif (phase.leader, phase.bid) != (leader, bid):
        is_, due = (f"a bid of {most} by {engine.seats[k]}" for k, most in ((phase.leader, phase.bid), (leader, bid)))
        yield f"after {move} the auction goes on with {is_} instead of {due}"
    elif phase.active != left:
        is_, due = (", ".join(n for k, n in enumerate(engine.seats) if some >> k & 1) for some in (phase.active, left))
        yield f"after {move} still in are {is_} instead of {due}"


def sale(f: Facts, before: Table, move: Any) -> tuple[int, int, int] | None:
    """The buyer, the plant and its price, if a move ends an auction."""
    phase: Any = before.phase
    if type(move) is m.Auction:
        out = phase.out | 1 << before.turn
        if out == (1 << f.players) - 1 and f.last_pays_number:
            return before.turn, f.plant[move.number], move.number
        return None
    if type(phase) is Offering:
        return None
    who, _, leader, bid = next_bid(f, before, move)
    return (leader, phase.plant, bid) if who < 0 else None


@after(
    "auction.won", "auction.one-plant", "auction.last",
    moves=BIDDERS, when=(deciding(Offering, Opening, Bidding),),
    share=DEAR,
)  # fmt: skip
def the_last_bidder_buys(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The last bidder left takes the plant and pays the bid, and the last chooser its number; nobody else changes."""
    f = facts(engine)
    sold = sale(f, before, move)
    if sold is None:
        if now.seats is not before.seats and [s.plants for s in now.seats] != [s.plants for s in before.seats]:
            changed = [k for k, seat in enumerate(now.seats) if seat.plants != before.seats[k].plants]
            yield f"{move} changes the plants of {engine.seats[changed[0]]}, and no auction is over"
        return
    if now.round != before.round or stage(now.phase) > BUILD:
        return  # incomes have come already
    who, plant, price = sold
    old, new = before.seats[who], now.seats[who]
    if out_of(before.phase) >> who & 1:
        yield f"{engine.seats[who]} buys plant {f.numbers[plant]}, and has bought or passed in this round"
    if price > old.money:  # one reading
        if now.seats != before.seats:
            yield f"{engine.seats[who]} cannot pay {price} of {old.money}, and the bid was no void one"
        return
    if new.money != old.money - price:
        yield f"{engine.seats[who]} pays {old.money - new.money} instead of {price}"
    if sorted(new.plants) != sorted((*old.plants, plant)):
        yield (
            f"{engine.seats[who]} owns {numbers(f, new.plants)} after buying plant {f.numbers[plant]} to "
            f"{numbers(f, old.plants)}"
        )
    if plant in now.market or now.sold != before.sold + 1:
        yield f"plant {f.numbers[plant]} is sold; the market is {numbers(f, now.market)} with {now.sold} plants sold"
    if not others_alike(before, now, who):
        yield f"others than {engine.seats[who]} have not what they had when {engine.seats[who]} buys"
    out = out_of(now.phase)
    if out >= 0 and not out >> who & 1:
        yield f"{engine.seats[who]} bought plant {f.numbers[plant]} and may buy another"


def is_dropped(f: Facts, before: Table, move: Any) -> bool:
    """Whether a player drops out of an auction and so, under one reading, has passed for the round."""
    if type(before.phase) is not Bidding or type(move) is not m.Pass or before.round == 1:
        return False
    chooser = next(k for k in before.order if not before.phase.out >> k & 1)
    return f.dropped_for_round and before.turn != chooser


@after("auction.drop", "auction.pass", "auction.again", moves=("Pass",), when=(deciding(Bidding),), share=DEAR)
def who_drops_out_is_out_of_this_auction(engine: AnyEngine, before: Table, move: m.Pass, now: Table) -> Iterator[str]:
    """Who drops out may choose and bid in later auctions of the round, or, under one reading, only who chose may."""
    f, who = facts(engine), before.turn
    out = out_of(now.phase)
    if out < 0 or now.round != before.round or sale(f, before, move):
        return  # what comes of a sale: see the_next_in_order_chooses
    due = out_of(before.phase) | (1 << who if is_dropped(f, before, move) else 0)
    if out != due:
        told = [", ".join(n for k, n in enumerate(engine.seats) if some >> k & 1) or "nobody" for some in (out, due)]
        yield f"when {engine.seats[who]} drops out of an auction {told[0]} is out of the round's instead of {told[1]}"


@after(
    "auction.choose", "auction.next", "auction.again", "auction.one-plant", "auction.pass", "auction.money",
    moves=("ChooseRegion", "Auction", "Bid", "Pass", "Draw", "Done", "Run", "Supply"), when=(leading_to(Offering),),
    share=DEAR,
)  # fmt: skip
def the_next_in_order_chooses(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The first in the order of play chooses who has not bought, has not passed and can pay for the cheapest plant."""
    f = facts(engine)
    out = out_of(now.phase)
    goes_on = before.round == now.round and stage(before.phase) == AUCTIONS
    was = out_of(before.phase) if goes_on else 0
    if was & ~out:
        back = [name for k, name in enumerate(engine.seats) if was & ~out & 1 << k]
        yield f"after {move} {', '.join(back)} is back in the auctions, and has bought or passed"
    least = f.numbers[now.market[0]] if now.market else -1
    first = True
    for who in now.order:
        is_out = out >> who & 1
        if first and not is_out:
            first = False
            if now.turn != who:
                yield f"{engine.seats[now.turn]} chooses instead of {engine.seats[who]}"
            if f.purse(now, who) < least:
                yield f"{engine.seats[who]} chooses with {now.seats[who].money}, and the cheapest plant is {least}"
        elif is_out and not was >> who & 1 and f.purse(now, who) >= least:
            passes = type(move) is m.Pass and who == before.turn and type(before.phase) is Offering
            passes = passes or (who == before.turn and is_dropped(f, before, move))
            bought = goes_on and type(move) in (m.Bid, m.Pass, m.Auction) and who == (sale(f, before, move) or (-1,))[0]
            if not passes and not bought:
                yield f"{engine.seats[who]} is out of the auctions after {move}, and has neither bought nor passed"


NEW_ORDER: Final = either(NEXT_ROUND, phase_ends(((AUCTIONS,), ALL)))
"""Moves with which the auctions end, or a round."""


@after("order.cities", "order.plants", "order.after-first", when=(NEW_ORDER,), share=DEAR)
def the_order_of_play_is_determined_anew(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """By cities and then by plants at the beginning of each round, and after the first auctions; not after others."""
    f = facts(engine)
    first = before.round == 1 and stage(before.phase) == AUCTIONS
    is_new = first or now.round != before.round
    order = f.order(before.order, now.seats) if is_new else before.order
    if now.order != order:
        told = [", ".join([engine.seats[k] for k in some]) for some in (now.order, order)]
        yield f"the order of play is {told[0]} instead of {told[1]}"


@after("auction.first-round", when=(between((AUCTIONS,), range(SOLD, BUILD + 1)),))
def everybody_buys_in_the_first_round(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """When the auctions of the first round are over everybody owns one plant who had the money for one."""
    if before.round > 1:
        return
    f = facts(engine)
    if f.may_over_bid or f.number("start.money") < f.numbers[2 * f.row - 1]:
        return
    for name, seat in zip(engine.seats, now.seats, strict=True):
        if len(seat.plants) != 1:
            yield f"{name} owns {len(seat.plants)} plants after the first auctions"
