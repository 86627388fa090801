"""Mistakes in removing plants that are too small."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import cards, network
from rulecheck.reference_engines.power_grid.arithmetic import is_too_small
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Build, Move
from rulecheck.reference_engines.power_grid.table import NEXT_BUILDER, Building, Phase, Table
from tests.faults.power_grid.common import Events, Wrong

_over = network.over
_settle = cards.settle


def _go_on(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    return RESUME[type(after)](g, t, after, events)


@breaks("obsolete.remove")
@Wrong.instead(cards.settle)
def SmallPlantsStay(g: Kit, t: Table, after: Phase, events: Events, drawn: int = -1) -> Table:
    """Plants of the current market stay, however many cities a player has connected."""
    return _go_on(g, t, after, events)


@breaks("obsolete.remove")
class PlantsLeaveOneCityEarly(Wrong):
    """A plant leaves the market when a player has one city less than its number."""

    swaps = ((is_too_small, lambda number, cities: number <= cities + 1),)


def _later(g: Kit, t: Table, after: Phase, events: Events, drawn: int = -1) -> Table:
    return _go_on(g, t, after, events) if type(after) is Building else _settle(g, t, after, events, drawn)


def _before_the_end(g: Kit, t: Table, events: Events) -> Table:
    if t.market and is_too_small(g.numbers[t.market[0]], t.most):
        return _settle(g, changed(t, turn=t.order[0]), NEXT_BUILDER, events)
    return _over(g, t, events)


@breaks("obsolete.remove", "network.track")
class SmallPlantsLeaveAfterThePhase(Wrong):
    """Plants that are too small leave when all have built, not at once."""

    swaps = ((cards.settle, _later), (network.over, _before_the_end))


@breaks("obsolete.again")
@Wrong.instead(cards.settle)
def ADrawnPlantMayBeTooSmall(g: Kit, t: Table, after: Phase, events: Events, drawn: int = -1) -> Table:
    """A card drawn from the stack comes into the market even if it is too small itself."""
    if t.market and t.market[0] == drawn:
        return _go_on(g, t, after, events)
    return _settle(g, t, after, events, drawn)


@breaks("obsolete.owned")
class TheBuildersPlantsBecomeTooSmall(PowerGrid):
    """Who connects a city loses the own plants whose number is not above the number of own cities."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, Build):
            seat = state.seats[state.turn]
            cities = seat.cities.bit_count() + 1
            small = tuple(plant for plant in seat.plants if self.g.numbers[plant] <= cities)
            kept = tuple(plant for plant in seat.plants if plant not in small)
            seats = tuple(
                changed(seat, plants=kept) if k == state.turn else other for k, other in enumerate(state.seats)
            )
            state = changed(state, seats=seats, gone=tuple(sorted((*state.gone, *small))))
        return super().apply(state, move)
