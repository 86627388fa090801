"""Patterns of moves and paths, as people write them: `*` is any text, `?` any one sign, all else stands for itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

Fits = Callable[[str], bool]


def is_pattern(text: str) -> bool:
    """Whether a text stands for more than itself."""
    return "*" in text or "?" in text


@cache
def fitting(patterns: tuple[str, ...]) -> Fits:
    """Whether a text fits one of some patterns as a whole; with no pattern none does."""
    parts = ["".join({"*": ".*", "?": "."}.get(sign, re.escape(sign)) for sign in pattern) for pattern in patterns]
    whole = re.compile("|".join(parts) or r"(?!)", re.S)
    return lambda text: whole.fullmatch(text) is not None
