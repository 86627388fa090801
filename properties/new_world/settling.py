"""Placing settlers: where one may stand, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import each as everybody
from rulecheck.properties.new_world.facts import Facts, facts, is_trapper, one_more, place_of
from rulecheck.properties.new_world.steps import IS_QUIET, POINTS, SCORING, SETTLERS
from rulecheck.properties.new_world.words import spots
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import FARMER, ROBBER, TRAPPER, Counts, Settling, Table
from rulecheck.spec.new_world.tiles import PLAIN, TOWN, TRAIL


def open_spots(f: Facts, tiles: Counts, settlers: Counts, cell: int) -> Set[int]:
    """Where on the tile just laid a settler can stand."""
    grid = f.grid(tiles)
    here = grid[cell]
    taken = f.taken(tiles, settlers)
    free: set[int] = set()
    for k, (kind, _, _) in enumerate(here.segments):
        spot, there = here.first_spots[k], taken[kind]
        if not there or there.isdisjoint(f.walk(grid, cell, k).nodes):
            free.add(spot)
    if here.farm:
        free.add(FARMER)
    return free


@after(
    "settler.supply", "settler.occupied", "settler.segment", "settler.optional", "settler.sheriff", "settler.robber",
    "settler.trapper", "settler.farmer", "settler.just-completed", "remove.placed-behind", moves=("Place",), share=DEAR,
)  # fmt: skip
def wherever_a_settler_may_stand_is_open(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """Every segment of the tile whose feature has no settler is open, and the farm, for whoever has a settler left."""
    f, cell = facts(engine), place_of(move)
    if not before.supply[before.turn]:
        if type(now.phase) is Settling:
            yield (
                f"{engine.seats[before.turn]} has {before.supply[before.turn]} settlers, and may place one after {move}"
            )
        return
    free = open_spots(f, now.tiles, before.settlers, cell) if before.settlers else f.grid(now.tiles)[cell].spots
    if type(now.phase) is not Settling:
        if free:
            yield f"{engine.seats[before.turn]} may place no settler after {move}, and there is room: {spots(f, free)}"
        return
    if now.phase.at != cell:
        yield f"after {move} a settler of {engine.seats[now.turn]} may be placed on another tile"
    offered = f.spots(engine.legal_moves(now))
    if offered != free | {-1}:
        yield f"after {move} open are {spots(f, offered)} instead of {spots(f, free | {-1})}"


@after(
    "settler.segment", "settler.one-name", "settler.sheriff", "settler.robber", "settler.trapper", "settler.farmer",
    "land.segments", moves=SETTLERS, share=DEAR,
)  # fmt: skip
def a_settler_stands_on_what_the_tile_shows(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A sheriff stands in a town, a robber on a trail, a trapper lies on a plain and a farmer is on a farm."""
    assert isinstance(before.phase, Settling)
    f = facts(engine)
    here, spot = f.grid(before.tiles)[before.phase.at], f.spot[move]
    if spot == FARMER:
        if not here.farm:
            yield f"{move}: there is no farm on the tile in column {before.phase.at >> 9}"
        return
    k = here.at_spot[spot]
    kind = TOWN if spot < ROBBER else TRAIL if spot < TRAPPER else PLAIN
    if k < 0 or here.segments[k][0] != kind or here.first_spots[k] != spot:
        yield f"{move}: the tile shows no such segment"


@after("settler.occupied", "settler.just-completed", moves=SETTLERS, share=DEAR)
def nobody_joins_a_feature_by_placing(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """There is no settler yet on the town, trail or plain on which one is placed, not even far away."""
    assert isinstance(before.phase, Settling)
    f, cell, spot = facts(engine), before.phase.at, facts(engine).spot[move]
    grid = f.grid(before.tiles)
    k = grid[cell].at_spot[spot]
    if spot == FARMER or k < 0 or not before.settlers:
        return
    there = f.on(grid, before.settlers, f.walk(grid, cell, k).nodes)
    if there:
        yield f"{move}: a settler of {engine.seats[there[0] & 7]} is on it already"


@after(
    "settler.supply", "settler.here", "settler.one", "score.unoccupied", moves=SETTLERS, when=(IS_QUIET,), share=OFTEN
)
def a_settler_leaves_the_supply(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The settler comes out of the supply of the player whose turn it is and stands on the tile just laid."""
    assert isinstance(before.phase, Settling)
    who = before.turn
    if now.supply != one_more(before.supply, who, -1):
        yield (
            f"{engine.seats[who]} placed a settler; the supplies went from {everybody(engine.seats, before.supply)} "
            f"to {everybody(engine.seats, now.supply)}"
        )
    new = before.phase.at << 8 | facts(engine).spot[move] << 3 | who
    at = now.settlers.index(new) if new in now.settlers else -1
    if at < 0 or (*now.settlers[:at], *now.settlers[at + 1 :]) != before.settlers:
        yield (
            f"{move} of {engine.seats[who]} made {len(now.settlers)} settlers on the land of {len(before.settlers)}, "
            "not this one more"
        )


@after("settler.optional", "settler.no-way-back", moves=("Place", "NoSettler"), when=(IS_QUIET,))
def without_a_settler_none_moves(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Where no settler is placed and nothing is scored, all settlers stay where they are."""
    if now.settlers is not before.settlers and now.settlers != before.settlers:
        yield f"{move} made {len(now.settlers)} settlers on the land of {len(before.settlers)}, or moved some"
    if now.supply is not before.supply and now.supply != before.supply:
        yield (
            f"{move} changed the supplies from {everybody(engine.seats, before.supply)} to "
            f"{everybody(engine.seats, now.supply)}"
        )


@after("plain.stay", "remove.trappers", "plain.not-in-play", moves=SCORING, when=(POINTS,))
def trappers_stay(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Trappers stay where they lie, whatever is scored and wherever the surveyors go."""
    there = set(now.settlers)
    for settler in before.settlers:
        if settler not in there and is_trapper(settler):
            yield f"a trapper of {engine.seats[settler & 7]} is gone after {move}"
