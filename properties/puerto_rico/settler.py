"""The settler phase: tiles from the row and the stacks, quarries, hacienda and hospice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, When, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import whether
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.facts import (
    ROLE,
    Facts,
    deciding,
    facts,
    less,
    one_of,
    others_alike,
    passed_over,
    role_of,
    still,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    NONE,
    QUARRY,
    SETTLER,
    TILES,
    Counts,
    Hacienda,
    HaciendaDraw,
    Hospice,
    Row,
    Table,
    Taking,
)

STEPS = ("Choose", "Take", "Pass", "Use", "Decline", "Draw")
"""Moves with which a player's turn in the settler phase may end, or the phase."""


TURNS_OVER: Final = When(
    lambda before, move, now: (
        role_of(before, move) == SETTLER and type(before.phase) is not Row and not still(now, SETTLER)
    )
)
"""Moves that end the last turn of a settler phase."""


def row_left(before: Table, move: m.Move) -> Counts:
    """The row after a move and before it is cleared."""
    if type(move) is m.Take and move.tile != "quarry":
        kind = TILES.index(move.tile)
        return (*before.row[:kind], before.row[kind] - 1, *before.row[kind + 1 :])
    return before.row


@after("settler.take", "settler.from-row", "settler.island-full", "settler.one-tile", moves=("Take",), share=DEAR)
def a_tile_comes_out_of_the_row(engine: AnyEngine, before: Table, move: m.Take, now: Table) -> Iterator[str]:
    """A plantation taken lay in the row, a quarry beside it; it lies on a free space of the player's island, alone."""
    f, kind = facts(engine), TILES.index(move.tile)
    old, new = before.seats[before.turn], now.seats[before.turn]
    name = engine.seats[before.turn]
    if type(before.phase) is not Taking:
        yield f"{move} of {name}, when {kind_of(before.phase)} was to be decided"
    if sum(old.tiles) >= f.island:
        yield f"{name} has no room for {move}"
    if kind != QUARRY and not before.row[kind]:
        yield f"no {move.tile} plantation lay in the row of {told.tiles(before.row)}"
    if less(new.tiles, old.tiles) != one_of(kind, 6):
        yield f"{move} brought {name} {told.tiles(less(new.tiles, old.tiles))} instead of one {move.tile}"
    if before.quarries - now.quarries != (kind == QUARRY):
        yield f"{before.quarries} quarries became {now.quarries} with {move}"
    if still(now, SETTLER) and now.row != row_left(before, move):
        yield f"{move} left {told.tiles(now.row)} in the row of {told.tiles(before.row)}"
    if not others_alike(before, now, before.turn):
        yield f"{move} of {name} changed somebody else"


@after(
    "settler.privilege", "settler.no-quarry", "settler.quarries-gone", "hut.quarry", "building.occupied",
    moves=("Take",),
)  # fmt: skip
def quarries_are_for_settlers_and_huts(engine: AnyEngine, before: Table, move: m.Take, now: Table) -> Iterator[str]:
    """Only the settler and the owner of an occupied construction hut take a quarry, while there are any."""
    if move.tile != "quarry":
        return
    if before.turn != before.picker and before.seats[before.turn].city[facts(engine).hut] < 1:
        yield f"{engine.seats[before.turn]} took a quarry, without privilege or construction hut"
    if before.quarries < 1:
        yield f"{engine.seats[before.turn]} took a quarry of {before.quarries}"


@after(
    "settler.take",
    "settler.from-row",
    "settler.privilege",
    "settler.no-quarry",
    "hut.quarry",
    "settler.quarries-gone",
    "role.optional",
    moves=STEPS,
    when=(deciding(Taking),),
    share=DEAR,
)
def whatever_can_be_taken_is_open(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Open to a player are a plantation of each kind in the row, a quarry for who may have one, and nothing at all."""
    due = [tile for tile, there in zip(TILES, now.row, strict=False) if there]
    if now.quarries and (now.turn == now.picker or now.seats[now.turn].city[facts(engine).hut] > 0):
        due.append("quarry")
    legal = engine.legal_moves(now)
    if [getattr(move, "tile", None) for move in legal] != [*due, None]:
        is_, tiles = ", ".join(map(str, legal)), ", ".join(f"take {tile}" for tile in due) or "no tile"
        yield f"open to {engine.seats[now.turn]} are: {is_}; due are: {tiles} and passing"


def can_settle(f: Facts, t: Table, place: int, row: Counts, quarries: int, stack: Counts, discard: Counts) -> bool:
    """Whether the player so many places after the settler can do anything in the settler phase."""
    seat = t.seats[(t.picker + place) % f.players]
    if sum(seat.tiles) >= f.island:
        return False
    if any(row) or (quarries and (place == 0 or seat.city[f.hut] > 0)):
        return True
    reshuffles = f.hacienda_reshuffles and any(discard)
    return seat.city[f.hacienda] > 0 and (any(stack) or reshuffles)


@after(
    "settler.take",
    "hacienda.draw",
    "hut.quarry",
    "role.order",
    "role.optional",
    moves=STEPS,
    when=(ROLE[SETTLER],),
    share=DEAR,
)
def nobody_who_can_settle_is_passed_over(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Whoever has room for a tile and finds one is asked."""
    if type(before.phase) is Row:
        return
    if still(now, SETTLER) and now.turn == before.turn and type(move) is not m.Choose:
        return
    f = facts(engine)
    row, stack, discard = row_left(before, move), stack_left(before, move), before.discard
    if still(now, SETTLER):
        stack, discard = now.stack, now.discard
    for place in passed_over(f.players, before, move, now):
        if can_settle(f, before, place, row, now.quarries, stack, discard):
            yield (
                f"{engine.seats[(before.picker + place) % f.players]} was passed over in the settler phase, and can "
                "take a tile"
            )
    if still(now, SETTLER) and now.turn != before.turn:
        place = (now.turn - before.picker) % f.players
        if not can_settle(f, before, place, row, now.quarries, stack, discard):
            yield (
                f"{engine.seats[now.turn]} is asked, with {sum(now.seats[now.turn].tiles)} tiles on {f.island} spaces "
                f"and {told.tiles(row)} in the row"
            )


def stack_left(before: Table, move: m.Move) -> Counts:
    """The face-down plantations after a move and before anything is shuffled."""
    if type(move) is not m.Draw:
        return before.stack
    kind = TILES.index(move.kind)
    return (*before.stack[:kind], before.stack[kind] - 1, *before.stack[kind + 1 :])


@after(
    "settler.discard",
    "settler.fill-row",
    "settler.reshuffle",
    "settler.short-row",
    moves=STEPS,
    when=(TURNS_OVER,),
    share=DEAR,
)
def what_is_left_of_the_row_is_discarded(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """After the last player's turn the row is discarded and filled anew, if need be from the discards."""
    f = facts(engine)
    row, stack, discard = row_left(before, move), stack_left(before, move), before.discard
    if type(move) is m.Draw and not any(stack) and f.reshuffle_at_once:
        stack, discard = discard, NONE
    discard = tuple([a + b for a, b in zip(discard, row, strict=True)])
    if not any(stack):
        stack, discard = discard, NONE
    if now.row != NONE or now.stack != stack or now.discard != discard:
        is_ = ", ".join(
            f"{name}: {told.tiles(t)}"
            for name, t in (("row", now.row), ("stack", now.stack), ("discards", now.discard))
        )
        yield f"{is_} instead of row: nothing, stack: {told.tiles(stack)}, discards: {told.tiles(discard)}"
    if any(stack) != (type(now.phase) is Row):
        yield f"{sum(stack)} tiles are left face down, yet what follows is {kind_of(now.phase)}"
    elif type(now.phase) is Row and now.phase.left != f.row:
        yield f"{now.phase.left} tiles are to be turned up instead of {f.row}"


@after(
    "settler.fill-row",
    "setup.row",
    "setup.stack",
    "settler.reshuffle",
    "settler.short-row",
    moves=("Draw",),
    share=DEAR,
)
def the_row_is_filled_tile_by_tile(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """A tile turned up comes from the stack into the row, until the row is complete or no tile is left anywhere."""
    if type(before.phase) is not Row:
        return
    kind, left = TILES.index(move.kind), before.phase.left - 1
    if not before.stack[kind]:
        yield f"no {move.kind} plantation lay face down"
    if now.row[kind] != before.row[kind] + 1 or sum(now.row) != sum(before.row) + 1:
        yield f"{move} changed the row from {told.tiles(before.row)} to {told.tiles(now.row)}"
    stack, discard = stack_left(before, move), before.discard
    at_once = facts(engine).reshuffle_at_once
    if not any(stack) and (left or at_once):
        stack, discard = discard, NONE
    if now.stack != stack or now.discard != discard:
        yield (
            f"stack: {told.tiles(now.stack)}, discards: {told.tiles(now.discard)} "
            f"instead of stack: {told.tiles(stack)}, discards: {told.tiles(discard)}"
        )
    more = left if any(stack) else 0
    if more != (now.phase.left if type(now.phase) is Row else 0):
        yield f"{more} tiles are still to be turned up, yet what follows is {kind_of(now.phase)}"
    if now.seats is not before.seats and now.seats != before.seats:
        changed = [name for name, old, new in zip(engine.seats, before.seats, now.seats, strict=True) if old != new]
        yield f"{move} changed the board of {', '.join(changed)}"


@after(
    "hacienda.draw", "hacienda.must-place", "hacienda.no-quarry", "hospice.not-hacienda", "settler.island-full",
    moves=("Draw",), share=OFTEN,
)  # fmt: skip
def the_haciendas_tile_lies_at_once(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """A tile drawn for a hacienda lies on its owner's island without a colonist, and the owner's usual turn follows."""
    if type(before.phase) is not HaciendaDraw:
        return
    f, kind, who = facts(engine), TILES.index(move.kind), before.turn
    old, new = before.seats[who], now.seats[who]
    if not before.stack[kind] or old.city[f.hacienda] < 1:
        yield (
            f"{engine.seats[who]} drew {move.kind} from {told.tiles(before.stack)} for a hacienda with "
            f"{old.city[f.hacienda]} colonists"
        )
    if less(new.tiles, old.tiles) != one_of(kind, 6) or new.tilled != old.tilled:
        yield f"{move} brought {engine.seats[who]} {told.tiles(less(new.tiles, old.tiles))}, or a colonist with it"
    if not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changed somebody else"
    entitled = before.quarries > 0 and (who == before.picker or old.city[f.hut] > 0)
    goes_on = sum(new.tiles) < f.island and (any(before.row) or entitled)
    if goes_on != (type(now.phase) is Taking and now.turn == who):
        may = whether(goes_on, "may", "may not")
        yield f"{engine.seats[who]} {may} take another tile, yet what follows is {kind_of(now.phase)}"


@after("hacienda.draw", moves=STEPS, when=(ROLE[SETTLER],), share=DEAR)
def haciendas_come_before_the_tile(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """The owner of an occupied hacienda is asked at the beginning of their turn, while tiles lie face down."""
    kind = type(now.phase)
    if kind is not Taking and kind is not Hacienda and kind is not HaciendaDraw:
        return
    f, seat = facts(engine), now.seats[now.turn]
    if kind is not Taking:
        if seat.city[f.hacienda] < 1:
            yield f"{engine.seats[now.turn]} draws a tile without an occupied hacienda"
        if now.stack == NONE and (kind is HaciendaDraw or not f.hacienda_reshuffles):
            yield f"{engine.seats[now.turn]} is to draw a tile, and {sum(now.stack)} lie face down"
        if kind is HaciendaDraw and f.hacienda_optional and type(before.phase) is not Hacienda:
            yield f"{engine.seats[now.turn]} draws for the hacienda without having been asked"
        return
    begins = now.turn != before.turn or type(move) is m.Choose
    there = now.stack != NONE or (f.hacienda_reshuffles and now.discard != NONE)
    if begins and seat.city[f.hacienda] > 0 and there:
        yield f"the hacienda of {engine.seats[now.turn]} was forgotten, with {sum(now.stack)} tiles face down"


@after(
    "hospice.colonist",
    "hospice.from-ship",
    "hospice.none",
    "hospice.not-hacienda",
    moves=("Take", "Use", "Decline"),
    when=(ROLE[SETTLER],),
    share=DEAR,
)
def the_hospice_mans_the_tile_taken(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """With an occupied hospice a colonist from the reserve, else from the ship, may come onto the tile just taken."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    comes = 0
    if type(move) is m.Take:
        kind = TILES.index(move.tile)
        there = before.colonists > 0 or (f.colonist_from_ship and before.colonist_ship > 0)
        offered = old.city[f.hospice] > 0 and there
        asked = f.hospice_optional
        if (offered and asked) != (type(now.phase) is Hospice):
            is_ = whether(offered and asked, "is not asked about the hospice", "is asked about a hospice")
            yield f"{engine.seats[who]} {is_} after {move}, with {old.city[f.hospice]} colonists in it"
        elif type(now.phase) is Hospice and now.phase.tile != kind:
            yield f"the colonist is for {TILES[now.phase.tile]} instead of the tile of {move}"
        comes = offered and not asked
    elif type(before.phase) is Hospice:
        kind = before.phase.tile
        comes = type(move) is m.Use
    else:
        return
    if less(new.tilled, old.tilled) != [int(comes and tile == kind) for tile in range(6)]:
        yield (
            f"{move} brought {engine.seats[who]} colonists on {told.tiles(less(new.tilled, old.tilled))}, due are "
            f"{int(comes)}"
        )
    taken = before.colonists - now.colonists, before.colonist_ship - now.colonist_ship
    due = (int(comes and before.colonists > 0), int(comes and before.colonists == 0))
    if taken != due:
        yield (
            f"{move} took {taken[0]} colonists from the reserve and {taken[1]} from the ship, due are {due[0]} and "
            f"{due[1]}"
        )
