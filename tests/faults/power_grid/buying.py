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
    URANIUM,
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
from tests.faults.power_grid.common import LENIENT, Events, Wrong, with_seat

_ask = auction.ask
_buy = auction.buy
_over = auction.over
_unsold = auction.unsold
_next_bidder = auction.next_bidder
_remove_unsold = cards.remove_unsold

# ---- who gets the plant


@breaks("auction.won", "auction.again")
@Wrong.instead(auction.buy)
def TheChooserGetsThePlant(g: Kit, t: Table, out: int, seat: int, plant: int, price: int, events: Events) -> Table:
    """The plant goes to the player who chose it for the highest bid, whoever made it."""
    chooser = next(other for other in t.order if not out >> other & 1)
    return _buy(g, t, out, chooser if price <= t.seats[chooser].money else seat, plant, price, events)


@breaks("auction.won")
@Wrong.instead(auction.buy)
def TheBidIsNotPaid(g: Kit, t: Table, out: int, seat: int, plant: int, price: int, events: Events) -> Table:
    """The winner of an auction takes the plant and pays nothing."""
    return _buy(g, t, out, seat, plant, 0, events)


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


@breaks("auction.replaced")
class BoughtPlantsAreNotReplaced(Wrong):
    """No card is drawn in place of a plant that was bought."""

    swaps = ((auction.replaced, _not_replaced),)


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


@breaks("plants.limit")
class EverybodyOwnsFourPlants(PowerGrid):
    """However many play, each may own four plants, as with two."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.plants_owned = 4


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


@breaks("plants.limit", "plants.not-the-new")
class TheLowestPlantIsGivenUp(PowerGrid):
    """A player with too many plants loses the lowest of the others without being asked."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Scrapping):
            return after
        return super().apply(after, self.legal_moves(after)[0])


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


@breaks("plants.not-the-new")
class TheNewPlantMayBeGivenUp(Wrong):
    """A player with too many plants may give up the one just bought."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        if not isinstance(state.phase, Scrapping):
            return super().legal_moves(state)
        return [self.g.scrap[plant] for plant in state.seats[state.turn].plants]

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if isinstance(phase, Scrapping) and move == self.g.scrap[phase.plant]:
            other = next(plant for plant in state.seats[state.turn].plants if plant != phase.plant)
            state = changed(state, phase=Scrapping(phase.out, other))
        return super().apply(state, move)


@breaks("plants.limit")
class AGivenUpPlantGoesUnderTheStack(PowerGrid):
    """A plant that is given up is put under the stack, and comes back later in the game."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Scrap):
            return after
        plant = self.g.plant_number[move.number]
        return changed(after, gone=without(after.gone, plant), buried=sorted_in(after.buried, plant))


@breaks("plants.limit")
class AGivenUpPlantComesBackToTheMarket(PowerGrid):
    """A plant that is given up is sorted into the market, and a card is drawn all the same."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Scrap):
            return after
        plant = self.g.plant_number[move.number]
        return changed(after, gone=without(after.gone, plant), market=sorted_in(after.market, plant))


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


@breaks("plants.lose-fuel", "plants.move-fuel", "plant.storage")
class FuelWithoutAPlantIsKept(Wrong):
    """Fuel that finds no room any more after a plant was given up is kept all the same."""

    swaps = ((scrapping.homeless, lambda g, plants, fuel: 0), LENIENT)


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


@breaks("plants.lose-fuel")
@Wrong.instead(scrapping.lose)
def LostFuelGoesToTheMarket(t: Table, kind: int) -> Table:
    """Fuel that is lost with a plant is put back into the fuel market."""
    owner = t.seats[t.turn]
    t = with_seat(t, t.turn, fuel=plus(owner.fuel, kind, -1))
    is_full = t.fuel[kind] >= (12 if kind == URANIUM else 24)
    return changed(t, supply=plus(t.supply, kind, 1)) if is_full else changed(t, fuel=plus(t.fuel, kind, 1))


@breaks("plants.lose-fuel", "box.fuel")
@Wrong.instead(scrapping.lose)
def LostFuelLeavesTheGame(t: Table, kind: int) -> Table:
    """Fuel that is lost with a plant does not come back to the supply."""
    return with_seat(t, t.turn, fuel=plus(t.seats[t.turn].fuel, kind, -1))


# ---- nobody bought a plant


@breaks("unsold.remove")
@Wrong.instead(auction.unsold)
def ThePlantNobodyBoughtStays(g: Kit, t: Table, events: Events) -> Table:
    """Nothing happens to the market of plants in a round in which nobody bought one."""
    return auction.over(g, t, AUCTIONS_OVER, events)


@breaks("unsold.remove")
@Wrong.instead(auction.unsold)
def TheLowestPlantLeavesAfterAllAuctions(g: Kit, t: Table, events: Events) -> Table:
    """The lowest plant leaves the market after the auctions of every round, even if plants were bought."""
    if t.round == 1 or not t.sold or not t.market:
        return _unsold(g, t, events)
    return cards.remove_unsold(g, t, AUCTIONS_OVER, events)


def _drop_highest(g: Kit, t: Table) -> Table:
    plants = tuple(plant for plant in t.market if plant != g.step3)
    if not plants:
        return t
    return changed(t, market=without(t.market, plants[-1]), gone=sorted_in(t.gone, plants[-1]))


@breaks("unsold.remove")
@Wrong.instead(cards.remove_unsold)
def TheHighestPlantLeavesUnsold(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """In a round in which nobody bought a plant the highest one of the market is removed, not the lowest."""
    return cards.replace(g, _drop_highest(g, t), after, events)


@breaks("unsold.remove")
@Wrong.instead(cards.remove_unsold)
def TheUnsoldPlantIsNotReplaced(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """The plant that leaves because nobody bought one is not replaced by another card."""
    return cards.settle(g, cards.drop_lowest(g, t), after, events)


@breaks("unsold.remove")
@Wrong.instead(cards.remove_unsold)
def TheUnsoldPlantGoesUnderTheStack(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """The lowest plant is put under the stack, not into the box, in a round in which nobody bought one."""
    if not t.market or t.market[0] == g.step3:
        return _remove_unsold(g, t, after, events)
    return cards.replace(g, changed(t, market=t.market[1:], buried=sorted_in(t.buried, t.market[0])), after, events)
