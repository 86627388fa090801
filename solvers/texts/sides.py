"""A clause and all that the text says of it, side by side: whose, when, which side, not and only, things and deeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Quote
from rulecheck.solvers.texts.meaning import Meaning

Dimensions = Mapping[str, tuple[str, ...]]
"""By dimension (`whose`, `time`, …, or a group of things): the concepts, in order, each once."""


@frozen
class Side:
    """One place of the text that says a clause."""

    quote: Quote
    says: Dimensions
    beyond: tuple[str, ...]
    """What it speaks of and the clause does not."""


@frozen
class Sides:
    """A clause, its passages, and the clauses like it."""

    clause: str
    wording: str
    states: Dimensions
    sides: tuple[Side, ...]
    siblings: Mapping[str, Dimensions]
    """What the passages of sibling clauses speak of: those of the same name under another subject."""


def sides(check: TextCheck, clause: str) -> Sides:
    """What each passage of a clause says; raises KeyError for an unknown clause, ValueError without concepts."""
    row = check.rulebook.clauses[clause]
    meaning = check.meaning
    if meaning is None:
        raise ValueError("the game or the edition has no concepts")
    name = clause.partition(".")[2]
    like = [c for c in check.rulebook.clauses if c != clause and c.partition(".")[2] == name]
    return Sides(
        clause=clause,
        wording=row.text,
        states=_by_dimension(meaning, meaning.glossary.in_english(row.text)),
        sides=tuple(_sides(check, meaning, clause)),
        siblings={other: _by_dimension(meaning, _spoken(_sides(check, meaning, other))) for other in like},
    )


def _sides(check: TextCheck, meaning: Meaning, clause: str) -> list[Side]:
    rows: list[Side] = []
    stated = meaning.glossary.closed(meaning.glossary.stated(clause))
    for passage in check.edition.passages_of(clause):
        for said in check.said[passage.number]:
            stretch = meaning.by_sentence[check.text.sentence_of(said.match.first)]
            concepts = [m.concept for m in meaning.meant(stretch)]
            places = [check.text.sentences[n] for n in stretch.sentences]
            rows.append(
                Side(
                    quote=check.at(places[0].start, places[-1].end),
                    says=_by_dimension(meaning, concepts),
                    beyond=tuple(dict.fromkeys(c for c in concepts if c not in stated)),
                )
            )
    return rows


def _by_dimension(meaning: Meaning, concepts: Iterable[str]) -> Dimensions:
    rows: dict[str, list[str]] = {}
    for concept in concepts:
        row = rows.setdefault(meaning.glossary.dimension(concept), [])
        if concept not in row:
            row.append(concept)
    return {dimension: tuple(row) for dimension, row in rows.items()}


def _spoken(sides: Iterable[Side]) -> Iterator[str]:
    """The concepts of all passages, in their order."""
    return (concept for side in sides for concepts in side.says.values() for concept in concepts)
