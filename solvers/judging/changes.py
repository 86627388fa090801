"""What a passage says otherwise than when somebody looked at it: its reading of today beside the one of then.

Both come from the same reader, so what it does not see in a sentence it sees in neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from rulecheck.solvers.judging.comparing import Comparer, Slot, likeness_of
from rulecheck.solvers.judging.concepts import Relation
from rulecheck.solvers.judging.naming import concepts_in
from rulecheck.spec.reading.frames import Frame, Quantity

ALIKE: Final = 0.4
"""The share that two readings of a statement have in common at least for a value of one to stand in another's place."""

CLOSED: Final = frozenset({"by", "per", "dir", "only", "unless", "except", "not"})
"""Slots that a sentence fills with few words of its own: one that is new or gone is another rule."""


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
            name = slot.path.rpartition(".")[2]
            is_another = slot.relation == Relation.OTHER and not _is_count(slot)
            if is_another or (slot.relation is None and (name if slot.path == name else "") in CLOSED):
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
            for value in now.get(slot):
                own = frozenset().union(*map(concepts_in, then.get(slot)))
                if any(concepts_in(value) <= concepts_in(other) for other in values) and not concepts_in(value) & own:
                    yield Slot(slot, Relation.OTHER, next(iter(then.get(slot)), None), value)


def _is_count(slot: Slot) -> bool:
    """Whether two plain numbers differ: the edition knows each number of a text by its place."""
    return all(isinstance(q, Quantity) and q.how == "exactly" and q.value is not None for q in (slot.wanted, slot.said))
