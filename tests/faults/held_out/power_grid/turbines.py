"""Turbines: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Rooms
from rulecheck.reference_engines.power_grid.table import Finished, Seat, Table
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted


@planted("plant.storage", "fuel.room", sort="option", shows="lists turn state")
class HybridsStoreBothKinds(PowerGrid):
    """A hybrid plant stores twice what it burns of coal, and as much of oil besides."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        printed = self.g.rooms

        def rooms(plants: tuple[int, ...]) -> Rooms:
            coal, oil, hybrid, garbage, uranium = printed(plants)
            return coal + hybrid, oil + hybrid, 0, garbage, uranium

        self.g.rooms = rooms  # type: ignore[method-assign]


@planted("end.start", sort="order", shows="turn state outcome")
class TheLastRoundIsPaid(PowerGrid):
    """The round in which somebody has cities enough is played to its end, with incomes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.end_pays = True


@planted("win.money", sort="tie", shows="outcome")
class TheHigherPlantBreaksTies(PowerGrid):
    """Of those who supply equally many cities the owner of the highest plant wins, as in the order of play."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or not isinstance(state.phase, Finished):
            return outcome

        def rank(seat: Seat) -> tuple[int, int]:
            return seat.supplied, seat.plants[-1] if seat.plants else -1

        best = max(map(rank, state.seats))
        winners = [name for name, seat in zip(self.seats, state.seats, strict=True) if rank(seat) == best]
        return evolve(outcome, winners=tuple(winners))
