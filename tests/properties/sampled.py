"""What a game's breakers module says: which games to play; the batteries know what it holds."""

from __future__ import annotations

from rulecheck.properties.batteries import Sample

__all__ = ["Sample"]
