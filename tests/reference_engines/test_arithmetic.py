"""The contracts of each game's rule arithmetic hold for every small value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulecheck.solvers.contracts import module_of
from rulecheck.solvers.small import broken, first_broken, of_numbers
from rulecheck.spec import games

FUNCTIONS = [
    pytest.param(checked, id=f"{game}-{checked.__name__}")
    for game in games()
    for checked in of_numbers(module_of(game))
]


def test_most_of_the_arithmetic_is_of_numbers() -> None:
    assert len(FUNCTIONS) >= 60


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_contract_holds_for_small_values(function: Callable[..., Any]) -> None:
    told, met = first_broken(function)

    assert told == ""
    assert met > 5


def test_a_contract_that_does_not_hold_is_told_with_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin, on a function that is changed: the seat after next."""
    from rulecheck.reference_engines.power_grid import arithmetic

    def turned(seat: int, players: int) -> int:
        return (seat + 2) % players

    monkeypatch.setattr(arithmetic.next_seat, "__code__", turned.__code__)

    assert first_broken(arithmetic.next_seat)[0] == "next_seat(0, 2) = 0: 0 <= _ < players and _ != seat"
    assert [name for name, _ in broken(arithmetic.__name__, ["auction.raise"])] == ["next_seat"]
    assert list(broken(arithmetic.__name__, ["win.money"])) == []
