"""Words for one thing: in a key phrase the one may stand for the other."""

from __future__ import annotations

from collections.abc import Iterable

from rulecheck.spec.languages import Language
from rulecheck.spec.text import shape


class Kin:
    """The things that an edition has words for, of each the forms that are single words."""

    def __init__(self, things: Iterable[str], language: Language) -> None:
        """Of each thing the forms of its names, by commas."""
        self._words: dict[str, set[int]] = {}
        self._beginnings: dict[str, set[int]] = {}
        for number, forms in enumerate(things):
            for form in forms.split(","):
                word = language.fold(form.strip())
                if not word or " " in word:
                    continue
                index = self._beginnings if word.endswith("*") else self._words
                index.setdefault(shape(word.rstrip("*")), set()).add(number)
        self._known: dict[str, frozenset[int]] = {}

    def of(self, word: str) -> frozenset[int]:
        """The things that a word's shape is a form of; of a beginning (`*`), those that have a form that begins so."""
        things = self._known.get(word)
        if things is None:
            things = self._known[word] = frozenset(self._things(word))
        return things

    def _things(self, word: str) -> Iterable[int]:
        stem = word.rstrip("*")
        for cut in range(1, len(stem) + 1):
            yield from self._beginnings.get(stem[:cut], ())
        if stem == word:
            yield from self._words.get(word, ())
        else:
            for index in (self._words, self._beginnings):
                yield from (n for form, numbers in index.items() if form.startswith(stem) for n in numbers)
