"""Wharves: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.puerto_rico import mayor
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import TRADER, Finished, Seat, Table
from rulecheck.reference_engines.tuples import replaced
from tests.faults.held_out.planting import planted, shared

Move = m.Move


@planted("mayor.buildings-only", "mayor.refill", sort="supply", shows="state")
class EmptyFieldsCallColonists(PuertoRico):
    """The ship takes a colonist for each empty circle of the islands as well."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "mayor.refill" not in after.events:
            return after
        fields = sum(sum(seat.tiles) - sum(seat.tilled) for seat in after.seats)
        wanted = max(self.g.players, mayor.empty_circles(self.g, after) + fields)
        there = after.colonists + after.colonist_ship
        return changed(after, colonist_ship=min(wanted, there), colonists=max(0, there - wanted))


@planted("trader.different", sort="option", shows="lists turn state")
class TheHouseTakesAKindTwice(PuertoRico):
    """The trading house buys barrels of a kind that it holds, without an office too."""

    def _with_offices(self, state: Table) -> Table:
        seats = [changed(seat, city=replaced(seat.city, self.g.office, 1)) for seat in state.seats]
        return changed(state, seats=tuple(seats))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._with_offices(state) if state.role == TRADER else state)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._with_offices(state) if state.role == TRADER else state, move)

    def apply(self, state: Table, move: Move) -> Table:
        if state.role != TRADER and move != self.g.choose[TRADER]:
            return super().apply(state, move)
        after = super().apply(self._with_offices(state), move)
        seats = [changed(now, city=then.city) for now, then in zip(after.seats, state.seats, strict=True)]
        return changed(after, seats=tuple(seats))


@planted("building.occupied", "score.sum", "large.points", sort="price", shows="outcome")
class EmptyBuildingsCountForNothing(PuertoRico):
    """At the end a building without a colonist is as good as not built."""

    def _occupied(self, seat: Seat) -> Seat:
        return changed(seat, city=tuple(here or -1 for here in seat.city))

    def outcome(self, state: Table) -> Outcome | None:
        if not isinstance(state.phase, Finished):
            return None
        return super().outcome(changed(state, seats=tuple(map(self._occupied, state.seats))))


@planted("win.tie", sort="tie", shows="outcome")
class TiesAreShared(PuertoRico):
    """Players with equally many points win together, whatever doubloons and goods they have."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else shared(outcome)
