"""What is another now than when somebody looked at a passage."""

from __future__ import annotations

import pytest

from rulecheck.solvers.judging.changes import changes, shares
from rulecheck.solvers.judging.comparing import Comparer
from rulecheck.solvers.judging.concepts import Concepts
from rulecheck.spec.reading.frames import Frame, Quantity, Term, Word

CONCEPTS = Concepts(
    group_of={"take": "deeds", "put": "deeds", "coin": "things", "card": "things", "bank": "places", "ship": "places"},
    kinds={"take": "act", "put": "act", "coin": "thing", "card": "thing", "bank": "place", "ship": "place"},
)
TAKES = Frame(act=(Word(("take",)),), mode=(Word(("may",)),), what=(Term(("coin",)),), from_=(Term(("bank",)),))


def told(then: Frame, now: Frame) -> list[str]:
    return [change.slot.path for change in changes(Comparer(CONCEPTS), (then,), (now,))]


def with_slots(**slots: object) -> Frame:
    return Frame(**{**{name: getattr(TAKES, name) for name in ("act", "mode", "what", "from_")}, **slots})


@pytest.mark.parametrize(
    ("now", "slots"),
    [
        (TAKES, []),
        (with_slots(mode=(Word(("must-not",)),)), ["mode"]),
        (with_slots(from_=(Term(("ship",)),)), ["from"]),
        (with_slots(except_=(Frame(what=(Term(("card",)),)),)), ["except"]),
        (with_slots(only=(Word(("from",)),)), ["only"]),
        (
            Frame(act=(Word(("put",)),), what=(Term(("card",)),)),
            [],
        ),  # another statement
    ],
)
def test_a_value_in_anothers_place_and_a_new_restriction_are_told(now: Frame, slots: list[str]) -> None:
    assert told(TAKES, now) == slots


def test_what_is_gone_is_told_where_it_restricts() -> None:
    assert told(with_slots(only=(Word(("from",)),)), TAKES) == ["only"]


def test_two_plain_numbers_are_not_told_here() -> None:
    """The edition knows each number by its place; a bound in a number's place is told."""
    takes_one = with_slots(n=(Quantity(value=1),))

    assert told(takes_one, with_slots(n=(Quantity(value=2),))) == []
    assert told(takes_one, with_slots(n=(Quantity("at-least", 2),))) == ["n"]


def test_what_was_left_out_and_is_said_now_is_told() -> None:
    """Taken from the bank, not from the ship; then the other way round."""
    then = with_slots(per=(Term(("coin",)),), not_=(Frame(per=(Term(("card",)),)),))
    now = with_slots(per=(Term(("card",)),), not_=(Frame(per=(Term(("coin",)),)),))

    assert "per" in told(then, now)


def test_readings_share_a_statement_or_not() -> None:
    comparer = Comparer(CONCEPTS)

    assert shares(comparer, (TAKES,), (with_slots(mode=(Word(("must",)),)),))
    assert not shares(comparer, (TAKES,), (Frame(act=(Word(("put",)),), what=(Term(("card",)),)),))
