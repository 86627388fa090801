"""Which number of the rulebook each number of a sentence stands for: by its value, and by the words beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from attrs import field, frozen

from rulecheck.solvers.drafts.features import Read
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.model import Rulebook
from rulecheck.spec.player_rows import Counted, player_rows
from rulecheck.spec.reading.marks import is_ordinal
from rulecheck.spec.text import Text, Unit, units_of
from rulecheck.spec.vocabulary import Glossary

_ROW: Final = re.compile(r"^\|.*$", re.M)
"""A line of a table: its numbers are the values of quantities."""

_AFTER: Final = 4
"""Words after a number that can be what it counts."""

_EQUAL: Final = 4
_CLOSE: Final = 2
"""What it is worth that two numbers are the same, and that they count the same thing."""


@frozen
class Slot:
    """A number of a sentence with what should stand there."""

    unit: int
    """Which unit of the text it is."""
    text: str
    """As a key phrase writes it: a quantity's name, a formula, `players 3`."""
    wanted: int
    value: int
    """What stands there."""

    @property
    def name(self) -> str:
        """How an edition names it once a person has judged it: `number toll = 4`."""
        return f"number {self.text} = {self.value}"


@frozen
class _Candidate:
    """A number of a clause."""

    name: str
    values: Mapping[int | None, int]
    """By player count; under None for every count."""
    near: frozenset[str] = field(repr=False)
    """The concepts that it counts, and those of its name."""
    counted: frozenset[str] = field(repr=False)
    """What it counts in the wording."""
    is_literal: bool = False
    """Whether it only stands in the wording and has no name."""


class Slots:
    """The numbers of a rulebook's clauses, ready to be met in sentences."""

    def __init__(self, rulebook: Rulebook, glossary: Glossary | None) -> None:
        self.rulebook = rulebook
        self.glossary = glossary
        self.counts = rulebook.player_counts()
        self.player = frozenset() if glossary is None else frozenset(glossary.in_english("players"))
        self._candidates = cache(self._of_clause)

    def _of_clause(self, clause: str) -> tuple[_Candidate, ...]:
        """A clause's named numbers, then those that only its wording has."""
        text = _ROW.sub("", self.rulebook.clauses[clause].text)
        units = units_of(text, LANGUAGES["en"])
        numbers = [unit for unit in units if unit.value is not None and (unit.is_number or unit.rule is not None)]
        candidates: list[_Candidate] = []
        for quantity in self.rulebook.quantities.values():
            if quantity.clause != clause and f"`{quantity.name}`" not in text:
                continue
            named = self._english(quantity.name.replace(".", " ").replace("-", " "))
            if isinstance(quantity.value, dict):
                values: dict[int | None, int] = {count: value for count, value in quantity.value.items()}
                candidates.append(_Candidate(quantity.name, values, named, named))
                continue
            counted = frozenset[str]()
            place = next((unit for unit in numbers if unit.value == quantity.value), None)
            if place is not None:
                numbers.remove(place)
                counted = self._english(_following(text, units, place))
            candidates.append(_Candidate(quantity.name, {None: quantity.value}, named | counted, counted))
        for unit in numbers:
            near = self._english(_following(text, units, unit))
            candidates.append(_Candidate(str(unit.value), {None: unit.value or 0}, near, near, is_literal=True))
        return tuple(candidates)

    def _english(self, text: str) -> frozenset[str]:
        if self.glossary is None:
            return frozenset()
        return frozenset(self.glossary.in_english(text)) - self.glossary.of_packs

    def of(self, text: Text, row: Read, clauses: Iterable[str]) -> tuple[Slot, ...]:
        """The numbers of a sentence that its clauses account for, right or wrong, in their order."""
        candidates = [candidate for clause in clauses for candidate in self._candidates(clause)]
        if not candidates:
            return ()
        span = range(row.sentence.first, row.sentence.last)
        beside = _beside(text, row, self.glossary)
        slots: list[Slot] = []
        numbers: list[tuple[int, int | None]] = []
        count: int | None = None
        is_table = any(None not in candidate.values for candidate in candidates)
        told = (
            *self._lists(text, row, candidates),
            *self._counted(text, row, candidates),
            *self._rows(text, row, candidates, beside),
        )
        listed = {slot.unit: slot for slot in told}
        for at in span:
            unit = text.units[at]
            if not _is_value(unit) or unit.value is None or is_ordinal(text.language.code, unit.text, unit.value):
                continue
            if at in listed:
                slots.append(listed[at])
            elif is_table and unit.value in self.counts and self._counts_players(text, at, beside):
                count = unit.value
                slots.append(Slot(at, f"players {unit.value}", unit.value, unit.value))
            else:
                numbers.append((at, count))
        slots += _matched(text.units, numbers, candidates, beside)
        return tuple(sorted(slots, key=lambda slot: slot.unit))

    def _counts_players(self, text: Text, at: int, beside: Mapping[int, frozenset[str]]) -> bool:
        """Whether a number is followed by the word for players."""
        return any(self.player & beside.get(n, frozenset()) for n in (at + 1, at + 2) if n < len(text.units))

    def _lists(self, text: Text, row: Read, candidates: Sequence[_Candidate]) -> Iterator[Slot]:
        """Numbers for all player counts, one after the other: `3, 4 or 5`."""
        numbers = _numbers(text, row)
        size = len(self.counts)
        for candidate in candidates:
            if None in candidate.values or size < 2:
                continue
            wanted = [candidate.values.get(count) for count in self.counts]
            if wanted == list(self.counts):
                continue  # one for each player: the counts themselves may be meant
            for start in range(len(numbers) - size + 1):
                run = numbers[start : start + size]
                right = sum(1 for at, value in zip(run, wanted, strict=True) if text.units[at].value == value)
                least = max(2, size - 1) if len(numbers) == size else size  # the row of a table may have one wrong
                if right >= least and run[-1] - run[0] < 3 * size:
                    for at, count, value in zip(run, self.counts, wanted, strict=True):
                        yield Slot(at, f"{candidate.name} @{count}", value or 0, text.units[at].value or 0)
                    break

    def _counted(self, text: Text, row: Read, candidates: Sequence[_Candidate]) -> Iterator[Slot]:
        """Numbers that each follow the player counts they are for: `with two 21, with three and with four 17`.

        Only of a table that has no value that could be a count.
        """
        tables = [c for c in candidates if None not in c.values and not {*c.values.values()} & {*self.counts}]
        numbers = _numbers(text, row)
        if len(tables) != 1 or len(numbers) < 2 or text.units[numbers[0]].value not in self.counts:
            return
        counts: list[int] = []
        is_value = False
        slots: list[Slot] = []
        for at in numbers:
            value = text.units[at].value or 0
            if value in self.counts:
                counts = [value] if is_value else [*counts, value]
                slots.append(Slot(at, f"players {value}", value, value))
            elif is_value:
                return
            else:
                wanted = {tables[0].values.get(count) for count in counts}
                if len(wanted) != 1:
                    return
                slots.append(Slot(at, f"{tables[0].name} @{counts[0]}", wanted.pop() or 0, value))
            is_value = value not in self.counts
        if 2 * sum(1 for slot in slots if slot.wanted == slot.value) > len(slots):
            yield from slots

    def _rows(
        self, text: Text, row: Read, candidates: Sequence[_Candidate], beside: Mapping[int, frozenset[str]]
    ) -> Iterator[Slot]:
        """Amounts for each number of players in a row, before or after it."""
        numbers = _numbers(text, row)
        gaps = ["", *(text.text[text.units[a].end : text.units[b].start] for a, b in pairwise(numbers))][: len(numbers)]
        joins = text.language.functions.get("and", ())
        counted = [
            Counted(
                text.units[at].value or 0,
                self._counts_players(text, at, beside),
                any(sign in gap for sign in ",;:") or any(text.language.fold(word) in joins for word in gap.split()),
            )
            for at, gap in zip(numbers, gaps, strict=True)
        ]
        rows = player_rows(counted)
        if not rows:
            return
        named = [(counted[count].value, counted[value].value) for count, value in rows]
        tables = [(sum(c.values.get(players) == value for players, value in named), c) for c in candidates]
        tables = [(right, c) for right, c in tables if None not in c.values]
        most = max((right for right, _ in tables), default=0)
        if len(tables) > 1:  # the one that has most of the row
            tables = [(right, c) for right, c in tables if right == most and 2 * right > len(rows)]
        if len(tables) != 1:
            return
        ((_, table),) = tables
        for count, value in rows:
            players = counted[count].value
            if (wanted := table.values.get(players)) is not None:
                yield Slot(numbers[count], f"players {players}", players, players)
                yield Slot(numbers[value], f"{table.name} @{players}", wanted, counted[value].value)


def _numbers(text: Text, row: Read) -> list[int]:
    """The units of a sentence that are numbers and count something: "the third" does not."""
    numbered = ((at, text.units[at]) for at in range(row.sentence.first, row.sentence.last))
    code = text.language.code
    return [at for at, u in numbered if u.is_number and not (u.value and is_ordinal(code, u.text, u.value))]


def _is_value(unit: Unit) -> bool:
    return unit.is_number or (unit.value is not None and unit.rule is not None)


def _following(text: str, units: Sequence[Unit], place: Unit) -> str:
    """The few words after a number of a clause, up to the next number."""
    at = units.index(place)
    end = place.end
    for unit in units[at + 1 : at + 1 + _AFTER]:
        if unit.is_number:
            break
        end = unit.end
    return text[place.end : end]


def _beside(text: Text, row: Read, glossary: Glossary | None) -> dict[int, frozenset[str]]:
    """By unit: the concepts whose words begin there, those of every game left out."""
    of_packs = frozenset() if glossary is None else glossary.of_packs
    by_start = {sighted.start: frozenset({sighted.concept, *sighted.also} - of_packs) for sighted in row.concepts}
    return {
        at: by_start[text.units[at].start]
        for at in range(row.sentence.first, row.sentence.last)
        if text.units[at].start in by_start
    }


def _matched(
    units: Sequence[Unit],
    numbers: Sequence[tuple[int, int | None]],
    candidates: Sequence[_Candidate],
    beside: Mapping[int, frozenset[str]],
) -> Iterator[Slot]:
    """Numbers laid beside those of the clauses: the same value first, then what counts the same thing."""
    own_numbers = {at for at, _ in numbers}
    pairs = []
    for order, (at, count) in enumerate(numbers):
        near = _near(at, own_numbers, beside)
        for rank, candidate in enumerate(candidates):
            wanted = candidate.values.get(None, candidate.values.get(count))
            if wanted is None:
                continue
            like = candidate.counted if units[at].value == 1 else candidate.near  # of most things there is one
            score = (_EQUAL if wanted == units[at].value else 0) + (_CLOSE if near & like else 0)
            pairs.append((-score, abs(order - rank), at, rank, wanted, count))
    taken_units: set[int] = set()
    taken: set[tuple[int, int | None]] = set()
    for negative, distance, at, rank, wanted, count in sorted(pairs):
        score, candidate = -negative, candidates[rank]
        key = (rank, None if None in candidate.values else count)
        if at in taken_units or key in taken:
            continue
        if wanted == 1 and not score & _CLOSE:
            continue
        if not score & _EQUAL:
            rivals = [p for p in pairs if p[2] not in taken_units and (p[3], key[1]) not in taken]
            mine = [p for p in rivals if (p[2] == at or p[3] == rank) and -p[0] >= score]
            nearest = min(p[1] for p in mine)
            is_only = distance == nearest and sum(1 for p in mine if p[1] == nearest) == 1
            if not is_only or candidate.is_literal or not score & _CLOSE:
                continue
        taken_units.add(at)
        taken.add(key)
        if not units[at].is_number and wanted == units[at].value:
            continue  # "one" where one is meant: a word, no number of the text
        yield Slot(at, candidate.name, wanted, units[at].value or 0)
    yield from _last_one(units, numbers, candidates, taken_units, {rank for rank, _ in taken})


def _last_one(
    units: Sequence[Unit],
    numbers: Sequence[tuple[int, int | None]],
    candidates: Sequence[_Candidate],
    taken_units: Collection[int],
    taken: Collection[int],
) -> Iterator[Slot]:
    """The one number that is left of a sentence, for the one that is left of its clauses."""
    left = [at for at, _ in numbers if at not in taken_units and units[at].is_number and units[at].value != 1]
    over = [c for rank, c in enumerate(candidates) if rank not in taken and None in c.values and c.values[None] > 1]
    is_single = len(numbers) == len(candidates) == 1
    if len(left) == len(over) == 1 and (is_single or (taken_units and not over[0].is_literal)):
        (candidate,) = over
        yield Slot(left[0], candidate.name, candidate.values[None], units[left[0]].value or 0)


def _near(at: int, numbers: set[int], beside: Mapping[int, frozenset[str]]) -> frozenset[str]:
    """What a number counts: the first things named after it, before the next number."""
    for n in range(at + 1, at + 1 + _AFTER):
        if n in numbers:
            break
        if n in beside:
            return beside[n]
    return frozenset()
