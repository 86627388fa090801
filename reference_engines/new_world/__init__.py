"""New World (Carcassonne: Mayflower), carried out tile by tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.reference_engines.new_world.engine import NewWorld
    from rulecheck.spec.rules import Rules


def build(rules: Rules) -> NewWorld:
    """The engine under given rules; raises `SpecError` where numbers, readings and data do not fit together."""
    from rulecheck.reference_engines.new_world.engine import NewWorld

    return NewWorld(rules)
