"""The rules carried out: one package for each game, all behind one contract."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulecheck.spec.errors import SpecError
from rulecheck.spec.game import Game, Part
from rulecheck.spec.registry import game_named

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import Engine
    from rulecheck.spec.rules import Rules


class NoEngine(SpecError):
    """A game that has a rulebook and nothing that plays it."""

    def __init__(self, game: Game) -> None:
        super().__init__("", None, f"{game.name} has a rulebook, but no engine that plays it yet")


def build(rules: Rules) -> Engine[Any, Any]:
    """The engine of a game under given rules; the game's engine module offers `build(rules)`.

    Raises `NoEngine` for a game without one, and what the engine raises for rules it cannot play.
    """
    game = game_named(rules.game)
    make = game.offered(Part.ENGINE, "build")
    if make is None:
        raise NoEngine(game)
    engine: Engine[Any, Any] = make(rules)
    return engine


def citations(game: str | Game) -> dict[str, list[str]]:
    """For each clause, the functions of a game's engine that carry it out; none for a game without engine."""
    from rulecheck.reference_engines.contract import citations_in

    return citations_in(engine_modules(game))


def engine_modules(game: str | Game) -> list[ModuleType]:
    """The modules of a game's engine, imported; none for a game without engine.

    An engine that is a plain module brings the modules with it that stand beside it and that it imports.
    """
    modules = (game_named(game) if isinstance(game, str) else game).modules(Part.ENGINE)
    if len(modules) == 1 and not hasattr(modules[0], "__path__") and modules[0].__package__:
        beside = f"{modules[0].__package__}."
        modules += [m for name, m in sorted(sys.modules.items()) if name.startswith(beside) and m is not modules[0]]
    return modules
