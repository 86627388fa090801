"""The contracts of the rule arithmetic hold for every small value, and name what they mean."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from rulecheck.reference_engines.power_grid import arithmetic

FUNCTIONS = [
    function
    for _, function in inspect.getmembers(arithmetic, inspect.isfunction)
    if function.__module__ == arithmetic.__name__
]


def contract(function: Callable[..., Any], kind: str) -> list[str]:
    return re.findall(rf"^\s*{kind}: (.+)$", function.__doc__ or "", re.M)


def test_there_are_at_least_fifteen_functions_with_contracts() -> None:
    assert len([f for f in FUNCTIONS if contract(f, "pre") and contract(f, "post")]) >= 15


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: str(f.__name__))
def test_the_contract_holds_for_small_values(function: Callable[..., Any]) -> None:
    names = list(inspect.signature(function).parameters)
    kinds = [str(parameter.annotation) for parameter in inspect.signature(function).parameters.values()]
    most = {1: 30, 2: 14, 3: 8, 4: 5, 5: 4}[len(names)]
    ranges: list[Any] = [(False, True) if kind == "bool" else range(most) for kind in kinds]
    met = 0
    for values in product(*ranges):
        scope = dict(zip(names, values, strict=True))
        if not all(eval(line, {}, scope) for line in contract(function, "pre")):
            continue
        met += 1
        scope["_"] = function(*values)
        for line in contract(function, "post"):
            assert eval(line, {}, scope), f"{function.__name__}{values} = {scope['_']}: {line}"
    assert met > 5
