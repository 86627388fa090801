"""Numbers of a text put into a worked example."""

from __future__ import annotations

from typing import Any

import pytest

from rulecheck.properties.examples.numbers_of_a_text import replace


def test_a_number_is_put_into_a_table_or_a_list() -> None:
    body: dict[str, Any] = {"given": {"players.anna.dice": [2, 5], "turn": 3}}
    assert replace(body, "given/players.anna.dice/1", 6) == 5
    assert replace(body, "given/turn", 4) == 3
    assert body == {"given": {"players.anna.dice": [2, 6], "turn": 4}}


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        replace({"given": {}}, "given/turn", 4)
