"""The end of the game: everyone's points, the large buildings, and ties."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, Outcome, cites
from rulecheck.reference_engines.puerto_rico.arithmetic import for_every, guild_hall, residence, tie_break
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import Seat, Table


@cites("guild-hall.points")
def guild_hall_points(g: Kit, seat: Seat) -> int:
    """Points of an occupied guild hall."""
    small = sum(seat.city[k] >= 0 for k in g.small_makers)
    large = sum(seat.city[k] >= 0 for k in g.large_makers)
    return guild_hall(small, large, g.guild_small, g.guild_large)


@cites("residence.points", "residence.counts")
def residence_points(g: Kit, seat: Seat) -> int:
    """Points of an occupied residence."""
    tiles = sum(seat.tilled if g.residence_occupied else seat.tiles)
    nine, ten, eleven, twelve = g.residence_pays
    return residence(tiles, nine, ten, eleven, twelve)


def colonists_of(seat: Seat) -> int:
    """All colonists on a player's board."""
    return sum(seat.tilled) + seat.san_juan + in_buildings(seat)


def in_buildings(seat: Seat) -> int:
    """Colonists in a player's city; buildings that are not there count -1 and are left out."""
    return sum(seat.city) + seat.city.count(-1)


@cites("fortress.points")
def fortress_points(g: Kit, seat: Seat) -> int:
    """Points of an occupied fortress."""
    return for_every(colonists_of(seat), g.fortress_each)


@cites("customs.points")
def customs_points(g: Kit, seat: Seat) -> int:
    """Points of an occupied customs house."""
    return for_every(seat.points, g.customs_each)


@cites("city-hall.points")
def city_hall_points(g: Kit, seat: Seat) -> int:
    """Points of an occupied city hall."""
    return g.city_hall_each * sum(seat.city[k] >= 0 for k in g.violet)


@cites("large.occupied", "building.occupied")
def large_points(g: Kit, seat: Seat, least: int = 1) -> dict[str, int]:
    """What each large building with at least so many colonists brings, by its clause."""
    rows = (
        (g.guild_hall, "guild-hall.points", guild_hall_points),
        (g.residence, "residence.points", residence_points),
        (g.fortress, "fortress.points", fortress_points),
        (g.customs, "customs.points", customs_points),
        (g.city_hall, "city-hall.points", city_hall_points),
    )
    return {clause: points(g, seat) for k, clause, points in rows if seat.city[k] >= least}


@cites("score.sum", "large.points")
def score(g: Kit, seat: Seat) -> int:
    """A player's points at the end of the game."""
    buildings = sum(points for points, here in zip(g.points, seat.city, strict=True) if here >= 0)
    return seat.points + buildings + sum(large_points(g, seat).values())


@cites("win.most", "win.tie", "win.still-tied")
def winners(g: Kit, t: Table) -> tuple[tuple[int, ...], str, bool]:
    """Who wins, by which clause, and whether even the comparison of a tie leaves several."""
    scores = [score(g, seat) for seat in t.seats]
    best = [k for k, points in enumerate(scores) if points == max(scores)]
    if len(best) == 1:
        return tuple(best), "win.most", False
    wealth = {k: tie_break(t.seats[k].money, sum(t.seats[k].goods)) for k in best}
    richest = [k for k in best if wealth[k] == max(wealth.values())]
    if len(richest) > 1 and g.tie_by_seat:
        return (min(richest, key=lambda k: (k - t.governor) % g.players),), "win.tie", True
    return tuple(richest), "win.tie", len(richest) > 1


@cites("score.sum", "large.points", "large.occupied")
def events(g: Kit, t: Table) -> tuple[str, ...]:
    """The clauses that the end of the game carries out."""
    clauses = ["score.sum"]
    for seat in t.seats:
        rewards = large_points(g, seat)
        clauses += [clause for clause in rewards if clause not in clauses]
        if any([seat.city[k] >= 0 for k in g.large]) and "large.points" not in clauses:
            clauses.append("large.points")
        would_be = large_points(g, seat, 0)
        if "large.occupied" not in clauses and (rewards or any(would_be.values())):
            clauses.append("large.occupied")
        if "residence.points" in rewards and _residence_matters(g, seat):
            clauses.append(SILENT + "residence.counts")
    _, clause, still_tied = winners(g, t)
    clauses.append(clause)
    if still_tied:
        clauses.append(SILENT + "win.still-tied")
    return tuple(clauses)


def _residence_matters(g: Kit, seat: Seat) -> bool:
    nine, ten, eleven, twelve = g.residence_pays
    all_tiles, tilled = (residence(sum(tiles), nine, ten, eleven, twelve) for tiles in (seat.tiles, seat.tilled))
    return all_tiles != tilled


def outcome(g: Kit, t: Table) -> Outcome:
    """The result of a finished game."""
    who, clause, _ = winners(g, t)
    scores = {name: score(g, seat) for name, seat in zip(g.seats, t.seats, strict=True)}
    return Outcome(tuple(g.seats[k] for k in who), clause, scores)
