"""Mistakes in setting up."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import setup
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import NEVER, Kit
from rulecheck.reference_engines.power_grid.moves import ChooseRegion, Lot, Move
from rulecheck.reference_engines.power_grid.table import (
    NO_FUEL,
    REGIONS,
    STACK,
    URANIUM,
    Counts,
    Drawing,
    Regions,
    Table,
    sorted_in,
)
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.power_grid.common import Wrong

# ---- the box


# ---- the order of play and the regions


@breaks("setup.lots")
class FirstOrderIsTheSeats(PowerGrid):
    """No lots are drawn: in the first round the order of play is that of the seats."""

    def start(self) -> Table:
        return changed(super().start(), order=tuple(range(self.g.players)), phase=REGIONS)


@breaks("setup.lots")
class OnlyTheFirstIsDrawn(PowerGrid):
    """Only the first player is drawn by lot, the others follow clockwise."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Lot):
            return after
        first, players = after.order[0], self.g.players
        order = tuple((first + k) % players for k in range(players))
        return changed(after, order=order, turn=first, phase=REGIONS)


@breaks("setup.lots")
class FirstDrawnIsLast(PowerGrid):
    """The player who is drawn first is the last in the order of play."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Lot) or len(after.order) < self.g.players:
            return after
        return changed(after, order=after.order[::-1], turn=after.order[-1])


@breaks("setup.regions")
class OneChoosesAllRegions(PowerGrid):
    """The first player in the order of play chooses all regions alone."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, turn=after.order[0]) if isinstance(after.phase, Regions) else after


@breaks("setup.regions")
class TheLastChoosesFirst(PowerGrid):
    """The regions are chosen in the reverse order of play."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Regions):
            return after
        return changed(after, turn=after.order[-1 - after.regions.bit_count() % self.g.players])


@breaks("setup.adjacent", "setup.regions")
class RegionsMayLieAnywhere(Wrong):
    """The regions do not have to be adjacent."""

    swaps = ((setup.fits, lambda g, regions: True),)


@breaks("setup.adjacent", "setup.regions")
class EachRegionBordersOneChosen(Wrong):
    """Each region that is chosen has to border one that is chosen already, not only the whole in the end."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Regions) or not state.regions:
            return legal
        borders = self.g.map.borders()
        near = {b for a, b in borders if state.regions >> a & 1} | {a for a, b in borders if state.regions >> b & 1}
        return [move for move in legal if isinstance(move, ChooseRegion) and self.g.region_number[move.region] in near]


# ---- fuel


class _OtherStart(PowerGrid):
    """Power Grid with another fuel market at the beginning."""

    def laid(self, g: Kit) -> Counts:
        """The tokens in the market."""
        return g.fuel_start

    def start(self) -> Table:
        fuel = self.laid(self.g)
        supply = tuple(total - laid for total, laid in zip(self.g.fuel_total, fuel, strict=True))
        return changed(super().start(), fuel=fuel, supply=supply)


@breaks("setup.fuel", "setup.first-prices")
class TheFuelMarketStartsFull(_OtherStart):
    """Every fuel fills all its spaces of the market at the beginning."""

    def laid(self, g: Kit) -> Counts:
        return tuple(map(len, g.places))


class _OtherSpaces(PowerGrid):
    """Power Grid with other spaces for uranium."""

    spaces: tuple[int, ...] = ()

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g, count = self.g, len(self.spaces)
        g.places = replaced(g.places, URANIUM, self.spaces)
        prices = tuple((*self.spaces, NEVER)[count - tokens] for tokens in range(count + 1))
        g.token_price = replaced(g.token_price, URANIUM, prices)


@breaks("setup.spaces", "setup.first-prices", "refill.uranium")
class UraniumLiesOnFiveToSixteen(_OtherSpaces):
    """The spaces of uranium are the twelve from 5 to 16, one after the other."""

    spaces = tuple(range(5, 17))


@breaks("setup.first-prices", "setup.fuel", "refill.dearest")
class FuelIsLaidOutFromTheCheapestSpace(PowerGrid):
    """Fuel lies on the cheapest spaces of the market, so that the cheapest token of each costs 1."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        laid = [places[:tokens] for places, tokens in zip(g.places, g.fuel_start, strict=True)]
        g.token_price = tuple(
            (*((*low, NEVER)[len(low) - n] for n in range(len(low) + 1)), *prices[len(low) + 1 :])
            for low, prices in zip(laid, g.token_price, strict=True)
        )


@breaks("setup.supply", "box.fuel")
class TheSupplyStartsEmpty(PowerGrid):
    """The fuel that does not lie in the market at the beginning is not used."""

    def start(self) -> Table:
        return changed(super().start(), supply=NO_FUEL)


# ---- the cards


@breaks("setup.market")
class TheFutureMarketStartsEmpty(PowerGrid):
    """Only the plants 3 to 6 lie in the market at the beginning, the next four are in the stack."""

    def start(self) -> Table:
        t = super().start()
        row = self.g.row
        unseen = tuple(sorted((*t.unseen, *t.market[row:])))
        return changed(t, market=t.market[:row], unseen=unseen, stack=t.stack + row)


@breaks("setup.thirteen", "setup.stack")
class ThirteenIsShuffledIn(PowerGrid):
    """Plant 13 is shuffled into the stack with the others."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, has_thirteen=False, unseen=sorted_in(t.unseen, self.g.thirteen), stack=t.stack + 1)


@breaks("setup.thirteen")
class ThirteenComesLast(Wrong):
    """Plant 13 lies under the stack, right on the Step 3 card, and not on top of it."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(changed(state, has_thirteen=not state.stack) if self._waits(state) else state)

    def weights(self, state: Table) -> Sequence[int]:
        return (1,) * len(self.legal_moves(state)) if isinstance(state.phase, Drawing) else super().weights(state)

    def apply(self, state: Table, move: Move) -> Table:
        if not self._waits(state):
            return super().apply(state, move)
        return changed(super().apply(changed(state, has_thirteen=False), move), has_thirteen=True)

    def _waits(self, state: Table) -> bool:
        return isinstance(state.phase, Drawing) and state.has_thirteen and state.stack > 0


@breaks("setup.stack")
class NoPlantsAreRemoved(PowerGrid):
    """No cards are removed from the stack, however few play."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, stack=len(t.unseen))


@breaks("setup.stack", "box.step-card")
class TheStep3CardIsShuffledIn(Wrong):
    """The Step 3 card is shuffled into the stack and can come at any time."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return (*legal, self.g.draw[self.g.step3]) if self._has_more(state) else legal

    def weights(self, state: Table) -> Sequence[int]:
        return (1,) * len(self.legal_moves(state)) if isinstance(state.phase, Drawing) else super().weights(state)

    def apply(self, state: Table, move: Move) -> Table:
        if move == self.g.draw[self.g.step3] and self._has_more(state):
            state = changed(state, buried=tuple(sorted((*state.buried, *state.unseen))), unseen=(), stack=0)
        return super().apply(state, move)

    def _has_more(self, state: Table) -> bool:
        is_stack = state.card == STACK and not state.has_thirteen
        return isinstance(state.phase, Drawing) and is_stack and state.stack > 0
