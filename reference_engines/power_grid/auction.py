"""Phase 2, the auction of plants: choosing, bidding, buying, and what becomes of a plant too many."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines import tuples
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.power_grid import cards
from rulecheck.reference_engines.power_grid.arithmetic import (
    can_bid,
    is_over_limit,
    left_after,
    lowest_bid,
    next_seat,
)
from rulecheck.reference_engines.power_grid.flow import RESUME, Events, resumes
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Auction, Bid, Move, Pass
from rulecheck.reference_engines.power_grid.table import (
    AUCTIONS_OVER,
    FUEL_NEXT,
    OFFERING,
    TURNED_UP,
    AuctionsOver,
    Bidding,
    Offering,
    Opening,
    Phase,
    Scrapping,
    Table,
    sorted_in,
    without,
)

RAISED: Events = ("auction.raise",)
OPENED: Events = ("auction.minimum",)
CHOSEN: Events = ("auction.choose",)
DROPPED: Events = ("auction.drop",)
PASSED: Events = ("auction.pass",)
TOO_POOR: Events = ("auction.money",)


@cites("auction.money", "auction.over-bid")
def purse(g: Kit, t: Table, seat: int) -> int:
    """The most that a player may bid."""
    return max(other.money for other in t.seats) if g.may_over_bid else t.seats[seat].money


@cites("auction.over-bid")
def over_bid(t: Table, seat: int, price: int) -> Events:
    """The reading on bids that cannot be paid, where a player lacks the money for one that another has."""
    able = can_bid(max(other.money for other in t.seats), price) and not can_bid(t.seats[seat].money, price)
    return (SILENT + "auction.over-bid",) if able else ()


# ---- choosing a plant


@cites("auction.current", "step3.market")
def current_market(g: Kit, t: Table) -> tuple[int, ...]:
    """The plants that can be chosen."""
    return t.market if t.step == 3 else t.market[: g.row]


@cites("auction.choose", "auction.next", "auction.again", "auction.money", "auction.one-plant", "auction.first-round")
def ask(g: Kit, t: Table, out: int, events: Events) -> Table:
    """The first in the order of play who may still buy chooses; when there is none the auctions are over."""
    for seat in t.order:
        if not out >> seat & 1:
            events += over_bid(t, seat, g.numbers[t.market[0]]) if t.market else ()
            if t.market and can_bid(purse(g, t, seat), g.numbers[t.market[0]]):
                return changed(t, turn=seat, phase=OFFERING[out], events=events)
            out |= 1 << seat
            events += TOO_POOR
    return unsold(g, t, events)


@resumes(Offering)
def ask_again(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """A plant has been replaced: the next choice."""
    assert isinstance(phase, Offering)
    return ask(g, t, phase.out, events)


def offers(g: Kit, t: Table) -> tuple[Move, ...]:
    """The plants that the player may choose, and to pass; in the first round nobody passes who can choose."""
    money = purse(g, t, t.turn)
    market = current_market(g, t)
    count = 0
    for plant in market:
        if g.numbers[plant] > money:
            break
        count += 1
    key = (market[:count], t.round == 1)
    offers: tuple[Move, ...] | None = g.lists.get(key)
    if offers is None:
        plants = tuple(g.auction[plant] for plant in market[:count])
        offers = plants if t.round == 1 else (*plants, g.pass_)
        g.remember(key, offers)
    return offers


@cites("auction.choose", "auction.pass", "auction.next", "auction.last", "auction.last-bid", "step3.market")
def chosen(g: Kit, t: Table, phase: Offering, move: Move) -> Table:
    """A plant is chosen, or the player passes."""
    seat = t.turn
    if isinstance(move, Pass):
        out = phase.out | 1 << seat
        return ask(g, t, out, PASSED if out == g.everyone else (*PASSED, "auction.next"))
    assert isinstance(move, Auction)
    plant = g.plant_number[move.number]
    events = CHOSEN
    if t.step == 3 and plant not in t.market[: g.row]:
        events += ("step3.market",)
    if phase.out | 1 << seat == g.everyone and g.last_pays_number:
        return buy(g, t, phase.out, seat, plant, move.number, (*events, "auction.last", SILENT + "auction.last-bid"))
    return changed(t, phase=Opening(phase.out, plant), events=events)


# ---- bidding


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """What the player may announce."""
    phase = t.phase
    if type(phase) is Bidding:
        return (g.pass_, *g.bids(phase.bid + 1, purse(g, t, t.turn)))
    if type(phase) is Opening:
        return g.bids(g.numbers[phase.plant], purse(g, t, t.turn))
    return offers(g, t)


def is_listed(g: Kit, t: Table, move: Move) -> bool:
    """Whether a move is among `moves`, without listing all bids."""
    phase = t.phase
    if isinstance(move, Bid) and isinstance(phase, Bidding | Opening):
        bid = phase.bid if isinstance(phase, Bidding) else 0
        return lowest_bid(g.numbers[phase.plant], bid) <= move.amount <= purse(g, t, t.turn)
    if isinstance(phase, Bidding):
        return isinstance(move, Pass)
    return isinstance(phase, Offering) and move in offers(g, t)


@cites("auction.raise", "auction.order", "auction.drop", "auction.money")
def next_bidder(g: Kit, t: Table, phase: Bidding, seat: int, events: Events) -> Table:
    """The next one still in the auction who can raise the bid; the last one left has won."""
    active = phase.active
    least = lowest_bid(g.numbers[phase.plant], phase.bid)
    others = active & ~(1 << phase.leader)
    while others:
        seat = next_seat(seat, g.players) if g.bid_clockwise else t.order[(t.order.index(seat) + 1) % g.players]
        if others >> seat & 1:
            events += over_bid(t, seat, least)
            if can_bid(purse(g, t, seat), least):
                after = Bidding(phase.out, phase.plant, phase.bid, phase.leader, active)
                return changed(t, turn=seat, phase=after, events=events)
            others &= ~(1 << seat)
            active &= ~(1 << seat)
            events += TOO_POOR
    return buy(g, t, phase.out, phase.leader, phase.plant, phase.bid, events)


@cites("auction.drop", "auction.dropped", "auction.again", "auction.first-round")
def drop(g: Kit, t: Table, out: int, seat: int) -> tuple[int, Events]:
    """Who is out of the round's auctions after a player has dropped out of one; in the first round nobody for that."""
    chooser = next(k for k in t.order if not out >> k & 1)
    if t.round == 1 or seat == chooser:
        return out, DROPPED
    return out | 1 << seat if g.dropped_for_round else out, (*DROPPED, SILENT + "auction.dropped")


@cites("auction.minimum", "auction.raise", "auction.higher", "auction.drop")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after an announcement."""
    phase, seat = t.phase, t.turn
    if isinstance(phase, Bidding):
        if isinstance(move, Bid):
            raised = Bidding(phase.out, phase.plant, move.amount, seat, phase.active)
            return next_bidder(g, t, raised, seat, RAISED)
        out, events = drop(g, t, phase.out, seat)
        left = Bidding(out, phase.plant, phase.bid, phase.leader, phase.active & ~(1 << seat))
        return next_bidder(g, t, left, seat, events)
    if isinstance(phase, Opening):
        assert isinstance(move, Bid)
        opened = Bidding(phase.out, phase.plant, move.amount, seat, g.everyone & ~phase.out)
        return next_bidder(g, t, opened, seat, OPENED)
    assert isinstance(phase, Offering)
    return chosen(g, t, phase, move)


# ---- buying


@cites(
    "auction.won", "auction.one-plant", "auction.next", "auction.again", "auction.replaced", "plants.limit",
    "auction.over-bid", "auction.first-round",
)  # fmt: skip
def buy(g: Kit, t: Table, out: int, seat: int, plant: int, price: int, events: Events) -> Table:
    """A player takes a plant and pays for it; they buy no other in this round."""
    owner = t.seats[seat]
    follows = "auction.next" if next(k for k in t.order if not out >> k & 1) == seat else "auction.again"
    out |= 1 << seat
    if price > owner.money:  # auction.over-bid: only where a reading lets it come to this
        return ask(g, t, out, (*events, SILENT + "auction.over-bid"))
    plants = sorted_in(owner.plants, plant)
    events += ("auction.won", "auction.one-plant")
    if t.round == 1:
        events += ("auction.first-round",)
    if out != g.everyone:
        events += (follows,)
    seats = tuples.replaced(t.seats, seat, changed(owner, money=left_after(owner.money, price), plants=plants))
    t = changed(t, seats=seats, market=without(t.market, plant), sold=t.sold + 1)
    if is_over_limit(len(plants), g.plants_owned):
        return changed(t, turn=seat, phase=Scrapping(out, plant), events=(*events, "plants.limit"))
    return replaced(g, t, out, events)


@cites("auction.replaced")
def replaced(g: Kit, t: Table, out: int, events: Events) -> Table:
    """A card is drawn for the plant that was bought."""
    if cards.can_draw(g, t):
        events += ("auction.replaced",)
    return cards.replace(g, t, OFFERING[out], events)


# ---- the end of the auctions


@cites("unsold.remove", "unsold.when")
def unsold(g: Kit, t: Table, events: Events) -> Table:
    """The auctions are over; if nobody bought, the lowest plant leaves the game."""
    if t.sold or t.round == 1 or not t.market:
        return over(g, t, AUCTIONS_OVER, events)
    events += (SILENT + "unsold.when",)
    if g.unsold_at_once:
        return cards.remove_unsold(g, t, AUCTIONS_OVER, events)
    return over(g, t, AUCTIONS_OVER, events)


@resumes(AuctionsOver)
@cites("order.after-first", "step3.auction-end")
def over(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """After the last auction: a new order of play in the first round, and the Step 3 card leaves the market."""
    if t.round == 1:
        t = changed(t, order=order_of_play(g, t))
        events += ("order.after-first",)
    if t.card == TURNED_UP:
        return cards.leave(g, t, FUEL_NEXT, (*events, "step3.auction-end"))
    return RESUME[type(FUEL_NEXT)](g, t, FUEL_NEXT, events)


@cites("order.cities", "order.plants")
def order_of_play(g: Kit, t: Table) -> tuple[int, ...]:
    """Most cities first, then the highest plant; who has neither keeps the place behind."""

    def rank(seat: int) -> tuple[int, int]:
        owner = t.seats[seat]
        return -owner.cities.bit_count(), -owner.plants[-1] if owner.plants else 1

    return tuple(sorted(t.order, key=rank))


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    phase = t.phase
    if isinstance(phase, Offering):
        if isinstance(move, Auction):
            if g.plant_number[move.number] not in current_market(g, t):
                return Refused("auction.current", f"plant {move.number} is not in the current market")
            return Refused("auction.money", f"{t.seats[t.turn].money} Elektro are not enough for plant {move.number}")
        if isinstance(move, Pass):
            return Refused("auction.first-round", "in the first round everybody buys a plant")
        return Refused("auction.choose", "a plant is chosen now")
    assert isinstance(phase, Opening | Bidding)
    if isinstance(move, Bid):
        bid = phase.bid if isinstance(phase, Bidding) else 0
        least = lowest_bid(g.numbers[phase.plant], bid)
        if move.amount < least:
            clause = "auction.higher" if bid else "auction.minimum"
            return Refused(clause, f"the least that can be bid is {least}")
        return Refused("auction.money", f"the player has {purse(g, t, t.turn)} Elektro")
    if isinstance(move, Pass):
        return Refused("auction.minimum", "who chose a plant bids for it")
    if isinstance(move, Auction):
        return Refused("auction.choose", "another plant is being auctioned")
    return Refused("auction.raise", "the player bids or drops out")
