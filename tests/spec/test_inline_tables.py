"""Inline tables over several lines: TOML 1.1 has them, readers write them, Python's own reader does not take them."""

from __future__ import annotations

import pytest

from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import parse_toml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('a = { b = 1,\n  "c.d" = [2,\n 3], }\n', {"a": {"b": 1, "c.d": [2, 3]}}),
        ('a = { b = "}", # { not this\n c = { d = "x # y" } }', {"a": {"b": "}", "c": {"d": "x # y"}}}),
        ("a = {\n}\n[e]\nf = '''{\n'''", {"a": {}, "e": {"f": "{\n"}}),
    ],
)
def test_an_inline_table_may_run_over_lines(text: str, value: object) -> None:
    assert parse_toml(text, "x.md") == value


def test_what_is_wrong_otherwise_is_told_with_its_line() -> None:
    with pytest.raises(SpecError, match=r"x\.md:3: not valid TOML"):
        parse_toml("a = {\n b = 1 }\nc = = 2\n", "x.md")
