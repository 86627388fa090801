"""Harbours: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import CRAFTSMAN, Seat, Table
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

PLENTY = 9
"""More colonists than there are circles on production buildings of a kind."""


@planted("setup.row", "settler.fill-row", sort="supply", shows="turn state")
class TheRowHasOneForEach(PuertoRico):
    """The row has as many plantations as there are players, and not one more."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.row_tiles -= 1


@planted("production.pairs", sort="price", shows="state")
class OneColonistRunsAPlant(PuertoRico):
    """A production building with a colonist makes barrels for all plantations, however many circles are empty."""

    def _running(self, seat: Seat) -> Seat:
        city = seat.city
        for makers in self.g.makers:
            for building in makers:
                if city[building] > 0:
                    city = replaced(city, building, PLENTY)
        return changed(seat, city=city)

    def apply(self, state: Table, move: Move) -> Table:
        if state.role != CRAFTSMAN and move != self.g.choose[CRAFTSMAN]:
            return super().apply(state, move)
        after = super().apply(changed(state, seats=tuple(map(self._running, state.seats))), move)
        seats = [changed(now, city=then.city) for now, then in zip(after.seats, state.seats, strict=True)]
        return changed(after, seats=tuple(seats))


@planted("end.city", sort="order", shows="turn state outcome")
class ElevenSpacesEndTheGame(PuertoRico):
    """The game ends with the round in which somebody has built on all city spaces but one."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, m.Build) and not state.ending:
            spaces = state.seats[state.turn].spaces + self.g.size[self.g.building_number[move.building]]
            if spaces == self.g.city_spaces - 1:
                state = changed(state, ending="end.city")
        return super().apply(state, move)


@planted("score.sum", sort="price", shows="outcome")
class OnlyVioletBuildingsScore(PuertoRico):
    """The points printed on production buildings are not counted."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.points = tuple(points if k in self.g.violet else 0 for k, points in enumerate(self.g.points))
