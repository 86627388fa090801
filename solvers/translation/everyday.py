"""Words that most rulebooks use, by meaning: they help to find partners, and to read what no glossary lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import tomli
from attrs import frozen

from rulecheck.spec.folding import fold

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(("player", "opponent", "owner"), ("person", "")),
    **dict.fromkeys(("card", "coin", "point", "die", "piece", "tile", "goods", "wood", "action"), ("thing", "")),
    **dict.fromkeys(("board", "bag", "box", "table", "middle", "hand", "stack"), ("place", "")),
    **dict.fromkeys(("space", "supply", "bank", "market"), ("place", "")),
    **dict.fromkeys(("white", "black"), ("attribute", "colours")),
    **dict.fromkeys(("empty", "occupied"), ("attribute", "filled")),
    **dict.fromkeys(("young", "neutral", "secret", "random"), ("attribute", "")),
    **dict.fromkeys(("shuffle", "draw", "put", "take", "receive", "pay", "sell", "buy", "build", "move"), ("act", "")),
    **dict.fromkeys(("win", "lose", "begin", "end", "return", "choose", "roll", "discard", "pass"), ("act", "")),
    **dict.fromkeys(
        ("load", "unload", "produce", "keep", "use", "show", "bid", "exchange", "deliver", "give"), ("act", "")
    ),
    **dict.fromkeys(
        ("steal", "score", "recruit", "found", "play", "refill", "replace", "connect", "count"), ("act", "")
    ),
    **dict.fromkeys(("red", "blue", "yellow", "green", "grey", "brown", "orange", "purple"), ("attribute", "colours")),
    **dict.fromkeys(("small", "large"), ("attribute", "size")),
    **dict.fromkeys(("north", "south", "east", "west"), ("attribute", "winds")),
    **dict.fromkeys(("cost", "kind"), ("measure", "")),
}
"""For reading sentences into frames: an everyday word's kind, and the group of those that exclude one another."""

FILE: Final = Path(__file__).with_name("everyday.toml")


@frozen
class Everyday:
    """The everyday words of one language."""

    exact: Mapping[str, frozenset[str]]
    """By folded word: its meanings."""
    beginnings: Sequence[tuple[str, str]]
    """Beginnings of words, each with what they mean."""
    endings: Sequence[tuple[str, str]]
    """The same for the last parts of compounds."""
    forms: Mapping[str, tuple[str, ...]]
    """By meaning: its words with their accents, last parts of compounds left out."""

    def meanings(self, word: str) -> frozenset[str]:
        """What a folded word can mean; empty if it is no everyday word."""
        begun = {meaning for beginning, meaning in self.beginnings if word.startswith(beginning)}
        ended = {meaning for ending, meaning in self.endings if word.endswith(ending)}
        return self.exact.get(word, frozenset()) | begun | ended


@cache
def _rows() -> Mapping[str, Mapping[str, str]]:
    """By meaning and language: the words, as the file has them."""
    return tomli.loads(FILE.read_text(encoding="utf-8"))


def named(english: Sequence[str], code: str, *, by_name: bool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a language calls something, by its English words: the name of each meaning and the words it has there.

    With `by_name` the first of the words has to be among a meaning's, or a meaning's first among them: "lies" says of
    many things where they are.
    """
    wanted = [form for form in english if " " not in form]
    meanings = []
    for name, row in _rows().items():
        words = row["en"].split()
        pairs = [(n, m) for n, word in enumerate(words) for m, form in enumerate(wanted) if _is_word(word, form)]
        if any(not by_name or 0 in pair for pair in pairs):
            forms = tuple(form for form in row.get(code, "").split() if not form.startswith("*"))
            meanings.append((name, forms))
    return tuple(meanings)


def _is_word(name: str, form: str) -> bool:
    """Whether two words, or beginnings of words, can be the same."""
    first, second = name.rstrip("*"), form.rstrip("*")
    return (
        first == second
        or (form.endswith("*") and first.startswith(second))
        or (name.endswith("*") and second.startswith(first))
    )


@cache
def everyday(code: str) -> Everyday:
    """The everyday words of a language; none for one that the file does not have."""
    exact: dict[str, frozenset[str]] = {}
    beginnings: list[tuple[str, str]] = []
    endings: list[tuple[str, str]] = []
    rows = {meaning: forms.get(code, "").split() for meaning, forms in _rows().items()}
    for meaning, own in rows.items():
        for form in own:
            word = fold(form)
            if word.endswith("*"):
                beginnings.append((word[:-1], meaning))
            elif word.startswith("*"):
                endings.append((word[1:], meaning))
            else:
                exact[word] = exact.get(word, frozenset()) | {meaning}
    whole = {meaning: tuple(form for form in own if not form.startswith("*")) for meaning, own in rows.items()}
    return Everyday(exact, beginnings, endings, whole)
