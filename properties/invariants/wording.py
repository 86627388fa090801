"""Words for what properties tell: amounts under their names, lists without brackets, what is being decided."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulecheck.properties.invariants.violation import Misreport


def amounts(names: Iterable[object], counts: Iterable[int]) -> str:
    """What there is of each thing, as `2 corn, 1 sugar`; `nothing` if there is none of any."""
    return ", ".join(f"{count} {name}" for name, count in zip(names, counts, strict=True) if count) or "nothing"


def each(names: Iterable[object], values: Iterable[object]) -> str:
    """A value for everybody, as `anna 3, bob 0`."""
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))


def listed(values: Iterable[object]) -> str:
    """Things one after the other, as `3, 4, 7`; `none` if there are none. Those of a tuple with dashes between."""
    return ", ".join("-".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in values) or "none"


def table(values: Mapping[str, object]) -> str:
    """Values under their names, as `points 3, goods 0`."""
    return each(values, values.values()) or "nothing"


def deciding(phase: object) -> str:
    """What is being decided, as `hacienda draw`: the name of the phase."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(phase).__name__).lower()


def some_of(seats: Sequence[str], who: int) -> str:
    """A player's name; `nobody` for a seat below 0."""
    return seats[who] if who >= 0 else "nobody"


def whether(answer: object, yes: str, no: str) -> str:
    """One of two ways to say it."""
    return yes if answer else no


def misreported(events: Collection[str], due: Mapping[str, bool]) -> Iterator[str]:
    """For each clause whether a step carried it out: a sentence where its events say something else."""
    for clause, is_due in due.items():
        if (clause in events) is not is_due:
            what = whether(is_due, "carried out, and is not told", "not carried out, and is told")
            yield Misreport(clause, f"{clause} was {what}")
