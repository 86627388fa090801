"""What language a text is written in."""

from __future__ import annotations

import re
from typing import Final

from rulecheck.spec.errors import SpecError
from rulecheck.spec.folding import fold
from rulecheck.spec.languages.model import Language
from rulecheck.spec.languages.packs import LANGUAGES

SURELY: Final = 0.18
"""The share of small words from which on a text is surely in a language."""


def shares(text: str) -> dict[str, float]:
    """For each language with a pack, the share of its small words and letters in a text; empty for a few words."""
    words = [fold(w) for w in re.findall(r"[^\W\d_]+", text[:200_000])]
    if len(words) < 20:
        return {}
    lower = text[:200_000].lower()
    scores: dict[str, float] = {}
    for code, language in LANGUAGES.items():
        share = sum(1 for w in words if w in language.common) / len(words)
        marked = sum(lower.count(m) for m in language.marks) / max(len(lower), 1)
        scores[code] = share + marked * 3
    return scores


def told_language(text: str) -> str | None:
    """The language that a text is most likely written in, of those that editions can be in; None if none fits."""
    scores = shares(text)
    best = max(scores, key=lambda c: scores[c], default=None)
    return best if best is not None and scores[best] > 0.08 else None


def surely_told(text: str) -> str | None:
    """The language that a text is surely written in; None if it is in none that has a pack, or cannot be told."""
    best = told_language(text)
    return best if best is not None and shares(text)[best] >= SURELY else None


def require_language(text: str, path: str, wanted: Language) -> None:
    """Raise SpecError if a text is plainly in another language of ours; a pack of one's own is taken at its word."""
    told = told_language(text)
    if told is not None and wanted.code in LANGUAGES and told != wanted.code:
        what = f"the text is in {LANGUAGES[told].name}, the edition in {wanted.name}"
        raise SpecError(path, None, what, "name another edition with --edition, or draft one: rulecheck edition draft")
