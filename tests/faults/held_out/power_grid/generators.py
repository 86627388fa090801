"""Generators: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import Table
from tests.faults.held_out.planting import planted


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
