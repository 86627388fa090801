"""What the faults share: the engine that they are planted in; how positions are mended."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import bureaucracy, fuel, network, running, scrapping
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Move, Run
from rulecheck.reference_engines.power_grid.table import (
    FUELING,
    Building,
    Counts,
    Fueling,
    Losing,
    Producing,
    Seat,
    Table,
)
from rulecheck.reference_engines.tuples import replaced
from rulecheck.reference_engines.values import bits
from tests.faults.planting import Planted, Swap

Events = tuple[str, ...]
_can_burn = running.can_burn
_homeless = scrapping.homeless


class Wrong(Planted[Table, Move], PowerGrid):
    """The rules, wrong in what a subclass says; what a position's phase holds is worked out by them once more."""

    def seen(self, state: Table) -> Table:
        return worked_out(self.g, state)


def worked_out(g: Kit, t: Table) -> Table:
    """A position with the moves that its phase holds found once more."""
    phase, seat = t.phase, t.seats[t.turn]
    if isinstance(phase, Fueling):
        return changed(t, phase=FUELING[fuel.open_fuels(g, t.fuel, seat)])
    if isinstance(phase, Building):
        return changed(t, phase=Building(network.open_cities(g, t, seat)))
    if isinstance(phase, Producing):
        return changed(t, phase=Producing(phase.run, bureaucracy.open_runs(g, seat, phase.run)))
    if isinstance(phase, Losing):
        open = scrapping.losses(g, seat.plants, seat.fuel, phase.plant, phase.lost, chosen=g.discard_chosen)
        return changed(t, phase=Losing(phase.out, phase.plant, phase.lost, open))
    return t


def with_seat(t: Table, which: int, **changes: Any) -> Table:
    """A position with something of a player changed."""
    return changed(t, seats=replaced(t.seats, which, changed(t.seats[which], **changes)))


def with_ways(g: Kit, t: Table) -> Table:
    """A position in which the ways from all networks are measured on the kit's board."""
    board = g.board(t.regions)

    def measured(seat: Seat) -> Seat:
        rows = [board.onward[city] for city in bits(seat.cities)]
        return changed(seat, ways=tuple(map(min, zip(*rows, strict=True))) if rows else board.nowhere)

    return changed(t, seats=tuple(map(measured, t.seats)))


def burns_at_all(
    g: Kit, plants: tuple[int, ...], fuel: Counts, move: Run, plant: int, run: int, *, own: bool, anytime: bool
) -> bool:
    """Whether a plant can run, where a player may have more fuel than the plants have room for."""
    fits = not _homeless(g, plants, fuel)
    return _can_burn(g, plants, fuel, move, plant, run, own=own and fits, anytime=anytime)


LENIENT: Final[Swap] = (running.can_burn, burns_at_all)
"""The swap that goes with all mistakes that let players keep fuel without room."""
