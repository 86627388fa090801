"""Somebody who knows the rules goes through a draft, answers what is asked and nothing else, and never errs.

What the reviewer sees is what the review shows: a fault is only found where a question concerns it, that is where the
words that were changed are asked about, or what should stand in their place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.review import Item, Review
from rulecheck.solvers.drafts.rowfile import edition_text
from rulecheck.spec.reading.frames import Frame, Quantity, Term, Time


@frozen
class Change:
    """A planted fault: some characters of the right text became others."""

    right: tuple[int, int]
    wrong: tuple[int, int]


def change_of(right: str, wrong: str, at: tuple[int, int], text: tuple[str, str]) -> Change:
    """The words that a right and a wrong passage do not share; `at` is where each begins in its text."""
    first = 0
    while first < min(len(right), len(wrong)) and right[first] == wrong[first]:
        first += 1
    last = 0
    while last < min(len(right), len(wrong)) - first and right[-1 - last] == wrong[-1 - last]:
        last += 1
    spans = []
    for start, passage, whole in zip(at, (right, wrong), text, strict=True):
        begin, end = start + first, start + len(passage) - last
        while begin > 0 and whole[begin - 1].isalnum():
            begin -= 1
        while begin < end < len(whole) and whole[end - 1].isalnum() and whole[end].isalnum():
            end += 1
        spans.append((begin, max(begin, end)))
    return Change(*spans)


@define(slots=False)
class Reviewer:
    """The right text, one with faults, and where the sentences of the right one belong."""

    right: Drafting
    wrong: Drafting
    changes: Sequence[Change]
    places: Mapping[int, tuple[str, ...]]
    """By sentence of the right text."""
    left_out: frozenset[str] = frozenset()
    """Clauses whose sentences the wrong text leaves out by mistake."""
    beside: dict[str, list[int]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for number, clauses in self.places.items():
            for clause in clauses:
                self.beside.setdefault(clause, []).append(number)

    def partner(self, draft: Drafting, number: int) -> int:
        """The sentence of the right text that a sentence was."""
        if draft is self.right:
            return number
        at, shift = draft.text.sentences[number].start, 0
        for change in sorted(self.changes, key=lambda c: c.wrong):
            if at >= max(change.wrong[1], change.wrong[0] + 1):
                shift = change.right[1] - change.wrong[1]
            elif at >= change.wrong[0]:
                at, shift = change.right[0], 0
                break
        starts = [sentence.start for sentence in self.right.text.sentences]
        return max(0, bisect_right(starts, at + shift + 2) - 1)

    def meant(self, draft: Drafting, item: Item) -> tuple[str, ...]:
        """The clauses that a sentence says or should say."""
        return self.places.get(self.partner(draft, item.number), ())

    def faults_in(self, draft: Drafting, number: int) -> list[Change]:
        """The faults of a sentence."""
        if draft is self.right:
            return []
        sentence = draft.text.sentences[number]
        return [
            c for c in self.changes if c.wrong[0] < sentence.end and max(c.wrong[1], c.wrong[0] + 1) > sentence.start
        ]

    def concerned(self, draft: Drafting, item: Item) -> list[str]:
        """The points of a sentence that are about a fault."""
        names = []
        for change in self.faults_in(draft, item.number):
            partner = self.partner(draft, item.number)
            sighted = [s for s in self.right.every[partner].concepts if _meet((s.start, s.end), change.right)]
            concepts = {concept for s in sighted for concept in (s.concept, *s.also)}
            units = (unit for unit in self.right.text.units if _meet((unit.start, unit.end), change.right))
            values = {unit.value for unit in units} - {None}
            for point in item.points:
                is_there = any(_meet(span, change.wrong) for span in point.words)
                if is_there or point.concepts & concepts or numbers_in(point.wanted) & values:
                    names.append(point.name)
        return names

    def review(self, draft: Drafting, keys: int | None = None) -> tuple[Review, int]:
        """The draft after so many keys, or after all, and how many those were.

        Another clause is a key where it is among the two that are offered, and two else (a search and its number).
        A sentence that says clause 1 and more is accepted under clause 1.
        """
        going = Review(draft, edition_text(draft, draft.drafted()).split("\n"))
        typed = 0
        while (waiting := going.waiting()) and (keys is None or typed < keys):
            if together := going.together(waiting):
                others = [item for item in together if not self._is_right(draft, item)]
                if others and self._fits(draft, others[0]) and self.concerned(draft, others[0]):
                    going.answer(others[0].number, "sentence", is_same=False)
                elif others:
                    going.open(others[0].number)
                else:
                    going.agree(*(item.number for item in together))
                typed += 1
            else:
                typed += self._answer(going, waiting[0])
        faulty = self.left_out if draft is self.wrong else frozenset[str]()
        if keys is None and (lacking := [clause for clause in going.lacking() if clause not in faulty]):
            going.lack(lacking, "a short text")
            typed += len(faulty) + 1
        return going, typed

    def _is_right(self, draft: Drafting, item: Item) -> bool:
        faults = self.faults_in(draft, item.number)
        is_whole = not faults or self.meant(draft, item) == item.clauses
        return is_whole and self._fits(draft, item) and not self.concerned(draft, item)

    def _fits(self, draft: Drafting, item: Item) -> bool:
        meant = self.meant(draft, item)
        return bool(meant) and {*_likely(item)} <= {*meant}

    def _answer(self, going: Review, item: Item) -> int:
        """Answer what is asked of one sentence; how many keys that took."""
        draft, number, meant = going.drafting, item.number, self.meant(going.drafting, item)
        faults = self.faults_in(draft, number)
        concerned = self.concerned(draft, item)
        is_unseen = faults and _likely(item) != meant and not item.questions and not concerned
        if not meant:
            going.nothing(number, "no rule")
        elif not self._fits(draft, item) or is_unseen:
            going.place(number, meant)
            return 1 if len(meant) == 1 and meant[0] in [clause for clause, _ in item.placement.ranked][:3] else 2
        elif faults and item.questions:
            clauses = _likely(item)
            known = {q.name for q in self.right.questions(self.partner(draft, number), clauses, self.beside)}
            name = item.questions[0].name
            going.answer(number, name, is_same=name in known)
        elif concerned:
            going.answer(number, concerned[0] if item.is_placed else "sentence", is_same=False)
        elif item.questions or item.points:
            going.agree(number)
        else:
            going.place(number, meant)
        return 1


def _likely(item: Item) -> tuple[str, ...]:
    return item.clauses or (item.placement.best,)


def _meet(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and first[1] > second[0]


def numbers_in(value: Any) -> set[int | None]:
    """The numbers that a clause's value names."""
    match value:
        case Quantity():
            return {value.value, *(amount for _, amount in value.cases)} - {None}
        case Term():
            return set().union(*map(numbers_in, (*value.n, *value.of)))
        case Time():
            return set().union(*map(numbers_in, (*value.period, *value.event)))
        case Frame():
            return set().union(*(numbers_in(own) for _, values in value.said() for own in values))
    return set()
