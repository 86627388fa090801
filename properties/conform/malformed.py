"""Texts that are almost moves: what a careless implementation plays all the same."""

from __future__ import annotations

import re
from random import Random

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
