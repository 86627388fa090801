"""The Castles of Burgundy, carried out action by action."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
    from rulecheck.spec.rules import Rules


def build(rules: Rules) -> CastlesOfBurgundy:
    """The engine under given rules; raises `SpecError` where numbers, readings and data do not fit together."""
    from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy

    return CastlesOfBurgundy(rules)
