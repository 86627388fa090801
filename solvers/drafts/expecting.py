"""Where a sentence speaks of something else than its clauses' wording: expected is only what the rulebook says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal

from attrs import frozen

from rulecheck.solvers.drafts.features import Read
from rulecheck.solvers.judging.concepts import Concepts, Relation
from rulecheck.solvers.judging.forms import is_denied
from rulecheck.solvers.judging.naming import concepts_in, named_in
from rulecheck.spec.contrasts import DENYING, excludes, is_alike, said_in_english
from rulecheck.spec.languages.packs import groups
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.reading.frames import Frame, Term, Word
from rulecheck.spec.vocabulary import Glossary

Kind = Literal["clash", "foreign", "lost"]

SURE_ENOUGH: Final = 0.5
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

_SAID_NO: Final = DENYING | {"only", "except", "unless", "less"}
"""Words by which a denial is said, some of them in other words."""

_ABOUT: Final = frozenset({"act", "what", "attr", "from", "to", "at", "per", "if"})
"""Slots that tell what a statement is about."""

_BOUNDS: Final = frozenset(("at-most", "at-least", "exactly"))
"""Concepts that only say something of a number."""

_ONES: Final = frozenset(("one", "once"))
"""Words that are one."""

_VAGUE: Final = frozenset(("one", "some", "any"))
"""Concepts that languages leave out or put in freely: no sibling is missed for them."""

FEW: Final = 5
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
    is_sure: bool = True
    """Whether it is told; a doubt is only shown to whoever looks at the sentence."""

    @property
    def name(self) -> str:
        """How an edition names it once a person has judged it: `word right`, `no word clockwise`."""
        return f"{'no ' if self.kind == 'lost' else ''}word {self.concept}"


class Expecting:
    """Holds sentences against the clauses that they were placed under."""

    def __init__(self, glossary: Glossary, says: Mapping[str, Sequence[Frame]]) -> None:
        self.glossary = glossary
        self.says = says
        self.concepts = Concepts.of(glossary)
        self._worded = cache(self._worded_of)

    def _worded_of(self, clause: str) -> frozenset[str]:
        """What the very wording of a clause says."""
        told = self.glossary.in_english(self.glossary.rulebook.clauses[clause].text)
        return frozenset(part for concept in told for part in _parts(concept))

    def habits(self, rows: Iterable[tuple[Read, Collection[str]]]) -> frozenset[str]:
        """Words that a text has more often where its clauses do not speak of what they mean: it means something else.

        `rows` are sentences with their clauses.
        """
        often, foreign = Counter[str](), Counter[str]()
        for row, clauses in rows:
            allowed = self.glossary.may_say(clauses)
            for sighted in row.concepts:
                often[sighted.words] += 1
                foreign[sighted.words] += allowed.isdisjoint((sighted.concept, *sighted.also))
        return frozenset(words for words, count in foreign.items() if count > 1 and 2 * count > often[words])

    def of(
        self, row: Read, clauses: Collection[str], elsewhere: Collection[str] = (), habits: Collection[str] = ()
    ) -> tuple[Difference, ...]:
        """What a sentence says otherwise than its clauses.

        `elsewhere` is what others of the same clauses say, `habits` words of which the glossary says too little.
        """
        worded = frozenset(concept for clause in clauses for concept in self._worded(clause))
        turning = frozenset().union(*(named_in(frame) for clause in clauses for frame in self.says.get(clause, ())))
        holds, foreign = self._told_apart(row, clauses)
        said = {*holds, *elsewhere}
        differences: list[Difference] = []
        acts = {c for c, kind in self.glossary.kinds.items() if kind == "act"} if turning else set()
        for concept, sighted in list(self._accepted(row, holds, worded, turning)):
            if concept not in acts and (sibling := self._sibling(concept, worded, said)):
                is_sure = self._is_opposed(concept, sibling) and sighted.words not in habits
                differences.append(Difference("clash", concept, sibling, sighted, is_sure))
                holds[concept] -= 1
                holds[sibling] += 1
                said |= {sibling}
        holds = +holds
        for concept, sighted in foreign:
            opposed = [c for c in self.glossary.siblings(concept) if c in worded and self._is_opposed(concept, c)]
            near = {*holds} if opposed else said  # of opposites both can be said, each in its own sentence
            sibling = "" if concept in acts else self._sibling(concept, worded, near)
            if sibling:
                is_sure = not turning or sibling in turning or self._is_opposed(concept, sibling)
                is_sure = is_sure and sighted.words not in habits and not self._is_apart(concept, sibling)
                differences.append(Difference("clash", concept, sibling, sighted, is_sure))
                holds[sibling] += 1
                said |= {sibling}
            elif concept in TOLD and (row.values or _ONES & row.ids or concept not in _BOUNDS):
                is_sure = sighted.words not in habits and (concept != "only" or not turning)
                differences.append(Difference("foreign", concept, sighted=sighted, is_sure=is_sure))
        return tuple(differences)

    def everyday(
        self, own: Sequence[Sighted], clauses: Collection[str], beside: Collection[str]
    ) -> Iterator[Difference]:
        """Everyday words of a sentence that exclude one of the clauses' wording; `beside` is what others say."""
        wordings = (self.glossary.rulebook.clauses[clause].text for clause in clauses)
        ours = sorted(frozenset().union(*map(said_in_english, wordings)))
        said = {*beside, *(sense for sighted in own for sense in (sighted.concept, *sighted.also))}
        if not DENYING.isdisjoint(said):
            return  # "kept", "not given back"
        left = [word for word in ours if not any(is_alike(word, other) for other in said)]
        for sighted in own:
            senses = (sighted.concept, *sighted.also)
            is_known = not self.glossary.of_packs.isdisjoint(senses)
            if is_known or any(is_alike(word, sense) for word in ours for sense in senses):
                continue
            wanted = next((word for word in left if all(excludes(word, sense) for sense in senses)), "")
            if wanted:
                yield Difference("clash", sighted.concept, wanted, sighted)

    def _is_opposed(self, concept: str, sibling: str) -> bool:
        """Whether of two siblings one excludes the other: opposites, or the few of a small group."""
        group = groups().get(self.glossary.group_of[concept])
        if group is not None and group.opposite:
            return sibling == group.opposite.get(concept) or concept == group.opposite.get(sibling)
        return len(self.glossary.siblings(concept)) <= FEW

    def _is_apart(self, concept: str, sibling: str) -> bool:
        """Whether a pack's words have opposites, and these two are none."""
        group = groups().get(self.glossary.group_of[concept])
        return group is not None and bool(group.opposite) and not self._is_opposed(concept, sibling)

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
        siblings.sort(key=lambda sibling: not self._is_opposed(concept, sibling))
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
            is_turned = not said & _SAID_NO and self._is_denied(clause, spoken)
            return (Difference("lost", "no"),) if is_turned else ()
        missed = [
            Difference("lost", concept)
            for concept in sorted(worded)
            if concept in LOST and concept not in spoken and (counts or concept not in _BOUNDS)
        ]
        if len(rows) == 1 and not any(difference.concept in _DENIALS for difference in missed):
            missed += self._lost_denial(clause, rows[0])
        return tuple(missed)

    def _is_denied(self, clause: str, said: Collection[str]) -> bool:
        """Whether a clause denies what somebody speaks of, and says nothing else of it."""
        every = [form for frame in self.says.get(clause, ()) for form in frame.either or (frame,)]
        affirmed = frozenset().union(*(concepts_in(frame) for frame in every if not is_denied(frame)))
        denied = [frame for frame in every if is_denied(frame) and not concepts_in(frame) <= affirmed]
        return any(_is_about(frame, said) for frame in denied)

    def _lost_denial(self, clause: str, row: Read) -> Iterator[Difference]:
        """A denial of a clause, if its only sentence denies less often: two of them can make a yes."""
        told = self.glossary.in_english(self.glossary.rulebook.clauses[clause].text)
        wanted = sum(often for concept, often in told.items() if _DENIALS.intersection(_parts(concept)))
        denied = sum(1 for sighted in row.concepts if _DENIALS.intersection(_parts(sighted.concept)))
        if denied < wanted:
            yield Difference("lost", "no")


def _is_about(value: object, said: Collection[str]) -> bool:
    """Whether all things and acts of a statement are spoken of, whoever does them."""
    match value:
        case Word(values):
            return any(v in said for v in values)
        case Term(values, attr=attr, of=of):
            return (not values or any(v in said for v in values)) and all(_is_about(v, said) for v in (*attr, *of))
        case Frame():
            slots = [(slot, values) for slot, values in value.said() if slot in _ABOUT and slot not in value.optional]
            return all(_is_about(v, said) for _, values in slots for v in values)
    return True


def _parts(concept: str) -> tuple[str, ...]:
    """What a concept is counted as: a denied "may" is two."""
    return _APART.get(concept, (concept,))
