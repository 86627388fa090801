"""What a move changed, path by path, as a person reads it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulecheck.cli.rendering.steps import Change, changes

ENGINE: Any = SimpleNamespace(to_json=lambda position: position)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"name": "row", "left": 1}, "choosing", ("row (left 1)", "choosing")),
        (["Krakow", "Wien"], ["Krakow"], ("Krakow, Wien", "Krakow")),
        ([[1, 2], [3]], [], ("(1, 2), (3)", "nothing")),
        ([None, 4], None, ("nothing, 4", "nothing")),
        (3, 4, ("3", "4")),
    ],
)
def test_values_are_told_without_the_signs_of_a_program(before: Any, after: Any, told: tuple[str, str]) -> None:
    assert changes(ENGINE, {"phase": before}, {"phase": after}) == [Change("phase", *told)]


def test_tables_are_told_by_their_parts() -> None:
    before, after = {"players": {"anna": {"gold": 1, "hand": []}}}, {"players": {"anna": {"gold": 2, "hand": []}}}

    assert changes(ENGINE, before, after) == [Change("players.anna.gold", "1", "2")]
