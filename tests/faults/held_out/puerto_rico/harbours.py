"""Harbours: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import storage
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.rounds import place_of
from rulecheck.reference_engines.puerto_rico.table import (
    BUILDER,
    CAPTAIN,
    CRAFTSMAN,
    QUARRY,
    Bonus,
    Keeping,
    Loading,
    Seat,
    Table,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus, replaced
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


@planted("role.privilege-optional", "craftsman.privilege", sort="option", shows="misses")
class TheCraftsmanMustTake(PuertoRico):
    """The craftsman cannot do without the barrel of the privilege."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if move != self.g.pass_] if isinstance(state.phase, Bonus) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Bonus) and move == self.g.pass_:
            return Refused("craftsman.privilege", "the craftsman takes one more barrel")
        return super().refusal(state, move)


@planted("quarry.discount", "mayor.occupied", sort="option", shows="lists turn state")
class QuarriesNeedNoColonists(PuertoRico):
    """Every quarry of a player lowers prices, occupied or not."""

    def _occupied(self, state: Table) -> Table:
        seats = [changed(seat, tilled=replaced(seat.tilled, QUARRY, seat.tiles[QUARRY])) for seat in state.seats]
        return changed(state, seats=tuple(seats))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._occupied(state) if state.role == BUILDER else state)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._occupied(state) if state.role == BUILDER else state, move)

    def apply(self, state: Table, move: Move) -> Table:
        if state.role != BUILDER and move != self.g.choose[BUILDER]:
            return super().apply(state, move)
        after = super().apply(self._occupied(state), move)
        seats = [changed(now, tilled=then.tilled) for now, then in zip(after.seats, state.seats, strict=True)]
        return changed(after, seats=tuple(seats))


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


@planted("storage.one-barrel", "storage.return", "storage.choose", sort="supply", shows="turn state")
class OneBarrelOfEachKind(PuertoRico):
    """Everybody keeps a barrel of each kind, and not one alone."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        while isinstance(after.phase, Keeping):
            who = after.turn
            _, *others = kinds = storage.loose(after.seats[who].goods, after.phase.stored)
            after = super().apply(after, self.g.keep[kinds[0]])
            goods, supply = after.seats[who].goods, after.supply
            for kind in others:
                goods, supply = plus(goods, kind, 1), plus(supply, kind, -1)
            after = changed(after, seats=change_seat(after.seats, who, goods=goods), supply=supply)
        return after


@planted("captain.turns", "captain.end", sort="order", shows="turn state")
class EverybodyLoadsOnce(PuertoRico):
    """The captain phase is over when everybody has had one turn of loading."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if state.role != CAPTAIN or not isinstance(after.phase, Loading):
            return after
        if place_of(self.g, after) > place_of(self.g, state):
            return after
        return storage.ask(self.g, after, 0, (*after.events, "captain.end"))


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
