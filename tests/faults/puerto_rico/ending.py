"""Mistakes in the end of the game, the large buildings and the scoring."""

from __future__ import annotations

from collections.abc import Callable

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import arithmetic, rounds, scoring, settler
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import FINISHED, QUARRY, Seat, Table
from tests.faults.planting import around, instead
from tests.faults.puerto_rico.common import Events, Right, Wrong, has

Points = Callable[..., int]
Winners = tuple[tuple[int, ...], str, bool]

# ---- when the game ends


@breaks("end.round")
@Wrong.around(rounds.next_choice)
def TheGameEndsWithThePhase(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """The game is over at the end of the phase in which a condition for its end is fulfilled."""
    return changed(t, phase=FINISHED, role=-1) if t.ending else right(g, t, events)


@breaks("end.round")
@Wrong.around(rounds.end_round)
def TheGameEndsWhenAllHaveBeenGovernor(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """The game ends only after a round in which the last seat was governor, so that all were equally often."""
    if t.governor == g.players - 1:
        return right(g, t, events)
    return changed(right(g, changed(t, ending=""), events), ending=t.ending)


class _Unending(Wrong):
    """Something does not end the game."""

    _clause = ""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        is_new = after.ending == self._clause and not state.ending
        return changed(after, ending="") if is_new else after

    @around(rounds.end_round)
    def _end(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, changed(t, ending="") if t.ending == self._clause else t, events)


@breaks("end.colonists")
class TheReserveDoesNotEndTheGame(_Unending):
    """The game goes on when there are not colonists enough to fill the ship."""

    _clause = "end.colonists"


@breaks("end.city")
class AFullCityDoesNotEndTheGame(_Unending):
    """The game goes on when somebody has built on the last city space."""

    _clause = "end.city"


@breaks("end.points")
class AnEmptyPoolDoesNotEndTheGame(_Unending):
    """The game goes on when the last point chip has been used."""

    _clause = "end.points"


@breaks("end.city", "settler.island-full")
@Wrong.around(settler.lay, settler.lay_hacienda)
def AFullIslandEndsTheGame(right: Right, g: Kit, t: Table, tile: int) -> Table:
    """The game also ends when somebody covers the last space of their island."""
    is_full = sum(t.seats[t.turn].tiles) + 1 >= g.island_spaces
    return right(g, changed(t, ending=t.ending or "end.city") if is_full else t, tile)


# ---- scoring


@breaks("large.occupied", "building.occupied")
@Wrong.around(scoring.large_points)
def LargeBuildingsNeedNoColonist(
    right: Callable[..., dict[str, int]], g: Kit, seat: Seat, least: int = 1
) -> dict[str, int]:
    """Large buildings bring their further points also if they are empty."""
    return right(g, seat, 0)


class _Guild(Wrong):
    def _worth(self, g: Kit, seat: Seat, k: int) -> int:
        raise NotImplementedError

    @instead(scoring.guild_hall_points)
    def _points(self, g: Kit, seat: Seat) -> int:
        return sum(self._worth(g, seat, k) for k in (*g.small_makers, *g.large_makers) if has(seat, k))


@breaks("guild-hall.points")
class TheGuildHallCountsOccupiedBuildings(_Guild):
    """The guild hall brings points only for occupied production buildings."""

    def _worth(self, g: Kit, seat: Seat, k: int) -> int:
        return (g.guild_small if k in g.small_makers else g.guild_large) if seat.city[k] else 0


@breaks("guild-hall.points", "building.print")
class TheGuildHallCountsThePrintedPoints(_Guild):
    """The guild hall brings the points printed on the production buildings once more."""

    def _worth(self, g: Kit, seat: Seat, k: int) -> int:
        return g.points[k]


class _Residence(Wrong):
    def _tiles(self, g: Kit, seat: Seat) -> int:
        """What the residence brings."""
        raise NotImplementedError

    @instead(scoring.residence_points)
    def _points(self, g: Kit, seat: Seat) -> int:
        return self._tiles(g, seat)


@breaks("residence.points")
class TheResidenceCountsPlantationsOnly(_Residence):
    """The residence does not count quarries."""

    def _tiles(self, g: Kit, seat: Seat) -> int:
        return arithmetic.residence(sum(seat.tiles[:QUARRY]), *g.residence_pays)


@breaks("residence.points")
class TheResidenceNeedsNineTiles(_Residence):
    """The residence brings nothing for fewer than nine island tiles."""

    def _tiles(self, g: Kit, seat: Seat) -> int:
        return arithmetic.residence(sum(seat.tiles), *g.residence_pays) if sum(seat.tiles) >= 9 else 0


class _Fortress(Wrong):
    def _colonists(self, g: Kit, seat: Seat) -> int:
        raise NotImplementedError

    @instead(scoring.fortress_points)
    def _points(self, g: Kit, seat: Seat) -> int:
        return self._colonists(g, seat) // g.fortress_each


@breaks("fortress.points", "mayor.san-juan")
class TheFortressDoesNotCountSanJuan(_Fortress):
    """The fortress does not count the colonists in San Juan."""

    def _colonists(self, g: Kit, seat: Seat) -> int:
        return scoring.colonists_of(seat) - seat.san_juan


@breaks("fortress.points")
class TheFortressCountsTheCityOnly(_Fortress):
    """The fortress counts the colonists in buildings only."""

    def _colonists(self, g: Kit, seat: Seat) -> int:
        return scoring.in_buildings(seat)


@breaks("fortress.points")
class TheFortressRoundsUp(_Fortress):
    """The fortress brings a point for one or two colonists that are left over as well."""

    def _colonists(self, g: Kit, seat: Seat) -> int:
        return scoring.colonists_of(seat) + g.fortress_each - 1


@breaks("customs.points", "score.sum")
@Wrong.instead(scoring.customs_points)
def TheCustomsHouseCountsBuildings(g: Kit, seat: Seat) -> int:
    """The customs house counts the points of buildings as well as those for barrels shipped."""
    buildings = sum(points for points, here in zip(g.points, seat.city, strict=True) if here >= 0)
    return (seat.points + buildings) // g.customs_each


@breaks("customs.points")
@Wrong.instead(scoring.customs_points)
def TheCustomsHouseRoundsUp(g: Kit, seat: Seat) -> int:
    """The customs house brings a point for up to three points that are left over as well."""
    return -(-seat.points // g.customs_each)


class _CityHall(Wrong):
    def _buildings(self, g: Kit, seat: Seat) -> int:
        raise NotImplementedError

    @instead(scoring.city_hall_points)
    def _points(self, g: Kit, seat: Seat) -> int:
        return g.city_hall_each * self._buildings(g, seat)


@breaks("city-hall.points")
class TheCityHallDoesNotCountItself(_CityHall):
    """The city hall brings no point for itself."""

    def _buildings(self, g: Kit, seat: Seat) -> int:
        return sum(has(seat, k) for k in g.violet) - 1


@breaks("city-hall.points")
class TheCityHallCountsOccupiedBuildings(_CityHall):
    """The city hall counts violet buildings only if they are occupied."""

    def _buildings(self, g: Kit, seat: Seat) -> int:
        return sum(seat.city[k] > 0 for k in g.violet)


@breaks("city-hall.points")
class TheCityHallCountsAllBuildings(_CityHall):
    """The city hall counts production buildings too."""

    def _buildings(self, g: Kit, seat: Seat) -> int:
        return sum(here >= 0 for here in seat.city)


# ---- who wins


class _Won(Wrong):
    def _best(self, g: Kit, t: Table) -> tuple[int, ...]:
        scores = [scoring.score(g, seat) for seat in t.seats]
        return tuple(k for k, points in enumerate(scores) if points == max(scores))

    def _breaks_tie(self, seat: Seat) -> int:
        raise NotImplementedError

    @instead(scoring.winners)
    def _winners(self, g: Kit, t: Table) -> Winners:
        best = self._best(g, t)
        if len(best) == 1:
            return best, "win.most", False
        most = max(self._breaks_tie(t.seats[k]) for k in best)
        return tuple(k for k in best if self._breaks_tie(t.seats[k]) == most), "win.tie", False


@breaks("win.tie")
class TiesAreNotBroken(_Won):
    """All who tie with the most points win together."""

    def _breaks_tie(self, seat: Seat) -> int:
        return 0


@breaks("win.tie")
class DoubloonsAloneBreakTies(_Won):
    """Of players who tie the one with the most doubloons wins, and barrels do not count."""

    def _breaks_tie(self, seat: Seat) -> int:
        return seat.money


@breaks("win.tie")
class BarrelsAloneBreakTies(_Won):
    """Of players who tie the one with the most barrels wins, and doubloons do not count."""

    def _breaks_tie(self, seat: Seat) -> int:
        return sum(seat.goods)


@breaks("win.most", "score.sum")
class TheMostPointsShippedWin(_Won):
    """Whoever has shipped for the most points wins, whatever the buildings bring."""

    def _best(self, g: Kit, t: Table) -> tuple[int, ...]:
        most = max(seat.points for seat in t.seats)
        return tuple(k for k, seat in enumerate(t.seats) if seat.points == most)

    def _breaks_tie(self, seat: Seat) -> int:
        return seat.money + sum(seat.goods)
