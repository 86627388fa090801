"""What must always hold in Puerto Rico: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.invariants.declaring import properties_of
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

TOLD_ANYWAY = {
    "bank.cards": "told where the bank falls short, also where one card only is left to say",
    "hacienda.stack-empty": "told with the draw: under the other choice there is none",
    "wharf.later": "told with every pass, also with the last one of a phase",
}
"""Readings that are told also at steps where their choices come to the same, and why."""

TOLD_ELSEWHERE = {
    "mayor.san-juan-free": "told with colonists moved to San Juan while a circle is empty, not where they might be",
    "craftsman.optional": "told when the players produce; what they answer needs no more telling",
    "mayor.refuse": "told when the ship arrives and with each colonist taken; a refusal is one of two answers",
    "storage.discard": "told when barrels are stored; what is then returned needs no more telling",
}
"""Readings that are told at other steps than those at which their choices part, and why."""
