"""Words made comparable: without case and diacritics."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_EXTRA: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "s", "æ": "a", "œ": "o", "ı": "i"})


_SHORT: Final = 40
"""Letters of the longest text whose folding is remembered: a word or two."""


def fold(text: str) -> str:
    """Lower case, without diacritics."""
    return _word(text) if len(text) <= _SHORT else _folded(text)


@lru_cache(maxsize=50_000)
def _word(text: str) -> str:
    return _folded(text)


def _folded(text: str) -> str:
    lower = text.lower().translate(_EXTRA)
    return "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))
