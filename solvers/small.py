"""Contracts of rule arithmetic, tried on all small values: what CrossHair decides, asked in an instant."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import Any, Final

NUMBERS: Final[dict[str, Callable[[int], Iterable[Any]]]] = {"int": range, "bool": lambda most: (False, True)}
"""The values of each kind of parameter, below a bound."""
BELOW: Final = {1: 30, 2: 14, 3: 8, 4: 5, 5: 4}
"""The bound by the number of parameters; 3 for more."""


def condition(function: Callable[..., Any], kind: str) -> list[str]:
    """The lines of a function's contract of one kind, `pre` or `post`."""
    return re.findall(rf"^\s*{kind}: (.+)$", function.__doc__ or "", re.M)


def of_numbers(module: str) -> list[Callable[..., Any]]:
    """The functions of a module that have a contract and take numbers only; none if there is no such module."""
    if not module or find_spec(module) is None:
        return []
    return [
        function
        for _, function in inspect.getmembers(import_module(module), inspect.isfunction)
        if function.__module__ == module
        and condition(function, "post")
        and all(str(parameter.annotation) in NUMBERS for parameter in inspect.signature(function).parameters.values())
    ]


def first_broken(function: Callable[..., Any]) -> tuple[str, int]:
    """The first call with small values that breaks the contract, empty if none does, and how many met it."""
    kinds = {name: str(parameter.annotation) for name, parameter in inspect.signature(function).parameters.items()}
    before, after = (
        [(line, compile(line, function.__name__, "eval")) for line in condition(function, kind)]
        for kind in ("pre", "post")
    )
    most = BELOW.get(len(kinds), 3)
    met = 0
    for values in product(*[NUMBERS[kind](most) for kind in kinds.values()]):
        scope: dict[str, Any] = dict(zip(kinds, values, strict=True))
        if not all(eval(code, {}, scope) for _, code in before):
            continue
        met += 1
        scope["_"] = function(*values)
        for line, code in after:
            if not eval(code, {}, scope):
                return f"{function.__name__}{values} = {scope['_']}: {line}", met
    return "", met


def broken(module: str, clauses: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions citing one of these clauses whose contracts small values break, each with what it cites."""
    for function in of_numbers(module):
        cited: tuple[str, ...] = getattr(function, "__cites__", ())
        if not set(clauses).isdisjoint(cited) and first_broken(function)[0]:
            yield function.__name__, cited
