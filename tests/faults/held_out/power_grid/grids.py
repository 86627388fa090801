"""Grids: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import auction, ending
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import NEVER
from rulecheck.reference_engines.power_grid.table import (
    COAL,
    Bidding,
    Drawing,
    Finished,
    Losing,
    Offering,
    Opening,
    Phase,
    Scrapping,
    Table,
    sorted_in,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.thirteen", sort="supply", shows="state lists")
class PlantThirteenIsShuffledIn(PowerGrid):
    """Plant 13 is one of the cards of the stack like any other."""

    def start(self) -> Table:
        start = super().start()
        return changed(
            start, has_thirteen=False, unseen=sorted_in(start.unseen, self.g.thirteen), stack=start.stack + 1
        )


@planted("auction.choose", "auction.next", sort="order", shows="turn state")
class TheLastChoosesFirst(PowerGrid):
    """The auctions begin with the last in the order of play, as buying fuel and building do."""

    def apply(self, state: Table, move: Move) -> Table:
        backwards = state.order[::-1]
        if not _is_auction(state.phase):
            after = super().apply(state, move)
            if not isinstance(after.phase, Offering):
                return after
            turned = changed(after, order=after.order[::-1])
            return changed(auction.ask(self.g, turned, 0, after.events), order=after.order)
        after = super().apply(changed(state, order=backwards), move)
        return changed(after, order=state.order) if _is_auction(after.phase) else super().apply(state, move)


def _is_auction(phase: Phase) -> bool:
    waiting = phase.after if isinstance(phase, Drawing) else phase
    return isinstance(waiting, Offering | Opening | Bidding | Scrapping | Losing)


@planted("plants.limit", "plants.not-the-new", sort="option", shows="misses")
class TheLowestPlantGoes(PowerGrid):
    """Who has a plant too many gives up the one with the lowest number."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:1] if isinstance(state.phase, Scrapping) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Scrapping) and isinstance(move, m.Scrap) and move not in self.legal_moves(state):
            return Refused("plants.limit", "the plant with the lowest number is given up")
        return super().refusal(state, move)


class Prices(dict[Any, Any]):
    """Remembered lists that never forget some of them."""

    def __init__(self, fixed: Mapping[Any, Any]) -> None:
        super().__init__(fixed)
        self._fixed = fixed

    def clear(self) -> None:
        """Forget the others."""
        super().clear()
        self.update(self._fixed)


@planted("network.space", sort="price", shows="state lists misses")
class HousesCostTheStep(PowerGrid):
    """A house costs 10 in Step 1, 15 in Step 2 and 20 in Step 3, on whatever space it stands."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        fixed: dict[Any, Any] = {}
        spaces = len(self.g.house_price)
        for step, (price, allowed) in enumerate(zip(self.g.house_price, self.g.houses_allowed, strict=True), 1):
            prices = tuple(price if houses < allowed else NEVER for houses in range(spaces + 1))
            founding = prices if self.g.found_anywhere else (price, *(NEVER,) * spaces)
            fixed |= {(step, True): prices, (step, False): founding}
        self.g.lists = Prices(fixed)


@planted("income.paid", sort="price", shows="state")
class TheTableBeginsWithOneCity(PowerGrid):
    """The table of incomes is read as if its first line were for one city."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.incomes = (self.g.incomes[0], *self.g.incomes[:-1])


@planted("refill.amount", sort="supply", shows="state")
class CoalIsRefilledOneShort(PowerGrid):
    """The market receives one coal fewer than the table says, in every Step."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.refill = tuple(plus(amounts, COAL, -1) for amounts in self.g.refill)


@planted("step3.market", sort="option", shows="misses")
class OnlyFourInStepThree(PowerGrid):
    """In Step 3 too only the four lowest plants can be chosen."""

    def _is_future(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, Offering) or not isinstance(move, m.Auction):
            return False
        return self.g.plant_number[move.number] in state.market[self.g.row :]

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_future(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._is_future(state, move):
            return Refused("auction.current", "the plant is in the future market")
        return super().refusal(state, move)


@planted("win.supplied", sort="price", shows="state outcome")
class SuppliesBeyondTheNetworkCount(PowerGrid):
    """At the end everybody's plants count with all they can supply, also beyond the cities of the network."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Finished) or isinstance(state.phase, Finished):
            return after
        seats = [
            changed(seat, supplied=ending.most_capacity(self.g, seat.plants, seat.fuel, 0)) for seat in after.seats
        ]
        return changed(after, seats=tuple(seats))
