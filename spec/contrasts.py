"""What a sentence says of how, when and whether: everyday words, and which of them exclude one another.

`spec/languages/contrasts.toml` and the packs' tables `contrasts`, beside the packs' concepts; docs/languages.md tells
how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from attrs import evolve

from rulecheck.spec.folding import fold
from rulecheck.spec.languages import LANGUAGES, Concept, Language, groups
from rulecheck.spec.languages.packs import contrasts
from rulecheck.spec.lexicon import Lexicon

_TURNS: Final = frozenset({"side", "time", "opposite"})
"""Dimensions whose concepts exclude one another: left and right, round and turn, old and young."""

_EITHER_WAY: Final = frozenset({"time", "other"})
"""Groups whose opposites say the same from the other side: before he builds he pays, and then he builds."""


_TIES: Final = ("unless", "except", "until", "even-if", "but")
"""Words that tie a sentence together, of which one more or less makes another rule."""


DENYING: Final = frozenset({"no", "none", "nobody", "never", "without", "must-not", "need-not"})
"""Words that deny: with one more or less, what excludes a word says the same ("kept", "not given back")."""


@cache
def reader(language: Language) -> Lexicon:
    """Finds everyday words and the packs' concepts in a text, with every sense that a word can have."""
    packs = (evolve(concept, id=concept.id.rpartition(".")[2]) for concept in language.concepts.values())
    ties = (Concept(name, "ties", _folded(language, name), shares=True) for name in _TIES)
    return Lexicon([*language.contrasts, *packs, *ties], language, all_senses=True)


def _folded(language: Language, function: str) -> tuple[str, ...]:
    return tuple(fold(form) for form in language.functions.get(function, ()) if not form.startswith("-"))


@cache
def said_in_english(text: str) -> frozenset[str]:
    """What one of our own sentences says of how, when and whether."""
    return frozenset(c for s in reader(LANGUAGES["en"]).read(text) for c in (s.concept, *s.also))


@cache
def _group_of() -> Mapping[str, str]:
    packs = {concept: name for name, group in groups().items() for concept in group.concepts}
    return packs | {concept: name for name, row in contrasts().groups.items() for concept in row}


def excludes(said: str, now: str) -> bool:
    """Whether a word in another's place makes the opposite of a rule, however the sentence is worded."""
    if now in contrasts().excluded.get(said, ()):
        return True
    group = _group_of().get(said)
    if group is None or said == now or _group_of().get(now) != group or group in _EITHER_WAY:
        return False
    if group in contrasts().groups:
        return True
    opposite = groups()[group].opposite
    return groups()[group].dimension in _TURNS or (opposite.get(said) == now and opposite.get(now) == said)


def is_manner(word: str) -> bool:
    """Whether a word says how, when or whether: no act, no period, and no order, which can be told from either side."""
    return word not in contrasts().acts and _group_of().get(word) not in {"period", *_EITHER_WAY}


def is_alike(word: str, other: str) -> bool:
    """Whether one word can stand for the other."""
    return word == other or any(word in row and other in row for row in contrasts().alike)
