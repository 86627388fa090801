"""Mistakes in the mayor phase."""

from __future__ import annotations

from collections.abc import Callable

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import mayor, rounds
from rulecheck.reference_engines.puerto_rico.arithmetic import landed, wanted_aboard
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.scoring import colonists_of
from rulecheck.reference_engines.puerto_rico.table import MAYOR, QUARRY, Seat, Table, change_seat
from rulecheck.reference_engines.tuples import replaced
from tests.faults.planting import around, instead
from tests.faults.puerto_rico.common import Events, Right, Wrong, with_seat

Count = Callable[..., int]

# ---- circles


@breaks("mayor.circles", "building.print")
@Wrong.with_kit
def EveryBuildingHasOneCircle(g: Kit) -> None:
    """Every building takes one colonist, the large production buildings too."""
    g.circles = (1,) * len(g.circles)


@breaks("mayor.circles", "building.print")
@Wrong.with_kit
def EveryLargePlantHasThreeCircles(g: Kit) -> None:
    """All large production buildings have three circles, the coffee roaster too."""
    g.circles = tuple(3 if k in g.large_makers else n for k, n in enumerate(g.circles))


@breaks("mayor.circles", "quarry.discount")
class QuarriesTakeNoColonists(Wrong):
    """A quarry has no circle, and no colonist can be placed on it."""

    @around(mayor.open_circles)
    def _open(self, right: Callable[..., tuple[int, ...]], g: Kit, seat: Seat, spot: int = 0) -> tuple[int, ...]:
        return tuple([k for k in right(g, seat, spot) if k != QUARRY])

    @around(mayor.filled)
    def _filled(self, right: Callable[..., Seat], g: Kit, seat: Seat, circles: tuple[int, ...], colonists: int) -> Seat:
        after = right(g, mayor.cleared(g, seat), circles, colonists)
        return changed(after, tilled=(*after.tilled[:QUARRY], 0))


# ---- colonists arrive


@breaks("mayor.privilege")
@Wrong.around(mayor.take_extra)
def TheMayorsExtraColonistComesFromTheShip(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """The mayor's extra colonist is taken from the ship and not from the reserve."""
    if not t.colonist_ship:
        return mayor.land(g, t, events)
    return right(g, changed(t, colonists=t.colonists + 1, colonist_ship=t.colonist_ship - 1), events)


@breaks("mayor.privilege", "role.own-privilege")
@Wrong.around(mayor.take_extra)
def EveryoneTakesAColonistFromTheReserve(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """When the mayor takes a colonist from the reserve so does everybody else."""
    for place in range(1, g.players):
        seat = (t.picker + place) % g.players
        if t.colonists > 1:
            t = changed(with_seat(t, seat, san_juan=t.seats[seat].san_juan + 1), colonists=t.colonists - 1)
    return right(g, t, events)


@breaks("mayor.privilege", "mayor.take-in-turn")
@Wrong.instead(mayor.take_extra)
def TheExtraColonistGoesAboard(g: Kit, t: Table, events: Events) -> Table:
    """The mayor's extra colonist goes aboard the ship first, and is shared out with the others."""
    return mayor.land(g, changed(t, colonists=t.colonists - 1, colonist_ship=t.colonist_ship + 1), events)


class _Landed(Wrong):
    """The colonists on the ship are shared out in another way."""

    def _many(self, aboard: int, players: int, place: int) -> int:
        raise NotImplementedError

    @instead(landed)
    def _landed(self, aboard: int, players: int, place: int) -> int:
        return self._many(aboard, players, place)


@breaks("mayor.take-in-turn")
class TheMayorTakesWhatIsLeftOver(_Landed):
    """Everybody takes the same number of colonists from the ship, and the mayor all that are left over."""

    def _many(self, aboard: int, players: int, place: int) -> int:
        return aboard // players + (0 if place else aboard % players)


@breaks("mayor.take-in-turn")
class TheMayorTakesTheLast(_Landed):
    """The player to the mayor's left takes the first colonist from the ship, and the mayor the last."""

    def _many(self, aboard: int, players: int, place: int) -> int:
        return landed(aboard, players, (place - 1) % players)


@breaks("mayor.take-in-turn", "role.order")
class ColonistsLandTheOtherWayRound(_Landed):
    """The colonists on the ship are taken counter-clockwise from the mayor."""

    def _many(self, aboard: int, players: int, place: int) -> int:
        return landed(aboard, players, -place % players)


@breaks("mayor.take-in-turn")
@Wrong.around(mayor.land)
def EveryoneRoundsDown(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """Everybody takes the same number of colonists, and what is left over stays on the ship."""
    rest = t.colonist_ship % g.players
    after = right(g, changed(t, colonist_ship=t.colonist_ship - rest), events)
    return changed(after, colonist_ship=after.colonist_ship + rest)


@breaks("mayor.take-in-turn")
@Wrong.around(mayor.land)
def LeftOverColonistsGoToTheReserve(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """Everybody takes the same number of colonists, and what is left over goes to the reserve."""
    rest = t.colonist_ship % g.players
    return right(g, changed(t, colonist_ship=t.colonist_ship - rest, colonists=t.colonists + rest), events)


@breaks("mayor.take-in-turn")
class TheMayorTakesAllColonists(_Landed):
    """The mayor alone takes all the colonists on the ship."""

    def _many(self, aboard: int, players: int, place: int) -> int:
        return 0 if place else aboard


@breaks("mayor.take-in-turn")
@Wrong.around(mayor.land)
def EveryoneTakesOneColonist(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """Everybody takes one colonist from the ship, and the others stay aboard."""
    rest = max(0, t.colonist_ship - g.players)
    after = right(g, changed(t, colonist_ship=t.colonist_ship - rest), events)
    return changed(after, colonist_ship=after.colonist_ship + rest)


@breaks("mayor.take-in-turn", "round.governor-first")
@Wrong.instead(mayor.land)
def TheGovernorTakesTheFirstColonist(g: Kit, t: Table, events: Events) -> Table:
    """The colonists on the ship are taken in turn from the governor on, whoever is mayor."""
    seats = tuple(
        changed(seat, san_juan=seat.san_juan + landed(t.colonist_ship, g.players, (k - t.governor) % g.players))
        for k, seat in enumerate(t.seats)
    )
    return mayor.ask(g, changed(t, seats=seats, colonist_ship=0), 0, events)


# ---- placing


@breaks("mayor.place-order", "role.order")
class TheMayorPlacesLast(Wrong):
    """The players place their colonists from the mayor's left on, and the mayor places last."""

    @around(mayor.ask)
    def _ask(self, right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
        return self._chosen(t, right(g, changed(t, picker=(t.picker + 1) % g.players), place, events))

    @around(rounds.place_of)
    def _place(self, right: Count, g: Kit, t: Table) -> int:
        return (t.turn - t.picker - 1) % g.players if t.role == MAYOR else right(g, t)

    @around(mayor.ask_for_ship)
    def _ship(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, changed(t, picker=t.taken[t.role]), events)

    def _chosen(self, t: Table, after: Table) -> Table:
        return changed(after, picker=t.picker) if after.role == t.role else after


@breaks("mayor.place-anew")
class OldColonistsStayWhereTheyAre(Wrong):
    """Colonists on circles are not taken up, and only new ones and those in San Juan are placed."""

    @instead(mayor.all_circles)
    def _circles(self, g: Kit, seat: Seat) -> tuple[int, ...]:
        return mayor.open_circles(g, seat)

    @instead(mayor.cleared)
    def _cleared(self, g: Kit, seat: Seat) -> Seat:
        return seat

    @instead(colonists_of)
    def _colonists(self, seat: Seat) -> int:
        return seat.san_juan


@breaks("mayor.place-anew", "mayor.san-juan")
@Wrong.around(mayor.land)
def OldColonistsAreSentAway(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """When colonists are placed anew those of previous rounds go to the reserve first, and only new ones are placed."""
    back = sum(colonists_of(seat) - seat.san_juan for seat in t.seats)
    seats = tuple(changed(mayor.cleared(g, seat), san_juan=seat.san_juan) for seat in t.seats)
    return right(g, changed(t, seats=seats, colonists=t.colonists + back), events)


@breaks("mayor.place", "mayor.place-anew")
@Wrong.instead(mayor.ask)
def ColonistsArePlacedInOrder(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The program places all colonists itself, on the island first and then in the city, and asks nobody."""
    for later in range(place, g.players):
        turn = (t.picker + later) % g.players
        seat = mayor.cleared(g, t.seats[turn])
        counts: dict[int, int] = {}
        for spot in mayor.open_circles(g, seat)[: seat.san_juan]:
            counts[spot] = counts.get(spot, 0) + 1
        t = changed(t, seats=replaced(t.seats, turn, mayor.put(seat, counts)))
    return mayor.ask_for_ship(g, t, events)


@breaks("mayor.san-juan")
@Wrong.around(mayor.ask_for_ship)
def ColonistsWithoutACircleGoBack(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """Colonists for whom there is no empty circle go back to the reserve."""
    back = sum(seat.san_juan for seat in t.seats)
    seats = tuple(changed(seat, san_juan=0) for seat in t.seats)
    return right(g, changed(t, seats=seats, colonists=t.colonists + back), events)


# ---- the ship is filled


class _Refilled(Wrong):
    """The circles that are counted for the ship are other ones."""

    def _count(self, g: Kit, t: Table) -> int:
        raise NotImplementedError

    @instead(mayor.empty_circles)
    def _empty(self, g: Kit, t: Table) -> int:
        return self._count(g, t)


@breaks("mayor.refill")
class OneColonistForEachBuildingGoesAboard(_Refilled):
    """The ship takes one colonist for every building with an empty circle, however many are empty."""

    def _count(self, g: Kit, t: Table) -> int:
        return sum(0 <= here < room for seat in t.seats for room, here in zip(g.circles, seat.city, strict=True))


@breaks("mayor.refill")
class OneColonistForEachEmptyBuildingGoesAboard(_Refilled):
    """The ship takes colonists only for the circles of buildings that nobody is in."""

    def _count(self, g: Kit, t: Table) -> int:
        return sum(room for seat in t.seats for room, here in zip(g.circles, seat.city, strict=True) if not here)


@breaks("mayor.refill", "mayor.san-juan")
@Wrong.around(mayor.empty_circles)
def ThoseInSanJuanAreSubtracted(right: Count, g: Kit, t: Table) -> int:
    """Colonists in San Juan are subtracted from the empty circles when the ship is filled."""
    return max(0, right(g, t) - sum(seat.san_juan for seat in t.seats))


@breaks("mayor.refill-minimum")
@Wrong.instead(wanted_aboard)
def TheMinimumIsWhatTheFirstShipCarriedForThree(empty: int, players: int) -> int:
    """At least three colonists go aboard, however many play."""
    return max(empty, 3)


@breaks("mayor.reserve-gone", "mayor.privilege")
@Wrong.around(mayor.begin)
def WithTheReserveEmptyTheMayorTakesFromTheShip(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """With the reserve empty the mayor takes the extra colonist from the ship."""
    if t.colonists or not t.colonist_ship:
        return right(g, t, events)
    seats = change_seat(t.seats, t.turn, san_juan=t.seats[t.turn].san_juan + 1)
    return mayor.land(g, changed(t, seats=seats, colonist_ship=t.colonist_ship - 1), events)
