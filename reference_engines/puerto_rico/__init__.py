"""Puerto Rico, carried out role by role."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
    from rulecheck.spec.rules import Rules


def build(rules: Rules) -> PuertoRico:
    """The engine under given rules; raises `SpecError` where numbers, readings and data do not fit together."""
    from rulecheck.reference_engines.puerto_rico.engine import PuertoRico

    return PuertoRico(rules)
