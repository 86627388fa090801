"""Statements of texts held against those of clauses: otherwise, exchanged, not said, besides; and what is the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.solvers.judging.games import CASES, GAMES

CHANGED = [case for case in CASES["case"] if case["told"]]
SAME = [case for case in CASES["case"] if not case["told"]]


def told(case: Mapping[str, Any]) -> list[str]:
    game, _, clause = case["of"].partition(".")
    return GAMES[game].told(clause, case["text"])


@pytest.mark.parametrize("case", CHANGED, ids=lambda case: f"{case['of']}: {case['told'][0]}")
def test_a_change_of_meaning_is_told(case: Mapping[str, Any]) -> None:
    """One slot of the statement is another, and nothing else is told."""
    assert told(case) == case["told"]


@pytest.mark.parametrize("case", SAME, ids=lambda case: case["of"])
def test_the_same_in_other_words_is_not_told(case: Mapping[str, Any]) -> None:
    """The twin: each says its clause, in one or two passages."""
    assert told(case) == []
