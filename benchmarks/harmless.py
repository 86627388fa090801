"""Changes of a text that change nothing it says: a check that tells of them is a check of letters."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from attrs import define, field

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.mutations import Mutant
from rulecheck.solvers.texts.naming import names_of
from rulecheck.spec.folding import fold
from rulecheck.spec.text import units_of

KINDS: Final = {
    "accents": "a line without its accents",
    "reflow": "a paragraph set in other lines",
    "line ends": "the whole text with Windows line ends",
    "furniture": "a page footer between two paragraphs",
    "hyphens": "a word parted at a line's end",
    "order": "two items of a list in the other order",
    "synonyms": "a word for another one of the same name of a concept",
}
"""The kinds of harmless changes."""

_PARAGRAPH: Final = re.compile(r"(?:[^\n]+\n?)+")
_BULLETS: Final = "-•*"
_BESIDE: Final = 40
"""Characters about a word in which its neighbours stand."""


@define
class Harmless:
    """Makes harmless changes of one text; drawn with the random numbers given."""

    check: TextCheck
    rng: random.Random
    _makers: Mapping[str, Callable[[], list[Mutant]]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._makers = {
            "accents": lambda: list(self._accents()),
            "reflow": lambda: list(self._reflow()),
            "line ends": lambda: [Mutant("line ends", 0, len(self.text), self.text.replace("\n", "\r\n"))],
            "furniture": lambda: list(self._furniture()),
            "hyphens": lambda: list(self._hyphens()),
            "order": lambda: list(self._order()),
            "synonyms": lambda: list(self._synonyms()),
        }

    @property
    def text(self) -> str:
        """The text as it stands."""
        return self.check.text.text

    def made(self, count: int) -> list[Mutant]:
        """About so many changes, of every kind that the text has a place for."""
        every = {kind: make() for kind, make in self._makers.items()}
        share = max(1, count // max(1, sum(1 for rows in every.values() if len(rows) > 1)))
        return [m for rows in every.values() for m in (self.rng.sample(rows, share) if len(rows) > share else rows)]

    def _places(self) -> Iterator[tuple[int, int]]:
        """Paragraphs that hold rules."""
        bearing = [(s.start, s.end) for _, s in self.check.laid.rule_bearing()]
        for paragraph in _PARAGRAPH.finditer(self.text):
            if any(paragraph.start() <= start < paragraph.end() for start, _ in bearing):
                yield paragraph.start(), paragraph.end()

    def _accents(self) -> Iterator[Mutant]:
        for start, end in self._places():
            plain = "".join(
                c for c in unicodedata.normalize("NFD", self.text[start:end]) if not unicodedata.combining(c)
            )
            if plain != self.text[start:end]:
                yield Mutant("accents", start, end, plain)

    def _reflow(self) -> Iterator[Mutant]:
        """Prose only: where lines end in the middle of a sentence anyway, or a long line is broken."""
        for start, end in self._places():
            said = self.text[start:end].rstrip("\n")
            lines = said.split("\n")
            if len(lines) == 1 and len(said) > 120 and "|" not in said:
                at = 0
                broken = []
                while len(said) - at > 80:
                    cut = said.rfind(" ", at, at + 80)
                    if cut <= at:
                        break
                    broken.append(said[at:cut])
                    at = cut + 1
                yield Mutant("reflow", start, start + len(said), "\n".join([*broken, said[at:]]))

    def _furniture(self) -> Iterator[Mutant]:
        units = self.check.text.units
        if not self.check.laid.furniture:
            return
        first = min(self.check.laid.furniture)
        last = first
        while last + 1 in self.check.laid.furniture:
            last += 1
        footer = self.text[units[first].start : units[last].end]
        first_rule = next((s.start for _, s in self.check.laid.rule_bearing()), 0)
        for gap in re.compile(r"[.!]\n\n+(?=[A-ZŞŢĂÎÂŚŻŁ])").finditer(self.text, first_rule):
            yield Mutant("furniture", gap.end(), gap.end(), f"{footer}\n\n")

    def _hyphens(self) -> Iterator[Mutant]:
        for _, sentence in self.check.laid.rule_bearing():
            words = list(re.finditer(r"[^\W\d_]{7,}", self.text[sentence.start : sentence.end]))
            if words:
                word = self.rng.choice(words)
                at = sentence.start + word.start() + len(word[0]) // 2
                if self.text[at].islower():
                    yield Mutant("hyphens", at, at, "-\n")

    def _order(self) -> Iterator[Mutant]:
        sentences = [s for _, s in self.check.laid.rule_bearing()]
        for item, other in pairwise(sentences):
            marks = [self._mark(s.start) for s in (item, other)]
            ends = [self._stop(s.end) for s in (item, other)]
            if None in marks or ends[0] >= (marks[1] or 0):
                continue
            first, second = self.text[item.start : ends[0]], self.text[other.start : ends[1]]
            if first[-1:] not in ".!" or second[-1:] not in ".!" or not self._is_list(item.start, other.start):
                continue
            between = self.text[ends[0] : other.start]
            yield Mutant("order", item.start, ends[1], f"{second}{between}{first}")

    def _is_list(self, first: int, second: int) -> bool:
        """Whether two items hold one sentence each, so that nothing hangs together with the next."""
        numbers = [
            self.check.text.sentence_of(n) for n, u in enumerate(self.check.text.units) if u.start in (first, second)
        ]
        return len(numbers) == 2 and numbers[1] == numbers[0] + 1

    def _mark(self, start: int) -> int | None:
        """Where the mark of a list item stands before an offset; None if there is none."""
        at = start - 1
        while at >= 0 and self.text[at] in " \t":
            at -= 1
        return at if at >= 0 and self.text[at] in _BULLETS else None

    def _stop(self, end: int) -> int:
        while end < len(self.text) and self.text[end] in '.!?)”"':
            end += 1
        return end

    def _synonyms(self) -> Iterator[Mutant]:
        names = names_of(self.check)
        for sighted, others in names:
            said = self.text[sighted.start : sighted.end]
            rest = sorted({o for o in others if fold(o) != fold(said) and self._is_same_rule(said, o)})
            before, after = self.text[: sighted.start][-_BESIDE:], self.text[sighted.end :][:_BESIDE]
            beside = {*_words(before)[-1:], *_words(after)[:1]}
            rest = [o for o in rest if beside.isdisjoint(_words(o))]
            if rest:
                other = self.rng.choice(rest)
                written = other.capitalize() if said[:1].isupper() else other
                yield Mutant("synonyms", sighted.start, sighted.end, written)

    def _is_same_rule(self, said: str, other: str) -> bool:
        """Whether two names have the same numbers and rule words in them: "the shortest trail" is not "a trail"."""
        language = self.check.edition.language
        rules = [
            [(u.value, u.rule) for u in units_of(name, language) if u.is_number or u.rule] for name in (said, other)
        ]
        return rules[0] == rules[1]


def _words(text: str) -> list[str]:
    """The words of a text, folded."""
    return [fold(word) for word in re.findall(r"[^\W_]+", text)]
