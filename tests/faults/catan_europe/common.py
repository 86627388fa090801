"""What the faults share: the engine that they are planted in; how positions are mended."""

from __future__ import annotations

from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import Move
from rulecheck.reference_engines.catan_europe.table import Actions, Seat, Table, spots, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from tests.faults.planting import Planted


class Wrong(Planted[Table, Move], Catan):
    """The rules, wrong in what a subclass says."""


def seat_with(t: Table, seat: int, **changes: object) -> Table:
    """One seat's pieces are others."""
    return changed(t, seats=with_seat(t.seats, seat, **changes))


def mover(t: Table) -> Seat:
    """The pieces of the player whose turn it is."""
    return t.seats[t.turn]


def paid(t: Table, seat: int, gold: int) -> Table:
    """The bank pays a seat what it has; less than nothing is paid back."""
    gold = min(gold, t.bank)
    return changed(seat_with(t, seat, gold=t.seats[seat].gold + gold), bank=t.bank - gold)


def dealt(t: Table, seat: int, kind: int, cards: int) -> Table:
    """Cards go from a stack to a seat; fewer than none go back."""
    hand = plus(t.seats[seat].hand, kind, cards)
    return changed(seat_with(t, seat, hand=hand), stacks=plus(t.stacks, kind, -cards))


def in_actions(t: Table) -> bool:
    """Whether the action phase waits for a move."""
    return isinstance(t.phase, Actions)


def far_from_posts(g: Kit, t: Table, place: int) -> bool:
    """Whether no post stands one path away, as in the game that this one comes from."""
    return not any(t.occupied >> there & 1 for there in g.neighbours[place])


def ends_of(g: Kit, routes: int) -> int:
    """Mask of the intersections at the ends of some routes."""
    mask = 0
    for path in spots(routes):
        mask |= g.end_mask[path]
    return mask


def posts_of_others(t: Table) -> int:
    """Mask of the posts that are not of the player whose turn it is."""
    return t.occupied & ~mover(t).posts


def cards_of(seat: Seat) -> int:
    """How many resource cards a player holds."""
    return sum(seat.hand)
