"""Amounts for numbers of players, told in a row: "2 points each with 2 players, 3 with 3, 4 with 4"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from attrs import evolve

from rulecheck.spec.reading.frames import Frame, Quantity, Span, field_of
from rulecheck.spec.reading.marks import Mark
from rulecheck.spec.reading.nouns import NounReader

_BEYOND: Final = 20
"""Letters after the last number of a row in which the word for the players still stands."""


def with_cases(marks: Sequence[Mark], frames: list[Frame], nouns: NounReader) -> list[Frame]:
    """The frames of a sentence; where it tells an amount for several numbers of players, with all of them at once."""
    cases = _cases(marks, nouns)
    if cases is None:
        return frames
    pairs, span = cases
    values = {value for _, value in pairs}
    for at, frame in enumerate(frames):
        counted = [term for term in frame.what if any(q.value in values for q in term.n)]
        if counted or (frame.what and any(q.value in values for q in frame.n)):
            slots = ("who", "to", "at", "if", "per")
            rest: dict[str, Any] = {field_of(slot): _outside(frame.get(slot), span) for slot in slots}
            what = tuple(evolve(term, n=()) for term in counted[:1]) or frame.what
            return [*frames[:at], evolve(frame, what=what, n=(Quantity(cases=pairs, span=span),), **rest)]
    return frames


def _outside(values: tuple[Any, ...], span: Span) -> tuple[Any, ...]:
    """The values whose words do not stand in a row of amounts."""
    return tuple(v for v in values if v.span is None or not span[0] <= v.span[0] <= span[1] + _BEYOND)


def _cases(marks: Sequence[Mark], nouns: NounReader) -> tuple[tuple[tuple[int, int], ...], tuple[int, int]] | None:
    """The numbers of players with their amounts; None for a sentence that has no such row."""
    numbers = [n for n, mark in enumerate(marks) if mark.value is not None and not mark.has("~indefinite", "one")]
    if len(numbers) < 4 or len(numbers) % 2:
        return None
    pairs = [numbers[n : n + 2] for n in range(0, len(numbers), 2)]
    counted = [side for pair in pairs for side, n in enumerate(pair) if _counts_players(marks, n, nouns)]
    if not counted or len(set(counted)) != 1:
        return None
    if not all(_parts(marks[before[1] : after[0] + 1]) for before, after in pairwise(pairs)):
        return None
    side = counted[0]
    rows = [(marks[pair[side]].value or 0, marks[pair[1 - side]].value or 0) for pair in pairs]
    if len({count for count, _ in rows}) != len(rows):
        return None
    return tuple(sorted(rows)), (marks[numbers[0]].start, marks[numbers[-1]].end)


def _counts_players(marks: Sequence[Mark], at: int, nouns: NounReader) -> bool:
    """Whether the number at a place is one of players."""
    for mark in marks[at + 1 : at + 3]:
        if kind := nouns.kind(mark):
            return kind == "person"
    return False


def _parts(marks: Sequence[Mark]) -> bool:
    """Whether a comma, a semicolon or an "and" stands between two rows."""
    return any(mark.is_comma or mark.is_apart or mark.has("~and") for mark in marks[1:])
