"""Tables of unknowns: the engine's own values with formulas in place of numbers."""

from __future__ import annotations

from typing import Any

from rulecheck.reference_engines import build
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine
from rulecheck.spec import Rules


class _Forgets(dict[Any, Any]):
    """A memory that keeps nothing: lists of moves that depend on unknowns cannot be looked up."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default

    def __setitem__(self, key: Any, value: Any) -> None:
        pass


def forgetful(proof: Proof, players: int) -> AnyEngine:
    """An engine of its own with its memory of earlier answers switched off."""
    engine: AnyEngine = build(proof.rules(players))
    engine.g.lists = _Forgets()  # type: ignore[attr-defined]
    return engine


def kit_of_unknowns(rules: Rules) -> Kit:
    """The engine's rules, with its memory of earlier answers switched off."""
    kit = Kit(rules)
    kit.lists = _Forgets()
    return kit
