"""Edits that are more than a slip: what they make of a function, and that each is taken back."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.strength.changes import Change, Changer, changes_in

RULE = '''
from rulecheck.reference_engines.contract import cites

@cites("pay.all")
def paid(money: int, price: int, free: bool) -> int:
    """What is left."""
    if not free:
        money = money - price
    money += 1
    return max(0, money)

@cites("pay.all")
def kinds(first: tuple[str, ...], second: tuple[str, ...]) -> list[str]:
    """All of them."""
    return [*first, *second[1:]]

@cites("pay.all")
def set_and_added(more: int) -> int:
    """Five and more."""
    coins = 0
    coins = 5
    coins += more
    return coins

@cites("pay.all")
def counted(many: int) -> Iterator[int]:
    """Some numbers."""
    yield 2 * many
    for each in range(many):
        yield each
'''
CLAUSES = ("pay.all",)


@pytest.fixture
def rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Any]:
    name = f"rule_of_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(
        "from __future__ import annotations\nfrom collections.abc import Iterator\n" + RULE
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module(name)
    del sys.modules[name]


def listed(rule: Any) -> dict[str, Change]:
    """The changes by their words; of some with the same words the first."""
    return {change.what: change for change in reversed(changes_in([rule], CLAUSES, wider=True))}


def under(rule: Any, what: str, ask: Callable[[Any], Any], changer: Changer | None = None) -> Any:
    """What a function answers under a change."""
    function, code = (changer or Changer()).changed(listed(rule)[what])
    before, function.__code__ = function.__code__, code
    try:
        return ask(rule)
    finally:
        function.__code__ = before


@pytest.mark.parametrize(
    ("what", "left"),
    [
        ("condition -> True", 6),
        ("condition -> False", 9),
        ("not free -> free", 9),
        ("money - price -> money", 9),
        ("money = money - price -> left out", 9),
        ("money -> price", 1),
        ("max(0, money) -> 0", 0),
        ("return max(0, money) -> return 0", 0),
        ("1 -> 0", 5),
    ],
)
def test_an_edit_makes_of_the_function_what_it_says(rule: Any, what: str, left: int) -> None:
    assert rule.paid(8, 3, False) == 6
    assert under(rule, what, lambda rule: rule.paid(8, 3, False)) == left


def test_steps_change_places(rule: Any) -> None:
    """What comes of it is the same where a sum is paid and one is put in, whichever is first; not where it is set."""
    assert under(rule, "coins = 5 -> after the next", lambda rule: rule.set_and_added(2)) == 5
    assert rule.set_and_added(2) == 7


def test_parts_of_lists_and_what_is_yielded_are_left_out(rule: Any) -> None:
    def answers(rule: Any) -> Any:
        return rule.kinds(("a",), ("b", "c")), list(rule.counted(2))

    assert answers(rule) == (["a", "c"], [4, 0, 1])
    assert under(rule, "[*first, *second[1:]] -> [*second[1:]]", answers) == (["c"], [4, 0, 1])
    assert under(rule, "second[1:] -> second", answers) == (["a", "b", "c"], [4, 0, 1])
    assert under(rule, "yield (2 * many) -> left out", answers) == (["a", "c"], [0, 1])
    assert under(rule, "yield each -> left out", answers) == (["a", "c"], [4])


def test_one_edit_is_taken_back_before_the_next(rule: Any) -> None:
    changer = Changer()
    before = {what: under(rule, what, lambda rule: rule.paid(8, 3, False), changer) for what in ("1 -> 0", "1 -> 2")}
    again = {what: under(rule, what, lambda rule: rule.paid(8, 3, False), changer) for what in ("1 -> 2", "1 -> 0")}

    assert before == again == {"1 -> 0": 5, "1 -> 2": 7}


def test_they_are_listed_only_if_asked_for_and_after_the_others(rule: Any) -> None:
    slips, all_of_them = changes_in([rule], CLAUSES), changes_in([rule], CLAUSES, wider=True)

    assert slips == [change for change in all_of_them if not change.is_wider]
    assert "money - price -> money" not in {change.what for change in slips}
