"""Which passages of two texts belong together: in order, with gaps, one or two to one, each with how sure that is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.translation.attesting import learnt
from rulecheck.solvers.translation.likeness import Likeness
from rulecheck.solvers.translation.moving import Partners, moved, pairs_of
from rulecheck.solvers.translation.passages import Passage, joined

ROUNDS: Final = 3
"""Of aligning and learning words from what was aligned."""

WIDEST: Final = 80
"""So far from the diagonal a first alignment looks."""

NEAR: Final = 14
"""So far from the last alignment the next may go."""

SHARP: Final = 14.0
"""What a likeness is worth against a gap."""

LEAST_LIKE: Final = 0.16
"""The likeness from which on two passages rather belong together than not."""

LEAST_SAID: Final = 0.3
"""So much of a sentence has to stand in what it is taken together for."""

_GAP: Final = -1.2
_MERGE: Final = -1.8
_BEADS: Final = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (3, 1), (1, 3))
"""How many passages of each side one step takes."""

_IMPOSSIBLE: Final = -1e9


@frozen
class Alignment:
    """Two texts laid side by side."""

    rows: tuple[Partners, ...]
    likeness: Likeness
    """As it was learnt in the end."""


def align(source: Sequence[Passage], target: Sequence[Passage]) -> Alignment:
    """The most likely partners of all passages, in the order of the texts."""
    likeness = Likeness(source, target)
    rows = _Lattice(source, target, likeness).rows()
    for _ in range(ROUNDS):
        likeness = Likeness(source, target, *learnt(pairs_of(rows, 0.3)))
        rows = _Lattice(source, target, likeness, _middle(rows, len(source))).rows()
    rows = [part for row in rows for part in _loosened(row, source, target, likeness)]
    rows = moved(rows, source, target)
    return Alignment(tuple(rows), Likeness(source, target, *learnt(pairs_of(rows, 0.3))))


def _loosened(
    row: Partners, source: Sequence[Passage], target: Sequence[Passage], likeness: Likeness
) -> Iterator[Partners]:
    """A row without the sentences at its edges that the other side does not say: they have no partner."""
    left, right = row.source, row.target
    if left is None or right is None:
        yield row
        return
    before: list[Partners] = []
    after: list[Partners] = []
    lefts, rights = list(source[left.first : left.last + 1]), list(target[right.first : right.last + 1])
    for own, other, is_source in ((lefts, right, True), (rights, left, False)):
        for at, loose in ((0, before), (-1, after)):
            while len(own) > 1 and likeness.covered(own[at], other, is_source=is_source) < LEAST_SAID:
                passage = own.pop(at)
                loose.append(Partners(passage if is_source else None, None if is_source else passage, row.sure))
    if len(lefts) + len(rights) < 2 + left.last - left.first + right.last - right.first:
        left, right = joined(lefts), joined(rights)
        row = Partners(left, right, row.sure, likeness.of(left, right))
    yield from (*before, row, *reversed(after))


@define
class _Lattice:
    """All alignments of two texts, near enough to the diagonal."""

    source: Sequence[Passage]
    target: Sequence[Passage]
    likeness: Likeness
    middle: Sequence[int] = ()
    """For each source passage, about where its partner stands, if that is known."""
    _joined: tuple[dict[tuple[int, int], Passage], dict[tuple[int, int], Passage]] = field(factory=lambda: ({}, {}))
    _scores: dict[tuple[int, int, int, int], tuple[float, float]] = field(factory=dict)

    def rows(self) -> list[Partners]:
        """The most likely alignment, each step with how sure it is."""
        height, width = len(self.source), len(self.target)
        best: dict[tuple[int, int], tuple[float, tuple[int, int] | None]] = {(0, 0): (0.0, None)}
        ahead: dict[tuple[int, int], float] = {(0, 0): 0.0}
        for i, j in self._cells():
            if (i, j) == (0, 0):
                continue
            sums: list[float] = []
            for di, dj in _BEADS:
                before = (i - di, j - dj)
                if before not in ahead:
                    continue
                score = self._score(before, di, dj)[0]
                sums.append(ahead[before] + score)
                top = best[before][0] + score
                if (i, j) not in best or top > best[i, j][0]:
                    best[i, j] = (top, (di, dj))
            if sums:
                ahead[i, j] = _logsum(sums)
        behind: dict[tuple[int, int], float] = {(height, width): 0.0}
        for i, j in reversed(list(self._cells())):
            if (i, j) not in ahead or (i, j) == (height, width):
                continue
            sums = [
                behind[i + di, j + dj] + self._score((i, j), di, dj)[0]
                for di, dj in _BEADS
                if (i + di, j + dj) in behind
            ]
            if sums:
                behind[i, j] = _logsum(sums)
        whole = ahead[height, width]
        steps: list[Partners] = []
        i, j = height, width
        while (i, j) != (0, 0):
            step = best[i, j][1]
            assert step is not None
            di, dj = step
            i, j = i - di, j - dj
            score, like = self._score((i, j), di, dj)
            sure = math.exp(min(0.0, ahead[i, j] + score + behind[i + di, j + dj] - whole))
            if di + dj > 2 or (di and dj and sure < 0.99):
                together = self._together(range(i, i + di), range(j, j + dj), ahead, behind, whole)
                sure = max(sure, *together)
            left, right = self._taken((i, j), di, dj)
            steps.append(Partners(left, right, sure, like))
        return steps[::-1]

    def _together(
        self,
        lefts: range,
        rights: range,
        ahead: Mapping[tuple[int, int], float],
        behind: Mapping[tuple[int, int], float],
        whole: float,
    ) -> Iterator[float]:
        """For each two sentences of a row, how sure it is that they belong together, whatever else goes with them."""
        for i in lefts:
            for j in rights:
                share = 0.0
                for di, dj in _BEADS:
                    if not (di and dj):
                        continue
                    for a in range(max(0, i - di + 1), i + 1):
                        for b in range(max(0, j - dj + 1), j + 1):
                            if (a, b) in ahead and (a + di, b + dj) in behind:
                                score = self._score((a, b), di, dj)[0]
                                share += math.exp(min(0.0, ahead[a, b] + score + behind[a + di, b + dj] - whole))
                yield min(1.0, share)

    def _cells(self) -> Iterator[tuple[int, int]]:
        height, width = len(self.source), len(self.target)
        wide = min(WIDEST, max(25, abs(height - width) + 15, (height + width) // 12))
        for i in range(height + 1):
            start = until = round(i * width / height) if height else 0
            reach = wide
            if self.middle:
                start, until = self.middle[i], self.middle[min(i + 1, height)]
                reach = min(wide, NEAR)
            low, high = (0, width) if i in (0, height) else (max(0, start - reach), min(width, until + reach))
            for j in range(low, high + 1):
                yield i, j

    def _taken(self, at: tuple[int, int], di: int, dj: int) -> tuple[Passage | None, Passage | None]:
        return _run(self.source, self._joined[0], at[0], di), _run(self.target, self._joined[1], at[1], dj)

    def _score(self, at: tuple[int, int], di: int, dj: int) -> tuple[float, float]:
        """The worth of a step from a cell, and the likeness of what it takes."""
        key = (*at, di, dj)
        known = self._scores.get(key)
        if known is None:
            if at[0] + di > len(self.source) or at[1] + dj > len(self.target):
                known = (_IMPOSSIBLE, 0.0)
            elif not (di and dj):
                known = (_GAP, 0.0)
            elif di + dj > 2 and self._score(at, 1, 1)[1] < LEAST_LIKE > self._score(_last(at, di, dj), 1, 1)[1]:
                known = (_IMPOSSIBLE, 0.0)  # neither of the two looks like it by itself
            else:
                left, right = self._taken(at, di, dj)
                assert left is not None
                assert right is not None
                like = self.likeness.of(left, right)
                score = SHARP * (like - LEAST_LIKE) + 0.8 * self.likeness.length(left, right)
                if di + dj > 2:
                    score += _MERGE * (di + dj - 2)
                known = (score, like)
            self._scores[key] = known
        return known


def _last(at: tuple[int, int], di: int, dj: int) -> tuple[int, int]:
    """The cell of the last two passages that a step takes."""
    return at[0] + di - 1, at[1] + dj - 1


def _middle(rows: Sequence[Partners], height: int) -> list[int]:
    """How far the target has got at each source passage."""
    reached = [0] * (height + 1)
    i = j = 0
    for row in rows:
        if row.source is not None:
            for n in range(row.source.first, row.source.last + 1):
                reached[n] = j
            i = row.source.last + 1
        if row.target is not None:
            j = row.target.last + 1
    for n in range(i, height + 1):
        reached[n] = j
    return reached


def _run(passages: Sequence[Passage], known: dict[tuple[int, int], Passage], at: int, count: int) -> Passage | None:
    """Neighbouring passages as one; None for none."""
    if count < 2:
        return passages[at] if count else None
    if (at, count) not in known:
        known[at, count] = joined(passages[at : at + count])
    return known[at, count]


def _logsum(values: Sequence[float]) -> float:
    top = max(values)
    return top + math.log(sum(math.exp(value - top) for value in values))
