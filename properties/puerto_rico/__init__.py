"""What must always hold in Puerto Rico: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.declaring import properties_of
from rulecheck.properties.puerto_rico import (
    builder,
    captain,
    craftsman,
    ending,
    mayor,
    pieces,
    settler,
    storage,
    trader,
    turns,
)

__all__ = [
    "PROPERTIES", "builder", "captain", "craftsman", "ending", "mayor", "pieces", "settler", "storage", "trader",
    "turns",
]  # fmt: skip

PROPERTIES = properties_of(__name__)
