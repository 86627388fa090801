"""Mistakes in what a bought plant leads to: the card in its place, a plant too many, and plants that nobody bought."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import auction, cards, scrapping
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Move, Scrap
from rulecheck.reference_engines.power_grid.table import (
    AUCTIONS_OVER,
    STACK,
    TURNED_UP,
    AuctionsOver,
    Bidding,
    Drawing,
    Phase,
    Scrapping,
    Table,
    sorted_in,
    without,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.power_grid.common import Events, Wrong, with_seat

_ask = auction.ask
_buy = auction.buy
_over = auction.over
_next_bidder = auction.next_bidder

# ---- who gets the plant


@breaks("auction.won", "auction.again")
@Wrong.instead(auction.buy)
def TheChooserGetsThePlant(g: Kit, t: Table, out: int, seat: int, plant: int, price: int, events: Events) -> Table:
    """The plant goes to the player who chose it for the highest bid, whoever made it."""
    chooser = next(other for other in t.order if not out >> other & 1)
    return _buy(g, t, out, chooser if price <= t.seats[chooser].money else seat, plant, price, events)


# ---- the card in its place


def _not_replaced(g: Kit, t: Table, out: int, events: Events) -> Table:
    return auction.ask(g, t, out, events)


def _filled_up(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    full = 2 * g.row - (0 if t.card in (STACK, TURNED_UP) else 2)
    if len(t.market) < full and cards.can_draw(g, t):
        return changed(t, phase=Drawing(AUCTIONS_OVER), events=events)
    return _over(g, t, AUCTIONS_OVER, events)


@breaks("auction.replaced")
class BoughtPlantsAreReplacedAfterTheAuctions(Wrong):
    """The cards in place of the plants that were bought are drawn only when all auctions of the round are over."""

    swaps = ((auction.replaced, _not_replaced), (auction.over, _filled_up), (RESUME, AuctionsOver, _filled_up))


# ---- a plant too many


@breaks("plants.limit")
class AnyNumberOfPlantsMayBeOwned(PowerGrid):
    """Players may own as many plants as they like."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.plants_owned = len(self.g.plants)


@breaks("plants.limit")
class TwoPlayersOwnThreePlants(PowerGrid):
    """With two players too each may own only three plants."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.plants_owned = 3


def _full(g: Kit, t: Table) -> int:
    return sum(1 << k for k, seat in enumerate(t.seats) if len(seat.plants) >= g.plants_owned)


def _full_are_out(g: Kit, t: Table, out: int, events: Events) -> Table:
    return _ask(g, t, out | _full(g, t), events)


def _full_do_not_bid(g: Kit, t: Table, phase: Bidding, seat: int, events: Events) -> Table:
    active = phase.active & ~_full(g, t) | 1 << phase.leader
    return _next_bidder(g, t, changed(phase, active=active), seat, events)


@breaks("plants.limit", "auction.choose")
class WhoOwnsEnoughPlantsBuysNone(Wrong):
    """A player who owns as many plants as allowed cannot take part in auctions any more."""

    swaps = ((auction.ask, _full_are_out), (auction.next_bidder, _full_do_not_bid))


@breaks("plants.limit")
class APlantTooManyMayBeKept(Wrong):
    """A player with too many plants need not give one up."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return (*legal, self.g.done) if isinstance(state.phase, Scrapping) else legal

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Scrapping) and move == self.g.done:
            return auction.replaced(self.g, state, state.phase.out, ())
        return super().apply(state, move)


# ---- the fuel of a plant given up


@breaks("plants.move-fuel", "plants.lose-fuel", "fuel.rearrange")
@Wrong.instead(scrapping.losses)
def FuelGoesWithThePlant(
    g: Kit, plants: tuple[int, ...], fuel: tuple[int, ...], scrapped: int, lost: int, *, chosen: bool
) -> tuple[Move, ...]:
    """As much fuel as a plant that is given up stores is lost with it, even if the others have room for it."""
    if lost < g.storage_times * g.needs[scrapped]:
        for kind in g.kinds[scrapped]:
            if fuel[kind]:
                return (g.lose[kind],)
    return (g.done,)


@breaks("plants.move-fuel", "plants.lose-fuel", "fuel.rearrange")
class TheNewPlantTakesNoFuelOver(Wrong):
    """The fuel of a plant that is given up may be moved to the old plants only, not to the one just bought."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if not isinstance(phase, Scrapping) or not isinstance(move, Scrap):
            return super().apply(state, move)
        seat, new, scrapped = state.turn, phase.plant, self.g.plant_number[move.number]
        old = without(state.seats[seat].plants, new)
        state = changed(state, phase=Scrapping(phase.out, next(plant for plant in old if plant != scrapped)))
        after = super().apply(with_seat(state, seat, plants=old), move)
        return with_seat(after, seat, plants=sorted_in(after.seats[seat].plants, new))


@breaks("plants.lose-fuel", "box.fuel")
@Wrong.instead(scrapping.lose)
def LostFuelLeavesTheGame(t: Table, kind: int) -> Table:
    """Fuel that is lost with a plant does not come back to the supply."""
    return with_seat(t, t.turn, fuel=plus(t.seats[t.turn].fuel, kind, -1))


# ---- nobody bought a plant


@breaks("unsold.remove")
@Wrong.instead(cards.remove_unsold)
def TheUnsoldPlantIsNotReplaced(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """The plant that leaves because nobody bought one is not replaced by another card."""
    return cards.settle(g, cards.drop_lowest(g, t), after, events)
