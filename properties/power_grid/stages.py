"""Where in the round a position is, and which steps a property is about: one number for all that is asked of a step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from rulecheck.properties.invariants.declaring import When
from rulecheck.reference_engines.power_grid.table import (
    DRAWN,
    AuctionsOver,
    Bidding,
    Building,
    BureaucracyNext,
    Burying,
    Cut,
    Drawing,
    Finished,
    Fueling,
    FuelNext,
    Losing,
    Lots,
    NextBuilder,
    Offering,
    Opening,
    Phase,
    Producing,
    Regions,
    Removing,
    RenewalNext,
    RenewalOver,
    Scrapping,
    Table,
)

# Where in the round a position is

SETUP, AUCTIONS, SOLD, FUEL, BUILD, PRODUCE, RENEW, END = range(8)

STAGE: Final[dict[type[Phase], int]] = {
    Lots: SETUP, Removing: SETUP, Regions: SETUP,
    Offering: AUCTIONS, Opening: AUCTIONS, Bidding: AUCTIONS, Scrapping: AUCTIONS, Losing: AUCTIONS,
    AuctionsOver: SOLD, FuelNext: SOLD,
    Fueling: FUEL,
    Building: BUILD, NextBuilder: BUILD,
    BureaucracyNext: PRODUCE, Producing: PRODUCE,
    RenewalNext: RENEW, RenewalOver: RENEW, Burying: RENEW,
    Finished: END,
}  # fmt: skip
"""The part of the round that a decision belongs to; SOLD: the auctions are over, and a card is still drawn."""


def stage(phase: Phase) -> int:
    """The part of the round that a phase belongs to; a draw belongs to what follows it."""
    inner: Any = phase
    while (part := STAGE.get(type(inner))) is None:
        inner = inner.after
    return part


# Which steps a property is about: one number says all that they ask, so that it is worked out once for a step.
#
# A step is `4 * (len(MOMENTS) * from + to) + flags`: the moments by their places in MOMENTS (it begins with STAGE, as
# `_FIRST` and `_THEN` need), the flags below 4.  It is asked at every step and looked up in the checker's plans: packed
# this takes 430 ns, as a tuple of the six parts 520 ns (Python 3.11, 1,200 steps of random games).

Moment = tuple[type[Phase], int]
"""What is decided, and the part of the round that it belongs to."""

ALL: Final = range(8)

MOMENTS: Final[tuple[Moment, ...]] = (*STAGE.items(), *[(kind, part) for kind in (Drawing, Cut) for part in ALL])

_NUMBER: Final = {moment: k for k, moment in enumerate(MOMENTS)}

PASSED, MOVED = 1, 2
"""Besides: the turn passes to somebody else; the market, the Step 3 card or the Step is another, or that card has to
go."""

_LESS: Final = -(10**6)
"""For phases that belong to the part of the round that what follows them belongs to: it makes any sum negative."""

_FIRST: Final = {kind: 4 * len(MOMENTS) * k for k, kind in enumerate(STAGE)} | {Drawing: _LESS, Cut: _LESS}
_THEN: Final = {kind: 4 * k for k, kind in enumerate(STAGE)} | {Drawing: _LESS, Cut: _LESS}
"""What a phase adds to the number, as the one before and as the one after: no moment is looked up but for draws."""


def _step(before: Table, move: Any, now: Table) -> int:
    """The number of a step."""
    phase, then = before.phase, now.phase
    code = _FIRST[type(phase)] + _THEN[type(then)]
    if code < 0:
        first, second = (type(phase), stage(phase)), (type(then), stage(then))
        code = 4 * (len(MOMENTS) * _NUMBER[first] + _NUMBER[second])
    if before.turn != now.turn:
        code += PASSED
    if before.market is not now.market or before.card != now.card or before.step != now.step or now.card == DRAWN:
        code += MOVED
    return code


_STEPS: Final = [  # all there can be: the tests of moments are put to them once, when the module is imported
    (4 * (len(MOMENTS) * k + n), earlier, later) for k, earlier in enumerate(MOMENTS) for n, later in enumerate(MOMENTS)
]


def steps(test: Callable[[Moment, Moment], bool], flags: Iterable[int] = range(4)) -> When:
    """Steps from a moment to another that a test picks, with some flags."""
    some = tuple(flags)
    return When(
        _step, frozenset([code + flag for code, earlier, later in _STEPS if test(earlier, later) for flag in some])
    )


def either(*some: When) -> When:
    """Steps that one of these is about."""
    return When(_step, frozenset().union(*[when.values for when in some]))


def between(first: Iterable[int], then: Iterable[int]) -> When:
    """Moves made in some parts of the round that lead to some parts (perhaps the same)."""
    return _leading({(part, next_part) for part in first for next_part in then})


def phase_ends(*some: tuple[Iterable[int], Iterable[int]]) -> When:
    """Moves that lead from some parts of the round to some other parts."""
    return _leading(
        {(part, next_part) for first, then in some for part in first for next_part in then if part != next_part}
    )


def _leading(pairs: Collection[tuple[int, int]]) -> When:
    return steps(lambda earlier, later: (earlier[1], later[1]) in pairs)


PHASE_OVER: Final = phase_ends((ALL, ALL))
"""Moves with which a phase of the round ends."""


NEXT_ROUND: Final = phase_ends(*[((part,), range(part)) for part in range(END)])
"""Moves that lead to an earlier part of a round: of the next one."""

PAYING: Final = either(
    between((PRODUCE,), ALL),
    between(range(PRODUCE), (PRODUCE, RENEW, END)),
    phase_ends(((FUEL, BUILD), range(FUEL)), ((BUILD,), (FUEL,))),
)
"""Moves that can bring incomes: they lead to the bureaucracy, or are made in it."""


def made_in(part: int) -> When:
    """Moves made in a part of the round."""
    return between((part,), ALL)


def deciding(*kinds: type[Phase]) -> When:
    """Moves made in one of these phases."""
    return steps(lambda earlier, later: earlier[0] in kinds)


def leading_to(*kinds: type[Phase]) -> When:
    """Moves after which one of these phases decides."""
    return steps(lambda earlier, later: later[0] in kinds)


OPEN: Final = leading_to(*[kind for kind in STAGE if kind not in (Scrapping, Losing)])
"""Moves after which no card is drawn, and no plant given up."""

CARD: Final = steps(lambda earlier, later: True, (MOVED, MOVED | PASSED))
"""Moves that change the market of plants or the Step or move the Step 3 card, and those after which it has to go."""

MARKET: Final = either(
    CARD,
    phase_ends(((AUCTIONS, BUILD, PRODUCE), ALL), (range(PRODUCE), (PRODUCE, RENEW))),
)
"""Moves that change the market of plants, or should."""

PASSES_ON: Final = either(
    steps(lambda earlier, later: earlier[0] is not later[0]),
    steps(lambda earlier, later: True, (PASSED, PASSED | MOVED)),
)
"""Moves after which somebody else, or something else, is decided."""

BOARDS: Final = When(lambda before, move, now: now.seats is not before.seats)
"""Moves that changed what somebody has."""
