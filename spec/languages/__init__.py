"""Languages that rulebooks are written in, a pack of data for each; docs/languages.md describes the format."""

from __future__ import annotations

from rulecheck.spec.languages.model import (
    MEASURED,
    WITHOUT,
    Concept,
    Language,
    RuleWord,
    number_word,
    opposite,
    without_pack,
)
from rulecheck.spec.languages.packs import LANGUAGES, Group, groups, language_of, read_pack, siblings

__all__ = [
    "LANGUAGES",
    "MEASURED",
    "WITHOUT",
    "Concept",
    "Group",
    "Language",
    "RuleWord",
    "groups",
    "language_of",
    "number_word",
    "opposite",
    "read_pack",
    "siblings",
    "without_pack",
]
