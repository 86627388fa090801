"""Sentences that stand elsewhere in the translation: what order leaves without a partner is looked for everywhere."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.translation.attesting import Attesting, learnt
from rulecheck.solvers.translation.likeness import Likeness
from rulecheck.solvers.translation.passages import Passage

ROUNDS: Final = 2
"""Of letting go and looking again."""

KEPT: Final = 0.35
"""Partners less like one another, by what the other pairs taught, are let go."""

LEAST: Final = 0.2
"""So like two sentences have to be to be partners out of order."""

WORDY: Final = 0.1
"""And without their numbers."""

BESIDE: Final = 0.15
"""What it is worth that the neighbour before, or the one after, stands beside the partner's."""

CLEAR: Final = 0.03
"""So much better than any other a partner has to be."""

SHARP: Final = 14.0
"""What a likeness is worth against another."""

CROSSED: Final = 0.1
"""So much more two neighbours have to look like each other's partners than like their own to exchange them."""

MOST: Final = 60_000
"""Pairs of sentences that are tried; of longer texts those that share something."""


@frozen
class Partners:
    """Passages that belong together; on one side there may be none."""

    source: Passage | None
    target: Passage | None
    sure: float
    """How sure that is: the share of all alignments, by their likelihood, that have two of its sentences together."""
    likeness: float = 0.0


def pairs_of(rows: Iterable[Partners], least: float) -> list[tuple[Passage, Passage, float]]:
    """The rows with both sides, to learn from."""
    return [
        (row.source, row.target, row.sure)
        for row in rows
        if row.source is not None and row.target is not None and row.sure > least
    ]


def moved(rows: Sequence[Partners], source: Sequence[Passage], target: Sequence[Passage]) -> list[Partners]:
    """The rows, with what looks like partners in its place only let go, and partners found out of order."""
    now = list(rows)
    for _ in range(ROUNDS):
        now = _Search(now, source, target).rows()
    return now


@define(slots=False)
class _Search:
    """One round."""

    before: Sequence[Partners]
    source: Sequence[Passage]
    target: Sequence[Passage]
    likeness: Likeness = field(init=False)
    partner: dict[int, int] = field(init=False, factory=dict)
    """By source sentence: the target sentence that it stands beside."""

    def rows(self) -> list[Partners]:
        """The rows after it, in the order of the source."""
        pairs = pairs_of(self.before, 0.0)
        likeness = Likeness(self.source, self.target, *learnt(pairs))
        attesting = Attesting(pairs, likeness)
        kept = [
            row
            for row in _uncrossed(self.before, likeness)
            if row.source is not None and row.target is not None and attesting.of(row.source, row.target) >= KEPT
        ]
        self.likeness = Likeness(self.source, self.target, *learnt(pairs_of(kept, 0.0)))
        for row in kept:
            assert row.source is not None
            assert row.target is not None
            for n in range(row.source.first, row.source.last + 1):
                share = (n - row.source.first) / max(1, row.source.last - row.source.first)
                self.partner[n] = round(row.target.first + share * (row.target.last - row.target.first))
        taken = {n for row in kept if row.target is not None for n in range(row.target.first, row.target.last + 1)}
        lefts = [n for n in range(len(self.source)) if n not in self.partner]
        rights = [n for n in range(len(self.target)) if n not in taken]
        again_met = list(self._found(lefts, rights))
        again = [
            Partners(row.source, row.target, row.sure, self.likeness.of(row.source, row.target))
            for row in kept
            if row.source is not None and row.target is not None
        ]
        return list(_ordered([*again, *again_met], self.source, self.target))

    def _found(self, lefts: Sequence[int], rights: Sequence[int]) -> Iterator[Partners]:
        """Partners among sentences that have none."""
        likes = {
            (i, j): like
            for i, j in self._tried(lefts, rights)
            if (like := self.likeness.of(self.source[i], self.target[j])) >= LEAST / 2
            and self.likeness.of(self.source[i], self.target[j], by_numbers=False) >= WORDY
        }
        scores = {
            (i, j): like
            + 0.02 * self.likeness.length(self.source[i], self.target[j])
            + self._beside(i, j, -1, likes)
            + self._beside(i, j, 1, likes)
            for (i, j), like in likes.items()
        }
        by_left: dict[int, list[float]] = defaultdict(list)
        by_right: dict[int, list[float]] = defaultdict(list)
        for (i, j), score in scores.items():
            by_left[i].append(score)
            by_right[j].append(score)
        for (i, j), score in scores.items():
            rivals = sorted((*by_left[i], *by_right[j]))[:-2]  # it stands in both
            best = max((rival for rival in rivals), default=0.0)
            if score < LEAST or score - best < CLEAR:
                continue
            whole = (
                1.0 + sum(math.exp(SHARP * (rival - score)) for rival in rivals) + math.exp(SHARP * (LEAST / 2 - score))
            )
            yield Partners(self.source[i], self.target[j], 1.0 / whole, likes[i, j])

    def _tried(self, lefts: Sequence[int], rights: Sequence[int]) -> Iterator[tuple[int, int]]:
        if len(lefts) * len(rights) <= MOST:
            yield from ((i, j) for i in lefts for j in rights)
            return
        near = MOST // (2 * len(lefts)) or 1
        scale = len(self.target) / len(self.source)
        for i in lefts:
            yield from ((i, j) for j in rights if abs(j - i * scale) <= near)

    def _beside(self, i: int, j: int, step: int, likes: Mapping[tuple[int, int], float]) -> float:
        """What the neighbours on one side say for it."""
        if (at := self.partner.get(i + step)) is not None:
            return BESIDE if 0 < (at - j) * step <= 2 else 0.0
        like = likes.get((i + step, j + step), 0.0)
        return BESIDE if like >= LEAST else 0.0


def _uncrossed(rows: Sequence[Partners], likeness: Likeness) -> list[Partners]:
    """The rows, with the partners of two neighbours exchanged where each is likelier the other's; one may have none.

    Sentences that were laid together have learnt each other's words: where others look likelier all the same, they are.
    """
    now = list(rows)
    for at in range(len(now) - 1):
        first, second = now[at], now[at + 1]
        ours = [row.source for row in (first, second)]
        theirs = [row.target for row in (first, second)]
        if sum(passage is not None for passage in (*ours, *theirs)) < 3:
            continue
        likes = [[likeness.of(a, b) if a is not None and b is not None else 0.0 for b in theirs] for a in ours]
        if likes[0][1] + likes[1][0] > likes[0][0] + likes[1][1] + CROSSED:
            sure = min(row.sure for row in (first, second) if row.source is not None and row.target is not None)
            now[at] = Partners(ours[0], theirs[1], sure, likes[0][1])
            now[at + 1] = Partners(ours[1], theirs[0], sure, likes[1][0])
    return now


def _ordered(pairs: Sequence[Partners], source: Sequence[Passage], target: Sequence[Passage]) -> Iterator[Partners]:
    """All sentences in rows, in the order of the source; what only the target has follows its neighbour there."""
    by_left = {row.source.first: row for row in pairs if row.source is not None}
    covered = {n for row in pairs if row.source is not None for n in range(row.source.first, row.source.last + 1)}
    taken = {n for row in pairs if row.target is not None for n in range(row.target.first, row.target.last + 1)}

    def after(n: int) -> Iterator[Partners]:
        while n < len(target) and n not in taken:
            yield Partners(None, target[n], 1.0)
            n += 1

    yield from after(0)
    for n, passage in enumerate(source):
        if n in by_left:
            row = by_left[n]
            assert row.target is not None
            yield row
            yield from after(row.target.last + 1)
        elif n not in covered:
            yield Partners(passage, None, 1.0)
