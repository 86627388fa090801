"""Texts without signs that steer a terminal, for whatever shows them or writes them as JSON."""

from __future__ import annotations

import re
from typing import Final

STEERING: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but the tab and the line end, separators of lines, what turns the direction of writing around
unseen, and halves of characters, which cannot be written at all."""

INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"


def plain(text: str) -> str:
    """A text as it may be shown: a sign stands in place of each that steers."""
    return text if text.isascii() and text.isprintable() else STEERING.sub(INSTEAD, text)


def plain_json(text: str) -> str:
    """A JSON text of the same value in which such signs are written as numbers."""
    return STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
