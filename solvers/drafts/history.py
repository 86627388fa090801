"""What a review changed in a file, change by change, so that it can be taken back, in another session too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from attrs import asdict, frozen

MOST = 1_000
"""Changes that are kept."""


@frozen
class Change:
    """One decision: some lines of the file became others."""

    told: str
    """What was decided, in words."""
    first: int
    """The first line that changed, from 0."""
    before: tuple[str, ...]
    """What stood there."""
    count: int
    """How many lines stand there now."""
    after: str
    """A hash of the whole file as it is since."""

    def fits(self, lines: Sequence[str]) -> bool:
        """Whether a file is still as this decision left it."""
        return _hash(lines) == self.after

    def undone(self, lines: Sequence[str]) -> list[str]:
        """The file as it was before."""
        return [*lines[: self.first], *self.before, *lines[self.first + self.count :]]


def change_of(before: Sequence[str], after: Sequence[str], told: str) -> Change:
    """What a decision changed."""
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    same = 0
    while same < min(len(before), len(after)) - first and before[-1 - same] == after[-1 - same]:
        same += 1
    rows = tuple(before[first : len(before) - same])
    return Change(told, first, rows, len(after) - same - first, _hash(after))


def _hash(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def written(changes: Iterable[Change]) -> str:
    """Changes as a file keeps them, a line of JSON each."""
    return "".join(json.dumps(asdict(change), ensure_ascii=False) + "\n" for change in list(changes)[-MOST:])


def read(text: str) -> list[Change]:
    """The changes of such a file; from a line on that is none, those after it only."""
    changes: list[Change] = []
    for line in text.split("\n")[-MOST - 1 :]:
        row = _row(line)
        if row is not None:
            changes.append(row)
        elif line.strip():
            changes = []
    return changes


def _row(line: str) -> Change | None:
    """One change; None for a line that is none."""
    try:
        row = json.loads(line)
        numbers = (row["first"], row["count"])
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            return None
        return Change(str(row["told"]), row["first"], tuple(map(str, row["before"])), row["count"], str(row["after"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
