"""Power Grid, carried out phase by phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.reference_engines.power_grid.engine import PowerGrid
    from rulecheck.spec.rules import Rules


def build(rules: Rules) -> PowerGrid:
    """The engine under given rules; raises `SpecError` where numbers, readings and data do not fit together."""
    from rulecheck.reference_engines.power_grid.engine import PowerGrid

    return PowerGrid(rules)
