"""The contracts of each game's rule arithmetic hold for every small value."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import Any

import pytest

from rulecheck.spec import games

NUMBERS: dict[str, Callable[[int], Iterable[Any]]] = {"int": range, "bool": lambda most: (False, True)}


def contract(function: Callable[..., Any], kind: str) -> list[str]:
    return re.findall(rf"^\s*{kind}: (.+)$", function.__doc__ or "", re.M)


def functions(game: str) -> list[Any]:
    """The functions of numbers with a contract; those of boards and the like are CrossHair's alone."""
    name = f"rulecheck.reference_engines.{game}.arithmetic"
    if find_spec(name) is None:
        return []
    return [
        function
        for _, function in inspect.getmembers(import_module(name), inspect.isfunction)
        if function.__module__ == name
        and contract(function, "post")
        and all(str(parameter.annotation) in NUMBERS for parameter in inspect.signature(function).parameters.values())
    ]


FUNCTIONS = [pytest.param(checked, id=f"{game}-{checked.__name__}") for game in games() for checked in functions(game)]


def test_most_of_the_arithmetic_is_of_numbers() -> None:
    assert len(FUNCTIONS) >= 60


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_contract_holds_for_small_values(function: Callable[..., Any]) -> None:
    kinds = {name: str(parameter.annotation) for name, parameter in inspect.signature(function).parameters.items()}
    most = {1: 30, 2: 14, 3: 8, 4: 5, 5: 4}.get(len(kinds), 3)
    met = 0
    for values in product(*[NUMBERS[kind](most) for kind in kinds.values()]):
        scope: dict[str, Any] = dict(zip(kinds, values, strict=True))
        if not all(eval(line, {}, scope) for line in contract(function, "pre")):
            continue
        met += 1
        scope["_"] = function(*values)
        for line in contract(function, "post"):
            assert eval(line, {}, scope), f"{function.__name__}{values} = {scope['_']}: {line}"
    assert met > 5
