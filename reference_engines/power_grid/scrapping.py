"""A plant too many: which one is given up, and what becomes of the fuel."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.power_grid import auction
from rulecheck.reference_engines.power_grid.arithmetic import beyond, excess
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Lose, Move, Scrap
from rulecheck.reference_engines.power_grid.table import (
    COAL,
    GARBAGE,
    OIL,
    URANIUM,
    Counts,
    Losing,
    Scrapping,
    Table,
    sorted_in,
    without,
)
from rulecheck.reference_engines.tuples import plus, replaced


@cites("plants.lose-fuel")
def homeless(g: Kit, plants: tuple[int, ...], fuel: Counts) -> int:
    """How many tokens find no room on some plants."""
    coal, oil, hybrid, garbage, uranium = g.rooms(plants)
    burnt = excess(fuel[COAL], fuel[OIL], coal, oil, hybrid)
    return burnt + beyond(fuel[GARBAGE], garbage) + beyond(fuel[URANIUM], uranium)


@cites("plants.lose-fuel", "plants.move-fuel", "discard.fuel")
def losses(
    g: Kit, plants: tuple[int, ...], fuel: Counts, scrapped: int, lost: int, *, chosen: bool
) -> tuple[Move, ...]:
    """What may be lost of the fuel that can have lain on a plant given up; `done` where nothing has to be lost.

    `chosen`: the player may leave more of it behind than has to be.
    """
    need = homeless(g, plants, fuel)
    rooms = g.rooms(plants)
    budget = g.storage_times * g.needs[scrapped] - lost
    open_losses: list[Move] = []
    for kind in g.kinds[scrapped]:
        if not fuel[kind]:
            continue
        if chosen:
            left = homeless(g, plants, plus(fuel, kind, -1))
            if left <= budget - 1:
                open_losses.append(g.lose[kind])
        elif need and fuel[kind] > rooms[kind if kind < GARBAGE else kind + 1]:
            open_losses.append(g.lose[kind])
    return tuple(open_losses) if need and open_losses else (*open_losses, g.done)


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The plants that can be given up, or the fuel that can be lost."""
    if isinstance(t.phase, Losing):
        moves: tuple[Move, ...] = t.phase.open
        return moves
    assert isinstance(t.phase, Scrapping)
    return [g.scrap[plant] for plant in t.seats[t.turn].plants if plant != t.phase.plant]


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    if isinstance(t.phase, Scrapping):
        if isinstance(move, Scrap) and g.plant_number[move.number] == t.phase.plant:
            return Refused("plants.not-the-new", "the plant just bought is not given up")
        return Refused("plants.limit", "one of the player's other plants is given up now")
    if isinstance(move, Lose):
        return Refused("plants.lose-fuel", f"no {move.fuel} has to go, or could have lain on that plant")
    return Refused("plants.lose-fuel", "it is decided now which fuel is lost")


@cites("plants.limit", "plants.not-the-new", "plants.move-fuel", "plants.lose-fuel")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a plant is given up, or a token lost."""
    phase = t.phase
    if isinstance(phase, Scrapping):
        assert isinstance(move, Scrap)
        owner = t.seats[t.turn]
        plant = g.plant_number[move.number]
        plants = without(owner.plants, plant)
        events: Events = ("plants.not-the-new",)
        if any(owner.fuel):
            kept = without(plants, phase.plant)
            if homeless(g, kept, owner.fuel) > homeless(g, plants, owner.fuel):
                events += ("plants.move-fuel",)
        seats = replaced(t.seats, t.turn, changed(owner, plants=plants))
        t = changed(t, seats=seats, gone=sorted_in(t.gone, plant))
        return go_on(g, t, Losing(phase.out, plant), events)
    assert isinstance(phase, Losing)
    if isinstance(move, Lose):
        t = lose(t, g.fuel_number[move.fuel])
        return go_on(g, t, Losing(phase.out, phase.plant, phase.lost + 1), ("plants.lose-fuel",))
    return auction.replaced(g, t, phase.out, ("plants.move-fuel", SILENT + "discard.fuel"))


def all_lost(g: Kit, plants: tuple[int, ...], fuel: Counts, open_losses: tuple[Move, ...]) -> bool:
    """Whether each of the tokens that may be lost has to be, so that it is no choice which goes first."""
    kinds = [g.fuel_number[move.fuel] for move in open_losses if isinstance(move, Lose)]
    return g.done not in open_losses and homeless(g, plants, fuel) == sum([fuel[kind] for kind in kinds])


def lose(t: Table, kind: int) -> Table:
    """One token of the acting player goes to the supply."""
    owner = t.seats[t.turn]
    seats = replaced(t.seats, t.turn, changed(owner, fuel=plus(owner.fuel, kind, -1)))
    return changed(t, seats=seats, supply=plus(t.supply, kind, 1))


@cites("plants.lose-fuel", "discard.fuel")
def go_on(g: Kit, t: Table, phase: Losing, events: Events) -> Table:
    """What has to be lost without a choice is lost; the player is asked where there is one."""
    while True:
        owner = t.seats[t.turn]
        needed, wanted = (losses(g, owner.plants, owner.fuel, phase.plant, phase.lost, chosen=c) for c in (False, True))
        if needed != wanted and SILENT + "discard.fuel" not in events:
            events += (SILENT + "discard.fuel",)
        open = wanted if g.discard_chosen else needed
        if len(open) > 1 and not all_lost(g, owner.plants, owner.fuel, open):
            return changed(t, phase=Losing(phase.out, phase.plant, phase.lost, open), events=events)
        if open[0] == g.done:
            return auction.replaced(g, t, phase.out, events)
        assert isinstance(open[0], Lose)
        t = lose(t, g.fuel_number[open[0].fuel])
        phase = Losing(phase.out, phase.plant, phase.lost + 1)
        events += ("plants.lose-fuel",)
