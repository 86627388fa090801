"""What a language pack holds: number words, rule words, concepts that every game has.

A *number word* stands for a number ("trei", "three"); a *rule word* is one of the small words on which a rule turns
("at least", "each", "before"); a *concept* is what words of any language can mean ("the other player", "this round").
Words are kept folded: lower case, without diacritics.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from attrs import field, frozen

from rulecheck.spec.folding import fold

MEASURED: Final = frozenset({"bound", "quantity", "other", "order", "time"})
"""The families of comparison and quantity words that the sensitivity bar speaks of; the rest are counted apart."""


FUNCTIONS: Final = (
    *("if", "unless", "except", "until", "even-if", "instead", "relative", "and", "or", "but", "than"),
    *("from", "to", "at", "of", "by", "with", "without", "per", "during", "begin", "end"),
    *("then", "first", "last", "starting-with", "followed-by"),
    *("have", "be", "act-begin", "act-end", "act-win", "round-down", "round-up"),
    *("his", "small", "number", "only", "the", "idiom", "participle", "going"),
)
"""What the function words of `[reading]` do; docs/languages.md tells each."""


@frozen
class RuleWord:
    """One meaning of a rule word."""

    family: str
    """Words of one family can stand in one another's place: `bound`, `quantity`, `order`, …"""
    means: str
    """What it says, in English: `at least`, `each`, `first`."""


@frozen
class Concept:
    """Something that words can mean, with its words in one language."""

    id: str
    """Its group and its name: `period.round`, `bound.at-least`."""
    group: str
    """Concepts of one group are siblings: one in another's place makes another rule."""
    forms: tuple[str, ...]
    """Folded: `word`, `word*` (a beginning), `several words`, `one .. other` (up to six words between)."""
    shares: bool = False
    """Whether its forms may be other concepts' too: then both are told for a place."""


@frozen(eq=False)
class Language:
    """The words of one language."""

    code: str
    name: str
    numbers: Mapping[str, int]
    """Number words that are always numbers."""
    articles: Mapping[str, int]
    """Words that can be a number or something else (an article, "new"): a number only where an edition says so."""
    rule_words: Mapping[str, RuleWord]
    common: frozenset[str]
    """Frequent small words: they are no terms, and a term that is one without its accents keeps them."""
    small: frozenset[str] = field(default=frozenset(), kw_only=True)
    """The same as they are written."""
    verbs: tuple[str, ...]
    """Beginnings of verbs that rules are made of."""
    letters: frozenset[str] = frozenset()
    """Letters beyond ASCII that its words have."""
    plain: frozenset[str] = frozenset()
    """Words that only look like a misread rule word or number word."""
    number_phrases: Mapping[tuple[str, ...], int] = field(factory=dict)
    """Numbers of several words: `twenty one`."""
    concepts: Mapping[str, Concept] = field(factory=dict)
    """What every game speaks of, by id."""
    contrasts: tuple[Concept, ...] = ()
    """Everyday words for how, when and whether something is done."""
    abbreviations: frozenset[str] = frozenset()
    """Words after which a full stop ends no sentence."""
    examples: frozenset[str] = frozenset()
    """Words with which a worked example begins."""
    nothing: tuple[str, ...] = ()
    """Forms that only look like a concept's: "left over"."""
    misread: Mapping[str, str] = field(factory=dict)
    """Letters that scanners write for others of this language."""
    functions: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """By name of FUNCTIONS: the forms of the words that tie a sentence together."""
    negative: tuple[str, ...] = ()
    """Beginnings that deny the rest of a word: `un`, `non`."""
    possessive: tuple[str, ...] = ()
    """Words that make an owner of the noun before them: the `s` of "the mayor's"."""
    adjectives_after: bool = False
    """Whether adjectives mostly follow their noun."""
    owners_after: bool = False
    """Whether of two nouns side by side the second says whose the first is."""
    owners_before: bool = False
    """Whether of two nouns side by side the first says what the second is: "island space"."""
    negative_acts: tuple[str, ...] = ()
    """Beginnings that deny an act."""
    subjects_before: bool = False
    """Whether who acts is always named before the act."""
    opposites: Mapping[tuple[str, str], str] = field(factory=dict)
    """For a rule word's family and meaning, the meaning that turns the rule round."""

    @cached_property
    def bare(self) -> Mapping[str, str]:
        """What is left of a misread letter without its accent, and the letter that was meant: `é` for `ă` is `e: a`."""
        pairs = ((fold(letter), fold(meant)) for letter, meant in self.misread.items())
        return {letter: meant for letter, meant in pairs if letter != meant}

    def fold(self, text: str) -> str:
        """Lower case, without diacritics, misread letters mended."""
        lower = text.lower()
        for letter, meant in self.misread.items():
            lower = lower.replace(letter, meant)
        return fold(lower)


WITHOUT: Final = "none"
"""What a language without a pack is called where a code is asked for."""


def without_pack(name: str = "a language without a pack") -> Language:
    """A language of which nothing is known: only digits are numbers."""
    return Language(code=WITHOUT, name=name, numbers={}, articles={}, rule_words={}, common=frozenset(), verbs=())


def opposite(language: Language, word: RuleWord) -> str | None:
    """A form of the same family that turns the rule round; None where leaving the word out does ("only", "not")."""
    wanted = language.opposites.get((word.family, word.means))
    if wanted is None:
        return None
    for form, other in language.rule_words.items():
        if other.family == word.family and other.means == wanted:
            return form
    return None


def number_word(language: Language, value: int) -> str:
    """A number in words where the language file has one, else in digits."""
    return next((word for word, number in language.numbers.items() if number == value), str(value))
