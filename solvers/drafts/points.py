"""What nobody has found in a sentence yet: the values of its clause that were not read there, and its words besides.

What is read is compared; the rest is shown to a person, who says at one glance that all of it is said, or which is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.solvers.judging.concepts import GENERIC
from rulecheck.solvers.judging.naming import named_in
from rulecheck.solvers.judging.verdicts import Open
from rulecheck.spec.reading.frames import Criterion, Frame, Quantity, Span, Term, Time, Word
from rulecheck.spec.text import Text, Unit

BESIDES: Final = "besides"
STATEMENT: Final = "statement"
"""How an edition names a point about words of the sentence, and about a whole statement of the clause."""

_SHORTEST: Final = 4
"""Letters of a word that is shown for itself, where it is no number and no rule word."""


@frozen
class Point:
    """Something that a clause says and was not read in its sentence, or that only the sentence says."""

    name: str
    """How an edition names it: `no n`, `no statement 2`, `besides`."""
    clause: str = ""
    wanted: Any = None
    """The clause's value; None for words of the sentence."""
    words: tuple[Span, ...] = ()
    """Those words, as offsets into the text; or what stands in place of the value."""
    is_doubt: bool = False
    """Whether something else was read there, but not surely."""

    @property
    def concepts(self) -> frozenset[str]:
        """What it is about."""
        return named_in(self.wanted) if self.wanted is not None else frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether nothing of a statement was read."""
        return self.name.startswith(f"no {STATEMENT}")


def points_of(left: Sequence[Open], told: Collection[str]) -> Iterator[Point]:
    """The values of clauses that were not read; `told` are the slots of which a question asks already."""
    names: set[str] = set()
    for row in left:
        name = f"no {row.path}" if row.path else f"no {STATEMENT} {row.number + 1}"
        if (
            row.path in told
            or name in names
            or (row.path and named_in(row.wanted) <= GENERIC and not _numbers(row.wanted))
        ):
            continue
        names.add(name)
        yield Point(name, row.clause, row.wanted)


def _numbers(value: Any) -> bool:
    return isinstance(value, Quantity) and value.value not in (None, 1)


def besides(text: Text, number: int, read: Sequence[Span], stated: Collection[Span]) -> Point | None:
    """The words of a sentence that no value was read from, and of which its clauses do not speak either."""
    sentence = text.sentences[number]
    known = [(sentence.start + start, sentence.start + end) for start, end in read] + list(stated)
    common = frozenset(text.language.common)
    units = [
        unit
        for unit in text.units[sentence.first : sentence.last]
        if _counts(unit, common) and not any(start <= unit.start < end for start, end in known)
    ]
    return Point(BESIDES, words=tuple((unit.start, unit.end) for unit in units)) if units else None


def _counts(unit: Unit, common: Collection[str]) -> bool:
    if unit.is_number or unit.rule is not None:
        return True
    return len(unit.text) >= _SHORTEST and unit.text not in common


def in_words(value: Any) -> str:
    """A clause's value for a person: its slots in their order, or its concepts and amounts."""
    match value:
        case None:
            return ""
        case Quantity():
            return str(value)
        case Frame():
            alternative = value.either[0] if value.either else value
            said = ((slot, v) for slot, values in alternative.said() for v in values)
            return ", ".join(in_words(v) if slot == "act" else f"{slot} {in_words(v)}" for slot, v in said)
        case Term(values, n=n, attr=attr, whose=whose, of=of):
            parts = [*map(in_words, (*n, *attr, *whose)), *values[:1], *(f"of {in_words(term)}" for term in of)]
            return " ".join(part.replace("-", " ") for part in parts)
        case Time(relation, period=period, event=event):
            return " ".join([relation, *map(in_words, (*period, *event))])
        case Criterion(rank, of):
            return " ".join([rank, *map(in_words, of)])
    return " or ".join(value.values).replace("-", " ") if isinstance(value, Word) else str(value)
