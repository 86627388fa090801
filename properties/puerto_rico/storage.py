"""The end of the captain phase: what may be kept, and the ships that unload."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.captain import goods_then, ships_then
from rulecheck.properties.puerto_rico.facts import (
    ROLE,
    Facts,
    facts,
    is_loading,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, Counts, Keeping, Storing, Table

STEPS = ("Choose", "Load", "Wharf", "Pass", "Use", "Decline", "Store", "Keep", "DiscardRest")
"""Moves after which goods may be stored."""


def kept(f: Facts, goods: Counts, stored: int, single: int) -> Counts:
    """What is left of goods: kinds in a warehouse, and one barrel of a single kind (-1 for none)."""
    return tuple(
        [have if stored >> kind & 1 else min(have, f.store) if kind == single else 0 for kind, have in enumerate(goods)]
    )


def without_choice(f: Facts, goods: Counts, places: int, stored: int) -> Counts | None:
    """What a player keeps if there is nothing to choose; None if there is."""
    kinds = [kind for kind, have in enumerate(goods) if have and not stored >> kind & 1]
    if not kinds:
        return kept(f, goods, stored, -1)
    if f.may_discard:
        return None
    single = [kind for kind in kinds if goods[kind] <= f.store]
    if places >= len(kinds) or len(kinds) == len(single) == places + 1:
        return goods
    return kept(f, goods, stored, kinds[0]) if places == 0 and len(kinds) == 1 else None


@after(
    "storage.one-barrel",
    "storage.return",
    "storage.choose",
    "small-warehouse.store",
    "large-warehouse.store",
    "large-warehouse.with-small",
    moves=STEPS,
    when=(ROLE[CAPTAIN],),
    share=DEAR,
)
def players_keep_what_they_have_room_for(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """In turn everybody keeps the kinds in their warehouses and a single barrel; whoever has a choice is asked."""
    if is_loading(now.phase):
        return
    f, n, picker, phase = facts(engine), len(engine.seats), before.picker, before.phase
    goods = goods_then(f, before, move)
    place, who = 0, before.turn
    asked = now.turn if isinstance(now.phase, Storing | Keeping) else -1
    if isinstance(phase, Storing | Keeping):
        place = (who - picker) % n + 1
        single, stored = -1, phase.stored
        places = phase.slots if isinstance(phase, Storing) else 0
        rest: Counts | None
        if isinstance(move, m.Store):
            stored |= 1 << f.good[move.good]
            places -= 1
            rest = without_choice(f, goods[who], places, stored)
        else:
            if isinstance(move, m.Keep):
                single = f.good[move.good]
            rest = kept(f, goods[who], stored, single)
        if rest is None:
            place = n
            if asked != who or now.phase != (Storing(places, stored) if places else Keeping(stored)):
                yield (
                    f"{engine.seats[who]} has still to choose, yet what follows is {deciding(now.phase)} of "
                    f"{engine.seats[now.turn]}"
                )
        else:
            goods[who] = rest
    for k in range(place, n):
        who = (picker + k) % n
        rest = without_choice(f, goods[who], f.warehouses(before.seats[who]), 0)
        if rest is None:
            if asked != who:
                yield f"{engine.seats[who]} was not asked what to keep of {told.goods(goods[who])}"
            places = f.warehouses(before.seats[who])
            if asked == who and now.phase != (Storing(places) if places else Keeping()):
                yield (
                    f"{engine.seats[who]} may store {places} kinds, yet what is asked is {deciding(now.phase)}, or "
                    "with other places"
                )
            asked = -1
            break
        goods[who] = rest
        if asked == who:
            yield f"{engine.seats[who]} is asked what to keep of {told.goods(goods[who])}, though there is no choice"
    for k, seat in enumerate(now.seats):
        if seat.goods != goods[k]:
            yield f"{engine.seats[k]} keeps {told.goods(seat.goods)} instead of {told.goods(goods[k])}"


@after("storage.unload", "storage.partial", "captain.end", moves=STEPS, when=(ROLE[CAPTAIN],), share=DEAR)
def full_ships_unload_and_others_wait(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """When all have stored, full ships are emptied; the others keep their barrels, and nothing moves before."""
    f = facts(engine)
    ships = ships_then(f, before, move)
    if now.role < 0:
        ships = tuple(
            [(-1, 0) if there >= room else (kind, there) for (kind, there), room in zip(ships, f.room, strict=True)]
        )
    if now.ships != ships:
        yield f"the ships carry {told.cargoes(f, now.ships)} instead of {told.cargoes(f, ships)}"
