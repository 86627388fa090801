"""What a value of a frame says, in concepts."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.spec.reading.frames import Criterion, Frame, Quantity, Term, Time, Word


def concepts_in(value: Any) -> frozenset[str]:
    """The concepts that a value is made of, modes and steps left out."""
    match value:
        case Word(values):
            return frozenset(values)
        case Term(values):
            inner = (*value.attr, *value.whose, *value.of)
            return frozenset(values).union(*map(concepts_in, inner))
        case Time():
            return frozenset().union(*map(concepts_in, (*value.period, *value.event)))
        case Frame():
            parts = (v for slot, vs in value.said() for v in vs if slot not in ("mode", "step", "only"))
            return frozenset().union(*map(concepts_in, parts), *map(concepts_in, value.either))
    return frozenset().union(*map(concepts_in, getattr(value, "of", ())))


_PARTS: Final = {"must-not": ("no", "may", "must-not"), "need-not": ("no", "must", "need-not"), "not": ("no",)}


def named_in(value: Any) -> frozenset[str]:
    """What a value says, in concepts: those it is made of, and how much, when, whether, in what order."""
    match value:
        case Word(values):
            return frozenset(part for v in values for part in _PARTS.get(v, (v,)))
        case Quantity(how):
            return frozenset({how})
        case Term(values):
            return frozenset(values).union(*map(named_in, (*value.n, *value.attr, *value.whose, *value.of)))
        case Time(relation):
            return frozenset({relation}).union(*map(named_in, (*value.period, *value.event)))
        case Criterion(rank):
            return frozenset({rank}).union(*map(named_in, value.of))
        case Frame():
            own = (v for _, values in value.said() for v in values)
            return frozenset().union(*map(named_in, own), *map(named_in, value.either))
    return frozenset()
