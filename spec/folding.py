"""Words made comparable: without case and diacritics."""

from __future__ import annotations

import unicodedata
from typing import Final

_EXTRA: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "s", "æ": "a", "œ": "o", "ı": "i"})


def fold(text: str) -> str:
    """Lower case, without diacritics."""
    lower = text.lower().translate(_EXTRA)
    return "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))
