"""Wrong sums, such as scores, by what small changes of the rules add to them: as few as add up to what is wrong.

A score is a sum of what several rules bring.  Each change of one of them adds something to the score of each seat, and
two that are made at once add what both do.  Where a change, or a multiple of it (a number may be any other number, and
what is left out may be counted twice), adds just what the seats are out by, and nothing to those that are not, its rule
is one that is carried out wrongly; what it does not account for is owed to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, sqrt
from typing import Final, TypeAlias

from attrs import frozen

_MOST: Final = 4
"""Rules that are carried out wrongly, at most."""
_KEPT: Final = 12
"""Sets of changes that are kept, of those that account for the most, when another is added."""
_MULTIPLES: Final = 3
"""Multiples of a change that are tried: those that the most places are out by."""
_OFTEN: Final = 3
"""Places that a further change, or a multiple, has to account for."""
_SURELY: Final = 0.9
"""The part that is as good as all."""
_MIXED: Final = 0.25
"""How much it speaks against changes that a place is out by something else, as by another fault besides."""
_SPLIT: Final = 0.1
"""The part of all wrong places at which no change adds anything that is a rest of its own,"""

_CHANCE: Final = 0.5
"""How much less often a place without terms is right than one with them is out by just what they add."""

Vector: TypeAlias = tuple[int, ...]
"""What is added at each place: to the score of a seat at the end of a game."""


@frozen
class Term:
    """What one rule adds that is carried out wrongly."""

    adds: Vector
    clauses: Mapping[str, float]
    """The clauses of the changes that add it, each with how closely such a change is about it (0 to 1)."""


@frozen
class Sum:
    """As few terms as add up to what is wrong, and what they leave."""

    terms: tuple[Term, ...]
    rest: Vector

    @property
    def leaves_more(self) -> bool:
        """Whether something is wrong where no term adds anything: often enough, or often among few."""
        alone = sum(by != 0 and not any(term.adds[at] for term in self.terms) for at, by in enumerate(self.rest))
        right = sum(by == 0 and any(term.adds[at] for term in self.terms) for at, by in enumerate(self.rest))
        return alone >= min(_OFTEN, _SPLIT * (right + alone)) > 0


@frozen
class _Kind:
    """Changes that add the same but for a factor."""

    adds: Vector
    factors: Mapping[int, Mapping[str, float]]
    """By the factors, the clauses of the changes."""

    def times(self, factor: int) -> Term:
        """What such a change adds with some factor; one with another factor speaks a little less for its clauses."""
        clauses: dict[str, float] = {}
        for own, speaking in self.factors.items():
            for clause, weight in speaking.items():
                weight *= 1.0 if own == factor else 0.75
                clauses[clause] = max(clauses.get(clause, 0.0), weight)
        return Term(tuple(factor * by for by in self.adds), clauses)


def summed(wrong: Vector, changes: Sequence[tuple[Vector, Sequence[str]]]) -> Sum:
    """As few of some changes as add up to what is wrong: for each what it adds at each place, and its clauses."""
    kinds = _kinds(changes)
    best: tuple[Term, ...] = ()
    known: list[tuple[Term, ...]] = [()]
    for _ in range(_MOST):
        more = {
            tuple(sorted(term.adds for term in longer)): longer
            for terms in known
            for longer in ((*terms, term) for term in _adding(kinds, _rest(wrong, terms)))
        }
        known = sorted(more.values(), key=lambda terms: -_value(wrong, terms))[:_KEPT]
        better = next((terms for terms in known if _is_sure(wrong, terms)), ())
        if better and _value(wrong, better) >= _value(wrong, best) + (_OFTEN if best else 0):
            best = better
        elif best:
            break
        if not any(_rest(wrong, best)):
            break
    best = tuple(term for term in best if _is_seen_alone(wrong, term, [other for other in best if other is not term]))
    terms = tuple(_with_others(wrong, term, [other for other in best if other is not term], kinds) for term in best)
    return Sum(terms, _rest(wrong, best))


def is_chance(wrong: Vector, terms: Sequence[Term], ends: Sequence[Collection[int]]) -> bool:
    """Whether terms match what is wrong but by chance: it is wrong as well where they add nothing.

    Two rules that are carried out wrongly are so each by itself: where one makes nearly every place wrong at the ends
    at which another adds something, that one does not often do so alone.  `ends` are the places of each end.
    """
    added = [any(term.adds[at] for term in terms) for at in range(len(wrong))]
    beside = [wrong[at] for end in ends if any(added[at] for at in end) for at in end if not added[at]]
    right, mixed, _ = _count(wrong, terms)
    return len(beside) >= _OFTEN and beside.count(0) / len(beside) < _CHANCE * right / (right + mixed)


def _kinds(changes: Sequence[tuple[Vector, Sequence[str]]]) -> list[_Kind]:
    kinds: dict[Vector, dict[int, dict[str, float]]] = {}
    for adds, clauses in changes:
        factor = gcd(*adds)
        if not factor:
            continue
        if next(by for by in adds if by) < 0:
            factor = -factor
        speaking = kinds.setdefault(tuple(by // factor for by in adds), {}).setdefault(factor, {})
        for clause in clauses:
            speaking[clause] = max(speaking.get(clause, 0.0), 1 / len(clauses))
    return [_Kind(adds, factors) for adds, factors in kinds.items()]


def _adding(kinds: Sequence[_Kind], rest: Vector) -> Iterator[Term]:
    """The changes, and multiples of them, that account for a part of the rest."""
    for kind in kinds:
        met = Counter(Fraction(by, adds) for by, adds in zip(rest, kind.adds, strict=True) if by and adds)
        often = [int(ratio) for ratio, many in met.most_common() if ratio.denominator == 1 and many >= _OFTEN]
        for factor in dict.fromkeys((*(own for own in kind.factors if met[Fraction(own)]), *often[:_MULTIPLES])):
            yield kind.times(factor)


def touching(total: Sum, changes: Sequence[tuple[Vector, Sequence[str]]]) -> dict[str, float]:
    """For each clause of some changes, from 0 to 1 how well they add something just where a sum leaves something.

    Places at which its terms add something are not looked at.
    """
    free = [at for at in range(len(total.rest)) if not any(term.adds[at] for term in total.terms)]
    left = sum(total.rest[at] != 0 for at in free)
    well_by: dict[str, float] = {}
    for adds, clauses in changes:
        touched = [at for at in free if adds[at]]
        both = sum(total.rest[at] != 0 for at in touched)
        well = both / sqrt(left * len(touched) * len(clauses)) if both and clauses else 0.0
        for clause in clauses:
            well_by[clause] = max(well_by.get(clause, 0.0), well)
    return well_by


def _rest(wrong: Vector, terms: Sequence[Term]) -> Vector:
    return tuple(by - sum(term.adds[at] for term in terms) for at, by in enumerate(wrong))


def _count(wrong: Vector, terms: Sequence[Term]) -> tuple[int, int, int]:
    """Of the places at which something is added: those that are out by just that, by something else, by nothing."""
    right = mixed = against = 0
    for at, by in enumerate(wrong):
        added = [term.adds[at] for term in terms if term.adds[at]]
        if added:
            right += by == sum(added) != 0
            against += by == 0 != sum(added)
            mixed += by not in (0, sum(added))
    return right, mixed, against


def _value(wrong: Vector, terms: Sequence[Term]) -> float:
    right, mixed, against = _count(wrong, terms)
    return right - _MIXED * mixed - 2 * against


def _is_sure(wrong: Vector, terms: Sequence[Term]) -> bool:
    right, mixed, against = _count(wrong, terms)
    if not terms or against > (1 - _SURELY) * right:
        return False
    return not any(_rest(wrong, terms)) or (right >= _OFTEN and right >= mixed)


def _is_seen_alone(wrong: Vector, term: Term, others: Sequence[Term]) -> bool:
    """Whether a term is seen where the others add nothing, if they do so anywhere: else it is a part of one."""
    free = [at for at in range(len(wrong)) if not any(other.adds[at] for other in others)]
    return len(free) < (1 - _SURELY) * len(wrong) or any(wrong[at] and wrong[at] == term.adds[at] for at in free)


def _with_others(wrong: Vector, term: Term, others: Sequence[Term], kinds: Sequence[_Kind]) -> Term:
    """A term with the clauses of all changes that would do as well in its place."""
    value = _value(wrong, [*others, term])
    clauses = dict(term.clauses)
    for other in _adding(kinds, _rest(wrong, others)):
        if _value(wrong, [*others, other]) >= value:
            for clause, weight in other.clauses.items():
                clauses[clause] = max(clauses.get(clause, 0.0), weight)
    return Term(term.adds, clauses)
