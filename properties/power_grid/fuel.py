"""Buying fuel: what it costs, who may buy what, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after, holds
from rulecheck.properties.power_grid.facts import different, facts, others_alike, place, told
from rulecheck.properties.power_grid.stages import BUILD, FUEL, PASSES_ON, between, leading_to, made_in, stage
from rulecheck.properties.power_grid.words import tokens
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import Building, Fueling, Table


@after("fuel.buy", "fuel.cheapest", moves=("Buy",), when=(leading_to(Fueling, Building),), share=DEAR)
def a_token_costs_what_its_space_says(engine: AnyEngine, before: Table, move: m.Buy, now: Table) -> Iterator[str]:
    """The cheapest token goes from the market to the player for the price of its space, and nothing else changes."""
    if now.round != before.round:
        return  # incomes have come already
    f = facts(engine)
    k, who = f.fuel[move.fuel], before.turn
    old, new, market, left = before.seats[who], now.seats[who], before.fuel, now.fuel
    price = f.prices[k][market[k]]
    if old.money - new.money != price:
        yield f"{engine.seats[who]} pays {old.money - new.money} for {move.fuel} instead of {price}"
    if new.fuel[k] != old.fuel[k] + 1 or sum(new.fuel) != sum(old.fuel) + 1:
        yield f"{move} leaves {engine.seats[who]} {tokens(new.fuel)} after {tokens(old.fuel)}: one token more is due"
    if left[k] != market[k] - 1 or sum(left) != sum(market) - 1:
        yield f"{move} leaves {tokens(left)} in the market after {tokens(market)}: one token less is due"
    if new.plants is not old.plants or new.cities != old.cities:
        yield f"{move} changes plants or cities of {engine.seats[who]}"
    if not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changes what somebody else has"


@after(
    "fuel.own-plants", "fuel.room", "fuel.sold-out", "fuel.money", "plant.storage", "fuel.rearrange",
    moves=("Buy", "Done"), when=(made_in(FUEL),),
    share=DEAR,
)  # fmt: skip
def whatever_fuel_can_be_bought_is_open(
    engine: AnyEngine, before: Table, move: m.Buy | m.Done, now: Table
) -> Iterator[str]:
    """A player may buy each fuel that the market has, that finds room on their plants, and that they can pay for."""
    f = facts(engine)
    open_ = f.purchases[f.buyable(before.seats[before.turn], before.fuel)]
    listed = engine.legal_moves(before)
    if listed != open_ and different(listed, open_):
        yield f"{told(listed)} are open instead of {told(open_)}"


@after(
    "fuel.order",
    moves=("Auction", "Bid", "Pass", "Scrap", "Lose", "Done", "Draw", "Buy"),
    when=(between(range(FUEL + 1), (FUEL, BUILD)), PASSES_ON),
    share=DEAR,
)
def the_last_in_order_buys_fuel_first(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Fuel is bought from the last in the order of play to the first; only who can buy nothing is passed over."""
    if before.round != now.round:
        return
    if type(before.phase) is Fueling:
        first = place(before, before.turn) - 1
        if type(move) is m.Buy:
            first += 1  # who has bought is passed over only if nothing else can be bought
    elif stage(before.phase) < FUEL:
        first = len(now.order) - 1
    else:
        if type(now.phase) is Fueling:
            yield f"{engine.seats[now.turn]} buys fuel after {move}, and the fuel phase of round {now.round} is over"
        return
    kind = type(now.phase)
    if kind is Fueling:
        last = place(now, now.turn)
    elif stage(now.phase) == BUILD:
        last = -1
    else:
        return
    if last > first:
        yield f"{engine.seats[now.turn]} buys fuel before {engine.seats[now.order[first]]}"
    f = facts(engine)
    for who in now.order[last + 1 : first + 1]:
        if f.buyable(now.seats[who], now.fuel):
            yield f"{engine.seats[who]} is passed over, and could buy fuel for {now.seats[who].money} Elektro"


@holds("box.money", "fuel.money", "network.money", "auction.money", each="seats", reads=("seats.money",), share=OFTEN)
def nobody_owes_anything(engine: AnyEngine, t: Table, nth: int) -> Iterator[str]:
    """Nobody has less than no money."""
    if t.seats[nth].money < 0:
        yield f"{engine.seats[nth]} has {t.seats[nth].money} Elektro; nobody owes any"
