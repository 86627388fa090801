"""As few changes as add up to what is wrong, each seen by itself somewhere; what they leave is told apart from it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from rulecheck.properties.conform.sums import Sum, Term, Vector, is_chance, summed, touching

Change = tuple[Vector, tuple[str, ...]]

RNG = Random(1)
FORTS: Vector = tuple(RNG.choice((0, 0, 2, 3)) for _ in range(40))
MINES: Vector = tuple(RNG.choice((0, 0, 1)) for _ in range(40))
COINS: Vector = tuple(RNG.choice((0, 1, 4)) for _ in range(40))
CHANGES: Sequence[Change] = ((FORTS, ("fort",)), (MINES, ("mine",)), (COINS, ("coin",)))


def plus(*vectors: Vector) -> Vector:
    return tuple(map(sum, zip(*vectors, strict=True)))


def times(factor: int, vector: Vector) -> Vector:
    return tuple(factor * by for by in vector)


def clauses(total: Sum) -> set[str]:
    return {clause for term in total.terms for clause in term.clauses}


def test_one_change_that_adds_just_what_is_wrong_is_the_one() -> None:
    total = summed(FORTS, CHANGES)

    assert clauses(total) == {"fort"}
    assert not any(total.rest)
    assert not total.leaves_more


def test_what_two_changes_add_up_to_is_two() -> None:
    total = summed(plus(FORTS, MINES), CHANGES)

    assert [set(term.clauses) for term in total.terms] in ([{"fort"}, {"mine"}], [{"mine"}, {"fort"}])
    assert not any(total.rest)


def test_a_multiple_of_a_change_will_do() -> None:
    """What a tile brings less by one, seen by one more; what is left out, seen by what is counted twice."""
    total = summed(plus(times(-1, FORTS), times(3, COINS)), CHANGES)

    assert clauses(total) == {"fort", "coin"}
    assert {term.adds for term in total.terms} == {times(-1, FORTS), times(3, COINS)}


def test_a_multiple_has_to_account_for_several_places() -> None:
    """Any change that makes a difference where one score is wrong has a multiple that is out by as much."""
    once = tuple(7 * (at == FORTS.index(2)) for at in range(len(FORTS)))

    assert not summed(once, CHANGES).terms


def test_what_changes_scores_that_are_right_is_not_the_one() -> None:
    total = summed(tuple(by if at < 20 else 0 for at, by in enumerate(FORTS)), CHANGES)

    assert not total.terms
    assert total.leaves_more


def test_what_no_change_adds_is_left() -> None:
    other = tuple(11 * (at % 5 == 0 and not FORTS[at]) for at in range(len(FORTS)))
    total = summed(plus(FORTS, other), CHANGES)

    assert clauses(total) == {"fort"}
    assert total.rest == other
    assert total.leaves_more


def test_what_is_left_only_where_a_change_adds_something_is_no_more() -> None:
    """The change comes near to what is wrong, and that is one thing."""
    besides = tuple(1 if by and at % 6 == 0 else 0 for at, by in enumerate(FORTS))
    total = summed(plus(FORTS, besides), CHANGES)

    assert any(total.rest)
    assert not total.leaves_more


def test_what_is_never_seen_by_itself_is_a_part_of_another() -> None:
    """The twin of two changes: the second adds something only where the first does."""
    besides = tuple(1 if by and at % 3 == 0 else 0 for at, by in enumerate(FORTS))
    total = summed(plus(FORTS, besides), [*CHANGES, (besides, ("tower",))])

    assert clauses(total) == {"fort"}
    assert not total.leaves_more


def test_changes_that_do_as_well_speak_for_their_clauses_too() -> None:
    total = summed(FORTS, [*CHANGES, (FORTS, ("tower", "wall")), (times(2, FORTS), ("gate",))])

    ((term,),) = (total.terms,)
    assert term.clauses["fort"] > term.clauses["gate"] > term.clauses["wall"] == term.clauses["tower"]


def test_what_adds_something_just_where_a_sum_leaves_something_goes_with_it() -> None:
    left = tuple(5 * by for by in FORTS[:20]) + (0,) * 20
    term = Term((0,) * 20 + MINES[20:], {"mine": 1.0})

    speaking = touching(Sum((term,), left), [*CHANGES, (FORTS, ()), (tuple(map(bool, left)), ("fort", "wall"))])

    free = [at for at in range(40) if not term.adds[at]]
    both = sum(left[at] != 0 for at in free)
    assert speaking["fort"] == both / sqrt(both * sum(FORTS[at] != 0 for at in free))
    assert speaking["wall"] == sqrt(1 / 2)  # one of two
    assert speaking["fort"] > speaking["coin"]


def test_what_is_wrong_as_well_where_terms_add_nothing_is_matched_by_chance() -> None:
    """Ends of two seats: the second has no fort, and what it is out by is owed to something else."""
    forts = tuple(2 * (at % 2 == 0) for at in range(40))
    ends = [(at, at + 1) for at in range(0, 40, 2)]
    total = summed(forts, ((forts, ("fort",)),))
    everywhere = tuple(by if at % 4 == 0 else 5 for at, by in enumerate(forts))
    seldom = tuple(by or 5 * (at % 8 == 1) for at, by in enumerate(forts))

    assert is_chance(everywhere, total.terms, ends)
    assert not is_chance(seldom, total.terms, ends)
    assert not is_chance(forts, total.terms, ends)


def test_what_is_wrong_at_other_ends_does_not_tell_whether_terms_match_by_chance() -> None:
    forts = tuple(2 * (at < 20 and at % 2 == 0) for at in range(40))
    ends = [(at, at + 1) for at in range(0, 40, 2)]
    total = summed(forts, ((forts, ("fort",)),))
    elsewhere = tuple(by or 5 * (at >= 20) for at, by in enumerate(forts))

    assert not is_chance(elsewhere, total.terms, ends)
