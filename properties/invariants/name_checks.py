"""Whether what a property names is there: kinds of moves, and fields of the position.

A property about a move that does not exist never runs, and never fails: so nothing is checked before the names are.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from attrs import frozen

from rulecheck.properties.invariants.declaring import Property
from rulecheck.reference_engines.contract import AnyEngine, Engine
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import display


@frozen
class Words:
    """What the properties of a game may name; None where the engine's types do not tell."""

    moves: frozenset[str] | None
    """The names of the classes of moves."""
    fields: dict[str, frozenset[str] | None] | None
    """The fields of a position, each with the fields of the values it holds if it is a tuple of them."""


class MisnamedError(SpecError):
    """A property names a move or a field that is not there."""


def check_names(properties: Iterable[Property], engine: AnyEngine) -> None:
    """Raise MisnamedError for the first property that names a move or a field that the engine does not have."""
    words = words_of(type(engine))
    for claim in properties:
        for what, hint in _misnamed(claim, words):
            code = inspect.unwrap(claim.function).__code__
            path = display(Path(code.co_filename))
            raise MisnamedError(path, code.co_firstlineno, f"property {claim.name} names {what}", hint)


@cache
def words_of(kind: type[AnyEngine]) -> Words:
    """What the types of an engine say: `Engine[Table, Move]` names its positions and its moves."""
    position, move = _types(kind)
    if position is None:
        return Words(None, None)
    classes = get_args(move) or (move,)
    moves = None if not all(isinstance(each, type) for each in classes) else frozenset(c.__name__ for c in classes)
    return Words(moves, _fields(position))


def _misnamed(claim: Property, words: Words) -> Iterator[tuple[str, str]]:
    """Each name of a property that is not there, and what to do about it."""
    for name in claim.moves or ():
        if words.moves is not None and name not in words.moves:
            yield f"the move {shown(name)}, which does not exist", meant(name, sorted(words.moves), "the moves are")
    for path in (*(claim.reads or ()), *([claim.each] if claim.each else ())):
        if words.fields is None:
            return
        name, _, part = path.partition(".")
        inner = words.fields.get(name)
        if name not in words.fields:
            hint = meant(name, words.fields, "a position has")
            yield f"the field {shown(name)}, which no position has", hint
        elif part and inner is not None and part not in inner:
            hint = meant(part, sorted(inner), f"{name} have")
            yield f"the field {shown(path)}, which {name} do not have", hint


def _types(kind: type[Any]) -> tuple[type[Any] | None, Any]:
    """The classes of positions and moves that an engine is written for; None if it does not say."""
    for ancestor in kind.__mro__:
        for base in getattr(ancestor, "__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            if isinstance(origin, type) and issubclass(origin, Engine) and len(arguments) >= 2:
                position, move = arguments[-2:]
                if isinstance(position, type) and not isinstance(move, TypeVar) and move is not Any:
                    return position, move
    return None, None


def _fields(position: type[Any]) -> dict[str, frozenset[str] | None] | None:
    """The fields of a position with the fields of what they hold."""
    try:
        hints = get_type_hints(position)
    except (NameError, TypeError):  # types that only a type checker sees
        return None
    return {name: _inner(hint) for name, hint in hints.items()}


def _inner(hint: Any) -> frozenset[str] | None:
    """The fields of the values in a tuple, if they are of one class with fields."""
    arguments = get_args(hint)
    if get_origin(hint) is not tuple or not arguments or not isinstance(arguments[0], type):
        return None
    fields = getattr(arguments[0], "__attrs_attrs__", None)
    return None if fields is None else frozenset(field.name for field in fields)
