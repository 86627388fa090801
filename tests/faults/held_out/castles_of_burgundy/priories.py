"""Priories: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS
from rulecheck.reference_engines.castles_of_burgundy.table import Acting, Table, Warehouse
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.order", sort="order", shows="state turn")
class TheLastIsOnTop(CastlesOfBurgundy):
    """On the turn-order track the last player's marker lies on top at the start, and the first one's below."""

    def start(self) -> Table:
        start = super().start()
        return changed(start, order=start.order[::-1])


@planted("animals.points", sort="price", shows="state")
class NewAnimalsCountTwice(CastlesOfBurgundy):
    """Animals score when they are placed, and once more with those of their kind in the pasture."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, m.Place):
            return super().apply(state, move)
        kind = self.g.tile_number[move.tile]
        if self.g.colour[kind] != ANIMALS:
            return super().apply(state, move)
        seat = state.seats[state.turn]
        seat = changed(seat, points=seat.points + self.g.animals[kind])
        return super().apply(changed(state, seats=replaced(state.seats, state.turn, seat)), move)


@planted("mine.income", sort="order", shows="state")
class MinesPayEveryRound(CastlesOfBurgundy):
    """Mines bring silver at the end of each round, and not of each phase alone."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.letter != state.letter or after.round != state.round + 1:
            return after
        seats = [changed(seat, silver=seat.silver + self.g.mine_silver * seat.mines) for seat in after.seats]
        return changed(after, seats=tuple(seats))


@planted("warehouse.sell", "sell.silver", sort="price", shows="state")
class WarehousesPayNoSilver(CastlesOfBurgundy):
    """What a warehouse sells brings points, and no silver."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Warehouse) or not isinstance(move, m.Sell):
            return super().apply(state, move)
        seat = state.seats[state.turn]
        paid = self.g.better_silver if seat.knowledge >> 3 & 1 else self.g.sell_silver
        seat = changed(seat, silver=seat.silver - paid)
        return super().apply(changed(state, seats=replaced(state.seats, state.turn, seat)), move)


@planted("castle.action", sort="option", shows="misses")
class CastlesOnlyPlace(CastlesOfBurgundy):
    """The action of a castle places a tile, and nothing else can be done with it."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Acting) or state.phase.die:
            return legal
        return [move for move in legal if isinstance(move, m.Place)] or [self.g.pass_]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Acting) and not state.phase.die:
            if move in self.legal_moves(state):
                return None
            return super().refusal(state, move) or Refused("castle.action", "a castle lets its owner place a tile")
        return super().refusal(state, move)


@planted("ship.marker", sort="price", shows="state turn")
class MarkersMoveTwoSpaces(CastlesOfBurgundy):
    """A ship moves its owner's marker two spaces to the right."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.ship_steps = 2
