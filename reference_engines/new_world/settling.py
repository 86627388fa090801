"""Placing a settler on the tile just laid."""

from __future__ import annotations

from bisect import insort

from rulecheck.reference_engines.contract import Refused, changed, cites
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.moves import Move
from rulecheck.reference_engines.new_world.table import (
    FARMER,
    Counts,
    Settling,
    Table,
    column_of,
)

USES = ("settler.sheriff", "settler.robber", "settler.trapper", "settler.trapper", "settler.farmer")
"""By spot, four spots each."""
GROUND = ("town", "trail", "plain", "plain", "farm")
"""What a settler stands on, likewise."""

Events = tuple[str, ...]


@cites("settler.occupied", "settler.supply", "settler.here", "turn.then")
def ask(g: Kit, t: Table, cell: int, face: Face, roots: Counts, events: Events) -> Table:
    """The player is asked for a settler, if there is one in the supply and a segment without one."""
    due, events = scoring.completed(g, t, cell, face, roots, events)
    if t.supply[t.turn]:
        on, open_spots = t.on, 0
        for k, root in enumerate(roots):
            if root not in on:
                open_spots |= 1 << k
            elif "settler.occupied" not in events:
                events += ("settler.occupied",)
        if face.has_farm:
            open_spots |= 1 << len(roots)
        if open_spots:
            moves = g.settlings(face.number, open_spots)
            return changed(t, phase=Settling(cell, moves, roots, due), events=events)
    else:
        events += ("settler.supply",)
    return scoring.score_all(g, t, cell, roots, due, events)


@cites(
    "settler.one", "settler.sheriff", "settler.robber", "settler.trapper", "settler.farmer", "settler.just-completed",
    "remove.placed-behind",
)  # fmt: skip
def settle(g: Kit, t: Table, phase: Settling, spot: int) -> Table:
    """A settler goes on a segment, or on the farm."""
    cell, seat = phase.at, t.turn
    face = g.faces[t.land.grid[cell]]
    settler = cell << 8 | spot << 3 | seat
    feature = -cell if spot == FARMER else phase.roots[face.group_at[spot]]
    settlers = list(t.settlers)
    insort(settlers, settler)
    supply = list(t.supply)
    supply[seat] -= 1
    on = t.on.copy()
    on[feature] = (settler,)
    events: Events = ("settler.one", USES[spot >> 2])
    if phase.due and any([scoring.feature_of(g, t, cell, phase.roots, where) == feature for where in phase.due]):
        events += ("settler.just-completed",)
    if column_of(cell) < t.surveyors[0] and USES[spot >> 2] != "settler.trapper":
        events += ("remove.placed-behind",)
    t = changed(t, settlers=tuple(settlers), supply=tuple(supply), on=on)
    return scoring.score_all(g, t, cell, phase.roots, phase.due, events)


@cites("settler.optional")
def leave(g: Kit, t: Table, phase: Settling) -> Table:
    """No settler is placed."""
    return scoring.score_all(g, t, phase.at, phase.roots, phase.due, ("settler.optional",))


@cites("settler.segment", "settler.occupied", "settler.one-name")
def no_settler(g: Kit, t: Table, phase: Settling, move: Move) -> Refused:
    """Why a settler cannot be placed so."""
    spot = g.spot_of.get(move)
    if spot is None:
        return Refused("turn.then", "a settler is placed first, or none")
    face = g.faces[t.land.grid[phase.at]]
    group = face.group_at[spot]
    if group < 0:  # a farm is no segment: if there is one on the tile just laid, it is open
        return Refused("settler.segment", f"there is no {GROUND[spot >> 2]} there on the tile")
    if spot not in face.spots:
        first = next(spot for spot in face.spots if face.group_at[spot] == group)
        return Refused("settler.one-name", f"the segment is named by its first side: {g.settle[first]}")
    return Refused("settler.occupied", "there is a settler already")
