"""What must always hold in Merchants of Europe: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.catan_europe import building, caravans, merchants, pieces, production, setup, trade, turns
from rulecheck.properties.declaring import properties_of

__all__ = ["PROPERTIES", "building", "caravans", "merchants", "pieces", "production", "setup", "trade", "turns"]

PROPERTIES = properties_of(__name__)
