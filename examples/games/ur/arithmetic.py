"""Rules that are plain sums: pure functions with contracts, which `rulecheck prove` decides for all numbers."""

from __future__ import annotations

from math import comb

from rulecheck.reference_engines.contract import cites


@cites("move.enter", "turn.move", "home.leave")
def landing(square: int, count: int, length: int, more: bool) -> int | None:
    """The square on which a piece ends, `length + 1` for home; None if the throw is too high for it.

    A waiting piece stands on square 0.

    pre: 0 <= square <= length and count >= 1
    post: _ is None or square < _ <= length + 1
    post: (_ is None) == (square + count > length + 1 and not more)
    """
    end = square + count
    if end <= length + 1:
        return end
    return length + 1 if more else None  # home.more


@cites("way.alone")
def is_shared(square: int, first: int, middle: int) -> bool:
    """Whether a square of the way belongs to both players.

    pre: first >= 0 and middle >= 0
    post: not _ or first < square <= first + middle
    """
    return first < square <= first + middle


@cites("turn.throw")
def weight(count: int, dice: int) -> int:
    """In how many of all ways the dice can lie just so many marked corners point upwards."""
    return comb(dice, count)
