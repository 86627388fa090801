"""What the other rooms know about a game, gathered for the commands that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.properties.invariants.declaring import PropertySet
    from rulecheck.spec import Clause, Rulebook


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


def clause_of(book: Rulebook, id: str) -> Clause:
    """A clause of a rulebook; raises SpecError naming close matches."""
    from rulecheck.spec.errors import SpecError, meant, shown

    if id not in book.clauses:
        raise SpecError(book.path, None, f"no clause {shown(id)}", meant(id, book.clauses, "the clauses are"))
    return book.clauses[id]
