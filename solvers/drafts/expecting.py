"""Where a sentence speaks of something else than its clauses' wording: expected is only what the rulebook says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal

from attrs import frozen

from rulecheck.solvers.drafts.features import Read
from rulecheck.solvers.judging.concepts import Concepts, Relation
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.vocabulary import Glossary

Kind = Literal["clash", "foreign", "lost"]

SURE_ENOUGH: Final = 0.6
"""How sure a draft has to be of a clause for what the sentence says otherwise to be told before somebody has looked."""

MOST: Final = 2
"""Differences of a sentence that nobody has looked at; with more it rather stands under a wrong clause."""

_APART: Final[Mapping[str, tuple[str, ...]]] = {"must-not": ("no", "may"), "need-not": ("no", "must")}

TOLD: Final = frozenset(
    (
        *("no", "nobody", "never", "without", "only", "at-most", "at-least", "exactly"),
        *("left", "right", "clockwise", "counter-clockwise", "face-up", "face-down"),
    )
)
"""Concepts that are told where the clause does not have them; others are details of the text."""

LOST: Final = frozenset(
    (
        *("no", "nobody", "never", "without", "only", "must", "at-most", "at-least", "exactly", "once", "last"),
        *("left", "right", "clockwise", "counter-clockwise", "face-up", "face-down", "other-player", "each-player"),
    )
)
"""Concepts that are told where the clause has them, and none of its sentences."""

_DENIALS: Final = frozenset(("no", "none", "nobody", "never", "without"))

_BOUNDS: Final = frozenset(("at-most", "at-least", "exactly"))
"""Concepts that only say something of a number."""

_ONES: Final = frozenset(("one", "once"))
"""Words that are one."""

_VAGUE: Final = frozenset(("one", "some", "any"))
"""Concepts that languages leave out or put in freely: no sibling is missed for them."""

FEW: Final = 4
"""Siblings that a concept may have for one to be its opposite."""

_WHOLE: Final = 0.85
"""The share of a clause's other concepts that its sentences have to say, for one that they do not to be missed."""


@frozen
class Difference:
    """A concept that a sentence has and its clauses do not, or the other way round."""

    kind: Kind
    """`clash`: one concept where a sibling is expected; `foreign`: one more; `lost`: one that is not said."""
    concept: str
    sibling: str = ""
    """For a clash, what should stand there."""
    sighted: Sighted | None = None

    @property
    def name(self) -> str:
        """How an edition names it once a person has judged it: `word right`, `no word clockwise`."""
        return f"{'no ' if self.kind == 'lost' else ''}word {self.concept}"


class Expecting:
    """Holds sentences against the clauses that they were placed under."""

    def __init__(self, glossary: Glossary) -> None:
        self.glossary = glossary
        self.concepts = Concepts.of(glossary)
        self._worded = cache(self._worded_of)

    def _worded_of(self, clause: str) -> frozenset[str]:
        """What the very wording of a clause says."""
        told = self.glossary.in_english(self.glossary.rulebook.clauses[clause].text)
        return frozenset(part for concept in told for part in _parts(concept))

    def of(
        self, row: Read, clauses: Collection[str], elsewhere: Collection[str] = (), turning: Collection[str] = ()
    ) -> tuple[Difference, ...]:
        """What a sentence says otherwise than its clauses.

        `elsewhere` is what others of the same clauses say, `turning` what the clauses' statements turn on: where there
        are any, they tell acts apart.
        """
        worded = frozenset(concept for clause in clauses for concept in self._worded(clause))
        holds, foreign = self._told_apart(row, clauses)
        said = {*holds, *elsewhere}
        differences: list[Difference] = []
        acts = {c for c, kind in self.glossary.kinds.items() if kind == "act"} if turning else set()
        for concept, sighted in list(self._accepted(row, holds, worded, turning)):
            if concept not in acts and (sibling := self._sibling(concept, worded, said)):
                differences.append(Difference("clash", concept, sibling, sighted))
                holds[concept] -= 1
                holds[sibling] += 1
                said |= {sibling}
        holds = +holds
        for concept, sighted in foreign:
            sibling = "" if concept in acts else self._sibling(concept, worded, said)
            if sibling:
                differences.append(Difference("clash", concept, sibling, sighted))
                holds[sibling] += 1
                said |= {sibling}
            elif concept in TOLD and (row.values or _ONES & row.ids or concept not in _BOUNDS):
                differences.append(Difference("foreign", concept, sighted=sighted))
        return tuple(differences)

    def _accepted(
        self, row: Read, holds: Collection[str], worded: Collection[str], turning: Collection[str]
    ) -> Iterator[tuple[str, Sighted]]:
        """What a sentence may mention as a detail of its clauses: in the place of what they say it is none."""
        for sighted in row.concepts:
            rivals = self.glossary.siblings(sighted.concept)
            is_rival = len(rivals) <= FEW or (sighted.concept not in turning and any(c in turning for c in rivals))
            if sighted.concept in holds and sighted.concept not in worded and is_rival:
                yield sighted.concept, sighted

    def _told_apart(self, row: Read, clauses: Collection[str]) -> tuple[Counter[str], list[tuple[str, Sighted]]]:
        """What a sentence speaks of that its clauses do too, with how often, and what they do not."""
        allowed = self.glossary.may_say(clauses)
        holds: Counter[str] = Counter()
        foreign: list[tuple[str, Sighted]] = []
        for sighted in row.concepts:
            senses = [c for c in (sighted.concept, *sighted.also) if c in allowed] or [sighted.concept]
            for concept in _APART.get(senses[0], senses[:1]):
                if concept in allowed:
                    holds[concept] += 1
                else:
                    foreign.append((concept, sighted))
        return holds, foreign

    def _sibling(self, concept: str, worded: Collection[str], said: Collection[str]) -> str:
        """What the clause says in a concept's place and the sentence does not; empty if nothing."""
        if concept in _VAGUE:
            return ""
        siblings = [c for c in self.glossary.siblings(concept) if c in worded and c not in _VAGUE]
        return next((c for c in siblings if not self._is_said(c, said)), "")

    def _is_said(self, concept: str, said: Collection[str]) -> bool:
        """Whether a sentence says something by its name, by a general one, or by one that is as good."""
        return any(self.concepts.relation(concept, other) <= Relation.LOOSE for other in said)

    def lost(self, clause: str, rows: Sequence[Read], beside: Collection[str]) -> tuple[Difference, ...]:
        """What a clause says and none of its sentences, where that makes another rule and they say all the rest.

        `beside` is what stands just before and after them: a rule can go on there.
        """
        said = {id for row in rows for id in row.ids}
        spoken = self.glossary.closed({*said, *beside})
        counts = any(row.values for row in rows)
        worded = self._worded(clause)
        if len(worded & self.glossary.closed(said)) < _WHOLE * (len(worded) - 1):
            return ()
        missed = [
            Difference("lost", concept)
            for concept in sorted(worded)
            if concept in LOST and concept not in spoken and (counts or concept not in _BOUNDS)
        ]
        if len(rows) == 1 and not any(difference.concept in _DENIALS for difference in missed):
            missed += self._lost_denial(clause, rows[0])
        return tuple(missed)

    def _lost_denial(self, clause: str, row: Read) -> Iterator[Difference]:
        """A denial of a clause, if its only sentence denies less often: two of them can make a yes."""
        told = self.glossary.in_english(self.glossary.rulebook.clauses[clause].text)
        wanted = sum(often for concept, often in told.items() if _DENIALS.intersection(_parts(concept)))
        denied = sum(1 for sighted in row.concepts if _DENIALS.intersection(_parts(sighted.concept)))
        if denied < wanted:
            yield Difference("lost", "no")


def _parts(concept: str) -> tuple[str, ...]:
    """What a concept is counted as: a denied "may" is two."""
    return _APART.get(concept, (concept,))
