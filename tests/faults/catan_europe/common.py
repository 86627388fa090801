"""What the mistakes share: the rules with some of their functions replaced, their lists and positions mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, ClassVar, Final

from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import Move
from rulecheck.reference_engines.catan_europe.table import Actions, Seat, Table, spots, with_seat
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus

Replaced = tuple[ModuleType, str, Callable[..., Any]]
"""A function of a chapter, by its module and name, and the one that is carried out in its place."""

NOT_OFFERED: Final = Refused("turn.actions-free", "this program does not offer it")


class Wrong(Catan):
    """The rules, wrong in what a subclass says: functions replaced while they run, lists and positions mended."""

    instead: ClassVar[tuple[Replaced, ...]] = ()

    def offered(self, state: Table, legal: Sequence[Move]) -> Sequence[Move]:
        """The moves that this program lists, from those of the rules."""
        return legal

    def mended(self, state: Table, move: Move, after: Table) -> Table:
        """The position that this program comes to, from that of the rules."""
        return after

    def start(self) -> Table:
        with replacing(self.instead):
            return super().start()

    def legal_moves(self, state: Table) -> Sequence[Move]:
        with replacing(self.instead):
            return self.offered(state, super().legal_moves(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        with replacing(self.instead):
            return super().refusal(state, move) or NOT_OFFERED

    def apply(self, state: Table, move: Move) -> Table:
        with replacing(self.instead):
            return self.mended(state, move, super().apply(state, move))

    def weights(self, state: Table) -> Sequence[int]:
        with replacing(self.instead):
            listed = dict(zip(super().legal_moves(state), super().weights(state), strict=True))
        return [listed.get(move, 1) for move in self.legal_moves(state)]


@contextmanager
def replacing(functions: tuple[Replaced, ...]) -> Iterator[None]:
    """Some functions are others within."""
    kept = [(module, name, getattr(module, name)) for module, name, _ in functions]
    for module, name, function in functions:
        setattr(module, name, function)
    try:
        yield
    finally:
        for module, name, function in kept:
            setattr(module, name, function)


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


def bank_as(t: Table, before: Table) -> Table:
    """The bank's stacks and gold are as they were."""
    return changed(t, stacks=before.stacks, bank=before.bank)


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
