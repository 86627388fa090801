"""Estates: 10 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import rounds
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS, BLACK, BUILDING
from rulecheck.reference_engines.castles_of_burgundy.table import (
    NO_BUILDINGS,
    CityHall,
    Finished,
    Rolling,
    Seat,
    Table,
    Turn,
    WhiteDie,
)
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("round.roll", sort="option", shows="chance misses refuses")
class DoublesAreThrownAgain(CastlesOfBurgundy):
    """A player's two dice never show the same number."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if not _is_double(move)] if isinstance(state.phase, Rolling) else legal

    def weights(self, state: Table) -> Sequence[int]:
        return (1,) * 15 if isinstance(state.phase, Rolling) else super().weights(state)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Rolling) and _is_double(move):
            return Refused("round.roll", "doubles are thrown again")
        return super().refusal(state, move)


def _is_double(move: Move) -> bool:
    return isinstance(move, m.Roll) and move.low == move.high


@planted("round.white", sort="order", shows="state")
class TheLastGoodComesFirst(CastlesOfBurgundy):
    """The white die brings the lowest good of the round spaces, not the uppermost."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, WhiteDie) or len(state.offered) < 2:
            return super().apply(state, move)
        *first, last = state.offered
        return super().apply(changed(state, offered=(last, *first)), move)


@planted("building.once", sort="option", shows="lists")
class TwoOfAKindInACity(CastlesOfBurgundy):
    """A city may hold the same building twice."""

    def _anywhere(self, state: Table) -> Table:
        seat = state.seats[state.turn]
        return changed(state, seats=replaced(state.seats, state.turn, changed(seat, built=NO_BUILDINGS)))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._anywhere(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._anywhere(state), move)


@planted("region.phase", sort="price", shows="state")
class BonusOfTheNextPhase(CastlesOfBurgundy):
    """The points for a complete region are those of the phase after this one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.phase_points = (*self.g.phase_points[1:], self.g.phase_points[-1])


@planted("animals.again", "animals.same-pasture", sort="price", shows="state")
class OtherPasturesScoreToo(CastlesOfBurgundy):
    """Animals of the same kind score again wherever in the estate they lie."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.grounds = tuple(
            evolve(
                ground,
                cells=tuple(
                    tuple(k for k, other in enumerate(ground.colour) if other == ANIMALS) if colour == ANIMALS else own
                    for colour, own in zip(ground.colour, ground.cells, strict=True)
                ),
            )
            for ground in self.g.grounds
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


@planted("end.workers", sort="price", shows="outcome")
class WorkersAreRoundedUp(CastlesOfBurgundy):
    """At the end an odd worker brings a point as well."""

    def outcome(self, state: Table) -> Outcome | None:
        seats = tuple(changed(seat, workers=seat.workers + seat.workers % 2) for seat in state.seats)
        return super().outcome(changed(state, seats=seats))


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
