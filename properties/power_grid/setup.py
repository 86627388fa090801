"""Setting up: what lies ready, the first order of play and the regions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import networkx as nx

from rulecheck.properties.invariants.declaring import DEAR, When, after, holds
from rulecheck.properties.invariants.wording import listed as these
from rulecheck.properties.invariants.wording import some_of
from rulecheck.properties.power_grid.facts import Facts, facts
from rulecheck.properties.power_grid.stages import SETUP, stage
from rulecheck.properties.power_grid.words import numbers
from rulecheck.reference_engines.contract import CHANCE, AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import STACK, Lots, Table
from rulecheck.spec.power_grid.board import FUELS

NOBODY_HAS_A_PLACE: Final = When(lambda before, move, now: not before.order)


@after(
    "setup.money", "setup.houses", "setup.fuel", "setup.supply", "setup.market", "setup.thirteen", "setup.stack",
    "step1.start",
    moves=("Lot", "Thirteen"), when=(NOBODY_HAS_A_PLACE,),
)  # fmt: skip
def the_table_is_set(engine: AnyEngine, t: Table, move: m.Lot | m.Thirteen, now: Table) -> Iterator[str]:
    """Before the first order of play is drawn everything lies as the rulebook says."""
    f = facts(engine)
    number = f.number
    markers = {"all": 0, "none": 0, "score": 1}.get(f.reading["houses.markers"], number("houses.markers"))
    houses, money = number("houses.each") - markers, number("start.money")
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if (seat.money, seat.houses, seat.plants, sum(seat.fuel), seat.cities) != (money, houses, (), 0, 0):
            yield (
                f"{name} starts with {seat.money} Elektro, {seat.houses} houses instead of {money} and {houses}, or "
                "with plants, fuel or cities"
            )
    laid = [number(f"start.{fuel}") for fuel in FUELS]
    low = list(range(2 * f.row))
    thirteen = f.plant[13]
    deck = [k for k in range(len(f.plants)) if k not in low and k != thirteen]
    laid_out = {
        "fuel": (list(t.fuel), laid),
        "supply": (list(t.supply), [number(f"fuel.{fuel}") - here for fuel, here in zip(FUELS, laid, strict=True)]),
        "market": (list(t.market), low),
        "face-down plants": (list(t.unseen), deck),
        "Step": (t.step, 1),
        "cards below the Step 3 card": (t.buried, ()),
    }
    if type(t.phase) is Lots and not t.gone:
        laid_out["plant 13 on top"] = (t.has_thirteen, True)
        laid_out["cards in the stack"] = (t.stack, len(deck) - number("plants.removed"))
    for what, (is_, should) in laid_out.items():
        if is_ != should:
            yield f"{what}: {told(is_)} instead of {told(should)}"


@after("setup.first-prices", moves=("Lot",), when=(NOBODY_HAS_A_PLACE,))
def the_first_prices_are_as_told(engine: AnyEngine, before: Table, move: m.Lot, now: Table) -> Iterator[str]:
    """The cheapest token of each fuel costs at first what the rulebook says."""
    f = facts(engine)
    for kind, fuel in enumerate(FUELS):
        price = f.prices[kind][before.fuel[kind]]
        should = f.number(f"first.{fuel}")
        if price != should and f"start.{fuel}" not in f.rules.numbers:
            yield f"the cheapest {fuel} costs {price} instead of {should}"


@after("setup.lots", moves=("Lot",))
def lots_give_everybody_a_place(engine: AnyEngine, before: Table, move: m.Lot, now: Table) -> Iterator[str]:
    """Everybody who has no place yet can be drawn, and takes the next; the last one needs no lot."""
    left = [name for k, name in enumerate(engine.seats) if k not in before.order]
    drawn = [lot.seat for lot in engine.legal_moves(before)]
    if drawn != left:
        yield f"{these(drawn)} can be drawn instead of {these(left)}"
    order = [*before.order, engine.seats.index(move.seat)]
    if len(left) == 2:
        order += [k for k in range(len(engine.seats)) if k not in order]
        if now.turn != order[0]:
            yield f"{engine.seats[now.turn]} begins instead of {engine.seats[order[0]]}"
    if list(now.order) != order:
        is_, due = (these([some_of(engine.seats, k) for k in some]) for some in (now.order, order))
        yield f"the order of play is {is_} instead of {due}"


@after("setup.stack", "setup.thirteen", moves=("Thirteen",))
def plant_thirteen_is_on_top_or_gone(engine: AnyEngine, before: Table, move: m.Thirteen, now: Table) -> Iterator[str]:
    """Where plant 13 can be among those removed, another card stays in the stack for it."""
    f = facts(engine)
    removed = f.number("plants.removed")
    if now.has_thirteen is move.is_removed or (now.gone != ()) is not move.is_removed:
        yield f"{move}, and plant 13 is {'on' if now.has_thirteen else 'not on'} the stack"
    if now.stack + now.has_thirteen != len(before.unseen) + 1 - removed:
        yield f"{now.stack + now.has_thirteen} cards are in the stack instead of {len(before.unseen) + 1 - removed}"


def can_be_used(f: Facts, chosen: int) -> bool:
    """Whether regions are part of a set of the right number that is adjacent."""
    count = f.players if f.region_for_each else f.number("regions.used")
    borders = f.map.borders()
    for more in combinations(range(len(f.map.regions)), count):
        if chosen & ~sum([1 << region for region in more]):
            continue
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(more)
        graph.add_edges_from([pair for pair in borders if pair[0] in more and pair[1] in more])
        if not f.regions_paired or count == 1:
            if nx.is_connected(graph):
                return True
        elif not list(nx.isolates(graph)):
            return True
    return False


@after("setup.map", "setup.regions", "setup.adjacent", moves=("ChooseRegion",))
def regions_are_adjacent(engine: AnyEngine, before: Table, move: m.ChooseRegion, now: Table) -> Iterator[str]:
    """A region can be chosen if it is free and the regions can still become adjacent; the players choose in turn."""
    f = facts(engine)
    memo = f.regions_open
    open_ = memo.get(before.regions)
    if open_ is None:
        free = [k for k in range(len(f.map.regions)) if not before.regions >> k & 1]
        open_ = memo[before.regions] = [f.map.regions[k] for k in free if can_be_used(f, before.regions | 1 << k)]
    listed = [choice.region for choice in engine.legal_moves(before)]
    if listed != open_:
        yield f"{these(listed)} can be chosen instead of {these(open_)}"
    if now.regions != before.regions | 1 << f.map.regions.index(move.region):
        yield (
            f"after {move} {now.regions.bit_count()} regions are chosen, and not this one after the "
            f"{before.regions.bit_count()} before"
        )
    count = f.players if f.region_for_each else f.number("regions.used")
    chosen = now.regions.bit_count()
    if (chosen < count) is not (stage(now.phase) == SETUP):
        yield (
            f"{chosen} of {count} regions are chosen, and the set-up "
            f"{'goes on' if stage(now.phase) == SETUP else 'is over'}"
        )
    by_lot = f.regions_by_lot
    if (engine.actor(before) == CHANCE) is not by_lot:
        yield f"{move} is drawn by {engine.actor(before)}; the reading says {f.reading['regions.choice']}"
    if not by_lot and before.turn != before.order[before.regions.bit_count() % f.players]:
        yield (
            f"{engine.seats[before.turn]} chooses a region instead of "
            f"{engine.seats[before.order[before.regions.bit_count() % f.players]]}"
        )


@holds("market.sort", "setup.market", reads=("market", "card"), share=DEAR)
def the_market_lies_in_order(engine: AnyEngine, t: Table) -> Iterator[str]:
    """The plants of the market ascend; the Step 3 card lies behind them only while the auctions go on."""
    f, market = facts(engine), t.market
    if list(market) != sorted({*market}):
        yield f"the market is {numbers(f, market)}, which does not ascend"
    if market and market[-1] == f.step_card and t.card == STACK:
        yield f"the Step 3 card is in the market as card {len(market)}, and in the stack"


def told(value: object) -> str:
    """A number, or numbers one after the other."""
    return these(value) if isinstance(value, (list, tuple)) else str(value)
