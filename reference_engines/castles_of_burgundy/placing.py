"""Placing tiles in the estate: where they may lie, and what they bring at once."""

from __future__ import annotations

from rulecheck.reference_engines.castles_of_burgundy import scoring
from rulecheck.reference_engines.castles_of_burgundy.arithmetic import (
    animal_points,
    bonus_points,
    is_complete,
    region_points,
    workers_taken,
)
from rulecheck.reference_engines.castles_of_burgundy.kit import (
    ANIMALS,
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CASTLE,
    CITY_HALL,
    FETCHES,
    FREE_TILES,
    KNOWLEDGE,
    MINE,
    SHIP,
    WAREHOUSE,
    WATCHTOWER,
    Kit,
)
from rulecheck.reference_engines.castles_of_burgundy.moves import Move, Place
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.table import BARE, EMPTY, Seat, Tiles, without
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.castles_of_burgundy.board import COLOURS, NEIGHBOURS

# ---- what an estate looks like


def surveyed(g: Kit, seat: Seat) -> Seat:
    """A seat with everything worked out that follows from the tiles in its estate."""
    filled = frontier = knowledge = mines = 0
    built = [0] * 8
    for space, kind in enumerate(seat.estate):
        if kind == EMPTY:
            continue
        filled |= 1 << space
        frontier |= NEIGHBOURS[space]
        colour = g.colour[kind]
        if colour == KNOWLEDGE:
            knowledge |= 1 << g.knowledge_number[kind]
        elif colour == MINE:
            mines += 1
        elif colour == BUILDING:
            built[kind] |= g.grounds[seat.board].city(space)
    return changed(
        seat, filled=filled, frontier=frontier & ~filled, knowledge=knowledge, mines=mines, built=tuple(built)
    )


# ---- where a tile may lie


@cites("knowledge.9", "knowledge.10", "knowledge.11", "knowledge.12", "knowledge.free-step")
def free_step(g: Kit, knowledge: int, tile: int) -> int:
    """How far a knowledge tile lets its owner change a die without a worker."""
    if not knowledge >> tile & 1:
        return 0
    return 2 if g.wide_step and knowledge >> 8 & 1 else 1


@cites("place.die", "place.empty", "place.adjacent", "place.colour", "building.once", "knowledge.1")
def open_spaces(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """Mask of the spaces on which a tile may be laid with a die, 0 for any."""
    colour = g.colour[kind]
    spaces = seat.frontier if any_colour else g.grounds[seat.board].spaces[colour] & seat.frontier  # place.colour
    if not spaces:
        return 0
    if die:
        spaces &= g.reach[die][free_step(g, seat.knowledge, FREE_TILES[colour])]
    if colour == BUILDING and not seat.knowledge & 2:
        spaces &= ~seat.built[kind]
    return spaces


def placements(g: Kit, seat: Seat, die: int, *, any_colour: bool = False) -> list[Move]:
    """Every way to lay a stored tile with a die, 0 for any."""
    open_moves: list[Move] = []
    last = EMPTY
    for kind in seat.storage:
        if kind == last:
            continue
        last = kind
        spaces = open_spaces(g, seat, kind, die, any_colour=any_colour)
        if spaces:
            known = g.place_lists.get((kind, spaces))
            if known is None:
                moves = tuple([move for k, move in enumerate(g.place[kind]) if spaces >> k & 1])
                known = g.remember(g.place_lists, (kind, spaces), moves)
            open_moves += known
    return open_moves


@cites("city-hall.place", "city-hall.colour")
def hall_placements(g: Kit, seat: Seat) -> list[Move]:
    """Every way to lay a stored tile with a city hall: on any number, under one reading on any colour."""
    return placements(g, seat, 0, any_colour=g.hall_any_colour)


@cites("city-hall.colour")
def hall_doubt(g: Kit, seat: Seat) -> Events:
    """The reading on the colour, if it opens a space for a stored tile."""
    differs = placements(g, seat, 0, any_colour=True) != placements(g, seat, 0)
    return (SILENT + "city-hall.colour",) if differs else ()


@cites("place.stored", "place.empty", "place.colour", "place.adjacent", "place.die", "building.once", "city-hall.place")
def no_place(g: Kit, seat: Seat, move: Place, die: int, *, any_colour: bool = False) -> Refused:
    """Why a tile may not be laid on a space."""
    kind, space = g.tile_number[move.tile], move.space - 1
    colour = g.colour[kind]
    if kind not in seat.storage:
        return Refused("place.stored", f"no {move.tile} is in the storage")
    if seat.filled >> space & 1:
        return Refused("place.empty", f"a tile lies on space {move.space}")
    here = g.grounds[seat.board].colour[space]
    if here != colour and not any_colour:
        return Refused("place.colour", f"space {move.space} is for {COLOURS[here]}")
    if not seat.frontier >> space & 1:
        return Refused("place.adjacent", f"no tile lies beside space {move.space}")
    if colour == BUILDING and not seat.knowledge & 2 and seat.built[kind] >> space & 1:
        return Refused("building.once", f"a {move.tile} stands in this city")
    return Refused("place.die", f"space {move.space} has the number {g.die_of_space[space]}, not {die}")


# ---- what it brings


@cites("animals.points", "animals.again", "animals.same-pasture", "knowledge.7")
def animals(g: Kit, seat: Seat, kind: int, space: int) -> tuple[int, Events]:
    """Points for an animal tile laid on a space."""
    species, again, tiles = g.species[kind], 0, 0
    ground = g.grounds[seat.board]
    apart = elsewhere = False
    cells = ground.cells[space] if ground.colour[space] == ANIMALS else ()  # a pasture is light green
    for k, there in enumerate(seat.estate):
        if there >= 0 and g.species[there] == species:
            if k in cells:
                again += g.animals[there]
                tiles += 1
                apart = apart or not NEIGHBOURS[space] >> k & 1
            else:
                elsewhere = True
    events: Events = ("animals.points", "animals.again") if tiles else ("animals.points",)
    if apart or elsewhere:
        events += ("animals.same-pasture",)
    more = 0
    if seat.knowledge >> 7 & 1:
        more = g.animal_point
        events += ("knowledge.7",)
    return animal_points(g.animals[kind], again, tiles, more), events


@cites("region.complete", "region.size", "region.phase", "start.castle-region")
def regions(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """Points for the region that a tile completes, 0 if it does not."""
    region = g.grounds[board].region[space]
    size = region.bit_count()
    if not is_complete(size, (region & filled).bit_count()):
        return 0
    for_size = g.size_points[size - 1]  # region.size
    for_phase = g.phase_points[letter]  # region.phase
    return region_points(for_size, for_phase)


@cites("colour.first", "colour.second", "colour.later")
def colours(g: Kit, colour: int, large: int, small: int) -> tuple[int, int, int, Events]:
    """Points for a completed colour, and the masks of the large and small bonus tile that come with them."""
    bit = 1 << colour
    points = bonus_points(bool(large & bit), bool(small & bit), g.large_bonus, g.small_bonus)
    if large & bit:
        return points, bit, 0, ("colour.first",)
    if small & bit:
        return points, 0, bit, ("colour.second",)
    return points, 0, 0, ("colour.later",)


@cites("boarding-house.workers", "knowledge.13", "knowledge.14-boarding")
def boarding(g: Kit, seat: Seat) -> tuple[int, Events]:
    """The workers that a boarding house brings; tile 13 changes nothing about it, tile 14 under one reading."""
    events: Events = ("building.ability", "boarding-house.workers")
    if seat.knowledge >> 13 & 1:
        events += ("knowledge.13",)  # which has no effect
    if not seat.knowledge >> 14 & 1:
        return g.boarding_house, events
    more = workers_taken(g.workers_taken, g.better_workers, True) - g.workers_taken
    return g.boarding_house + (more if g.boarding_doubles else 0), (*events, SILENT + "knowledge.14-boarding")


@cites("place.effect", "place.stays", "boarding-house.workers", "bank.silver", "watchtower.points", "mine.nothing")
def laid(
    g: Kit, seat: Seat, kind: int, space: int, letter: int, large: int, small: int, events: Events
) -> tuple[Seat, Events]:
    """The seat after a stored tile was laid on a space, with all that needs no decision."""
    colour, ground = g.colour[kind], g.grounds[seat.board]
    bit = 1 << space
    filled = seat.filled | bit
    changes: dict[str, object] = {
        "storage": without(seat.storage, kind),
        "estate": (*seat.estate[:space], kind, *seat.estate[space + 1 :]),
        "filled": filled,
        "frontier": (seat.frontier | NEIGHBOURS[space]) & ~filled,
    }
    points = 0
    if colour == BUILDING:
        city = ground.city(space)
        if seat.built[kind] & city:
            events += ("knowledge.1",)
        elif any([there & city for there in seat.built]):
            events += ("building.once",)
        changes["built"] = plus(seat.built, kind, city & ~seat.built[kind])
        if kind == BOARDING_HOUSE:
            workers, told = boarding(g, seat)
            changes["workers"] = seat.workers + workers
            events += told
        elif kind == BANK:
            changes["silver"] = seat.silver + g.bank
            events += ("building.ability", "bank.silver")
        elif kind == WATCHTOWER:
            points += g.watchtower
            events += ("building.ability", "watchtower.points")
    elif colour == ANIMALS:
        points, more = animals(g, seat, kind, space)
        events += more
    elif colour == KNOWLEDGE:
        changes["knowledge"] = seat.knowledge | 1 << g.knowledge_number[kind]
    elif colour == MINE:
        changes["mines"] = seat.mines + 1
        events += ("mine.nothing",)
    completed = regions(g, seat.board, space, filled, letter)
    if completed:
        points += completed
        events += ("region.complete", "region.size", "region.phase")
        covered = ground.colour[space]
        if not ground.spaces[covered] & ~filled:
            bonus, first, second, more = colours(g, covered, large, small)
            points += bonus
            events += more
            changes["large"], changes["small"] = seat.large | first, seat.small | second
    changes["points"] = seat.points + points
    new = changed(seat, **changes)
    if g.as_earned and (new.knowledge & scoring.LATE):
        earned = scoring.extra(g, new) - scoring.extra(g, seat)
        if earned:
            new = changed(new, points=new.points + earned)
            events += ("end.knowledge", SILENT + "knowledge.when")
    return new, events


@cites(
    "castle.action", "warehouse.sell", "carpenter.take", "church.take", "market.take", "city-hall.place", "ship.goods"
)
def offers(kind: int, colour: int) -> str:
    """What a tile that was placed lets its owner decide: an action, a sale, a tile, a placement, a cargo or nothing."""
    if colour == CASTLE:
        return "action"
    if colour == SHIP:
        return "cargo"
    if colour == BUILDING:
        if kind == WAREHOUSE:
            return "sale"
        if kind == CITY_HALL:
            return "placement"
        if kind in FETCHES:
            return "tile"
    return ""


def founded(g: Kit, seat: Seat, space: int) -> tuple[Seat, Events]:
    """The seat after its first castle was laid on a space."""
    events: Events = ("setup.castle",)
    estate: Tiles = (*BARE[:space], g.castle, *BARE[space + 1 :])
    new = surveyed(g, changed(seat, estate=estate))
    points = regions(g, new.board, space, new.filled, 0)
    if points:
        events += (SILENT + "start.castle-region",)
        if g.castle_scores:
            new = changed(new, points=new.points + points)
    return new, events
