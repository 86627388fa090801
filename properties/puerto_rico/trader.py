"""The trader phase: what a sale brings, what the house buys, when it is emptied, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import listed
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.facts import (
    ROLE,
    Due,
    Facts,
    deciding,
    facts,
    less,
    one_of,
    others_alike,
    passed_over,
    still,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    GOODS,
    NONE,
    TRADER,
    Counts,
    Gain,
    Seat,
    Selling,
    Table,
)

STEPS = ("Choose", "Sell", "Pass", "Use", "Decline")
"""Moves with which a trader phase may end."""


def house_then(before: Table, move: m.Move) -> Counts:
    """The trading house after a move and before it is emptied."""
    if type(move) is not m.Sell:
        return before.house
    kind = GOODS.index(move.good)
    return (*before.house[:kind], before.house[kind] + 1, *before.house[kind + 1 :])


def extras(f: Facts, seat: Seat, *, is_trader: bool) -> Due:
    """The rights that bring more for a sale: the trader's, then the occupied markets."""
    due: Due = ((-1, f.number("trader.privilege")),) if is_trader else ()
    return due + tuple([(market, bonus) for market, bonus in f.markets if seat.city[market] > 0])


@after("trader.sell", "trader.price", "trader.corn", "trader.privilege", "trader.have", moves=("Sell",), share=DEAR)
def a_sale_brings_its_price(engine: AnyEngine, before: Table, move: m.Sell, now: Table) -> Iterator[str]:
    """One barrel goes, the bank pays the price of its kind, and the trader a doubloon more."""
    f, kind, who = facts(engine), GOODS.index(move.good), before.turn
    old, new = before.seats[who], now.seats[who]
    if type(before.phase) is not Selling:
        yield f"{move} of {engine.seats[who]}, when {kind_of(before.phase)} was to be decided"
    if not old.goods[kind]:
        yield f"{engine.seats[who]} has no {move.good} for {move}, only {told.goods(old.goods)}"
    if less(old.goods, new.goods) != one_of(kind):
        yield (
            f"{move} took {told.goods(less(old.goods, new.goods))} from {engine.seats[who]} instead of one {move.good}"
        )
    at_once, _ = f.given(extras(f, old, is_trader=who == before.picker))
    due = f.from_bank(before.bank, f.price[kind] + at_once)
    if new.money - old.money != due:
        yield f"{engine.seats[who]} received {new.money - old.money} doubloons instead of {due} for {move}"
    if not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changed somebody else"


@after("trader.different", "office.same-kind", "office.full-house", "trader.full", "building.occupied", moves=("Sell",))
def the_house_buys_different_kinds(engine: AnyEngine, before: Table, move: m.Sell, now: Table) -> Iterator[str]:
    """A kind that the house holds is sold by owners of an occupied office only, and nothing into a full house."""
    f, kind = facts(engine), GOODS.index(move.good)
    if before.house[kind] and before.seats[before.turn].city[f.office] < 1:
        yield f"{engine.seats[before.turn]} sold {move.good}, which the house held, without an office"
    if sum(before.house) >= f.house:
        yield f"{move} of {engine.seats[before.turn]} into a house that is full with {told.goods(before.house)}"


@after(
    "trader.have",
    "trader.different",
    "office.same-kind",
    "role.optional",
    moves=STEPS,
    when=(deciding(Selling),),
    share=DEAR,
)
def whatever_can_be_sold_is_open(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Open to a player are a barrel of each kind that they have and the house would buy, and passing."""
    f, seat = facts(engine), now.seats[now.turn]
    office = seat.city[f.office] > 0
    due = [
        f"sell {good}"
        for good, have, there in zip(GOODS, seat.goods, now.house, strict=True)
        if have and (office or not there)
    ]
    legal = [str(move) for move in engine.legal_moves(now)]
    if legal != [*due, "pass"]:
        yield f"open to {engine.seats[now.turn]} are {listed(legal)} instead of {listed([*due, 'pass'])}"


@after(
    "small-market.bonus", "large-market.bonus", "large-market.with-small", "trader.privilege",
    moves=("Sell",),
)  # fmt: skip
def occupied_markets_are_offered(engine: AnyEngine, before: Table, move: m.Sell, now: Table) -> Iterator[str]:
    """After a sale each occupied market of the seller is offered, with what it brings."""
    f = facts(engine)
    _, due = f.given(extras(f, before.seats[before.turn], is_trader=before.turn == before.picker))
    offered = now.phase.due if type(now.phase) is Gain else ()
    if offered != due or (due and now.turn != before.turn):
        is_, names = told.rights(f, offered), engine.seats
        yield f"after {move} {names[now.turn]} is offered {is_}; due is {told.rights(f, due)} for {names[before.turn]}"


@after(
    "small-market.bonus", "large-market.bonus", "factory.bonus", "harbor.bonus", "violet.optional",
    "role.privilege-optional", "end.written", moves=("Use", "Decline"),
)  # fmt: skip
def rights_bring_what_was_offered(
    engine: AnyEngine, before: Table, move: m.Use | m.Decline, now: Table
) -> Iterator[str]:
    """A right that is used brings what was offered, doubloons or points, and one that is declined nothing."""
    phase = before.phase
    if type(phase) is not Gain:
        return
    f, who = facts(engine), before.turn
    at_once, due = f.given(phase.due[1:])
    amount = at_once + (phase.due[0][1] if type(move) is m.Use else 0)
    offered = now.phase.due if type(now.phase) is Gain else ()
    if due and (offered != due or now.turn != who):
        is_, names = told.rights(f, offered), engine.seats
        yield f"after {move} {names[now.turn]} is offered {is_}; due is {told.rights(f, due)} for {names[who]}"
    points = before.role == 5
    old, new = before.seats[who], now.seats[who]
    gained = (new.points - old.points) if points else (new.money - old.money)
    amount = shipped_points(f, before, amount) if points else f.from_bank(before.bank, amount)
    if gained != amount:
        yield f"{move} brought {engine.seats[who]} {gained} {'points' if points else 'doubloons'} instead of {amount}"


def shipped_points(f: Facts, before: Table, due: int) -> int:
    """The points that a player gains of those due: all, unless a reading loses those beyond the pool."""
    return due if f.beyond_counts else min(due, before.pool)


@after("trader.empty", "trader.stays", "trader.full", moves=STEPS, when=(ROLE[TRADER],))
def a_full_house_is_emptied(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """At the end of the trader phase a full house goes to the supply; one that is not full keeps its barrels."""
    f, house = facts(engine), house_then(before, move)
    supply = before.supply
    if now.role < 0 and sum(house) >= f.house:
        supply = tuple([a + b for a, b in zip(supply, house, strict=True)])
        house = NONE
    if now.house != house or now.supply != supply:
        is_ = f"the house holds {told.goods(now.house)}, the supply {told.goods(now.supply)}"
        yield f"{is_}; due are {told.goods(house)} and {told.goods(supply)}"


@after(
    "trader.sell",
    "trader.full",
    "trader.one",
    "role.order",
    "role.optional",
    moves=STEPS,
    when=(ROLE[TRADER],),
    share=DEAR,
)
def nobody_who_can_sell_is_passed_over(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Whoever has a barrel that the house would buy is asked, once, as long as there is a place."""
    if type(now.phase) is Gain:
        return
    f, house = facts(engine), house_then(before, move)
    if sum(house) >= f.house:
        if still(now, TRADER):
            yield f"{engine.seats[now.turn]} is asked to sell into a house that is full with {told.goods(house)}"
        return
    n = f.players
    for place in passed_over(n, before, move, now):
        who = (before.picker + place) % n
        if can_sell(f, now.seats[who], house):
            yield (
                f"{engine.seats[who]} was not asked and could have sold one of {told.goods(now.seats[who].goods)} "
                f"into a house of {told.goods(house)}"
            )
    if still(now, TRADER) and not can_sell(f, now.seats[now.turn], house):
        yield (
            f"{engine.seats[now.turn]} is asked with {told.goods(now.seats[now.turn].goods)}, and can sell none into "
            f"a house of {told.goods(house)}"
        )


def can_sell(f: Facts, seat: Seat, house: Counts) -> bool:
    """Whether a house that is not full would buy anything a player has."""
    same = seat.city[f.office] > 0
    return any([have and (same or not there) for have, there in zip(seat.goods, house, strict=True)])
