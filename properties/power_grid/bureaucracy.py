"""Bureaucracy: which plants run, what is paid, and how the fuel market is refilled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.power_grid.facts import Facts, different, facts, place, told
from rulecheck.properties.power_grid.market import production_ends
from rulecheck.properties.power_grid.stages import (
    END,
    NEXT_ROUND,
    PASSES_ON,
    PAYING,
    PRODUCE,
    RENEW,
    either,
    made_in,
    phase_ends,
    stage,
)
from rulecheck.properties.power_grid.words import tokens
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import USED, Counts, Drawing, Producing, Table


@after("plant.needs", "plant.hybrid", "plant.eco", "income.burn", moves=("Run",), share=DEAR)
def a_plant_burns_exactly_what_it_needs(engine: AnyEngine, before: Table, move: m.Run, now: Table) -> Iterator[str]:
    """The fuel that a run takes goes from the player to the supply, and no more than that."""
    f = facts(engine)
    burns, who = f.burns(move), before.turn
    old, new = before.seats[who].fuel, now.seats[who].fuel
    if move.coal + move.oil not in (0, f.needs[f.plant[move.number]]):
        yield f"{move} burns {move.coal + move.oil} tokens instead of {f.needs[f.plant[move.number]]}"
    if (old[0] - new[0], old[1] - new[1], old[2] - new[2], old[3] - new[3]) != burns:
        yield f"{move} leaves {engine.seats[who]} {tokens(new)} of {tokens(old)}; it burns {tokens(burns)}"
    if type(now.phase) is not Producing or now.round != before.round:
        return
    old, new = before.supply, now.supply
    if (new[0] - old[0], new[1] - old[1], new[2] - old[2], new[3] - old[3]) != burns or now.fuel != before.fuel:
        yield f"{move} leaves {tokens(new)} in the supply after {tokens(old)}; it burns {tokens(burns)}"


@after("plant.once", "income.run", "income.order", moves=("Run",), share=OFTEN)
def a_plant_runs_once_a_round(engine: AnyEngine, before: Table, move: m.Run, now: Table) -> Iterator[str]:
    """A player runs own plants, each at most once, and is paid when no more of them run."""
    f = facts(engine)
    phase, then = before.phase, now.phase
    plant, who = f.plant[move.number], before.turn
    assert type(phase) is Producing
    if phase.run >> plant & 1:
        yield f"plant {move.number} of {engine.seats[who]} runs a second time in round {before.round}"
    if plant not in before.seats[who].plants:
        yield f"{engine.seats[who]} has no plant {move.number}"
    if type(then) is Producing and now.turn == who and now.round == before.round:
        if then.run != phase.run | 1 << plant:
            yield (
                f"after {move} of {engine.seats[who]} {then.run.bit_count()} plants have run instead of "
                f"{phase.run.bit_count() + 1}"
            )
        if now.seats[who].money != before.seats[who].money:
            yield (
                f"{engine.seats[who]} is paid {now.seats[who].money - before.seats[who].money} before the last plant "
                "has run"
            )


@after(
    "income.run", "plant.needs", "plant.storage", "plant.hybrid", "plant.eco", "fuel.rearrange",
    moves=("Run", "Supply", "Done"), when=(made_in(PRODUCE),),
    share=DEAR,
)  # fmt: skip
def whatever_can_run_is_open(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A player may run each plant that has not run and for which there is fuel, hybrids with any mix.

    By a reading they may also name a number of cities, fewer than the plants that ran supply.
    """
    phase = before.phase
    assert type(phase) is Producing
    f = facts(engine)
    seat = before.seats[before.turn]
    most = min(f.capacity(phase.run), seat.cities.bit_count()) if f.may_name else 0
    open_ = (*f.runs(seat, phase.run), *f.supplies[:most], f.done)
    listed = engine.legal_moves(before)
    if listed != open_ and different(listed, open_):
        yield f"{told(listed)} are open instead of {told(open_)}"


@after(
    "income.paid", "income.order", "income.fewer", "income.surplus", "income.most",
    when=(PAYING, PASSES_ON),
    share=DEAR,
)  # fmt: skip
def everybody_is_paid_for_the_cities_supplied(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Each player is paid once, in the order of play, for as many own cities as the plants that ran supply."""
    if now.round > before.round and stage(now.phase) >= PRODUCE:
        return  # nobody could decide anything for a whole round
    f = facts(engine)
    at: Any = before.phase
    begun = type(at) is Producing
    order = before.order if begun else now.order
    if not begun and type(at) is not Drawing and stage(at) >= PRODUCE:
        return  # the incomes have been paid
    first = order.index(before.turn) if begun else 0
    last = order.index(now.turn) if type(now.phase) is Producing and now.round == before.round else len(order)
    if not begun and type(now.phase) is Drawing and stage(now.phase) == PRODUCE:
        last = 0  # a card is drawn before the incomes
    pays = not (before.is_ending or (now.is_ending and not begun)) or f.end_pays
    paid = order[first:last] if pays else ()
    for who, new in enumerate(now.seats):
        old = before.seats[who]
        if old is new and who not in paid:
            continue
        due = 0
        if who in paid:
            run = 0
            if begun and who == before.turn:
                run = at.run | (1 << f.plant[move.number] if type(move) is m.Run else 0)
            count = min(f.capacity(run), new.cities.bit_count())
            due = f.income(move.cities if type(move) is m.Supply and who == before.turn else count)
        if new.money - old.money != due and (begun or who != before.turn or type(move) is m.Draw):
            yield f"{engine.seats[who]} receives {new.money - old.money} Elektro instead of {due}"


@after("income.order", "income.run", when=(PAYING, PASSES_ON), share=DEAR)
def plants_run_in_the_order_of_play(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The players run their plants in the order of play; only who has none that can run is passed over."""
    kind = type(now.phase)
    if type(before.phase) is Producing:
        first = place(before, before.turn) + (type(move) is not m.Run)
    elif kind is Producing:
        first = 0
    else:
        return
    order = before.order
    last = place(now, now.turn) if kind is Producing and now.round == before.round else len(order)
    if last < first:
        yield (
            f"{engine.seats[now.turn]} runs plants after {engine.seats[before.turn]}, whose place in the order is a "
            "later one"
        )
    f = facts(engine)
    run = 0
    for who in order[first:last]:
        if type(move) is m.Run and who == before.turn:
            assert type(before.phase) is Producing
            run = before.phase.run | 1 << f.plant[move.number]
        else:
            run = 0
        if f.runs(now.seats[who], run):
            yield f"{engine.seats[who]} is passed over, and could run a plant on {tokens(now.seats[who].fuel)}"


REFILLING: Final = either(NEXT_ROUND, phase_ends((range(RENEW), (PRODUCE, RENEW, END))))
"""Moves with which a phase ends, and the fuel market can be refilled."""


def fits(f: Facts, fuel: Counts) -> bool:
    """Whether so many tokens can lie in the market."""
    coal, oil, garbage, uranium = f.room
    return 0 <= fuel[0] <= coal and 0 <= fuel[1] <= oil and 0 <= fuel[2] <= garbage and 0 <= fuel[3] <= uranium


@after(
    "refill.amount",
    "refill.dearest",
    "refill.short",
    "refill.full",
    "setup.spaces",
    "step3.bureaucracy",
    when=(REFILLING,),
    share=DEAR,
)
def the_fuel_market_is_refilled_by_the_table(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Once a round the market receives what the table says for the Step, as far as there is fuel and room."""
    to = stage(now.phase)
    if (now.round > before.round and to >= PRODUCE) or type(move) in (m.Scrap, m.Lose):
        return  # nobody could decide anything for a whole round, or fuel was lost as well
    f = facts(engine)
    is_due = to != END and (production_ends(before, now) if f.fuel_first else now.round > before.round)
    is_same = now.fuel is before.fuel and now.supply is before.supply
    if is_same and not is_due and type(move) not in (m.Buy, m.Run) and fits(f, now.fuel):
        return
    fuel, supply = list(before.fuel), list(before.supply)
    if type(move) is m.Buy:
        fuel[f.fuel[move.fuel]] -= 1
    elif type(move) is m.Run:
        supply = [*map(sum, zip(supply, f.burns(move), strict=True))]
    if is_due:
        step = now.step
        if type(before.phase) is Producing or not f.fuel_first or (now.card == USED and now.began > before.round):
            step = before.step
        if step == 1 and not f.fuel_first and now.began > before.round and f.last_refill_by_step2:
            step = 2  # the text has the table of Step 2 for the round in which the card comes
        for kind, amount in enumerate(f.refill[step]):
            more = min(amount, supply[kind], f.room[kind] - fuel[kind])
            fuel[kind] += more
            supply[kind] -= more
    if not fits(f, now.fuel):
        yield f"in the market lie {tokens(now.fuel)}; there is room for {tokens(f.room)}"
    if list(now.fuel) != fuel or list(now.supply) != supply:
        is_ = f"the market holds {tokens(now.fuel)} and the supply {tokens(now.supply)}"
        yield f"{is_}; due are {tokens(fuel)} and {tokens(supply)}"
