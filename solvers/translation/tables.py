"""Amounts for numbers of players, held side by side: the same numbers for other counts are another table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulecheck.solvers.translation.passages import Passage, Side
from rulecheck.spec.player_rows import Counted, player_rows
from rulecheck.spec.text import Unit

_WORDS = 3
"""So many words after a number the word for players may stand."""


def rows_of(passage: Passage, side: Side) -> Mapping[int, Unit]:
    """For each number of players the amount; empty for a passage that has no such row."""
    text = side.text
    numbers = [unit for unit in text.units if passage.start <= unit.start < passage.end and unit.value is not None]
    numbers = [unit for unit in numbers if unit.is_number]
    players = [start for start, meaning in passage.things if meaning == "player"]
    counted = []
    for at, unit in enumerate(numbers):
        stop = numbers[at + 1].start if at + 1 < len(numbers) else passage.end
        near = [start for start in players if unit.end <= start < stop]
        before = text.text[numbers[at - 1].end : unit.start] if at else ""
        is_apart = any(sign in before for sign in ",;:") or _has_and(before, side)
        is_near = bool(near) and len(text.text[unit.end : near[0]].split()) < _WORDS
        counted.append(Counted(unit.value or 0, is_near, is_apart))
    rows = player_rows(counted)
    return {counted[count].value: numbers[value] for count, value in rows} if rows else {}


def _has_and(gap: str, side: Side) -> bool:
    joins = side.text.language.functions.get("and", ())
    return any(side.text.language.fold(word) in joins for word in gap.split())


def exchanged(left: Passage, right: Passage, source: Side, target: Side) -> Iterator[tuple[str, Unit, Unit]]:
    """Numbers of players for which the two name other amounts: what is told, and where both stand."""
    own, other = rows_of(left, source), rows_of(right, target)
    if own.keys() != other.keys():
        return
    for count, unit in own.items():
        if unit.value != other[count].value:
            told = f"with {count} players the source says {unit.value}, the target {other[count].value}"
            yield told, unit, other[count]
