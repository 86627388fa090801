"""What the other rooms know about a game, gathered for the commands that show it."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.properties.declaring import PropertySet
    from rulecheck.spec import Clause, Rulebook


def has_engine(game: str) -> bool:
    """Is there a program that plays the game?"""
    return find_spec(f"rulecheck.reference_engines.{game}") is not None


def properties_for(game: str) -> PropertySet:
    """The properties that were written for one game."""
    from rulecheck.properties.declaring import PropertySet, properties_of

    name = f"rulecheck.properties.{game}"
    if find_spec(name) is None:
        return PropertySet()
    _import_all(name)
    return properties_of(name)


def functions_citing(game: str) -> Mapping[str, list[str]]:
    """For each clause, the functions of the game's engine that carry it out."""
    from rulecheck.reference_engines.contract import citations

    name = f"rulecheck.reference_engines.{game}"
    if find_spec(name) is None:
        return {}
    _import_all(name)
    return citations(name)


def clause_of(book: Rulebook, id: str) -> Clause:
    """A clause of a rulebook; raises SpecError naming close matches."""
    from rulecheck.spec.errors import SpecError, meant, shown

    if id not in book.clauses:
        raise SpecError(book.path, None, f"no clause {shown(id)}", meant(id, book.clauses, "the clauses are"))
    return book.clauses[id]


def _import_all(package: str) -> None:
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
