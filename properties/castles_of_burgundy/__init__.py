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
from rulecheck.properties.declaring import properties_of

__all__ = ["PROPERTIES", "beginning", "ending", "estate", "goods", "phases", "pieces", "turns"]

PROPERTIES = properties_of(__name__)
