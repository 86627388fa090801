"""Building: what a house costs, where there is room, and in which order players build."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.power_grid.facts import different, facts, others_alike, place, told
from rulecheck.properties.power_grid.stages import BUILD, END, PASSES_ON, between, made_in, stage
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    Building,
    Drawing,
    NextBuilder,
    Table,
)


@after(
    "network.found", "network.connect", "network.one", "network.through", "network.pay-again", "network.space",
    "network.money",
    moves=("Build",),
    share=DEAR,
)  # fmt: skip
def a_house_costs_its_way_and_its_space(engine: AnyEngine, before: Table, move: m.Build, now: Table) -> Iterator[str]:
    """The cheapest way from the own network and the cheapest free space are paid; for the first city the space only."""
    f = facts(engine)
    net = f.net(before.regions)
    city, who = net.number[move.city], before.turn
    old, new = before.seats[who], now.seats[who]
    cost = f.spaces[before.step][before.houses[city]]
    if old.cities:
        cost += net.ways(old.cities)[city]
        net.grown(old.cities, city)
    is_over = stage(now.phase) != BUILD or now.round != before.round
    paid = old.money - new.money
    if paid != cost and not (is_over and paid == cost - f.income(0)):
        yield f"{engine.seats[who]} pays {old.money - new.money} for {move.city} instead of {cost}"
    if is_over:
        return  # incomes have come already
    if new.plants != old.plants or new.fuel != old.fuel or not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changes more than money and houses: plants, fuel or what others have"


@after(
    "network.room", "network.once", "network.regions", "network.found", "step2.second-house", "step3.third-house",
    moves=("Build",),
    share=DEAR,
)  # fmt: skip
def a_house_stands_where_there_is_room(engine: AnyEngine, before: Table, move: m.Build, now: Table) -> Iterator[str]:
    """A city takes as many houses as the Step says, each of another player; a network is founded in an empty city."""
    f = facts(engine)
    city, who = f.net(before.regions).number.get(move.city, -1), before.turn
    if city < 0:
        yield f"{move.city} is in no chosen region, and {engine.seats[who]} builds there"
        return
    bit, here = 1 << city, before.houses[city]
    old = before.seats[who]
    if old.cities & bit:
        yield f"{engine.seats[who]} has a house in {move.city} already"
    if here >= f.allowed[before.step]:
        yield f"{move.city} has {here} houses already, in Step {before.step} there is room for {f.allowed[before.step]}"
    if here and not old.cities and not f.found_anywhere:
        yield f"{engine.seats[who]} founds a network in {move.city}, where {here} houses of others stand"
    if now.seats[who].cities != old.cities | bit:
        yield (
            f"after {move} the network of {engine.seats[who]} has {now.seats[who].cities.bit_count()} cities, or "
            f"others, after {old.cities.bit_count()}"
        )
    rest = now.houses[:city] == before.houses[:city] and now.houses[city + 1 :] == before.houses[city + 1 :]
    if not rest or sum([seat.cities >> city & 1 for seat in now.seats]) != now.houses[city]:
        theirs = sum([seat.cities >> city & 1 for seat in now.seats])
        yield (
            f"after {move} {now.houses[city]} houses stand in {move.city} and {theirs} networks reach it, or others "
            "changed"
        )


@after(
    "network.found", "network.connect", "network.through", "network.room", "network.once", "network.money",
    "network.regions", "network.houses",
    moves=("Build", "Done"), when=(made_in(BUILD),),
    share=DEAR,
)  # fmt: skip
def whatever_can_be_built_is_open(
    engine: AnyEngine, before: Table, move: m.Build | m.Done, now: Table
) -> Iterator[str]:
    """A player may connect every city of the chosen regions that has room and that they can pay for."""
    f = facts(engine)
    open_ = (*f.buildable(before, before.seats[before.turn]), f.done)
    listed = engine.legal_moves(before)
    if listed != open_ and different(listed, open_):
        yield f"{len(listed)} moves are open instead of {len(open_)}; they differ in {told({*listed} ^ {*open_})}"


@after("network.order", "network.done", when=(between(range(BUILD + 1), range(BUILD, END + 1)), PASSES_ON), share=DEAR)
def the_last_in_order_builds_first(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Players build from the last in the order of play to the first; only who can build nothing is passed over."""
    at = stage(before.phase)
    if before.round != now.round or at > BUILD:
        if type(now.phase) is Building and before.round == now.round:
            yield f"{engine.seats[now.turn]} builds after {move}, and the building phase of round {now.round} is over"
        return
    if at < BUILD:
        first = len(now.order) - 1
    else:
        first = place(before, before.turn)
        phase = before.phase
        if type(move) is m.Done or (type(phase) is Drawing and type(phase.after) is NextBuilder):
            first -= 1
    kind = type(now.phase)
    if kind is Building:
        last = place(now, now.turn)
        if last > first:
            yield (
                f"{engine.seats[now.turn]} builds after {engine.seats[before.turn]}, whose place in the order is an "
                "earlier one"
            )
    elif stage(now.phase) > BUILD and (kind is not Drawing or now.step == before.step):
        last = -1
    else:
        return
    f = facts(engine)
    then = now if kind is Building else before
    if then is before and type(move) not in (m.Done, m.Draw):
        return  # what the player had left then is not to be seen any more
    for who in now.order[last + 1 : first + 1]:
        if f.buildable(then, then.seats[who]):
            yield f"{engine.seats[who]} is passed over, and could build for {then.seats[who].money} Elektro"


@after("network.houses", "setup.houses", moves=("Build",))
def nobody_builds_more_houses_than_they_have(
    engine: AnyEngine, before: Table, move: m.Build, now: Table
) -> Iterator[str]:
    """Each house comes from the player's own, and there is no other, unless a reading sets no limit."""
    old, new = before.seats[before.turn].houses, now.seats[before.turn].houses
    if new != old - 1 or (new < 0 and facts(engine).houses_limited):
        yield f"{engine.seats[before.turn]} has {new} houses left of {old} after {move}"
