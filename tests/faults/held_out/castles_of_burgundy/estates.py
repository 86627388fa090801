"""Estates: 10 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import rounds
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK, BUILDING
from rulecheck.reference_engines.castles_of_burgundy.table import CityHall, Finished, Seat, Table, Turn
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy import buildings as buildings_faults
from tests.faults.castles_of_burgundy import ending as ending_faults
from tests.faults.castles_of_burgundy import rounds as rounds_faults
from tests.faults.castles_of_burgundy import tiles as tiles_faults
from tests.faults.held_out.planting import again, planted

Move = m.Move


DoublesAreThrownAgain = again(
    rounds_faults.DoublesAreThrownAgain, "round.roll", sort="option", shows="chance misses refuses"
)
TheLastGoodComesFirst = again(rounds_faults.TheLowestGoodIsTaken, "round.white", sort="order", shows="state")
TwoOfAKindInACity = again(buildings_faults.SameBuildingsStandInACity, "building.once", sort="option", shows="lists")


@planted("region.phase", sort="price", shows="state")
class BonusOfTheNextPhase(CastlesOfBurgundy):
    """The points for a complete region are those of the phase after this one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.phase_points = (*self.g.phase_points[1:], self.g.phase_points[-1])


OtherPasturesScoreToo = again(
    tiles_faults.AnimalsOfAllPasturesScore, "animals.again", "animals.same-pasture", sort="price", shows="state"
)


@planted("purchase.end", "purchase.moment", sort="option", shows="turn state")
class NoPurchaseAfterTheDice(CastlesOfBurgundy):
    """The turn is over as soon as both dice are used, also for a player who could still buy."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Turn) or after.dice[after.turn] or after.turn != state.turn:
            return after
        return rounds.end_turn(self.g, after, tuple(clause for clause in after.events if clause != "purchase.end"))


@planted("city-hall.place", sort="option", shows="misses")
class CityHallsPlaceBuildings(CastlesOfBurgundy):
    """A city hall lets its owner place another building, and no other tile."""

    def _is_other(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, CityHall) or not isinstance(move, m.Place):
            return False
        return self.g.colour[self.g.tile_number[move.tile]] != BUILDING

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_other(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._is_other(state, move):
            return Refused("city-hall.place", "a city hall places buildings")
        return super().refusal(state, move)


@planted("phase.black", sort="supply", shows="state turn chance")
class TheBlackDepotIsFilledOnce(CastlesOfBurgundy):
    """No tiles are drawn for the black depot after the first phase."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        first, *others = self.g.to_fill
        self.g.to_fill = (first, *(tuple(step for step in steps if step[0] != BLACK) for steps in others))


WorkersAreRoundedUp = again(ending_faults.HalfAPairOfWorkersCounts, "end.workers", sort="price", shows="outcome")


@planted("end.stored", "end.knowledge", sort="price", shows="outcome")
class StoredKnowledgeCounts(CastlesOfBurgundy):
    """At the end knowledge tiles in the storage bring their points too."""

    def _with_stored(self, seat: Seat) -> Seat:
        knowledge = seat.knowledge
        for kind in seat.storage:
            knowledge |= 1 << self.g.knowledge_number[kind] & ~1
        return changed(seat, knowledge=knowledge)

    def outcome(self, state: Table) -> Outcome | None:
        if not isinstance(state.phase, Finished):
            return None
        return super().outcome(changed(state, seats=tuple(map(self._with_stored, state.seats))))
