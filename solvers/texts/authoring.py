"""What an author of an edition is told: what no clause accounts for, and what no concept has."""

from __future__ import annotations

from collections import Counter
from typing import Final

from attrs import field, frozen

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.meaning import Meaning, literals
from rulecheck.solvers.texts.stretches import Meant, Stretch
from rulecheck.solvers.texts.wording import where_of
from rulecheck.spec.folding import fold

_SHORTEST: Final = 4
"""Letters; shorter words are rarely things of a game."""


@frozen
class Foreign:
    """A concept that a passage of a clause speaks of and the clause does not."""

    clause: str
    concept: str
    line: int
    words: str
    """The text's own."""
    sibling: str = ""
    """A sibling that the clause speaks of and the passage does not: look here first."""


@frozen
class Proposal:
    """What an edition and its concepts do not account for."""

    foreign: tuple[Foreign, ...]
    unknown: tuple[tuple[str, int, int], ...]
    """Words that no concept has: the word, how often it stands in rule-bearing sentences, the first line."""
    missing_forms: tuple[str, ...] = field(default=())
    """Concepts of the game that the edition has no words for."""


def proposal(check: TextCheck) -> Proposal:
    """What an edition lacks as the text stands; raises ValueError for an edition without concepts."""
    meaning = check.meaning
    if meaning is None:
        raise ValueError("the game or the edition has no concepts")
    foreign = [
        _foreign(check, meaning, stretch, place, meant)
        for stretch in meaning.stretches
        for excused in ({c for _, literal in literals(stretch) for c in literal.says},)
        for meant in (meaning.meant(stretch),)
        for place in meant
        if place.concept not in stretch.allowed and place.concept not in excused
    ]
    forms = check.edition.forms
    missing = tuple(c for c in meaning.glossary.english if c not in forms)
    return Proposal(tuple(foreign), tuple(unknown_words(check, meaning)), missing)


def _foreign(check: TextCheck, meaning: Meaning, stretch: Stretch, place: Meant, meant: tuple[Meant, ...]) -> Foreign:
    said = where_of(check, stretch, place)
    here = {m.concept for m in meant}
    clause = said.passage.clauses[0]
    lacking = [
        sibling
        for sibling in meaning.glossary.siblings(place.concept)
        if sibling not in here and any(sibling in meaning.glossary.stated(c) for c in said.passage.clauses)
    ]
    start, end = place.sighted.start, place.sighted.end
    return Foreign(
        clause=clause,
        concept=place.concept,
        line=check.text.line_of(start),
        words=check.text.quote(start, end),
        sibling=lacking[0] if lacking else "",
    )


def unknown_words(check: TextCheck, meaning: Meaning) -> list[tuple[str, int, int]]:
    """Words of rule-bearing sentences that no concept has, the most frequent first."""
    language = check.edition.language
    often = Counter[str]()
    first: dict[str, int] = {}
    for number, sentence in check.laid.rule_bearing():
        known = [(s.start, s.end) for s in meaning.sighted(number)]
        for n in range(sentence.first, sentence.last):
            unit = check.text.units[n]
            if unit.is_number or unit.rule is not None or len(unit.text) < _SHORTEST or n in check.laid.furniture:
                continue
            word = fold(unit.text)
            if word in language.common or any(start <= unit.start < end for start, end in known):
                continue
            often[word] += 1
            first.setdefault(word, check.text.line_of(unit.start))
    return [(word, count, first[word]) for word, count in often.most_common()]
