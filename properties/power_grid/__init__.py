"""What must always hold in Power Grid: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.declaring import properties_of
from rulecheck.properties.power_grid import (
    auction,
    bureaucracy,
    ending,
    fuel,
    market,
    network,
    plants,
    setup,
    turns,
)

__all__ = [
    "PROPERTIES", "auction", "bureaucracy", "ending", "fuel", "market", "network", "plants", "setup", "turns",
]  # fmt: skip

PROPERTIES = properties_of(__name__)
