"""What must always hold in The Castles of Burgundy: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.castles_of_burgundy import (
    beginning,
    ending,
    estate,
    goods,
    phases,
    pieces,
    turns,
)
from rulecheck.properties.invariants.declaring import properties_of

__all__ = ["PROPERTIES", "beginning", "ending", "estate", "goods", "phases", "pieces", "turns"]

PROPERTIES = properties_of(__name__)

TOLD_ANYWAY = {
    "expert.secret": "told with each choice: what it changes is what the others may see",
    "edition.rules": "told where a tile brings other points in 2019, also where two of them make up for each other",
    "knowledge.free-step": "told whenever the owner of tile 8 uses a free change, also where a wider one leads nowhere",
}
"""Readings that are told also at steps where their choices come to the same, and why."""

TOLD_ELSEWHERE = {
    "phase.stay": "told when a phase begins; what is drawn after that follows from it",
    "knowledge.5-room": "told with the first of two depots",
}
"""Readings that are told at other steps than those at which their choices part, and why."""
