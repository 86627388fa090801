"""What language a text is written in, by Compact Language Detector 2 (pycld2)."""

from __future__ import annotations

from typing import Final

import pycld2
from attrs import frozen

from rulecheck.spec.errors import SpecError
from rulecheck.spec.languages.model import Language
from rulecheck.spec.languages.packs import LANGUAGES

MOST: Final = 100_000
"""Characters that are looked at."""

LEAST: Final = 40
"""Letters below which nothing is told."""

PAGE: Final = "docs/languages.md"
"""What to read where there is no pack."""


@frozen
class Told:
    """A language that a text is surely written in."""

    code: str
    name: str
    """In English."""

    @property
    def has_pack(self) -> bool:
        """Whether texts in it can be read."""
        return self.code in LANGUAGES

    def __str__(self) -> str:
        return self.name if self.has_pack else f"{self.name}, for which there is no pack: {PAGE}"


def language_told(text: str) -> Told | None:
    """The language that a text is surely written in, with a pack or without; None for a few words, or several."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text[:MOST])
    if sum(sign.isalpha() for sign in shown) < LEAST:
        return None
    try:
        is_sure, _, languages = pycld2.detect(shown, bestEffort=True)
    except pycld2.error:  # lone surrogates, and what else it takes for no text
        return None
    name, code, share, _ = languages[0]
    if not is_sure or code == "un" or share < 60:
        return None
    code = code.partition("-")[0]
    return Told(code, LANGUAGES[code].name if code in LANGUAGES else name.title())


def told_language(text: str) -> str | None:
    """The code of the language that a text is written in, if it has a pack; None otherwise."""
    told = language_told(text)
    return told.code if told is not None and told.has_pack else None


def require_language(text: str, path: str, wanted: Language) -> None:
    """Raise SpecError if a text is plainly in another language; a pack of one's own is taken at its word."""
    told = language_told(text)
    if told is not None and wanted.code in LANGUAGES and told.code != wanted.code:
        what = f"the text looks like {told}; the edition is in {wanted.name}"
        hint = "name another edition with --edition, or draft one: rulecheck edition draft"
        without = "without one `rulecheck translation` compares numbers and lists"
        raise SpecError(path, None, what, hint if told.has_pack else without)
