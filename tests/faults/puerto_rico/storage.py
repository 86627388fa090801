"""Mistakes in what is kept at the end of the captain phase."""

from __future__ import annotations

from collections.abc import Callable

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import rounds, storage
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, CRAFTSMAN, NONE, Keeping, Seat, Storing, Table, added
from tests.faults.planting import around, instead
from tests.faults.puerto_rico.common import Events, Right, Wrong, with_seat

Filled = tuple[bool, Table, Events]
Fill = Callable[..., Filled]

# ---- what may be kept


class _Kept(Wrong):
    """What lies outside the warehouses is kept in another way, and nobody is asked."""

    def _keeps(self, count: int, stored: int) -> int:
        """How many barrels stay of a kind outside the warehouses, if some kinds are stored."""
        raise NotImplementedError

    @instead(storage.fill)
    def _fill(self, g: Kit, t: Table, left: int, stored: int, events: Events) -> Filled:
        goods = t.seats[t.turn].goods
        loose = storage.loose(goods, stored)
        if left and len(loose) > left:
            return True, changed(t, phase=Storing(left, stored)), events
        if left:
            return False, t, events
        rest = tuple(self._keeps(n, stored) if kind in loose else n for kind, n in enumerate(goods))
        back = tuple(n - kept for n, kept in zip(goods, rest, strict=True))
        return False, changed(with_seat(t, t.turn, goods=rest), supply=added(t.supply, back)), events


@breaks("storage.one-barrel")
class OneBarrelOfEachKindIsKept(_Kept):
    """Everyone may keep one barrel of each kind on the wind rose."""

    def _keeps(self, count: int, stored: int) -> int:
        return min(1, count)


@breaks("small-warehouse.store", "large-warehouse.store", "storage.one-barrel")
@Wrong.around(storage.fill)
def WithAWarehouseTheWindRoseStaysEmpty(
    right: Fill, g: Kit, t: Table, left: int, stored: int, events: Events
) -> Filled:
    """Whoever stores barrels in a warehouse keeps no other one on the wind rose."""
    if left or not stored:
        return right(g, t, left, stored, events)
    t, events = storage.keep(g, t, storage.NOTHING, stored, events)
    return False, t, events


@breaks("small-warehouse.store", "large-warehouse.store")
class AWarehouseHoldsOneBarrelOfAKind(Wrong):
    """A warehouse keeps one barrel of a kind, and not all of them."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(move, m.Store):
            return super().apply(state, move)
        kind = self.g.good_number[move.good]
        goods, supply = list(state.seats[state.turn].goods), list(state.supply)
        supply[kind], goods[kind] = supply[kind] + goods[kind] - 1, 1
        state = changed(with_seat(state, state.turn, goods=tuple(goods)), supply=tuple(supply))
        return super().apply(state, move)


@breaks("storage.return", "role.own-privilege")
@Wrong.around(storage.ask)
def OnlyTheCaptainReturnsBarrels(right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
    """Only the captain has to return barrels for which there is no room."""
    if place:
        return right(g, t, g.players, events)
    seats = tuple(seat if k == t.picker else changed(seat, goods=NONE) for k, seat in enumerate(t.seats))
    after = right(g, changed(t, seats=seats), 0, events)
    kept = (seat if k == t.picker else t.seats[k] for k, seat in enumerate(after.seats))
    return changed(after, seats=tuple(kept))


@breaks("storage.return", "role.own-privilege")
@Wrong.around(storage.ask)
def TheCaptainReturnsNoBarrels(right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
    """The captain keeps all barrels, and only the others have to return theirs."""
    return right(g, t, max(1, place), events)


class _Chosen(Wrong):
    """The program chooses what is kept."""

    def _kind(self, g: Kit, t: Table, kinds: list[int]) -> int:
        raise NotImplementedError

    def _is_chosen(self, t: Table) -> bool:
        raise NotImplementedError

    @around(storage.fill)
    def _fill(self, right: Fill, g: Kit, t: Table, left: int, stored: int, events: Events) -> Filled:
        asked, after, events = right(g, t, left, stored, events)
        if not asked or not self._is_chosen(after):
            return asked, after, events
        kind = self._kind(g, t, storage.loose(t.seats[t.turn].goods, stored))
        if isinstance(after.phase, Storing):
            return storage.fill(g, t, left - 1, stored | 1 << kind, events)
        kept, events = storage.keep(g, t, kind, stored, events)
        return False, kept, events


@breaks("storage.choose")
class TheDearestBarrelIsKept(_Chosen):
    """The barrel on the wind rose is chosen by the program: that of the dearest kind."""

    def _kind(self, g: Kit, t: Table, kinds: list[int]) -> int:
        return kinds[-1]

    def _is_chosen(self, t: Table) -> bool:
        return isinstance(t.phase, Keeping)


@breaks("storage.choose", "small-warehouse.store")
class TheKindWithMostBarrelsIsStored(_Chosen):
    """The kinds in warehouses are chosen by the program: those with the most barrels, the dearer of equal ones."""

    def _kind(self, g: Kit, t: Table, kinds: list[int]) -> int:
        return max(kinds, key=lambda kind: (t.seats[t.turn].goods[kind], kind))

    def _is_chosen(self, t: Table) -> bool:
        return isinstance(t.phase, Storing)


@breaks("storage.only-then", "storage.one-barrel")
class BarrelsAreReturnedAfterProductionToo(Wrong):
    """Barrels for which there is no room also go back to the supply when the craftsman phase is over."""

    @around(rounds.next_choice)
    def _next(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        if t.role != CRAFTSMAN or isinstance(t.phase, Storing | Keeping):
            return right(g, t, events)
        return storage.ask(g, changed(t, phase=Keeping()), 0, events)

    @around(storage.unload)
    def _unload(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, t, events) if t.role == CAPTAIN else rounds.next_choice(g, t, events)


# ---- warehouses


class _Stored(Wrong):
    """Warehouses hold another number of kinds."""

    def _kinds(self, g: Kit, small: bool, large: bool) -> int:
        raise NotImplementedError

    @instead(storage.slots)
    def _slots(self, g: Kit, seat: Seat) -> int:
        return self._kinds(g, seat.city[g.small_warehouse] > 0, seat.city[g.large_warehouse] > 0)


@breaks("large-warehouse.with-small")
class OnlyTheLargerWarehouseCounts(_Stored):
    """Whoever owns both warehouses stores two kinds only."""

    def _kinds(self, g: Kit, small: bool, large: bool) -> int:
        return g.large_kinds if large else g.small_kinds if small else 0


@breaks("large-warehouse.store")
class BothWarehousesHoldOneKind(_Stored):
    """A large warehouse holds one kind, like a small one."""

    def _kinds(self, g: Kit, small: bool, large: bool) -> int:
        return g.small_kinds * (small + large)


@breaks("small-warehouse.store", "large-warehouse.store")
class WarehousesHoldAllKinds(_Stored):
    """The owner of an occupied warehouse keeps all barrels of all kinds."""

    def _kinds(self, g: Kit, small: bool, large: bool) -> int:
        return 5 if small or large else 0


# ---- the ships


class _Unloaded(Wrong):
    """Ships are unloaded in another way."""

    def _ships(self, g: Kit, t: Table) -> Table:
        raise NotImplementedError

    @instead(storage.unload)
    def _unload(self, g: Kit, t: Table, events: Events) -> Table:
        return rounds.next_choice(g, self._ships(g, t), events)


def _emptied(g: Kit, t: Table, least: Callable[[int], int]) -> Table:
    """The table after all ships with at least so many barrels have been unloaded."""
    supply = list(t.supply)
    ships = list(t.ships)
    for ship, (cargo, barrels) in enumerate(t.ships):
        if cargo >= 0 and barrels >= least(ship):
            supply[cargo] += barrels
            ships[ship] = (-1, 0)
    return changed(t, ships=tuple(ships), supply=tuple(supply))


@breaks("storage.partial", "storage.unload")
class AllShipsUnloadWhenOneIsFull(_Unloaded):
    """If a ship is full all of them are unloaded."""

    def _ships(self, g: Kit, t: Table) -> Table:
        is_full = any(barrels >= room for (_, barrels), room in zip(t.ships, g.capacity, strict=True))
        return _emptied(g, t, lambda ship: 1) if is_full else t


@breaks("storage.unload", "storage.return")
@Wrong.around(storage.ask)
def FullShipsUnloadBeforeBarrelsAreKept(right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
    """Full ships are unloaded before the players choose which barrels to keep."""
    return right(g, t if place else _emptied(g, t, lambda ship: g.capacity[ship]), place, events)
