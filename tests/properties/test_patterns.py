"""Patterns as people write them for moves and paths."""

from __future__ import annotations

import pytest

from rulecheck.properties.runtime.patterns import fitting, is_pattern


@pytest.mark.parametrize(
    ("patterns", "text", "fits"),
    [
        (("load * from ?",), "load corn from 3", True),
        (("load * from ?",), "load corn from 13", False),
        (("load",), "load corn", False),
        (("load", "sell *"), "sell corn", True),
        (("a.b[0]+",), "a.b[0]+", True),
        (("a.b",), "axb", False),
        ((), "", False),
    ],
)
def test_a_text_fits_as_a_whole_and_by_its_signs(patterns: tuple[str, ...], text: str, fits: bool) -> None:
    assert fitting(patterns)(text) is fits


def test_a_pattern_stands_for_more_than_itself() -> None:
    assert is_pattern("sell *")
    assert is_pattern("sell ?")
    assert not is_pattern("sell corn")
