"""The rules carried out: one package for each game, all behind one contract."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import Engine
    from rulecheck.spec.rules import Rules


def build(rules: Rules) -> Engine[Any, Any]:
    """The engine of a game under given rules; each game's package offers `build(rules)`."""
    module = import_module(f"rulecheck.reference_engines.{rules.game}")
    engine: Engine[Any, Any] = module.build(rules)
    return engine
