"""What a passage says otherwise than when somebody looked at it: its reading of today beside the one of then.

Both come from the same reader, so what it does not see in a sentence it sees in neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from rulecheck.solvers.judging.comparing import Comparer, Slot, likeness_of
from rulecheck.solvers.judging.concepts import Relation
from rulecheck.spec.reading.frames import Frame, Quantity, Term

ALIKE: Final = 0.4
"""The share that two readings of a statement have in common at least for a value of one to stand in another's place."""

GONE: Final = frozenset({"by", "per", "dir", "only", "unless", "except", "not", "attr"})
"""Slots of which what is gone is another rule, where no word for it is left."""

NEW: Final = frozenset({"per", "only", "unless", "except"})
"""Slots of which something new is another rule, in a statement that is the same else."""

CLOSE: Final = 0.6
"""The share from which on two readings are of one statement but for a value."""


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
    """The differences of two readings that make another rule, statement by statement, each beside the likest."""
    for old, new, share, slots in _pairs(comparer, then, now):
        for slot in (*slots, *_turned(old, new)):
            is_new = slot.is_besides and slot.path in NEW and share >= CLOSE
            is_gone = slot.is_lost and slot.path in GONE
            if is_new or is_gone or (slot.relation == Relation.OTHER and not _is_count(slot)):
                yield Change(slot, old, new, share, slots)


def shares(comparer: Comparer, then: Sequence[Frame], now: Sequence[Frame]) -> bool:
    """Whether two readings have a statement in common, or two that are much alike."""
    return not set(then).isdisjoint(now) or any(True for _ in _pairs(comparer, then, now))


def _pairs(
    comparer: Comparer, then: Sequence[Frame], now: Sequence[Frame]
) -> Iterator[tuple[Frame, Frame, float, tuple[Slot, ...]]]:
    """The statements that are not as they were, each with the one that it is likest, how much, and their slots."""
    left = list(now)
    before: list[Frame] = []
    for frame in then:
        if frame in left:
            left.remove(frame)
        else:
            before.append(frame)
    rows: list[tuple[float, int, int, tuple[Slot, ...]]] = []
    for row, old in enumerate(before):
        own = likeness_of(comparer.slots(old, old))
        for column, new in enumerate(left):
            slots = comparer.slots(old, new)
            whole = max(own, likeness_of(comparer.slots(new, new)))
            if whole and (share := likeness_of(slots) / whole) >= ALIKE:
                rows.append((share, row, column, slots))
    free, open_ = set(range(len(before))), set(range(len(left)))
    for share, row, column, slots in sorted(rows, key=lambda r: (-r[0], r[1], r[2])):
        if row in free and column in open_:
            free.remove(row)
            open_.remove(column)
            yield before[row], left[column], share, slots


def _turned(then: Frame, now: Frame) -> Iterator[Slot]:
    """What was expressly left out and is said now: "for each tile, not for each animal"."""
    for denied in then.not_:
        for slot, values in denied.said():
            own = [value.values for value in then.get(slot) if isinstance(value, Term)]
            left_out = [value.values for value in values if isinstance(value, Term)]
            for value in now.get(slot):
                if isinstance(value, Term) and value.values in left_out and value.values not in own:
                    yield Slot(slot, Relation.OTHER, next(iter(then.get(slot)), None), value)


def _is_count(slot: Slot) -> bool:
    """Whether two plain numbers differ: the edition knows each number of a text by its place."""
    return all(isinstance(q, Quantity) and q.how == "exactly" and q.value is not None for q in (slot.wanted, slot.said))
