"""The craftsman phase: what everybody makes, what factories bring, and the craftsman's extra barrel."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import some_of, whether
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.facts import (
    ROLE,
    Due,
    Facts,
    facts,
    less,
    one_of,
    others_alike,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import CRAFTSMAN, GOODS, NONE, Bonus, Counts, Crafting, Gain, Table
from rulecheck.reference_engines.tuples import plus

STEPS = ("Choose", "Produce", "LeaveOut", "Pass", "Use", "Decline")
"""Moves after which goods may be made."""


@define
class Made:
    """What a move should have made."""

    goods: list[list[int]]
    """Barrels made, by seat."""
    supply: list[int]
    by_craftsman: int
    """Mask of the kinds that the craftsman has made so far."""
    paid: list[int]
    """Doubloons from factories that nobody is asked about, by seat."""
    asked: int = -1
    """The seat that is asked about producing, or about its factory."""
    due: Due = ()
    """What the factory of that seat brings."""


def production(f: Facts, before: Table, move: m.Move) -> Made | None:
    """What everybody from the next in turn on makes, until somebody is asked; None if the move makes nothing."""
    last, about, made = f.last_production
    if last is before and about is move:
        known: Made | None = made
        return known
    made = _work_out(f, before, move)
    f.last_production = before, move, made
    return made


def _work_out(f: Facts, before: Table, move: m.Move) -> Made | None:
    n, picker, phase = f.players, before.picker, before.phase
    place = (before.turn - picker) % n + 1
    by_craftsman = 0
    says_so = False
    left_out: Counts = NONE
    if type(move) is m.Choose:
        place = 0
    elif type(phase) is Crafting:
        by_craftsman = phase.made
        if type(move) is m.Produce:
            place, says_so = place - 1, True
        elif type(move) is m.LeaveOut:
            place, left_out = place - 1, plus(phase.left, GOODS.index(move.good), 1)
            says_so = not f.may_not_produce and not f.can_leave_out(before, left_out)
        if says_so and type(move) is m.Produce:
            left_out = phase.left
    elif type(phase) is Gain and type(phase.after) is Crafting:
        by_craftsman = phase.after.made
    else:
        return None
    done = Made([[0] * 5 for _ in range(n)], list(before.supply), by_craftsman, [0] * n)
    bank = before.bank
    if type(phase) is Gain and type(move) is m.Use:
        bank -= f.from_bank(bank, phase.due[0][1])
    for k in range(place, n):
        who = (picker + k) % n
        seat = before.seats[who]
        made = f.makes(seat, tuple(done.supply))
        if not any(made):
            continue
        if (f.may_not_produce or (f.may_make_less and sum(made) > 1)) and not says_so:
            done.asked = who
            return done
        says_so = False
        made, left_out = less(tuple(made), left_out), NONE
        done.goods[who] = made
        done.supply = less(tuple(done.supply), tuple(made))
        if k == 0:
            done.by_craftsman = sum([1 << kind for kind, count in enumerate(made) if count])
        pays = f.factory_pays(len([count for count in made if count])) if seat.city[f.factory] > 0 else 0
        if pays and f.ask_gains:
            done.asked, done.due = who, ((f.factory, pays),)
            return done
        done.paid[who] = f.from_bank(bank, pays)
        bank -= done.paid[who]
    return done


@after(
    "craftsman.produce",
    "craftsman.supply-short",
    "production.corn",
    "production.pairs",
    "production.kinds",
    "production.unused",
    "production.no-material",
    "building.occupied",
    moves=STEPS,
    when=(ROLE[CRAFTSMAN],),
    share=DEAR,
)
def everybody_makes_what_pairs_allow(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """In turn all make a barrel for each pair of colonists on plantations and in plants, as far as the supply goes."""
    made = production(facts(engine), before, move)
    if made is None:
        return
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if less(new.goods, old.goods) != made.goods[k]:
            yield (
                f"{engine.seats[k]} made {told.goods(less(new.goods, old.goods))} instead of "
                f"{told.goods(made.goods[k])}"
            )
    if list(now.supply) != made.supply:
        yield f"the supply holds {told.goods(now.supply)} instead of {told.goods(made.supply)}"
    if type(now.phase) is Crafting and (now.turn != made.asked or made.due):
        yield f"{engine.seats[now.turn]} is asked whether to produce; {some_of(engine.seats, made.asked)} should be"


@after("craftsman.produce", "role.optional", moves=("LeaveOut",))
def a_barrel_less_is_one_that_would_be_made(
    engine: AnyEngine, before: Table, move: m.LeaveOut, now: Table
) -> Iterator[str]:
    """Where a reading lets players produce less, they leave out what they would make, kind after kind, and make one."""
    f, phase, kind = facts(engine), before.phase, GOODS.index(move.good)
    assert type(phase) is Crafting
    made = less(tuple(f.makes(before.seats[before.turn], before.supply)), phase.left)
    if not f.may_make_less or made[kind] < 1 or sum(made) < 2 or any(phase.left[kind + 1 :]):
        yield f"{move} of {engine.seats[before.turn]}, who would make {told.goods(made)}"
    if type(now.phase) is Crafting and now.turn == before.turn and now.phase.left != plus(phase.left, kind, 1):
        yield f"after {move} {told.goods(now.phase.left)} are left out, before it were {told.goods(phase.left)}"


@after("factory.bonus", "factory.kinds", "building.occupied", moves=STEPS, when=(ROLE[CRAFTSMAN],), share=DEAR)
def factories_pay_for_kinds(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Whoever makes several kinds with an occupied factory is offered doubloons by their number, or takes them."""
    f = facts(engine)
    made = production(f, before, move)
    if made is None:
        return
    offered = now.phase.due if type(now.phase) is Gain else ()
    if offered != made.due or (offered and now.turn != made.asked):
        is_, due = told.rights(f, offered), told.rights(f, made.due)
        names = engine.seats
        yield f"{names[now.turn]} is offered {is_}; due is {due} for {some_of(names, made.asked)}"
    if type(now.phase) is Gain and type(now.phase.after) is Crafting and now.phase.after.made != made.by_craftsman:
        is_ = told.kinds(now.phase.after.made)
        yield f"the craftsman made {told.kinds(made.by_craftsman)}, and {is_} is remembered"
    if type(move) is m.Choose:
        return  # the money on the card comes as well
    phase = before.phase
    if type(phase) is Gain and type(move) is m.Use:
        made.paid[before.turn] += f.from_bank(before.bank, phase.due[0][1])
        f.last_production = (None, None, None)
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if new.money - old.money != made.paid[k]:
            yield (
                f"{engine.seats[k]} received {new.money - old.money} doubloons instead of {made.paid[k]} for a factory"
            )


@after(
    "craftsman.privilege",
    "craftsman.privilege-kind",
    "craftsman.no-privilege",
    moves=STEPS,
    when=(ROLE[CRAFTSMAN],),
    share=DEAR,
)
def the_craftsman_is_asked_about_one_more(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """When all have produced, the craftsman may choose among the kinds they made of which some are left, if any."""
    if type(before.phase) is Bonus:
        return
    f = facts(engine)
    made = production(f, before, move)
    if made is None or made.asked >= 0:
        if type(now.phase) is Bonus:
            yield f"{engine.seats[now.turn]} takes one more after {move}, before all have produced"
        return
    left = [made.by_craftsman >> kind & 1 and made.supply[kind] for kind in range(5)]
    asked = type(now.phase) is Bonus
    if asked != (any(left) and f.number("craftsman.privilege") > 0):
        is_ = whether(asked, "is", "is not")
        yield f"the craftsman {is_} asked about one more barrel; there is {told.goods(left)} to choose from"
    elif type(now.phase) is Bonus and (now.phase.made != made.by_craftsman or now.turn != before.picker):
        yield (
            f"{engine.seats[now.turn]} is asked about one more barrel of {told.kinds(now.phase.made)}; "
            f"{engine.seats[before.picker]} made {told.kinds(made.by_craftsman)}"
        )


@after("craftsman.privilege", "craftsman.privilege-kind", moves=("TakeBonus",))
def the_craftsman_takes_one_more(engine: AnyEngine, before: Table, move: m.TakeBonus, now: Table) -> Iterator[str]:
    """One barrel of a kind that the craftsman made goes from the supply to the craftsman, and the role is over."""
    f, kind = facts(engine), GOODS.index(move.good)
    who = before.picker
    if type(before.phase) is not Bonus or not before.phase.made >> kind & 1:
        yield f"{engine.seats[who]} made no {move.good}, and {move} was played"
    many = min(f.number("craftsman.privilege"), before.supply[kind])
    due = [many * count for count in one_of(kind)]
    if not many or less(now.seats[who].goods, before.seats[who].goods) != due or less(before.supply, now.supply) != due:
        yield (
            f"{move} brought {told.goods(less(now.seats[who].goods, before.seats[who].goods))} instead of "
            f"{told.goods(due)}, of a supply of {told.goods(before.supply)}"
        )
    if now.role >= 0 or not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} did not end the craftsman phase, or changed somebody else"
