"""Words of a text that no term has, each with the concept that it most likely names."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.translation.dictionary import Pair, learn
from rulecheck.solvers.translation.passages import stems_of

OFTEN: Final = 2
"""A word that is proposed stands in at least so many rule-bearing sentences."""

LEAST: Final = 0.1
"""How likely a concept has to be to be named beside a word."""

_SHORTEST: Final = 4
"""Letters."""


@frozen
class Proposed:
    """A word of the text that is in no entry."""

    concept: str
    """What it most likely names; empty if nothing is likely."""
    forms: tuple[str, ...]
    """Its forms in the text."""
    often: int
    line: int
    """Where it stands first."""
    sure: float


def proposed(drafting: Drafting, clauses: Mapping[int, tuple[str, ...]] | None = None) -> list[Proposed]:
    """The words that no term has, with concepts learnt from sentences and their clauses, the likeliest first.

    `clauses` are those of an edition that somebody has looked at; without them the draft's own are taken, each as
    sure as it is.  Raises ValueError for a game without concepts.
    """
    glossary = drafting.glossary
    if glossary is None:
        raise ValueError("the game has no concepts")
    words = dict(_words(drafting))
    stems = stems_of({word for own in words.values() for word in own})
    pairs = []
    for row in drafting.bearing:
        if row.number not in words:
            continue
        for clause, weight in _placed(drafting, row.number, clauses):
            told = glossary.in_english(drafting.rulebook.clauses[clause].text)
            lacking = [c for c in told if c in glossary.english and c not in row.ids]
            if lacking:
                pairs.append(Pair(lacking, [stems[word] for word in words[row.number]], weight))
    chances = learn(pairs)
    turned: dict[str, dict[str, float]] = defaultdict(dict)
    for concept, others in chances.items():
        for stem, chance in others.items():
            turned[stem][concept] = chance
    often = Counter(stems[word] for own in words.values() for word in set(own))
    forms: dict[str, set[str]] = defaultdict(set)
    first: dict[str, int] = {}
    for number, own in sorted(words.items()):
        for word in own:
            forms[stems[word]].add(word)
            first.setdefault(stems[word], number)
    rows = []
    for stem, count in often.items():
        if count < OFTEN:
            continue
        concept, chance = max(turned.get(stem, {}).items(), key=lambda item: item[1], default=("", 0.0))
        is_likely = chance >= LEAST
        rows.append(
            Proposed(
                concept if is_likely else "",
                tuple(sorted(forms[stem])),
                count,
                drafting.line(first[stem]),
                chance if is_likely else 0.0,
            )
        )
    return sorted(rows, key=lambda row: (-row.sure * math.sqrt(row.often), -row.often, row.forms))


def _words(drafting: Drafting) -> Iterator[tuple[int, list[str]]]:
    """By sentence: its words that no concept and no small word of the language is."""
    language, units = drafting.text.language, drafting.text.units
    for row in drafting.bearing:
        known = [(sighted.start, sighted.end) for sighted in row.concepts]
        words = [
            unit.text
            for unit in units[row.sentence.first : row.sentence.last]
            if not unit.is_number
            and unit.rule is None
            and len(unit.text) >= _SHORTEST
            and unit.text.isalpha()
            and unit.text not in language.common
            and not any(start <= unit.start < end for start, end in known)
        ]
        if words:
            yield row.number, words


def _placed(
    drafting: Drafting, number: int, clauses: Mapping[int, tuple[str, ...]] | None
) -> Iterator[tuple[str, float]]:
    if clauses is not None:
        yield from ((clause, 1.0) for clause in clauses.get(number, ()))
    else:
        yield from ((clause, share) for clause, share in drafting.placements[number].ranked[:3] if share > 0.1)
