"""Many mistakes in one text at once, each told from the others: in sentences far apart, under clauses of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Final

from attrs import define, evolve, field

from rulecheck.solvers.consistency import Statement
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.mutations import Mutant
from rulecheck.solvers.texts.probing import Probe
from rulecheck.solvers.texts.reading import clauses_of
from rulecheck.spec.text import parse

APART: Final = 4
"""Sentences between two mistakes: a passage that is lost is looked for beside the sentence that it stood in."""

Key = tuple[str, str, tuple[str, ...]]


@define
class Batch:
    """Mistakes that are made at once."""

    members: list[tuple[int, Mutant]] = field(factory=list)
    """Each with its number."""
    sentences: set[int] = field(factory=set)
    clauses: set[str] = field(factory=set)


def batches(check: TextCheck, mutants: Sequence[Mutant]) -> list[Batch]:
    """Mistakes that can be made at once: in sentences that are far apart, under clauses of their own."""
    made: list[Batch] = []
    for number, mutant in enumerate(mutants):
        sentence, clauses = check.text.sentence_at(mutant.start), _clauses(check, mutant)
        near = set(range(sentence - APART, sentence + APART + 1))
        free = (b for b in made if near.isdisjoint(b.sentences) and clauses.isdisjoint(b.clauses))
        batch = next(free, None)
        if batch is None:
            made.append(batch := Batch())
        batch.members.append((number, mutant))
        batch.sentences.add(sentence)
        batch.clauses |= clauses
    return made


def _clauses(check: TextCheck, mutant: Mutant) -> set[str]:
    """The clauses of the stretch that a mistake stands in."""
    meaning = check.meaning
    stretch = None if meaning is None else meaning.by_sentence.get(check.text.sentence_at(mutant.start))
    return set() if stretch is None else set(clauses_of(stretch))


class Together:
    """Makes mistakes of one text, and tells which of them bring findings."""

    def __init__(self, check: TextCheck) -> None:
        self._check = copy(check)
        self._check.play = self._check.under = None  # worked examples are not played again

    @cached_property
    def _known(self) -> Counter[Key]:
        """What is told of the text as it is."""
        return Counter(map(_key, findings(self._check, conflicts=())))

    @cached_property
    def _probe(self) -> Probe:
        return Probe(self._check)

    def noticed(self, mutants: Sequence[Mutant]) -> list[bool]:
        """Of some mistakes whether each brings a finding, or ends one, where it was made or of its clauses."""
        answers = [False] * len(mutants)
        for batch in batches(self._check, mutants):
            for number in self._told(batch):
                answers[number] = True
        return answers

    def _told(self, batch: Batch) -> Iterator[int]:
        check, known = self._check, self._known
        source, shift = check.text.text, 0
        spans: dict[int, tuple[int, int]] = {}
        for number, mutant in sorted(batch.members, key=lambda member: member[1].start):
            place = check.text.sentences[check.text.sentence_at(mutant.start)]
            grown = len(mutant.after) - (mutant.end - mutant.start)
            source = source[: mutant.start + shift] + mutant.after + source[mutant.end + shift :]
            spans[number] = (place.start + shift, max(place.end, mutant.end) + shift + grown)
            shift += grown
        text = parse(source, check.edition.language, check.text.path, check.edition.counted)
        after = evolve(check, text=text)
        told = findings(after, conflicts=())  # which mistake contradicts what is asked of each by itself
        often = Counter(map(_key, told))
        new = [finding for finding in told if often[_key(finding)] > known[_key(finding)]]
        gone = {clause for key in known - often for clause in key[2]}
        stated = after.all_statements()
        for number, mutant in batch.members:
            start, end = spans[number]
            ends = ((text.line_of(start), text.column_of(start)), (text.line_of(end - 1), text.column_of(end - 1) + 1))
            clauses = _clauses(check, mutant)
            is_told = any(_is_at(finding, *ends) or clauses & {*finding.clauses} for finding in new)
            before, now = _of(clauses, self._probe.base), _of(clauses, stated)
            if is_told or clauses & gone or self._probe.conflict_changes(before, now):
                yield number


def _of(clauses: Collection[str], statements: Sequence[Statement]) -> list[Statement]:
    """What the text states of some clauses."""
    return [statement for statement in statements if statement.is_of_text and {*statement.clauses} & {*clauses}]


def _is_at(finding: TextFinding, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Whether a finding points into a stretch of the text, by line and column."""
    return any(
        quote.source == "text" and (quote.line, quote.column) <= last and (quote.end_line, quote.end_column) >= first
        for quote in finding.evidence
    )


def _key(finding: TextFinding) -> Key:
    return finding.kind, finding.message, finding.clauses
