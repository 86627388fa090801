"""Priories: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy import buildings as buildings_faults
from tests.faults.castles_of_burgundy import tiles as tiles_faults
from tests.faults.held_out.planting import again, planted

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


WarehousesPayNoSilver = again(
    buildings_faults.AWarehouseBringsNoSilver, "warehouse.sell", "sell.silver", sort="price", shows="state"
)
CastlesOnlyPlace = again(tiles_faults.ACastleOnlyPlaces, "castle.action", sort="option", shows="misses")


@planted("ship.marker", sort="price", shows="state turn")
class MarkersMoveTwoSpaces(CastlesOfBurgundy):
    """A ship moves its owner's marker two spaces to the right."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.ship_steps = 2
