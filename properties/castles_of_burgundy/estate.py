"""Placing tiles: where they may lie, what they bring at once, and what they let their owner decide."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.castles_of_burgundy import words as told
from rulecheck.properties.castles_of_burgundy.facts import (
    ANIMALS,
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CASTLE,
    CITY_HALL,
    FETCHED,
    HELP,
    NOTHING,
    SHIP,
    WAREHOUSE,
    WATCHTOWER,
    Facts,
    facts,
    one_less,
)
from rulecheck.properties.castles_of_burgundy.goods import is_loaded
from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import misreported
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import (
    Acting,
    Cargo,
    CityHall,
    Fetching,
    Phase,
    Seat,
    Table,
    Warehouse,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.castles_of_burgundy.board import COLOURS, NEIGHBOURS


@after(
    "place.die", "place.stored", "place.empty", "place.adjacent", "place.colour", "building.once", "knowledge.1",
    "knowledge.9", "knowledge.10", "knowledge.11", "city-hall.place", "castle.action", "place.first",
    moves=("Place",), share=DEAR,
)  # fmt: skip
def a_tile_lies_where_it_may(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """A stored tile goes to an empty space of its colour and number beside a tile; each building once to a city."""
    f, seat, space = facts(engine), before.seats[before.turn], move.space - 1
    kind, phase = f.kind[move.tile], before.phase
    colour = f.colour[kind]
    die = phase.die if type(phase) is Acting else 0
    if f.boards[seat.board].colour[space] != colour and not (f.hall_any_colour and type(phase) is CityHall):
        yield f"{move}: the tile is {COLOURS[colour]}, the space is for {COLOURS[f.boards[seat.board].colour[space]]}"
    if seat.estate[space] >= 0:
        yield f"{move}: {f.names[seat.estate[space]]} lies there"
    if not NEIGHBOURS[space] & seat.filled:
        yield f"{move}: no tile of {engine.seats[before.turn]} lies beside it"
    if kind not in seat.storage:
        yield f"{move}: {engine.seats[before.turn]} stores {told.tiles(f, seat.storage)}, no such tile"
    if die and not f.reach[die][f.free(seat.knowledge, HELP[colour])] >> space & 1:
        yield f"{move}: its number is {f.die_of_space[space]}, the die shows {die}"
    if colour == BUILDING and not seat.knowledge & 2 and f.stands_in_city(seat, kind, space):
        yield f"{move}: the city of {engine.seats[before.turn]} has one already"


@after("place.stays", "place.effect", "place.stored", "mine.nothing", moves=("Place",), share=OFTEN)
def a_tile_placed_stays(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """The tile goes from the storage to the space, and all other tiles of the estate stay where they are."""
    f, who, space = facts(engine), before.turn, move.space - 1
    old, new = before.seats[who], now.seats[who]
    kind = f.kind[move.tile]
    if new.estate != (*old.estate[:space], kind, *old.estate[space + 1 :]):
        yield (
            f"after {move} the estate of {engine.seats[who]} is {told.estate(f, new.estate)}; it was "
            f"{told.estate(f, old.estate)}"
        )
    if not one_less(old.storage, new.storage, kind):
        yield f"after {move} {engine.seats[who]} stores {told.tiles(f, new.storage)} of {told.tiles(f, old.storage)}"
    if new.filled != old.filled | 1 << space:
        yield (
            f"after {move} {new.filled.bit_count()} spaces of {engine.seats[who]} are remembered as covered, or "
            "others than lie there"
        )
    number = f.knowledge[kind]
    if new.knowledge != (old.knowledge | 1 << number if number else old.knowledge):
        yield (
            f"after {move} {new.knowledge.bit_count()} knowledge tiles of {engine.seats[who]} are remembered, or "
            "others than lie there"
        )


def for_animals(f: Facts, seat: Seat, kind: int, space: int) -> int:
    """What an animal tile brings: its animals and those of the same kind in the pasture, and more with knowledge 7."""
    pasture = f.region[seat.board][space] if f.boards[seat.board].colour[space] == ANIMALS else 0
    species = f.species[kind]
    scoring = [
        here for k, here in enumerate(seat.estate) if here >= 0 and f.species[here] == species and pasture >> k & 1
    ]
    each = f.animal_point if seat.knowledge >> 7 & 1 else 0
    return f.animals[kind] + sum([f.animals[here] for here in scoring]) + each * (1 + len(scoring))


@after(
    "animals.points", "animals.again", "animals.same-pasture", "knowledge.7", "watchtower.points", "region.complete",
    "region.size", "region.phase", "colour.first", "colour.second", "colour.later", moves=("Place",), share=OFTEN,
)  # fmt: skip
def a_tile_brings_its_points(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """Points come for animals, watchtowers, regions by size and phase, and bonus tiles, and for nothing else."""
    f, who, space = facts(engine), before.turn, move.space - 1
    old, new = before.seats[who], now.seats[who]
    kind = f.kind[move.tile]
    colour = f.colour[kind]
    due = 0
    if colour == ANIMALS:
        due = for_animals(f, old, kind, space)
    elif kind == WATCHTOWER:
        due = f.watchtower
    region, covered = f.region[old.board][space], old.filled | 1 << space
    if not region & ~covered:
        due += f.for_size[region.bit_count()] + f.for_phase[before.letter]
        here = f.boards[old.board].colour[space]
        if not f.spaces[old.board][here] & ~covered:
            due += f.large if before.large >> here & 1 else f.small if before.small >> here & 1 else 0
    if f.as_earned:
        due += f.late(new) - f.late(old)
    if new.points - old.points == due:
        return NOTHING
    return iter([f"{move} brings {new.points - old.points} points instead of {due}"])


@after(
    "animals.points", "animals.again", "knowledge.1", "building.once", "bank.silver", "boarding-house.workers",
    "watchtower.points", "castle.action", "region.complete", "region.size", "region.phase", "colour.first",
    "colour.second", "colour.later", moves=("Place",), share=DEAR,
)  # fmt: skip
def what_a_tile_brings_is_told(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """Animals and those beside them, what buildings bring, an action of a castle, and what is complete now."""
    f, space, old = facts(engine), move.space - 1, before.seats[before.turn]
    kind, region = f.kind[move.tile], f.region[old.board][space]
    here, colour = f.boards[old.board].colour[space], f.colour[f.kind[move.tile]]
    beside = [there for k, there in enumerate(old.estate) if there >= 0 and region >> k & 1]
    covered = old.filled | 1 << space
    complete = not region & ~covered
    whole = complete and not f.spaces[old.board][here] & ~covered
    large, small = bool(before.large >> here & 1), bool(before.small >> here & 1)
    alike = colour == ANIMALS == here and f.species[kind] in [f.species[there] for there in beside]
    city = [there for there in beside if f.colour[there] == BUILDING] if colour == BUILDING == here else []
    due = {
        "animals.points": colour == ANIMALS,
        "animals.again": alike,
        "knowledge.1": kind in city,
        "building.once": bool(city) and kind not in city,
        "bank.silver": kind == BANK,
        "boarding-house.workers": kind == BOARDING_HOUSE,
        "watchtower.points": kind == WATCHTOWER,
        "castle.action": colour == CASTLE or (type(before.phase) is Acting and not before.phase.die),
        **dict.fromkeys(("region.complete", "region.size", "region.phase"), complete),
        "colour.first": whole and large,
        "colour.second": whole and small and not large,
        "colour.later": whole and not small and not large,
    }
    yield from misreported(now.events, due)


@after("colour.first", "colour.second", "colour.later", moves=("Place",), share=OFTEN)
def bonus_tiles_go_to_the_first_two(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """Whoever covers a colour takes its large bonus tile, the next the small one, and later ones none."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    here = f.boards[old.board].colour[move.space - 1]
    bit = 1 << here
    large = small = 0
    if not f.spaces[old.board][here] & ~(old.filled | 1 << (move.space - 1)):
        large = bit & before.large
        small = bit & before.small if not large else 0
    if (
        new.large == old.large | large
        and new.small == old.small | small
        and now.large == before.large & ~large
        and now.small == before.small & ~small
    ):
        return NOTHING
    is_ = f"{new.large.bit_count()} large and {new.small.bit_count()} small bonus tiles"
    were = f"{old.large.bit_count()} and {old.small.bit_count()}; {int(large > 0)} and {int(small > 0)} more are due"
    return iter([f"after {move} {engine.seats[who]} has {is_} after {were}"])


@after("bank.silver", "boarding-house.workers", "mine.nothing", "building.ability", "knowledge.13", moves=("Place",),
       share=OFTEN)  # fmt: skip
def banks_and_boarding_houses_pay(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """A bank brings silver, a boarding house workers, and no other tile brings either."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    silver, workers = new.silver - old.silver, new.workers - old.workers
    kind = f.kind[move.tile]
    boarding = f.boarding_house
    if f.boarding_doubles and old.knowledge >> 14 & 1:
        boarding += f.better_workers - f.workers_taken
    due = f.bank if kind == BANK else 0, boarding if kind == BOARDING_HOUSE else 0
    if due == (silver, workers):
        return NOTHING
    more = f.income(before, now, who)
    if (due[0] + more[0], due[1] + more[1]) == (silver, workers):
        return NOTHING
    return iter([f"{move} brings {silver} pieces of silver and {workers} workers instead of {told.parts(*due)}"])


OFFERS: dict[int, type[Phase]] = {
    WAREHOUSE: Warehouse, CITY_HALL: CityHall, **dict.fromkeys(FETCHED, Fetching),
}  # fmt: skip


@after(
    "building.lapses", "building.ability", "castle.action", "ship.goods", "ship.nothing", "warehouse.sell",
    "carpenter.take", "church.take", "market.take", "city-hall.place", "building.no-die", "place.effect",
    "mine.nothing", moves=("Place",), share=DEAR,
)  # fmt: skip
def a_tile_lets_its_owner_decide(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """A castle is followed by an action, a ship by goods, some buildings by what they offer, if it can be used."""
    f, who, phase = facts(engine), before.turn, now.phase
    kind, seat = f.kind[move.tile], now.seats[before.turn]
    colour = f.colour[kind]
    due: type[Phase] | None = None
    if colour == CASTLE:
        due = Acting
    elif colour == SHIP:
        due = Cargo if is_loaded(f, before, now) else None
    elif colour == BUILDING and kind in OFFERS:
        due = OFFERS[kind]
        if (
            (kind == WAREHOUSE and not (any(seat.goods) and not (f.sell_once and before.sales)))
            or (kind == CITY_HALL and not f.placements(seat, 0, hall=True) and not (f.buy_always and f.purchases(now)))
            or (due is Fetching and not f.fetches(before, seat, kind))
        ):
            due = None
    follows = type(phase) if type(phase) in (Acting, Cargo, Fetching, Warehouse, CityHall) else None
    if follows is not due or (due is not None and now.turn != who):
        what = "nothing" if due is None else due.__name__.lower()
        yield f"{move} is followed by {kind_of(phase)} of {engine.seats[now.turn]}; its owner may decide {what}"
    elif due is Acting and phase.die:  # type: ignore[attr-defined]
        yield f"the action of the castle of {move} has the die {phase.die} instead of any"  # type: ignore[attr-defined]
    elif due is Fetching and phase.building != kind:  # type: ignore[attr-defined]
        yield f"{move} offers the tiles of {f.names[phase.building]}"  # type: ignore[attr-defined]
    elif due is Cargo and phase.first:  # type: ignore[attr-defined]
        yield f"{move} begins with the second depot, after depot {phase.first}"  # type: ignore[attr-defined]
