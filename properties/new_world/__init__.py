"""What must always hold in New World: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.declaring import properties_of
from rulecheck.properties.new_world import (
    ending,
    laying,
    pieces,
    scoring,
    settling,
    surveyors,
    turns,
    whole_games,
)

__all__ = ["PROPERTIES", "ending", "laying", "pieces", "scoring", "settling", "surveyors", "turns", "whole_games"]

PROPERTIES = properties_of(__name__)
