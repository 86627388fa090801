"""Generators: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import Table
from tests.faults.held_out.planting import again, planted
from tests.faults.power_grid import auctions as auctions_faults
from tests.faults.power_grid import planted as planted_faults
from tests.faults.power_grid import refilling as refilling_faults
from tests.faults.power_grid import rounds as rounds_faults
from tests.faults.power_grid import setup as setup_faults

ThirteenIsShuffledIn = again(
    setup_faults.ThirteenIsShuffledIn, "setup.thirteen", sort="supply", shows="state lists misses"
)
NobodyHasToBuyAtFirst = again(
    auctions_faults.TheFirstRoundMayBePassed, "auction.first-round", sort="option", shows="lists"
)
TheLotsHoldForTheRound = again(
    rounds_faults.TheLotsHoldAllTheFirstRound, "order.after-first", sort="order", shows="turn state"
)
TheNewPlantMayGo = again(
    planted_faults.TheNewPlantMayGo, "plants.not-the-new", "plants.limit", sort="option", shows="lists"
)
UnsoldPlantsStay = again(planted_faults.UnsoldPlantsStay, "unsold.remove", sort="supply", shows="state turn")
HybridsBurnOneFuel = again(planted_faults.HybridsBurnOneKind, "plant.hybrid", sort="option", shows="misses")
TheLowestGoesUnderTheStack = again(
    refilling_faults.TheLowestPlantIsBuried, "renewal.bury", sort="supply", shows="state"
)


@planted("win.supplied", sort="price", shows="outcome")
class TheLargestNetworkWins(PowerGrid):
    """At the end the cities of the networks are compared, supplied or not."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        ranks = {
            name: (seat.cities.bit_count(), seat.money) for name, seat in zip(self.seats, state.seats, strict=True)
        }
        best = max(ranks.values())
        winners = tuple(name for name, rank in ranks.items() if rank == best)
        return evolve(outcome, winners=winners, scores={name: cities for name, (cities, _) in ranks.items()})
