"""Other forms of a statement."""

from __future__ import annotations

from rulecheck.solvers.judging.forms import is_denied, left_out
from rulecheck.spec.reading.frames import Frame, Quantity, Word


def test_what_is_left_out_may_have_an_amount_of_its_own() -> None:
    """ "Take three, not four": found by number 511173 of the mangled files."""
    take = Word(("take",))
    frame = Frame(act=(take,), n=(Quantity(value=3),), not_=(Frame(n=(Quantity(value=4),)),))

    [other] = left_out(frame)

    assert (other.act, other.n, other.not_) == ((take,), (Quantity(value=4),), ())
    assert is_denied(other)
