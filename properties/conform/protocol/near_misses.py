"""Forbidden moves that come near to what is allowed, and texts that are almost moves: what the careless play.

The robber back to where he stands, a bid as high as the last, the tile that is there and of the wrong kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.reference_engines.contract import AnyEngine

_LOOKED_AT: Final = 300
"""Moves of the kind that are looked through."""


class Nearby:
    """Draws well-formed moves that speak of nothing but what is there."""

    def __init__(self, engine: AnyEngine) -> None:
        self._engine = engine
        self._kinds: dict[type, list[tuple[Any, frozenset[str]]]] = {}
        for move in engine.all_moves():
            self._kinds.setdefault(type(move), []).append((move, frozenset(str(move).split())))

    def draw(self, state: Any, legal: Sequence[Any], rng: Random, count: int) -> list[Any]:
        """Some moves of a kind that is open now; they may be legal."""
        pool = self._kinds.get(type(legal[int(rng.random() * len(legal))]), [])
        if len(pool) > _LOOKED_AT:
            pool = rng.sample(pool, _LOOKED_AT)
        there: set[str] = set()
        _gather(self._engine.to_json(state), there)
        for move in legal:
            there.update(str(move).split())
        near = [move for move, words in pool if words <= there]
        return near if len(near) <= count else rng.sample(near, count)


def _gather(value: Any, words: set[str]) -> None:
    """Add all words and numbers in a JSON value; to ask each number what it is took a twentieth of a game."""
    if isinstance(value, dict):
        words.update(" ".join(value).split())
        value = value.values()
    elif isinstance(value, str):
        words.update(value.split())
        return
    elif not isinstance(value, list | tuple):
        words.add(str(value))
        return
    for part in value:
        if type(part) is int:
            words.add(str(part))
        else:
            _gather(part, words)


_NUMBER = re.compile(r"\d+")


def malformed(text: str, rng: Random) -> str:
    """A legal move's text with something wrong in it: a negative or huge number, an unknown name, a word too many.

    It may still be a move by chance; who uses it asks first.
    """
    words = text.split(" ")
    numbers = [at for at, word in enumerate(words) if _NUMBER.search(word)]
    if numbers and rng.random() < 0.6:
        at = rng.choice(numbers)
        wrong = rng.choice(("-1", "0", "99999999999999999999", "1.5", "1e3", "", "-0", "0x1"))
        words[at] = _NUMBER.sub(wrong, words[at], count=1)
        return " ".join(words)
    which = rng.randrange(6)
    at = rng.randrange(len(words))
    if which == 0:
        del words[at]
    elif which == 1:
        words.append(words[at])
    elif which == 2:
        words[at] = words[at][::-1] + "x"
    elif which == 3:
        words[at] = rng.choice(("null", "undefined", "-1", "__proto__", "*", "%s", "\u0000"))
    elif which == 4:
        return text.upper() if text.upper() != text else text + "!"
    else:
        return " ".join((*words, "and", *words))
    return " ".join(words)
