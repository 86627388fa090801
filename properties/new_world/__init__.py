"""What must always hold in New World: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.invariants.declaring import properties_of
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

TOLD_ANYWAY = {
    "late.counts": "told with each settler not placed late, also where they come to the same number",
    "late.first-surveyor": "told when the only surveyor there is would move, also where it can go no further",
    "late.order": "told where it decides when the surveyor comes, also where both are in the same columns after that",
    "tile.unplaceable-goes": "told with each such tile, also where no other is drawn after it",
    "remove.trigger": "told when settlers stand east of the surveyor, also where the step takes them back otherwise",
}
"""Readings that are told also at steps where their choices come to the same, and why."""

TOLD_ELSEWHERE = {
    "start.coast-plain": "told with the start of the game: it is about the land that is there then",
    "start.plymouth": "told with the start of the game: it is about the land that is there then",
    "late.order": "where features without settlers do not count, what is kept of them differs, and decides nothing",
}
"""Readings that are told at other steps than those at which their choices part, and why."""
