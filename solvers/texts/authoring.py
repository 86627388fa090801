"""What an author of an edition is told: what each passage holds, what no clause accounts for, what no concept has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.meaning import Meaning, literals
from rulecheck.solvers.texts.stretches import Meant, Stretch
from rulecheck.solvers.texts.wording import where_of
from rulecheck.spec.folding import fold

_HOLDS: Final = re.compile(r',?\s*holds\s*=\s*"[^"]*"')
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
    """What the tool proposes for an edition, and what it leaves to its author."""

    holds: Mapping[int, Mapping[str, int]]
    """By passage number."""
    foreign: tuple[Foreign, ...]
    unknown: tuple[tuple[str, int, int], ...]
    """Words that no concept has: the word, how often it stands in rule-bearing sentences, the first line."""
    missing_forms: tuple[str, ...] = field(default=())
    """Concepts of the game that the edition has no words for."""


def proposal(check: TextCheck) -> Proposal:
    """What each passage holds as the text stands; raises ValueError for an edition without concepts."""
    meaning = check.meaning
    if meaning is None:
        raise ValueError("the game or the edition has no concepts")
    holds: dict[int, Counter[str]] = {}
    foreign: list[Foreign] = []
    for stretch in meaning.stretches:
        meant = meaning.meant(stretch)
        excused = Counter[str]()
        for _, literal in literals(stretch):
            excused.update(literal.says)
        counts = {id(said): Counter[str]() for said in stretch.said}
        for place in meant:
            if excused[place.concept] > 0 and (place.concept not in stretch.allowed or _is_last(meant, place, excused)):
                excused[place.concept] -= 1
            elif place.concept in stretch.allowed:
                counts[id(where_of(check, stretch, place))][place.concept] += 1
            else:
                foreign.append(_foreign(check, meaning, stretch, place, meant))
        for said in stretch.said:
            holds.setdefault(said.passage.number, counts[id(said)])
    forms = check.edition.forms
    missing = tuple(c for c in meaning.glossary.english if c not in forms)
    return Proposal(holds, tuple(foreign), tuple(unknown_words(check, meaning)), missing)


def _is_last(meant: tuple[Meant, ...], place: Meant, excused: Mapping[str, int]) -> bool:
    """Whether as few places of a concept are left as are literally wrong: the last ones are taken for those."""
    rest = [m for m in meant if m.concept == place.concept]
    return rest.index(place) >= len(rest) - excused[place.concept]


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


def with_holds(source: str, check: TextCheck, holds: Mapping[int, Mapping[str, int]]) -> str:
    """An edition's file with `holds` written into its passages."""
    lines = source.split("\n")
    for passage in check.edition.passages:
        if passage.number not in holds:
            continue
        at = passage.line - 1
        while at < len(lines) - 1 and "}" not in lines[at].split('"')[-1]:
            at += 1
        text = " ".join(f"{c}:{n}" if n > 1 else c for c, n in sorted(holds[passage.number].items()))
        row = _HOLDS.sub("", lines[at])
        end = row.rindex("}", 0, _end_of_row(row))
        lines[at] = f'{row[:end].rstrip().rstrip(",")}, holds = "{text}" {row[end:]}'
    return "\n".join(lines)


def _end_of_row(row: str) -> int:
    """Where a row's comment begins; the whole row if it has none."""
    is_quoted = False
    for at, sign in enumerate(row):
        if sign == '"':
            is_quoted = not is_quoted
        elif sign == "#" and not is_quoted:
            return at
    return len(row)
