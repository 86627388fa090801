"""Which clauses speak of what differs: words of the difference that stand in them, rare ones counting more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import log
from typing import Final

Words = frozenset[str]

_WORD: Final = re.compile(r"[a-z]{2,}")
_IDLE: Final = frozenset(
    _WORD.findall(
        """
        all an and are as at be but by can for from has have he if in into is it its may more most move no nobody not
        nothing number of on one only or other own player than that the their them then there these they this to two
        up who whoever with name phase true false
        """
    )
)
"""Words that tell nothing, also of positions: everything has players, a name and a number."""

_ALLOWING: Final = frozenset({"allowed", "can", "choose", "free", "may", "optional"})
"""Words that allow something; of anything else they tell nothing."""

_SAME: Final = {"money": "pay", "paid": "pay", "pays": "pay"}
"""Words of positions and of clauses for the same."""


@lru_cache(maxsize=4096)
def words(text: str) -> Words:
    """The words of a text that tell something, in the singular."""
    stems = (_SAME.get(word) or _singular(word) for word in _WORD.findall(text.lower()))
    return frozenset(word for word in stems if word not in _IDLE)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def affinity(clues: Words, texts: Mapping[str, str]) -> dict[str, float]:
    """For each clause, from 0 to 1, how much of what the clues tell apart it has, in its id or its text."""
    return _shares({clause: clues & (words(clause) | words(text)) for clause, text in texts.items()})


def allowance(texts: Mapping[str, str]) -> dict[str, float]:
    """For each clause, from 0 to 1, how much it has of the words that allow something."""
    return _shares({clause: _allowing(clause) | _allowing(text) for clause, text in texts.items()})


@lru_cache(maxsize=4096)
def _allowing(text: str) -> Words:
    return _ALLOWING.intersection(map(_singular, _WORD.findall(text.lower())))


def _shares(told: Mapping[str, Words]) -> dict[str, float]:
    """For each clause, of the words that it shares with what differs, how much they tell it apart from the others."""
    among = Counter(word for shared in told.values() for word in shared)
    weight = {word: log(len(told) / times) for word, times in among.items()}
    whole = sum(weight.values())
    return {clause: sum(weight[word] for word in shared) / whole if whole else 0.0 for clause, shared in told.items()}
