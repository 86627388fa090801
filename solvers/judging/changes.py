"""What a passage says otherwise than when somebody looked at it: its reading of today beside the one of then.

Both come from the same reader, so what it does not see in a sentence it sees in neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulecheck.solvers.judging.comparing import Comparer, Slot, likeness_of
from rulecheck.solvers.judging.concepts import Relation
from rulecheck.spec.reading.frames import Frame


@frozen
class Change:
    """A value that is another one now, or gone, or new."""

    slot: Slot
    then: Frame
    now: Frame
    likeness: float
    """How much the two statements have in common, from 0 to 1."""
    slots: tuple[Slot, ...]
    """All that the two say."""


def changes(comparer: Comparer, then: Sequence[Frame], now: Sequence[Frame]) -> Iterator[Change]:
    """The differences of two readings, statement by statement: each beside the one that it is likest."""
    left = list(now)
    before = []
    for frame in dict.fromkeys(then):
        if frame in left:
            left.remove(frame)
        else:
            before.append(frame)
    pairs = []
    for row, old in enumerate(before):
        own = likeness_of(comparer.slots(old, old))
        for column, new in enumerate(left):
            slots = comparer.slots(old, new)
            score = likeness_of(slots)
            whole = max(own, likeness_of(comparer.slots(new, new)))
            if score > 0 and whole:
                pairs.append((score / whole, -row, -column, slots))
    rows, columns = set(range(len(before))), set(range(len(left)))
    for share, row, column, slots in sorted(pairs, key=lambda pair: pair[:3], reverse=True):
        if -row in rows and -column in columns:
            rows.remove(-row)
            columns.remove(-column)
            for slot in slots:
                if slot.relation in (Relation.OTHER, None):
                    yield Change(slot, before[-row], left[-column], share, slots)
