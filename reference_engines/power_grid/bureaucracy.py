"""Phase 5, bureaucracy: plants run and are paid for, the fuel market is refilled, the market of plants renewed."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.power_grid import auction, cards, ending
from rulecheck.reference_engines.power_grid.arithmetic import refilled, supplied
from rulecheck.reference_engines.power_grid.flow import Events, resumes
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Move, Run, Supply
from rulecheck.reference_engines.power_grid.running import capacity, runs, ways_to_run
from rulecheck.reference_engines.power_grid.table import (
    BUREAUCRACY_NEXT,
    COAL,
    DRAWN,
    OIL,
    BureaucracyNext,
    Phase,
    Producing,
    RenewalOver,
    Seat,
    Table,
)
from rulecheck.reference_engines.tuples import plus, replaced

# ---- which plants can run


@cites("production.waste", "income.run")
def open_runs(g: Kit, seat: Seat, run: int) -> tuple[Move, ...]:
    """The ways to run plants that change anything; where a reading forbids waste, while cities are still dark.

    A plant without fuel whose electricity nobody needs does not change anything.
    """
    if capacity(g, run) < seat.cities.bit_count():
        return runs(g, seat.plants, seat.fuel, run)
    return burning(g, seat, run) if g.may_waste else ()


def burning(g: Kit, seat: Seat, run: int) -> tuple[Move, ...]:
    """The ways to run plants that burn something."""
    every = runs(g, seat.plants, seat.fuel, run)
    return tuple([move for move in every if isinstance(move, Run) and g.kinds[g.plant_number[move.number]]])


@cites("production.waste")
def wasteful(g: Kit, seat: Seat, run: int) -> Events:
    """The reading on plants whose electricity nobody needs, where one could run besides those that did."""
    needless = capacity(g, run) >= seat.cities.bit_count() and burning(g, seat, run)
    return (SILENT + "production.waste",) if needless else ()


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The plants that can run, and to run no more."""
    assert isinstance(t.phase, Producing)
    return (*t.phase.open, *fewer(g, t.seats[t.turn], t.phase.run), g.done)


@cites("income.fewer", "income.named")
def fewer(g: Kit, seat: Seat, run: int) -> Sequence[Move]:
    """The numbers that a player may name instead of all cities that the plants supply, where a reading lets them."""
    return g.supply[: supplied(capacity(g, run), seat.cities.bit_count())] if g.may_name else ()


# ---- whose turn it is


@resumes(BureaucracyNext)
@cites("step3.at-step2")
def begin_after_step2(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """Step 2 has begun, and the bureaucracy follows; Step 3 begins with it if its card came just now."""
    if not g.at_step2_builds:
        return ask(g, t, 0, (*events, "income.order"))
    return begin(g, t, events)


@cites("income.order", "obsolete.remove", "obsolete.no-card")
def begin(g: Kit, t: Table, events: Events) -> Table:
    """The bureaucracy begins with the first in the order of play.

    With Step 3 cards may be drawn again: a plant that stayed for want of one, though too small, is replaced first.
    """
    if t.card == DRAWN:
        t, events = cards.start_step3(g, t, events)
        if not t.is_ending:
            return cards.settle(g, t, BUREAUCRACY_NEXT, events)
    return ask(g, t, 0, (*events, "income.order"))


@cites("income.order", "production.order")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The next player, from a place in the order of play on, who can run a plant; those who cannot are paid."""
    while place < g.players:
        seat = t.order[place]
        open = open_runs(g, t.seats[seat], 0)
        events += wasteful(g, t.seats[seat], 0)
        if open:
            if seat != t.turn and "income.order" not in events:
                events += ("income.order",)
            return changed(t, turn=seat, phase=Producing(0, open), events=events)
        t, events = pay(g, t, seat, 0, events + lacking(g, t.seats[seat], 0))
        place += 1
    return produced(g, t, events)


@cites("plant.needs")
def lacking(g: Kit, seat: Seat, run: int) -> Events:
    """Whether cities stay dark for want of fuel, of a player who can run no plant any more."""
    if capacity(g, run) >= seat.cities.bit_count():
        return ()
    return ("plant.needs",) if any([g.kinds[plant] and not run >> plant & 1 for plant in seat.plants]) else ()


@cites(
    "income.paid", "plant.cities", "income.fewer", "income.surplus", "income.most", "income.beyond", "income.named",
    "end.supply", "end.timing",
)  # fmt: skip
def paid(g: Kit, t: Table, seat: Seat, run: int, events: Events, named: Supply | None = None) -> tuple[Seat, Events]:
    """A player is paid for the cities that their plants supply; at the end of a game these may be what counts."""
    cities, most = seat.cities.bit_count(), capacity(g, run)
    count = supplied(most, cities)
    events += ("income.paid", SILENT + "income.named") if count else ("income.paid",)
    if named is not None:
        count = named.cities
    if count < cities:
        events += ("income.fewer",)
    if most > cities:
        events += ("income.surplus",)
    elif 0 < most < cities:
        events += ("plant.cities",)
    changes: dict[str, int] = {}
    if not t.is_ending or g.end_pays:
        changes["money"] = seat.money + g.income(count)
        if count >= len(g.incomes):
            events += (SILENT + "income.beyond",) if g.income_continued else ("income.most", SILENT + "income.beyond")
    if t.is_ending and not g.end_best:
        changes["supplied"] = count
    return changed(seat, **changes), events


def pay(g: Kit, t: Table, which: int, run: int, events: Events) -> tuple[Table, Events]:
    """The table after a player has been paid."""
    seat, events = paid(g, t, t.seats[which], run, events)
    return changed(t, seats=replaced(t.seats, which, seat)), events


@cites("income.run", "income.burn", "plant.once", "plant.needs", "plant.hybrid", "plant.eco")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a plant has run, or the player is done."""
    phase = t.phase
    assert isinstance(phase, Producing)
    place = t.order.index(t.turn)
    if not isinstance(move, Run):
        seat, events = paid(g, t, t.seats[t.turn], phase.run, (), move if isinstance(move, Supply) else None)
        return ask(g, changed(t, seats=replaced(t.seats, t.turn, seat)), place + 1, events)
    plant = g.plant_number[move.number]
    seat, supply = t.seats[t.turn], t.supply
    run = phase.run | 1 << plant
    kinds, fuel = g.kinds[plant], seat.fuel
    events = ("income.run", "plant.once", *ways_to_run(g, seat.plants, seat.fuel, phase.run)[1])
    if not kinds:
        events += ("plant.eco",)
    else:
        events += ("income.burn",)
        if g.is_hybrid[plant]:
            events += ("plant.hybrid",)
            fuel = (fuel[COAL] - move.coal, fuel[OIL] - move.oil, *fuel[2:])
            supply = (supply[COAL] + move.coal, supply[OIL] + move.oil, *supply[2:])
        else:
            fuel = plus(fuel, kinds[0], -g.needs[plant])
            supply = plus(supply, kinds[0], g.needs[plant])
        seat = changed(seat, fuel=fuel)
        if any([fuel[kind] for kind in kinds]):
            events += ("plant.needs",)
    if capacity(g, phase.run) >= seat.cities.bit_count():
        events += (SILENT + "production.waste",)
    else:
        events += wasteful(g, seat, run)
    open = open_runs(g, seat, run)
    if open or fewer(g, seat, run):
        seats = replaced(t.seats, t.turn, seat)
        return changed(t, seats=seats, supply=supply, phase=Producing(run, open), events=events)
    seat, events = paid(g, t, seat, run, events + lacking(g, seat, run))
    return ask(g, changed(t, seats=replaced(t.seats, t.turn, seat), supply=supply), place + 1, events)


# ---- refilling and renewing


@cites("bureaucracy.order", "end.timing")
def produced(g: Kit, t: Table, events: Events) -> Table:
    """All have been paid: the markets are refilled and renewed, or the game is over."""
    if t.is_ending:
        return ending.finish(g, t, events)
    if g.fuel_first:
        t, events = refill(g, t, events)
    return cards.end_of_round(g, t, events)


@cites("refill.amount", "refill.dearest", "refill.short", "refill.full", "step3.bureaucracy", "step3.step1-refill")
def refill(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """The fuel market receives fuel, as far as there is any and as far as there is room."""
    fuel, supply = list(t.fuel), list(t.supply)
    added, short, full = 0, False, False
    step = t.step
    if step == 1 and t.card == DRAWN:
        events += (SILENT + "step3.step1-refill",)
        step = 2 if g.last_refill_by_step2 else 1
    for kind, amount in enumerate(g.refill[step - 1]):
        room = len(g.places[kind]) - fuel[kind]
        more = refilled(amount, supply[kind], room)
        short = short or supply[kind] < amount
        full = full or room < amount
        fuel[kind] += more
        supply[kind] -= more
        added += more
    if added:
        events += ("refill.amount", "refill.dearest")
    if short:
        events += ("refill.short",)
    if full:
        events += ("refill.full",)
    return changed(t, fuel=tuple(fuel), supply=tuple(supply)), events


@resumes(RenewalOver)
@cites("round.phases", "order.cities", "order.plants")
def next_round(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The round is over: a new order of play, and the next auctions."""
    if not g.fuel_first:
        t, events = refill(g, t, events)
    t, events = cards.start_step3(g, changed(t, round=t.round + 1, sold=0), events)
    order = auction.order_of_play(g, t)
    cities = [t.seats[seat].cities.bit_count() for seat in order]
    if cities[0] != cities[-1]:
        events += ("order.cities",)
    if len(set(cities)) < len(cities):
        events += ("order.plants",)
    return auction.ask(g, changed(t, order=order), 0, (*events, "round.phases"))


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    assert isinstance(t.phase, Producing)
    if isinstance(move, Supply):
        why = "fewer than the plants that ran supply are named, all of them by done"
        return Refused("income.paid", why if g.may_name else "the plants that run supply all the cities they can")
    if not isinstance(move, Run):
        return Refused("income.run", "the player runs plants, or says that they are done")
    seat, plant = t.seats[t.turn], g.plant_number[move.number]
    if plant not in seat.plants:
        return Refused("income.run", f"the player has no plant {move.number}")
    if t.phase.run >> plant & 1:
        return Refused("plant.once", f"plant {move.number} has run")
    if move in runs(g, seat.plants, seat.fuel, t.phase.run):
        return Refused("income.run", "all cities of the player are supplied")
    return Refused("plant.needs", f"the player does not have the fuel for it on plant {move.number}")
