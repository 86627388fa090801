"""The end of the game: what everyone supplies, and who wins."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, Outcome, changed, cites
from rulecheck.reference_engines.power_grid.arithmetic import supplied
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Run
from rulecheck.reference_engines.power_grid.running import runs
from rulecheck.reference_engines.power_grid.table import COAL, FINISHED, OIL, Counts, Seat, Table
from rulecheck.reference_engines.tuples import plus


@cites("end.start", "win.supplied", "end.supply")
def begin(g: Kit, t: Table) -> Table:
    """Somebody has cities enough: what everyone can supply counts, unless they choose it themselves (one reading)."""
    seats = t.seats
    if g.end_best:
        seats = tuple(changed(seat, supplied=most_supplied(g, seat)) for seat in seats)
    return changed(t, seats=seats, is_ending=True)


@cites("end.start", "win.supplied", "win.money", "win.cities")
def finish(g: Kit, t: Table, events: Events) -> Table:
    """The game is over."""
    events += ("win.supplied", SILENT + "end.supply", *ties(g, t))
    return changed(t, phase=FINISHED, events=events)


@cites("win.supplied", "plant.needs")
def most_supplied(g: Kit, seat: Seat) -> int:
    """The most cities that a player's plants and fuel can supply."""
    return supplied(most_capacity(g, seat.plants, seat.fuel, 0), seat.cities.bit_count())


def most_capacity(g: Kit, plants: tuple[int, ...], fuel: Counts, run: int) -> int:
    """The most cities that the plants not yet run can supply besides, over all ways to run them."""
    best = 0
    for move in runs(g, plants, fuel, run):
        assert isinstance(move, Run)
        plant = g.plant_number[move.number]
        kinds = g.kinds[plant]
        left = fuel
        if g.is_hybrid[plant]:
            left = plus(plus(fuel, COAL, -move.coal), OIL, -move.oil)
        elif kinds:
            left = plus(fuel, kinds[0], -g.needs[plant])
        best = max(best, g.plant_cities[plant] + most_capacity(g, plants, left, run | 1 << plant))
    return best


@cites("win.supplied", "win.money", "win.cities")
def rank(seat: Seat) -> tuple[int, int, int]:
    """What players compare: cities supplied, money, cities."""
    return seat.supplied, seat.money, seat.cities.bit_count()


def ties(g: Kit, t: Table) -> Events:
    """The clauses that the ranking needed besides the cities supplied."""
    ranks = sorted(map(rank, t.seats), reverse=True)
    first, second = ranks[0], ranks[1]
    if first[0] > second[0]:
        return ()
    if first[1] > second[1]:
        return ("win.money",)
    if first[2] > second[2]:
        return ("win.money", "win.cities")
    return ("win.money", "win.cities", SILENT + "end.still-tied")


@cites("win.supplied", "win.money", "win.cities", "end.still-tied")
def outcome(g: Kit, t: Table) -> Outcome:
    """Who won, and how many cities everyone supplies."""
    best = max(map(rank, t.seats))
    winners = [seat for seat in t.order if rank(t.seats[seat]) == best]
    if g.tie_by_order:
        winners = winners[:1]
    decided = [event for event in ties(g, t) if not event.startswith(SILENT)]
    return Outcome(
        winners=tuple(g.seats[seat] for seat in sorted(winners)),
        clause=decided[-1] if decided else "win.supplied",
        scores={name: seat.supplied for name, seat in zip(g.seats, t.seats, strict=True)},
    )
