"""What the faults share: the engine that they are planted in; how positions are mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import (
    builder,
    captain,
    craftsman,
    mayor,
    roles,
    rounds,
    settler,
    storage,
    trader,
)
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, CHOOSING, FIRST_LOADING, Counts, Seat, Table
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.rules import Rules
from tests.faults.planting import Planted, around

Events = tuple[str, ...]
Right = Callable[..., Table]
"""The function of the rules in whose place another one stands."""


class Forgetful(dict[Any, Any]):
    """Lists that are made anew each time."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Remember nothing."""


class Wrong(Planted[Table, m.Move], PuertoRico):
    """The rules, wrong in what a subclass says."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.lists = Forgetful()


class Reordered(Wrong):
    """Actions that begin with another player than the one who chose the role, who has the privilege all the same."""

    def first(self, g: Kit, t: Table) -> int:
        """The seat that begins."""
        raise NotImplementedError

    def _led(self, g: Kit, t: Table) -> Table:
        return changed(t, picker=self.first(g, t))

    def _chosen(self, t: Table) -> Table:
        return changed(t, picker=t.taken[t.role]) if t.role >= 0 else t

    def apply(self, state: Table, move: m.Move) -> Table:
        return self._chosen(super().apply(state, move))

    @around(roles.begin)
    def _begin(self, right: Right, g: Kit, t: Table, card: int, events: Events) -> Table:
        if card == CAPTAIN:
            return captain.ask(g, t, self.first(g, t), FIRST_LOADING, events)
        return right(g, t, card, events)

    @around(settler.ask, mayor.ask, mayor.land, builder.ask, craftsman.produce, trader.ask, storage.ask)
    def _ask(self, right: Right, g: Kit, t: Table, *others: Any) -> Table:
        return right(g, self._led(g, t), *others)

    @around(rounds.place_of)
    def _place(self, right: Callable[..., int], g: Kit, t: Table) -> int:
        return right(g, self._led(g, t))

    @around(
        rounds.next_choice, builder.prices, settler.may_quarry, settler.draw_row, trader.sell, captain.shipped,
        craftsman.make, craftsman.bonus, mayor.ask_for_ship,
    )  # fmt: skip
    def _privileged(self, right: Callable[..., Any], g: Kit, t: Table, *others: Any, **changes: Any) -> Any:
        return right(g, self._chosen(t), *others, **changes)


def mirrored(t: Table, around: int) -> Table:
    """The table as seen when seats are counted the other way round from one of them."""
    players = len(t.seats)
    of = [(2 * around - seat) % players for seat in range(players)]
    return changed(
        t,
        seats=tuple(t.seats[of[seat]] for seat in range(players)),
        governor=of[t.governor],
        picker=of[t.picker],
        turn=of[t.turn],
        taken=tuple(of[seat] if seat >= 0 else -1 for seat in t.taken),
        phase=_mirrored_phase(t.phase, of),
    )


def _mirrored_phase(phase: Any, of: list[int]) -> Any:
    if hasattr(phase, "after"):
        return changed(phase, after=_mirrored_phase(phase.after, of))
    if not hasattr(phase, "wharves"):
        return phase

    def turned(mask: int) -> int:
        return sum(1 << of[seat] for seat in range(len(of)) if mask >> seat & 1)

    return changed(phase, wharves=turned(phase.wharves), done=turned(phase.done))


def is_choosing(t: Table) -> bool:
    """Whether a role is chosen now."""
    return t.phase == CHOOSING


def to_choose(t: Table, seat: int) -> Table:
    """A player chooses a role next."""
    return changed(t, phase=CHOOSING, picker=seat, turn=seat, role=-1)


def with_seat(t: Table, seat: int, **changes: Any) -> Table:
    """The table with something else on one player's board."""
    return changed(t, seats=replaced(t.seats, seat, changed(t.seats[seat], **changes)))


def paid(t: Table, seat: int, money: int) -> Table:
    """The table after the bank has paid a player so much of it as it has."""
    money = min(money, t.bank)
    return changed(with_seat(t, seat, money=t.seats[seat].money + money), bank=t.bank - money)


def total(goods: Sequence[int]) -> int:
    """All of them, where one that is not there counts nothing."""
    return sum(max(0, count) for count in goods)


def has(owner: Seat, building: int) -> bool:
    """Whether a building stands in a player's city, occupied or not."""
    return owner.city[building] >= 0


def one_more(counts: Counts, kind: int) -> Counts:
    """Counts with one more of a kind."""
    return plus(counts, kind, 1)
