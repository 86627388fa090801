"""Mistakes in the auction of plants: choosing, passing and bidding."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import auction
from rulecheck.reference_engines.power_grid.arithmetic import next_seat
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Auction, Bid, Move, Pass
from rulecheck.reference_engines.power_grid.table import OFFERING, Bidding, Offering, Opening, Table
from tests.faults.power_grid.common import Events, Wrong

_ask = auction.ask
_buy = auction.buy
_purse = auction.purse
_next_bidder = auction.next_bidder


def _chooser(t: Table, out: int) -> int:
    """The first in the order of play who has not bought or passed."""
    return next(seat for seat in t.order if not out >> seat & 1)


# ---- choosing


@breaks("auction.choose", "auction.next")
@Wrong.instead(auction.ask)
def TheLastChoosesAPlantFirst(g: Kit, t: Table, out: int, events: Events) -> Table:
    """The plants are chosen in the reverse order of play, beginning with the last player."""
    after = _ask(g, changed(t, order=t.order[::-1]), out, events)
    return changed(after, order=t.order) if isinstance(after.phase, Offering) else _ask(g, t, out, events)


@breaks("auction.next", "auction.choose")
@Wrong.instead(auction.ask)
def PlantsAreChosenClockwise(g: Kit, t: Table, out: int, events: Events) -> Table:
    """The right to choose a plant goes clockwise from the first player, not in the order of play."""
    line = tuple((t.order[0] + k) % g.players for k in range(g.players))
    after = _ask(g, changed(t, order=line), out, events)
    return changed(after, order=t.order) if isinstance(after.phase, Offering) else _ask(g, t, out, events)


@breaks("auction.next", "auction.choose")
@Wrong.instead(auction.ask)
def OnePlantIsAuctionedInARound(g: Kit, t: Table, out: int, events: Events) -> Table:
    """After the first round the auctions are over as soon as one player has bought or passed."""
    return _ask(g, t, g.everyone if out and t.round > 1 else out, events)


@breaks("auction.last", "auction.choose", "auction.next")
@Wrong.instead(auction.ask)
def TheLastOneBuysNothing(g: Kit, t: Table, out: int, events: Events) -> Table:
    """The auctions are over when only one player is left, who does not choose a plant any more."""
    return _ask(g, t, g.everyone if out.bit_count() == g.players - 1 else out, events)


@breaks("auction.pass")
class APassEndsTheAuctions(PowerGrid):
    """When somebody passes instead of choosing a plant the auctions of the round are over for all."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Offering) and isinstance(move, Pass):
            state = changed(state, phase=OFFERING[self.g.everyone & ~(1 << state.turn)])
        return super().apply(state, move)


@breaks("auction.pass", "auction.one-plant")
@Wrong.instead(auction.next_bidder)
def WhoPassedStillBids(g: Kit, t: Table, phase: Bidding, seat: int, events: Events) -> Table:
    """A player who passed instead of choosing a plant still bids in the auctions of the others."""
    if isinstance(t.phase, Opening) and not t.sold:
        phase = changed(phase, active=g.everyone)
    return _next_bidder(g, t, phase, seat, events)


@breaks("auction.first-round", "auction.pass")
class TheFirstRoundMayBePassed(Wrong):
    """In the first round too a player may pass instead of choosing a plant."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return (*legal, self.g.pass_) if isinstance(state.phase, Offering) and state.round == 1 else legal


@breaks("auction.first-round", "auction.drop")
@Wrong.instead(auction.drop)
def DroppingOutInRoundOneIsForGood(g: Kit, t: Table, out: int, seat: int) -> tuple[int, Events]:
    """Who drops out of an auction of the first round buys no plant in it any more."""
    return (out | 1 << seat if t.round == 1 and seat != _chooser(t, out) else out), ()


# ---- bidding


@breaks("auction.minimum")
class TheFirstBidIsThePlantsNumber(Wrong):
    """The first bid for a plant is exactly its number, never more."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:1] if isinstance(state.phase, Opening) else legal


@breaks("auction.minimum")
class ChoosingAPlantBidsItsNumber(PowerGrid):
    """Whoever chooses a plant bids its number at once, without being asked."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Auction) or not isinstance(after.phase, Opening):
            return after
        return super().apply(after, Bid(move.number))


@breaks("auction.minimum", "auction.pass")
class TheChooserMayTakeItBack(Wrong):
    """Who has chosen a plant may still pass instead of making the first bid for it."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return (*legal, self.g.pass_) if isinstance(state.phase, Opening) else legal

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Opening) and isinstance(move, Pass):
            state = changed(state, phase=OFFERING[state.phase.out])
        return super().apply(state, move)


@breaks("auction.raise", "auction.won")
@Wrong.instead(auction.next_bidder)
def EachBidsOnce(g: Kit, t: Table, phase: Bidding, seat: int, events: Events) -> Table:
    """The bidding goes round once: when it is back at the chooser the highest bid has won."""
    chooser, active = _chooser(t, phase.out), phase.active
    while (seat := next_seat(seat, g.players)) != chooser:
        if active >> seat & 1 and seat != phase.leader:
            if t.seats[seat].money > phase.bid:
                return changed(t, turn=seat, phase=changed(phase, active=active))
            active &= ~(1 << seat)
    return auction.buy(g, t, phase.out, phase.leader, phase.plant, phase.bid, events)


@breaks("auction.higher", "auction.raise")
class ABidIsOneMore(Wrong):
    """A bid can be raised by exactly one Elektro only."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:2] if isinstance(state.phase, Bidding) else legal


@breaks("auction.drop")
class WhoDroppedOutComesBack(PowerGrid):
    """A player who has passed in an auction may bid in it again once another has raised."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if isinstance(phase, Bidding) and isinstance(move, Bid):
            state = changed(state, phase=changed(phase, active=self.g.everyone & ~phase.out))
        return super().apply(state, move)


@breaks("auction.won", "auction.drop")
@Wrong.instead(auction.next_bidder)
def TheFirstToDropEndsTheAuction(g: Kit, t: Table, phase: Bidding, seat: int, events: Events) -> Table:
    """An auction is over as soon as one player passes, and the highest bid so far has won."""
    if isinstance(t.phase, Bidding) and seat != phase.leader:
        return auction.buy(g, t, phase.out, phase.leader, phase.plant, phase.bid, events)
    return _next_bidder(g, t, phase, seat, events)


# ---- what is paid


@breaks("auction.won")
@Wrong.instead(auction.buy)
def TheWinnerPaysTheNumber(g: Kit, t: Table, out: int, seat: int, plant: int, price: int, events: Events) -> Table:
    """The winner of an auction pays the plant's number, whatever was bid."""
    return _buy(g, t, out, seat, plant, g.numbers[plant], events)


@breaks("auction.money")
class ABidLeavesMoney(Wrong):
    """A player may not bid all the money there is: something has to be left."""

    swaps = ((auction.purse, lambda g, t, seat: _purse(g, t, seat) - 1),)


# ---- one plant in a round


@breaks("auction.one-plant")
@Wrong.instead(auction.next_bidder)
def WhoBoughtStillBids(g: Kit, t: Table, phase: Bidding, seat: int, events: Events) -> Table:
    """A player who bought a plant still bids in the auctions that others begin in the same round."""
    if isinstance(t.phase, Opening) and 0 < t.sold == phase.out.bit_count():
        phase = changed(phase, active=g.everyone)
    return _next_bidder(g, t, phase, seat, events)


@breaks("auction.again")
@Wrong.instead(auction.buy)
def TheChooserLosesTheTurn(g: Kit, t: Table, out: int, seat: int, plant: int, price: int, events: Events) -> Table:
    """If another player wins the auction the one who began it may not choose again in this round."""
    chooser = _chooser(t, out)
    return _buy(g, t, out if seat == chooser else out | 1 << chooser, seat, plant, price, events)
