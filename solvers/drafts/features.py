"""What a sentence and a clause have in common: concepts, numbers, words, each weighed by how rare it is."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import define, field, frozen

from rulecheck.spec.languages import LANGUAGES, Language
from rulecheck.spec.lexicon import Lexicon, Sighted
from rulecheck.spec.model import Clause, Rulebook
from rulecheck.spec.text import Sentence, Text, units_of
from rulecheck.spec.vocabulary import Glossary

_TITLE: Final = 0.5
"""What a concept weighs that only the heading or the id of a clause names, against one of its wording."""

_ACCEPTED: Final = 0.5
"""The same for one that passages of the clause may mention."""

_HEADING: Final = 0.35
"""What a concept of the heading above a sentence weighs, against one of the sentence."""

_BESIDE: Final = 0.15
"""The same for one of the sentence before it."""

_BORROWED: Final = 0.5
"""What a likeness is worth that a sentence has only from what stands above it."""

_BARE: Final = 0.5
"""What numbers and words are worth that stand in a sentence without a concept of the clause."""

_LONGEST_HEADING: Final = 8
"""Words."""

_OPENING: Final = 3
"""Words of a sentence among which the one stands that opens an example."""

_LONGEST_EXAMPLE: Final = 4
"""Sentences after the first that an example has at most."""

_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")

_SHORTEST: Final = 4
"""Letters of a word that is compared by itself."""


@frozen(eq=False)
class Read:
    """A sentence of the text, read."""

    number: int
    """Which sentence of the text it is."""
    sentence: Sentence
    concepts: tuple[Sighted, ...] = field(repr=False)
    values: tuple[int, ...]
    """Its numbers, in their order."""
    words: frozenset[str] = field(repr=False)
    """Its words; of an English text their dictionary forms, which are compared with our clauses."""
    heading: frozenset[str] = field(repr=False, default=frozenset())
    """The concepts of the heading above it."""
    is_example: bool = False
    """Whether it belongs to a worked example."""

    @property
    def ids(self) -> frozenset[str]:
        """The concepts it speaks of."""
        return frozenset(id for sighted in self.concepts for id in (sighted.concept, *sighted.also))


def read_sentences(text: Text, lexicon: Lexicon | None) -> tuple[Read, ...]:
    """Every sentence of a text; without a lexicon for their numbers and words only."""
    lemma = lemmatiser("en") if text.language.code == "en" else str
    heading: frozenset[str] = frozenset()
    example_ends = -1
    rows = []
    for number, sentence in enumerate(text.sentences):
        units = text.units[sentence.first : sentence.last]
        concepts = () if lexicon is None else lexicon.read(text.text, sentence.start, sentence.end)
        words = frozenset(
            lemma(unit.text)
            for unit in units
            if not unit.is_number and unit.rule is None and len(unit.text) >= _SHORTEST and unit.text.isalpha()
        )
        values = tuple(unit.value for unit in units if unit.is_number and unit.value is not None)
        is_heading = _is_heading(text, sentence)
        gap = text.text[text.sentences[number - 1].end : sentence.start] if number else ""
        opening = [unit.text in text.language.examples for unit in units[:_OPENING]]
        if any(opening):  # "Example: …" goes on, "so, for example, …" is a sentence of its own
            example_ends = number + (_LONGEST_EXAMPLE if opening[0] else 0)
        elif is_heading or _PARAGRAPH.search(gap) or ("\n" in gap and units[0].is_number):
            example_ends = -1
        row = Read(number, sentence, concepts, values, words, heading, number <= example_ends)
        if is_heading:
            heading = row.ids
        rows.append(row)
    return tuple(rows)


def _is_heading(text: Text, sentence: Sentence) -> bool:
    """Whether a few words stand on a line of their own, with no stop at its end."""
    if sentence.last - sentence.first > _LONGEST_HEADING:
        return False
    line_start = text.text.rfind("\n", 0, sentence.start) + 1
    line_end = text.text.find("\n", sentence.end)
    after = text.text[sentence.end : line_end if line_end >= 0 else len(text.text)].strip()
    before = text.text[line_start : sentence.start].strip(" \t#*_")
    return not before and after.strip("*_#: ") == "" and text.text[sentence.start].isupper()


@cache
def lemmatiser(code: str) -> Callable[[str], str]:
    """What gives a word's form in the dictionary; the word itself where there is no dictionary."""
    import simplemma

    try:
        simplemma.lemmatize("word", lang=code)
    except ValueError:
        return lambda word: word

    @cache
    def lemma(word: str) -> str:
        return simplemma.lemmatize(word, lang=code).lower()

    return lemma


@frozen(eq=False)
class _Stated:
    """What a clause says, as it is compared."""

    concepts: Mapping[str, float]
    values: frozenset[int]
    words: frozenset[str]
    """Only for an English text."""


@define(slots=False)
class Features:
    """How much each sentence has in common with each clause."""

    rulebook: Rulebook
    glossary: Glossary | None
    language: Language
    rarity: dict[str, float] = field(init=False, factory=dict)
    _stated: dict[str, _Stated] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for clause in self.rulebook.clauses.values():
            self._stated[clause.id] = self._read(clause)
        often: Counter[str] = Counter()
        for stated in self._stated.values():
            often.update(stated.concepts.keys())
            often.update(f"#{value}" for value in stated.values)
            often.update(f"'{word}" for word in stated.words)
        whole = len(self._stated)
        self.rarity = {name: math.log((whole + 1) / (count + 0.5)) for name, count in often.items()}
        self.default = math.log(whole + 1)

    def _read(self, clause: Clause) -> _Stated:
        subject = clause.id.partition(".")[0].replace("-", " ")
        concepts: dict[str, float] = {}
        if self.glossary is not None:
            for concept in self.glossary.accepted.get(clause.id, ()):
                concepts[concept] = _ACCEPTED
            for concept in self.glossary.in_english(f"{clause.title}. {subject}"):
                concepts[concept] = max(concepts.get(concept, 0.0), _TITLE)
            for concept in self.glossary.in_english(clause.text):
                concepts[concept] = 1.0
        values: set[int] = set()
        for quantity in self.rulebook.quantities.values():
            if quantity.clause == clause.id:
                values |= {quantity.value} if isinstance(quantity.value, int) else set(quantity.value.values())
        values |= {unit.value for unit in units_of(clause.text, LANGUAGES["en"]) if unit.is_number and unit.value}
        if self.language.code != "en":
            return _Stated(concepts, frozenset(values), frozenset())
        lemma = lemmatiser("en")
        text = f"{clause.title} {subject} {clause.text}".lower()
        words = frozenset(lemma(word) for word in re.findall(r"[a-z]+", text) if len(word) >= _SHORTEST)
        return _Stated(concepts, frozenset(values), words)

    def weight(self, name: str) -> float:
        """How rare a concept, `#number` or `'word` is among the clauses."""
        return self.rarity.get(name, self.default)

    def vector(self, row: Read, before: Read | None) -> dict[str, float]:
        """What a sentence speaks of, with what its heading and the sentence before lend it."""
        vector: dict[str, float] = {}
        for concept in before.ids if before is not None else ():
            vector[concept] = _BESIDE
        for concept in row.heading:
            vector[concept] = _HEADING
        for sighted in row.concepts:
            senses = (sighted.concept, *sighted.also)
            for concept in senses:
                vector[concept] = 1.0
        return vector

    def scores(self, rows: Sequence[Read], clauses: Collection[str] | None = None) -> list[dict[str, float]]:
        """For each sentence the likeness of some clauses (None: of every clause), from 0 to about 3."""
        asked = {id: stated for id, stated in self._stated.items() if clauses is None or id in clauses}
        clause_norms = {
            id: math.sqrt(sum((w * self.weight(c)) ** 2 for c, w in stated.concepts.items())) or 1.0
            for id, stated in asked.items()
        }
        is_english = self.language.code == "en"
        answer = []
        for at, row in enumerate(rows):
            vector = self.vector(row, rows[at - 1] if at else None)
            norm = math.sqrt(sum((w * self.weight(c)) ** 2 for c, w in vector.items())) or 1.0
            values = Counter(row.values)
            own: dict[str, float] = {}
            for id, stated in asked.items():
                shared = sum(
                    w * stated.concepts[c] * self.weight(c) ** 2 for c, w in vector.items() if c in stated.concepts
                )
                likeness = shared / norm / clause_norms[id]
                rest = 0.5 * self._numbers(values, stated)
                if is_english:
                    rest += 0.8 * self._words(row.words, stated)
                if not row.ids & stated.concepts.keys():
                    likeness, rest = likeness * _BORROWED, rest * _BARE
                own[id] = likeness + rest
            answer.append(own)
        return answer

    def _numbers(self, values: Mapping[int, int], stated: _Stated) -> float:
        """The share of a sentence's numbers that the clause has."""
        whole = sum(self.weight(f"#{value}") for value in values)
        if not whole:
            return 0.0
        shared = sum(self.weight(f"#{value}") for value in values if value in stated.values)
        missed = sum(1 for value in stated.values if value not in values)
        return shared / whole / (1 + 0.05 * missed)

    def _words(self, words: Iterable[str], stated: _Stated) -> float:
        own = {word: self.weight(f"'{word}") for word in words}
        other = {word: self.weight(f"'{word}") for word in stated.words}
        norm = math.sqrt(sum(w * w for w in own.values())) * math.sqrt(sum(w * w for w in other.values()))
        return sum(w * w for word, w in own.items() if word in other) / norm if norm else 0.0
