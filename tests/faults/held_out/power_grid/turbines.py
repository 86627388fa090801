"""Turbines: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.power_grid import auction
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Rooms
from rulecheck.reference_engines.power_grid.table import (
    OFFERING,
    Bidding,
    Drawing,
    Finished,
    Losing,
    Offering,
    Producing,
    Scrapping,
    Seat,
    Table,
)
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted
from tests.faults.held_out.power_grid.utilities import ListsMore

Move = m.Move


@planted("setup.stack", sort="supply", shows="state")
class NoPlantsAreRemoved(PowerGrid):
    """All plants go into the stack, also with few players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.removed = 0


@planted("auction.first-round", sort="option", shows="lists")
class NobodyMustBuy(ListsMore):
    """A player may pass in the first round as in any other."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal if not isinstance(state.phase, Offering) or self.g.pass_ in legal else [*legal, self.g.pass_]


@planted("auction.again", sort="order", shows="turn state")
class TheChooserIsSkipped(PowerGrid):
    """Who has chosen a plant that another player wins does not choose again in this round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "auction.again" not in after.events or not isinstance(state.phase, Bidding):
            return after
        phase = after.phase
        waits = phase.after if isinstance(phase, Drawing) else phase
        if not isinstance(waits, Offering | Scrapping | Losing):  # nobody else can buy
            return after
        out = waits.out | 1 << next(seat for seat in state.order if not state.phase.out >> seat & 1)
        if isinstance(phase, Drawing):
            return changed(after, phase=Drawing(OFFERING[out]))
        if isinstance(phase, Offering):
            return auction.ask(self.g, after, out, after.events)
        return changed(after, phase=evolve(waits, out=out))


@planted("plants.limit", sort="option", shows="turn state")
class FourPlantsForEverybody(PowerGrid):
    """Four plants may be owned, however many players there are."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.plants_owned = 4


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


@planted("income.run", "income.fewer", sort="option", shows="misses")
class PlantsMustRun(PowerGrid):
    """Nobody stops as long as a plant of theirs can run."""

    def _stops_early(self, state: Table, move: Move) -> bool:
        return isinstance(state.phase, Producing) and move == self.g.done and bool(state.phase.open)

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._stops_early(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._stops_early(state, move):
            return Refused("income.run", "a plant can run")
        return super().refusal(state, move)


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
