"""Parts of positions that our rules work out of the rest: where they differ, it is because the rest does.

Nobody can set what fuel costs where that follows from what the market holds.  A side that fills the market wrongly
tells another price as well: that is no second cause, though the market itself is told apart from it.
"""

from __future__ import annotations

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.echoes import as_told
from rulecheck.properties.conform.observation import place_in
from rulecheck.properties.conform.steps import Sighting
from rulecheck.reference_engines.contract import PositionError


def is_worked_out(common: Common, cause: Cause, other: Cause) -> bool:
    """Whether one cause is seen nowhere but where the parts of another differ, and is nothing that can be set.

    The likeliest clause of the other has to be at work each time.
    """
    if not cause.kind == other.kind == "state" or not other.suspects:
        return False
    of_other = [seen.sighting for example in (other, *other.members) for seen in example.sightings]
    sets = {frozenset(parting.parts) for parting in of_other if parting.kind == "state"}
    owed = [shown for shown in cause.sightings if frozenset(shown.sighting.parts) not in sets]
    return bool(owed) and all(
        other.suspects[0] in shown.sighting.clauses and any(_follows(common, shown, parts) for parts in sets)
        for shown in owed
    )


def _follows(common: Common, shown: Sighting, parts: frozenset[str]) -> bool:
    """Whether some parts differ, and what differs besides comes back as it was when our position is told with it."""
    parting = shown.sighting
    rest = [place for place in parting.differences if place.part not in parts]
    if not rest or not parts <= parting.beside | set(parting.parts):
        return False
    rig, _, states = played(common, shown.game, parting.at)
    engine = rig.engine
    ours = engine.to_json(states[-1])
    try:
        told = engine.to_json(engine.from_json(as_told(ours, rest)))
    except PositionError:
        return False
    return all(place_in(told, place.path) == place_in(ours, place.path) for place in rest)
