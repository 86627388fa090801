"""What is wrong in a file of the specification: where, what, and what to do about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class SpecError(ValueError):
    """A rulebook, data file or request that cannot be used as it stands.

    `str()` is one line: `spec/x/rulebook.md:12: expected …, found …; what to do`.
    """

    def __init__(self, path: str, line: int | None, what: str, hint: str = "") -> None:
        super().__init__(path, line, what, hint)
        self.path = path
        self.line = line
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        return ": ".join(p for p in (where, "; ".join(p for p in (self.what, self.hint) if p)) if p)


def shown(text: object, limit: int = 60) -> str:
    """A found value in quotes, on one line, cut to a readable length."""
    flat = " ".join(str(text).split())
    flat = "".join(c if c.isprintable() else "?" for c in flat)
    return f'"{flat if len(flat) <= limit else flat[: limit - 1] + "…"}"'


def brief(value: object, limit: int = 60) -> str:
    """A value as Python writes it, on one line, cut to a readable length."""
    try:
        flat = " ".join(repr(value).split())
    except RecursionError:
        return f"{type(value).__name__} in {type(value).__name__}, too deep to be shown"
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def listed(names: Iterable[str], limit: int = 12) -> str:
    """Names as a readable list, cut with a count when it is long."""
    all_names = list(names)
    if len(all_names) <= limit:
        return ", ".join(all_names)
    return ", ".join(all_names[:limit]) + f" and {len(all_names) - limit} more"


def close_matches(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The name that a writer may have meant, and a second one if it is about as close."""
    if len(word) > 200:
        return ()
    matches = difflib.get_close_matches(word, list(names), n=2, cutoff=0.6)
    likeness = [difflib.SequenceMatcher(None, name, word).ratio() for name in matches]
    return tuple(name for name, ratio in zip(matches, likeness, strict=True) if ratio > likeness[0] - 0.1)


def meant(word: str, names: Iterable[str], thing: str = "known") -> str:
    """The next step after an unknown name: the close matches, or everything there is."""
    known = list(names)
    close = close_matches(word, known)
    if close:
        return f"did you mean {' or '.join(shown(c) for c in close)}?"
    if not known:
        return "there are none"
    return f"{thing}: {listed(known)}"
