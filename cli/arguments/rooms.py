"""What the other rooms know about a game, gathered for the commands that show it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rulecheck.properties.invariants.declaring import PropertySet
    from rulecheck.spec import Clause, Rulebook


_DECLARED: Final = re.compile(r"^@(?:holds|after|whole_game)\(", re.MULTILINE)
"""How a property is marked."""


def has_engine(game: str) -> bool:
    """Is there a program that plays the game?"""
    from rulecheck.spec import Part, game_named

    return game_named(game).has(Part.ENGINE)


def properties_for(game: str) -> PropertySet:
    """The properties that were written for one game."""
    from rulecheck.properties.invariants.declaring import PropertySet, properties_of
    from rulecheck.spec import Part, game_named

    modules = game_named(game).modules(Part.PROPERTIES)
    return properties_of(modules[0]) if modules else PropertySet()


def properties_written(game: str) -> int:
    """How many properties were written for a game.

    Of a game that comes with rulecheck they are counted in its modules' text: to import them all takes a second, and
    `rulecheck games` is what people try first. A test holds the count to `properties_for`.
    """
    from rulecheck.spec import game_named

    known = game_named(game)
    if not known.ours:
        return len(properties_for(game))
    modules = (Path(__file__).resolve().parents[2] / "properties" / game).glob("*.py")
    return sum(len(_DECLARED.findall(module.read_text(encoding="utf-8"))) for module in modules)


def clause_of(book: Rulebook, id: str) -> Clause:
    """A clause of a rulebook; raises SpecError naming close matches."""
    from rulecheck.spec.errors import SpecError, meant, shown

    if id not in book.clauses:
        raise SpecError(book.path, None, f"no clause {shown(id)}", meant(id, book.clauses, "the clauses are"))
    return book.clauses[id]
