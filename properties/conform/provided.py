"""What the table holds at the start of a game against what the box holds: too many of a component, or too few."""

from __future__ import annotations

from rulecheck.properties.conform.echoes import as_told
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import PositionError


def not_as_in_the_box(rig: Rig, parting: Parting) -> tuple[str, ...]:
    """The clauses on the components of which the other side begins with too many or too few, all places added up.

    None where the game has begun, or where what a seat has differs: that is dealt out by another rule.
    """
    if parting.kind != "state" or parting.at or rig.origin is not None:
        return ()
    if any(name in rig.seats for place in parting.differences for name in place.path):
        return ()
    engine = rig.engine
    try:
        start = engine.from_json(as_told(engine.to_json(engine.start()), parting.differences), partial=True)
    except PositionError:
        return ()
    counted, totals = engine.inventory(start), engine.totals()
    wrong = {component for component, many in totals.items() if counted[component] != many}
    at_fault = (tally for tally in engine.tallies() if not wrong.isdisjoint(tally.components))
    return tuple(dict.fromkeys(clause for tally in at_fault for clause in tally.clauses))
