"""Tables of unknowns: the engine's own values with formulas in place of numbers."""

from __future__ import annotations

from typing import Any

from rulecheck.reference_engines.puerto_rico.game import Game
from rulecheck.spec import Rules


class _Forgets(dict[Any, Any]):
    """A memory that keeps nothing: lists of moves that depend on unknowns cannot be looked up."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default

    def __setitem__(self, key: Any, value: Any) -> None:
        pass


def game_of_unknowns(rules: Rules) -> Game:
    """The engine's rules, with its memory of earlier answers switched off."""
    game = Game(rules)
    game.lists = _Forgets()
    return game
