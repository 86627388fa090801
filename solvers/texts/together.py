"""Many mistakes in one text at once, each told from the others: in sentences far apart, under clauses of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.mutations import Mutant
from rulecheck.solvers.texts.reading import clauses_of
from rulecheck.spec.text import parse

APART: Final = 4
"""Sentences between two mistakes: a passage that is lost is looked for beside the sentence that it stood in."""

Key = tuple[str, str, tuple[str, ...]]


@define
class _Batch:
    """Mistakes that are made at once."""

    members: list[tuple[int, Mutant]] = field(factory=list)
    """Each with its number."""
    sentences: set[int] = field(factory=set)
    clauses: set[str] = field(factory=set)


class Together:
    """Makes mistakes of one text, and tells which of them bring findings."""

    def __init__(self, check: TextCheck) -> None:
        # without `play`: worked examples are not played again
        self._check = TextCheck(check.rulebook, check.edition, check.text, None, check.glossary)

    def noticed(self, mutants: Sequence[Mutant]) -> list[bool]:
        """Of some mistakes whether each brings a finding, or ends one, where it was made or of its clauses."""
        answers = [False] * len(mutants)
        known = Counter(map(_key, findings(self._check))) if mutants else Counter[Key]()
        for batch in self._batches(mutants):
            for number in self._told(batch, known):
                answers[number] = True
        return answers

    def _batches(self, mutants: Sequence[Mutant]) -> Iterator[_Batch]:
        batches: list[_Batch] = []
        for number, mutant in enumerate(mutants):
            sentence, clauses = self._check.text.sentence_at(mutant.start), self._clauses(mutant)
            near = set(range(sentence - APART, sentence + APART + 1))
            free = (b for b in batches if near.isdisjoint(b.sentences) and clauses.isdisjoint(b.clauses))
            batch = next(free, None)
            if batch is None:
                batches.append(batch := _Batch())
            batch.members.append((number, mutant))
            batch.sentences.add(sentence)
            batch.clauses |= clauses
        yield from batches

    def _clauses(self, mutant: Mutant) -> set[str]:
        """The clauses of the stretch that a mistake stands in."""
        meaning = self._check.meaning
        stretch = None if meaning is None else meaning.by_sentence.get(self._check.text.sentence_at(mutant.start))
        return set() if stretch is None else set(clauses_of(stretch))

    def _told(self, batch: _Batch, known: Counter[Key]) -> Iterator[int]:
        check = self._check
        source, shift = check.text.text, 0
        spans: dict[int, tuple[int, int]] = {}
        for number, mutant in sorted(batch.members, key=lambda member: member[1].start):
            place = check.text.sentences[check.text.sentence_at(mutant.start)]
            grown = len(mutant.after) - (mutant.end - mutant.start)
            source = source[: mutant.start + shift] + mutant.after + source[mutant.end + shift :]
            spans[number] = (place.start + shift, max(place.end, mutant.end) + shift + grown)
            shift += grown
        text = parse(source, check.edition.language, check.text.path, check.edition.counted)
        after = TextCheck(check.rulebook, check.edition, text, None, check.glossary)
        told = findings(after)
        now = Counter(map(_key, told))
        new = [finding for finding in told if now[_key(finding)] > known[_key(finding)]]
        gone = {clause for key in known - now for clause in key[2]}
        for number, mutant in batch.members:
            start, end = spans[number]
            ends = ((text.line_of(start), text.column_of(start)), (text.line_of(end - 1), text.column_of(end - 1) + 1))
            clauses = self._clauses(mutant)
            if clauses & gone or any(_is_at(finding, *ends) or clauses & {*finding.clauses} for finding in new):
                yield number


def _is_at(finding: TextFinding, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Whether a finding points into a stretch of the text, by line and column."""
    return any(
        quote.source == "text" and (quote.line, quote.column) <= last and (quote.end_line, quote.end_column) >= first
        for quote in finding.evidence
    )


def _key(finding: TextFinding) -> Key:
    return finding.kind, finding.message, finding.clauses
