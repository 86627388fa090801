"""What a text says nearly as it did when somebody looked at it, but for a word that makes another rule.

Sentences are compared by the concepts that they name, in their order.  One that was worded anew names many others, and
is left to those who read it; in one that names nearly the same, what differs is what somebody has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from rulecheck.solvers.judging.concepts import Concepts, Relation
from rulecheck.solvers.judging.verdicts import DENIALS
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.stretches import Fault, Meant, Stretch
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.vocabulary import OPPOSITE

NEARLY: Final = 0.75
"""The share of its concepts that a sentence has in common with one of before to be that one with a change."""

MUCH: Final = 0.5
"""The share from which on the opposite of an everyday word is told."""

_NAMED: Final = frozenset({"thing", "place", "person", "measure"})
"""Kinds of concepts that are another rule where the clause does not speak of them; others come with the wording."""


_NEAR: Final = 6
"""Letters before an item in which its number stands."""

_NUMBERED: Final = re.compile(r"\d[.)]\s*$")
"""What stands before an item of a numbered list."""


def words_of(meaning: Meaning) -> tuple[tuple[str, ...], ...]:
    """The concepts of each sentence that names any, in their order: what an edition keeps of its text."""
    rows = (meaning.sighted(number) for number in range(len(meaning.text.sentences)))
    return tuple(tuple(s.concept for s in row) for row in rows if row)


def edits(meaning: Meaning) -> Iterator[tuple[Stretch, Fault]]:
    """What differs in the sentences that are nearly as they were, and is not what their clauses say."""
    concepts = Concepts.of(meaning.glossary)
    for then, number, likeness in _changed(meaning):
        stretch = meaning.by_sentence.get(number)
        if stretch is not None and not meaning.is_example(number) and not _is_faulty(stretch):
            for fault in _faults(meaning, concepts, stretch, then, meaning.sighted(number)):
                if likeness >= NEARLY or meaning.glossary.dimension(fault.concept) == OPPOSITE:
                    yield stretch, fault


def exchanged(meaning: Meaning) -> Iterator[tuple[int, int]]:
    """Numbered items, each with the next, that stood the other way round when somebody looked at the text."""
    text, before = meaning.text, meaning.edition.reviewed.words
    place = {row: at for at, row in enumerate(before) if before.count(row) == 1}
    items = [
        (number, row)
        for number, sentence in enumerate(text.sentences)
        if (row := tuple(s.concept for s in meaning.sighted(number))) in place
        and _NUMBERED.search(text.text, max(0, sentence.start - _NEAR), sentence.start)
    ]
    for (number, row), (other, after) in pairwise(items):
        if 0 < place[row] - place[after] <= len(items):
            yield number, other


def _is_faulty(stretch: Stretch) -> bool:
    """Whether a fault is known there: what mends it may be any change."""
    return any(said.passage.literally or said.passage.wrong for said in stretch.said)


def _changed(meaning: Meaning) -> Iterator[tuple[tuple[str, ...], int, float]]:
    """Sentences that are much as they were: what each said then, its number, and the share that is the same."""
    before = meaning.edition.reviewed.words
    numbers = [n for n in range(len(meaning.text.sentences)) if meaning.sighted(n)]
    now = [tuple(s.concept for s in meaning.sighted(n)) for n in numbers]
    for tag, first, last, start, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag != "replace":
            continue
        for then in before[first:last]:
            likeness, at = max(
                (SequenceMatcher(None, then, now[n], autojunk=False).ratio(), -n) for n in range(start, end)
            )
            if likeness >= MUCH:
                yield then, numbers[-at], likeness


def _faults(
    meaning: Meaning, concepts: Concepts, stretch: Stretch, then: Sequence[str], now: Sequence[Sighted]
) -> Iterator[Fault]:
    glossary = meaning.glossary
    clauses = {clause for said in stretch.said for clause in said.passage.clauses}
    stated = frozenset().union(*map(glossary.stated, clauses))
    judged = {word for s in stretch.said for name in s.passage.right for word in name.split()}
    lost, new = _differing(concepts, then, now)
    for gone in lost:
        instead = next((s for s in new if concepts.relation(gone, s.concept) == Relation.OTHER), None)
        if instead is not None:
            new.remove(instead)
        if gone not in stretch.allowed or gone in judged:
            continue
        if instead is None:
            if gone in DENIALS:
                yield Fault("lost", gone)
        elif (
            instead.concept not in judged
            and glossary.kinds.get(gone) != "act"
            and (gone in stated or instead.concept not in stated)
        ):
            yield Fault("clash", instead.concept, gone, meant=Meant(instead.concept, instead))
    for sighted in new:
        concept = sighted.concept
        is_denial = concept in DENIALS and concept not in stated
        if (
            is_denial or (glossary.kinds.get(concept) in _NAMED and concept not in stretch.allowed)
        ) and concept not in judged:
            yield Fault("foreign", concept, meant=Meant(concept, sighted))


def _differing(concepts: Concepts, then: Sequence[str], now: Sequence[Sighted]) -> tuple[list[str], list[Sighted]]:
    """What is gone from a sentence and what is new in it; a word that stands elsewhere in it now is neither."""
    lost: list[str] = []
    new: list[Sighted] = []
    opcodes = SequenceMatcher(None, then, [s.concept for s in now], autojunk=False).get_opcodes()
    for _, first, last, start, end in (row for row in opcodes if row[0] != "equal"):
        lost += then[first:last]
        new += now[start:end]
    for gone in tuple(lost):
        is_same = (s for s in new if concepts.relation(gone, s.concept) <= Relation.LOOSE or gone in s.also)
        if (other := next(is_same, None)) is not None:
            lost.remove(gone)
            new.remove(other)
    return lost, new
