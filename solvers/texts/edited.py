"""What a text says nearly as it did when somebody looked at it, but for a word that makes another rule.

Sentences are compared by the concepts that they name, in their order.  In one that names nearly the same, what differs
is what somebody has changed.  One that was worded anew names many others: there only what excludes
a word that stood in its place before is told, and what its clauses do not speak of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from difflib import SequenceMatcher
from itertools import chain, pairwise
from typing import Final

from rulecheck.solvers.judging.concepts import Concepts, Relation
from rulecheck.solvers.judging.verdicts import DENIALS
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.stretches import Fault, Meant, Stretch
from rulecheck.spec.languages import groups
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.vocabulary import OPPOSITE, Glossary

NEARLY: Final = 0.75
"""The share of its concepts that a sentence has in common with one of before to be that one with a change."""

_TURNS: Final = frozenset({"side", "time", OPPOSITE})
"""Dimensions whose concepts exclude one another: left and right, round and turn, old and young."""

_EITHER_WAY: Final = frozenset({"time", "other"})
"""Groups whose opposites say the same from the other side: before he builds he pays, and then he builds."""

_ANYWHERE: Final = frozenset({"thing", "place", "person"})
"""Kinds of a game's concepts that are another rule where the clause does not speak of them, in whatever words;"""

_NAMED: Final = _ANYWHERE | {"measure"}
"""and in one that is nearly as it was."""

_NEAR: Final = 6
"""Letters before an item in which its number stands."""

_NUMBERED: Final = re.compile(r"\d[.)]\s*$")
"""What stands before an item of a numbered list."""


def words_of(meaning: Meaning) -> tuple[tuple[str, ...], ...]:
    """The concepts of each sentence that names any, in their order: what an edition keeps of its text."""
    return tuple(row for number in range(len(meaning.text.sentences)) if (row := _said(meaning, number)))


def edits(meaning: Meaning) -> Iterator[tuple[Stretch, Fault]]:
    """What differs in the sentences that were changed since, and is not what their clauses say.

    In one that is nearly as it was, any concept; in one that was worded anew, a word whose opposite stood there, or a
    thing that is foreign to the rule.
    """
    concepts = Concepts.of(meaning.glossary)
    for before, numbers in _replaced(meaning):
        told = set[tuple[int, str]]()
        for then, number in _changed(meaning, before, numbers):
            if (stretch := _stretch(meaning, number)) is not None:
                for fault in _faults(meaning, concepts, stretch, then, meaning.sighted(number)):
                    told.add((stretch.number, fault.concept))
                    yield stretch, fault
        for stretch, fault in _turned(meaning, set(chain(*before)), numbers):
            if (stretch.number, fault.concept) not in told:
                yield stretch, fault


def exchanged(meaning: Meaning) -> Iterator[tuple[int, int]]:
    """Numbered items, each with the next, that stood the other way round when somebody looked at the text."""
    text, before = meaning.text, meaning.edition.reviewed.words
    place = {row: at for at, row in enumerate(before) if before.count(row) == 1}
    items = [
        (number, row)
        for number, sentence in enumerate(text.sentences)
        if (row := _said(meaning, number)) in place
        and _NUMBERED.search(text.text, max(0, sentence.start - _NEAR), sentence.start)
    ]
    for (number, row), (other, after) in pairwise(items):
        if 0 < place[row] - place[after] <= len(items):
            yield number, other


def _stretch(meaning: Meaning, number: int) -> Stretch | None:
    """The stretch of a sentence that is held against what stood there; none for one in which a fault is known, as what
    mends it may be any change."""
    stretch = meaning.by_sentence.get(number)
    if stretch is None or meaning.is_example(number):
        return None
    faulty = (said for said in stretch.said if said.passage.literally or said.passage.wrong)
    places = (at for said in faulty for at in said.match.units if at is not None)
    return None if any(meaning.text.sentence_of(at) == number for at in places) else stretch


def _replaced(meaning: Meaning) -> Iterator[tuple[Sequence[tuple[str, ...]], Sequence[int]]]:
    """Where sentences stand now for others: what each of those said, and the numbers of these."""
    before = meaning.edition.reviewed.words
    numbers = [n for n in range(len(meaning.text.sentences)) if meaning.sighted(n)]
    now = words_of(meaning)
    for tag, first, last, start, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag == "replace":
            yield before[first:last], numbers[start:end]


def _said(meaning: Meaning, number: int) -> tuple[str, ...]:
    """The concepts of a sentence, in their order."""
    return tuple(s.concept for s in meaning.sighted(number))


def _changed(
    meaning: Meaning, before: Sequence[tuple[str, ...]], numbers: Sequence[int]
) -> Iterator[tuple[tuple[str, ...], int]]:
    """For each of some sentences that is nearly one of those now: the number of the one that is most like it."""
    now = [(number, _said(meaning, number)) for number in numbers]
    for then in before:
        likeness, number = max((SequenceMatcher(None, then, row, autojunk=False).ratio(), -n) for n, row in now)
        if likeness >= NEARLY:
            yield then, -number


def _turned(meaning: Meaning, then: Set[str], numbers: Sequence[int]) -> Iterator[tuple[Stretch, Fault]]:
    """In sentences that stand for others: words whose opposites those had, and things that the rule does not name."""
    glossary = meaning.glossary
    lost = sorted(then - {c for n in numbers for s in meaning.sighted(n) for c in (s.concept, *s.also)})
    for number in numbers:
        if (stretch := _stretch(meaning, number)) is None:
            continue
        stated = _stated(glossary, stretch)
        for sighted in meaning.sighted(number):
            concept = sighted.concept
            if concept in then:
                continue
            gone = next((c for c in lost if _turns(glossary, c, concept)), None)
            if gone is not None and (gone in stated or concept not in stated):
                yield stretch, Fault("clash", concept, gone, meant=Meant(concept, sighted))
            elif (
                glossary.kinds.get(concept) in _ANYWHERE
                and concept not in stretch.allowed
                and concept not in glossary.of_packs
            ):
                yield stretch, Fault("foreign", concept, meant=Meant(concept, sighted))


def _turns(glossary: Glossary, gone: str, new: str) -> bool:
    """Whether a word in another's place makes the opposite of a rule, however the sentence is worded."""
    group = groups().get(glossary.group_of.get(gone, ""))
    if group is None or new not in group.concepts or new == gone or group.name in _EITHER_WAY:
        return False
    is_opposite = group.opposite.get(gone) == new and group.opposite.get(new) == gone
    return group.dimension in _TURNS or is_opposite or (gone, new) == ("must-not", "may")


def _stated(glossary: Glossary, stretch: Stretch) -> frozenset[str]:
    """The concepts that the clauses of a stretch state."""
    return frozenset().union(*(glossary.stated(c) for said in stretch.said for c in said.passage.clauses))


def _faults(
    meaning: Meaning, concepts: Concepts, stretch: Stretch, then: Sequence[str], now: Sequence[Sighted]
) -> Iterator[Fault]:
    glossary = meaning.glossary
    stated = _stated(glossary, stretch)
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
