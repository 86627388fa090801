"""The faults of our own games: engines that are wrong on purpose in one clause each, chapter by chapter.

Each stands in `tests/faults/<game>/`, is marked with the clauses that it `breaks`, and says in a sentence what such a
program does.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rulecheck.properties.mistakes import Mistake, mistakes_in


def modules_of(game: str) -> list[ModuleType]:
    """The modules of a game's faults, by name; none for a game that is not ours."""
    paths = sorted((Path(__file__).parent / game).glob("*.py"))
    return [import_module(f"{__package__}.{game}.{path.stem}") for path in paths]


@cache
def faults_of(game: str) -> tuple[Mistake, ...]:
    """All faults of a game that are marked with clauses, in the order of its modules and of their lines."""
    return mistakes_in(modules_of(game))
