"""Which plants can run: what they burn has to lie on them, and hybrids choose what that is."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, cites
from rulecheck.reference_engines.power_grid.arithmetic import excess
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Move, Run
from rulecheck.reference_engines.power_grid.table import COAL, GARBAGE, OIL, Counts
from rulecheck.reference_engines.values import bits


@cites("plant.storage", "plant.hybrid", "fuel.rearrange", "fuel.place")
def can_burn(
    g: Kit, plants: tuple[int, ...], fuel: Counts, move: Run, plant: int, run: int, *, own: bool, anytime: bool
) -> bool:
    """Whether a player's fuel can be laid so that a plant has what it burns and the rest finds room.

    `own`: a plant burns only what lies on it; `anytime`: fuel may be moved after other plants ran.
    """
    kinds = g.kinds[plant]
    if not kinds:
        return True
    if kinds[0] >= GARBAGE:
        return fuel[kinds[0]] >= g.needs[plant]
    coal, oil = burnt(g, plant, move)
    if fuel[COAL] < coal or fuel[OIL] < oil:
        return False
    if not own:
        return True
    coal_room, oil_room, hybrid_room = g.rooms(plants)[:3]
    for beside in [plant] if anytime else bits(run | 1 << plant):  # what these burn takes up room on them
        if g.is_hybrid[beside]:
            hybrid_room -= g.needs[beside]
        elif g.kinds[beside] == (COAL,):
            coal_room -= g.needs[beside]
        elif g.kinds[beside] == (OIL,):
            oil_room -= g.needs[beside]
    return not excess(fuel[COAL] - coal, fuel[OIL] - oil, coal_room, oil_room, hybrid_room)


@cites("plant.needs", "plant.hybrid")
def burnt(g: Kit, plant: int, move: Run) -> tuple[int, int]:
    """The coal and the oil that a run burns."""
    if g.is_hybrid[plant]:
        return move.coal, move.oil
    return g.needs[plant] * (g.kinds[plant] == (COAL,)), g.needs[plant] * (g.kinds[plant] == (OIL,))


Runs = tuple[tuple[Move, ...], Events]


@cites("income.run", "plant.needs", "plant.once", "plant.hybrid", "plant.eco", "fuel.rearrange", "fuel.place")
def ways_to_run(g: Kit, plants: tuple[int, ...], fuel: Counts, run: int) -> Runs:
    """The ways in which a player can run one more plant, and the readings on which that depends."""
    key = (plants, fuel, run)
    runs: Runs | None = g.lists.get(key)
    if runs is None:
        listed: list[Move] = []
        doubts: Events = ()
        has_hybrid = g.rooms(plants)[2] > 0  # without one, where fuel lies leaves no choice
        for plant in plants:
            if run >> plant & 1:
                continue
            for move in g.runs[plant]:
                pooled = own = before = can_burn(g, plants, fuel, move, plant, run, own=False, anytime=True)
                if pooled and has_hybrid:
                    own = can_burn(g, plants, fuel, move, plant, run, own=True, anytime=True)
                    before = can_burn(g, plants, fuel, move, plant, run, own=True, anytime=False)
                if pooled is not own:
                    doubts += (SILENT + "fuel.place",)
                if own is not before:
                    doubts += (SILENT + "fuel.rearrange",)
                if (own if g.fuel_anytime else before) if g.fuel_own else pooled:
                    listed.append(move)
        runs = (tuple(listed), tuple(dict.fromkeys(doubts)))
        g.remember(key, runs)
    return runs


def runs(g: Kit, plants: tuple[int, ...], fuel: Counts, run: int) -> tuple[Move, ...]:
    """The ways in which a player can run one more plant."""
    return ways_to_run(g, plants, fuel, run)[0]


def capacity(g: Kit, run: int) -> int:
    """How many cities the plants that ran can supply."""
    return g.capacity(run)
