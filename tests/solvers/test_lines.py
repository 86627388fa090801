"""Lines of a text are never typed: they come from its edition, and `explain` shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TYPED = re.compile(r"\bl\.\s?\d")


@pytest.mark.parametrize("room", ["solvers", "properties"])
def test_no_line_of_a_text_is_typed(room: str) -> None:
    typed = [
        f"{module.relative_to(ROOT)}:{number}"
        for module in sorted((ROOT / room).rglob("*.py"))
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        if TYPED.search(line)
    ]

    assert typed == []


def test_a_typed_line_is_seen() -> None:
    """The twin of the test above."""
    assert TYPED.search("as the text says (l.159), but")
