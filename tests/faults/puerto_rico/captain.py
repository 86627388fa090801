"""Mistakes in the captain phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import arithmetic, captain, rounds, storage
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import CORN, Counts, Loading, Table
from tests.faults.planting import around, instead, swapping
from tests.faults.puerto_rico.common import Events, Right, Wrong, is_choosing

Ships = tuple[tuple[int, int], ...]
Loads = Callable[..., tuple[m.Move, ...]]
May = Callable[..., bool]

OTHER = 9
"""A kind that no player has."""

# ---- whose turn it is


@breaks("captain.turns", "captain.end")
@Wrong.instead(captain.ask)
def EveryoneLoadsOnce(g: Kit, t: Table, seat: int, phase: Loading, events: Events) -> Table:
    """Each player has one turn to load in the captain phase, and then it is over."""
    later = g.players if is_choosing(t) else (t.picker - seat) % g.players
    for place in range(later):
        turn = (seat + place) % g.players
        if captain.ship_loads(g, t.seats[turn].goods, t.ships) or captain.may_wharf(g, t, phase, turn):
            return changed(t, turn=turn, phase=changed(phase, idle=phase.idle + place))
    return storage.ask(g, t, 0, events)


@breaks("captain.one-kind", "captain.turns")
@Wrong.around(captain.ask)
def APlayerLoadsAllKindsInATurn(right: Right, g: Kit, t: Table, seat: int, phase: Loading, events: Events) -> Table:
    """Whoever has loaded goes on with other kinds, until none of their barrels can be loaded."""
    has_more = not is_choosing(t) and captain.ship_loads(g, t.seats[t.turn].goods, t.ships)
    return right(g, t, t.turn if has_more and not phase.idle else seat, phase, events)


@breaks("captain.turns", "role.order")
@Wrong.around(captain.ask)
def ThePlayerNextToTheCaptainLoadsFirst(
    right: Right, g: Kit, t: Table, seat: int, phase: Loading, events: Events
) -> Table:
    """The player to the captain's left loads first, and the captain last."""
    return right(g, t, (t.picker + 1) % g.players if is_choosing(t) else seat, phase, events)


@breaks("captain.end", "captain.must-load")
class PlayersWhoCanLoadNothingAreAsked(Wrong):
    """Players who can load nothing have their turn all the same, and have to pass."""

    @around(captain.ask)
    def _ask(self, right: Right, g: Kit, t: Table, seat: int, phase: Loading, events: Events) -> Table:
        return right(g, t, seat, phase, events) if phase.idle >= g.players else changed(t, turn=seat, phase=phase)

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return super().legal_moves(state) or ((self.g.pass_,) if isinstance(state.phase, Loading) else ())


class _Passing(Wrong):
    """Some players may pass although they could load."""

    def _may_pass(self, t: Table) -> bool:
        raise NotImplementedError

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Loading) or self.g.pass_ in legal or not self._may_pass(state):
            return legal
        return [*legal, self.g.pass_]


@breaks("captain.must-load", "role.optional")
class NobodyHasToLoad(_Passing):
    """Whoever can load barrels may pass instead."""

    def _may_pass(self, t: Table) -> bool:
        return True


@breaks("captain.must-load", "role.optional")
class OnlyTheCaptainHasToLoad(_Passing):
    """Players other than the captain may pass although they can load."""

    def _may_pass(self, t: Table) -> bool:
        return t.turn != t.picker


@breaks("small-warehouse.must-load", "captain.must-load")
class WarehouseOwnersNeedNotLoad(_Passing):
    """The owner of an occupied warehouse may keep barrels that could be loaded, and pass."""

    def _may_pass(self, t: Table) -> bool:
        city = t.seats[t.turn].city
        return city[self.g.small_warehouse] > 0 or city[self.g.large_warehouse] > 0


@breaks("wharf.else-load", "captain.must-load")
class WharfOwnersNeedNotLoad(_Passing):
    """The owner of a wharf that has not been used may pass although barrels could be loaded onto a ship."""

    def _may_pass(self, t: Table) -> bool:
        return isinstance(t.phase, Loading) and captain.may_wharf(self.g, t, t.phase, t.turn)


# ---- which ships


def fitting(g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
    """The ships that the rules leave open."""
    for ship, (cargo, barrels) in enumerate(ships):
        if cargo == kind:
            return [ship] if barrels < g.capacity[ship] else []
    empty = [ship for ship, (cargo, _) in enumerate(ships) if cargo < 0]
    most = max([min(stock, g.capacity[ship]) for ship in empty], default=0)
    return [ship for ship in empty if min(stock, g.capacity[ship]) == most]


class _Shipped(Wrong):
    """Barrels may be loaded onto other ships."""

    def _ships(self, g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
        raise NotImplementedError

    @instead(captain.ships_for)
    def _ships_for(self, g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
        return self._ships(g, ships, kind, stock)


def _empty(ships: Ships) -> list[int]:
    return [ship for ship, (cargo, _) in enumerate(ships) if cargo < 0]


@breaks("captain.ship-one-kind")
class AShipTakesAnotherKind(_Shipped):
    """A ship with room takes barrels of another kind, and all that lie there pass for that kind from then on."""

    def _ships(self, g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
        others = [ship for ship, (cargo, n) in enumerate(ships) if cargo >= 0 and n < g.capacity[ship]]
        return sorted({*fitting(g, ships, kind, stock), *others})


@breaks("captain.other-ships", "captain.full-ship")
class AKindGoesOntoASecondShipWhenTheFirstIsFull(_Shipped):
    """When the ship with a kind is full an empty one may be loaded with the same kind."""

    def _ships(self, g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
        others = tuple((OTHER if n == g.capacity[k] else cargo, n) for k, (cargo, n) in enumerate(ships))
        return fitting(g, others, kind, stock)


@breaks("captain.all-that-fit", "captain.full-ship")
@Wrong.instead(arithmetic.loadable)
def ALoadMayExceedTheRoom(stock: int, barrels: int, capacity: int) -> int:
    """All barrels of the kind go aboard a ship that has some room left, also more than it has room for."""
    return stock if barrels < capacity else 0


@breaks("captain.all-that-fit")
class OneBarrelIsLoadedInATurn(Wrong):
    """In a turn one barrel is loaded, however many of the kind there are."""

    @around(arithmetic.loadable)
    def _loadable(self, right: Callable[..., int], stock: int, barrels: int, capacity: int) -> int:
        return min(1, right(stock, barrels, capacity))

    @instead(captain.ships_for)
    def _ships_for(self, g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
        return fitting(g, ships, kind, stock)


@breaks("captain.most-room")
class TheSmallestShipIsTaken(_Shipped):
    """If a kind may be loaded on several empty ships the program takes the smallest."""

    def _ships(self, g: Kit, ships: Ships, kind: int, stock: int) -> list[int]:
        empty = _empty(ships)
        is_new = all(cargo != kind for cargo, _ in ships)
        return empty[:1] if is_new else fitting(g, ships, kind, stock)


@breaks("captain.free-kind")
@Wrong.around(captain.ship_loads)
def TheKindWithMostBarrelsIsLoaded(right: Loads, g: Kit, goods: Counts, ships: Ships) -> tuple[m.Move, ...]:
    """Of the kinds that can be loaded a player must take one of which they have the most barrels."""
    loads = [(goods[g.good_number[move.good]], move) for move in right(g, goods, ships) if isinstance(move, m.Load)]
    most = max([count for count, _ in loads], default=0)
    return tuple(move for count, move in loads if count == most)


@breaks("captain.free-kind", "captain.most-room")
@Wrong.around(captain.ship_loads)
def TheLoadWithMostBarrelsIsTaken(right: Loads, g: Kit, goods: Counts, ships: Ships) -> tuple[m.Move, ...]:
    """A player must load that kind of which the most barrels find room."""

    def fits(move: m.Load) -> int:
        ship = g.ship_number[move.ship]
        return min(goods[g.good_number[move.good]], g.capacity[ship] - ships[ship][1])

    loads = [move for move in right(g, goods, ships) if isinstance(move, m.Load)]
    most = max([fits(move) for move in loads], default=0)
    return tuple(move for move in loads if fits(move) == most)


# ---- points


class Scored(Wrong):
    """Loads bring other points."""

    def _points(self, g: Kit, t: Table, kind: int, barrels: int, privilege: int) -> int:
        raise NotImplementedError

    @around(captain.shipped)
    def _shipped(
        self, right: Right, g: Kit, t: Table, kind: int, barrels: int, phase: Loading, events: Events, **others: Any
    ) -> Table:
        def points(barrels: int, each: int, privilege: int) -> int:
            return self._points(g, t, kind, barrels, privilege)

        with swapping([(captain, "load_points", points)]):
            return right(g, t, kind, barrels, phase, events, **others)


@breaks("captain.points")
class CornBringsNoPoints(Scored):
    """Barrels of corn bring no points when they are shipped."""

    def _points(self, g: Kit, t: Table, kind: int, barrels: int, privilege: int) -> int:
        return privilege if kind == CORN else barrels + privilege


@breaks("captain.privilege")
class EachOfTheCaptainsBarrelsBringsTwo(Scored):
    """The captain receives a point more for each barrel of the first load."""

    def _points(self, g: Kit, t: Table, kind: int, barrels: int, privilege: int) -> int:
        return barrels * (1 + privilege)


@breaks("captain.no-privilege", "captain.privilege")
@Wrong.around(captain.ask)
def TheCaptainHasAPointAtOnce(right: Right, g: Kit, t: Table, seat: int, phase: Loading, events: Events) -> Table:
    """The captain takes the extra point when the role is chosen, also if no barrel is loaded."""
    if is_choosing(t):
        t, events = rounds.award(g, t, t.picker, g.captain_privilege, events)
        phase = changed(phase, paid=True)
    return right(g, t, seat, phase, events)


@breaks("end.points", "box.points")
@Wrong.around(rounds.award)
def PointsAreNotTakenFromThePool(
    right: Callable[..., tuple[Table, Events]], g: Kit, t: Table, seat: int, due: int, events: Events, **others: Any
) -> tuple[Table, Events]:
    """The points for barrels are not taken out of the pool."""
    after, events = right(g, t, seat, due, events, **others)
    return changed(after, pool=t.pool, beyond=t.beyond, ending=t.ending), events


# ---- full ships
