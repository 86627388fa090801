"""Catan Histories: Merchants of Europe, carried out chapter by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.reference_engines.catan_europe.engine import Catan
    from rulecheck.spec.rules import Rules


def build(rules: Rules) -> Catan:
    """The engine under given rules; raises `SpecError` where numbers, readings and data do not fit together."""
    from rulecheck.reference_engines.catan_europe.engine import Catan

    return Catan(rules)
