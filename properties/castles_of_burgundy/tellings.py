"""When each clause of The Castles of Burgundy is carried out: what the steps tell is held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rulecheck.properties.castles_of_burgundy.facts import (
    ANIMALS,
    BUILDING,
    CASTLE,
    HELP,
    KNOWLEDGE,
    MINE,
    Facts,
    facts,
)
from rulecheck.properties.invariants.declaring import SELDOM, after
from rulecheck.properties.invariants.telling import Due, Tellings, by, by_facts, changes, grows, since, to
from rulecheck.reference_engines.castles_of_burgundy.table import Finished, Seat, Table
from rulecheck.reference_engines.contract import AnyEngine, changed
from rulecheck.spec.castles_of_burgundy.board import NEIGHBOURS

where: Final = by_facts(facts)
"""Steps of which something holds."""


def placed(test: Callable[[Facts, Seat, int, int], bool]) -> Due:
    """A tile is placed, and something holds of its owner before, its kind and its space."""
    return by("Place") & where(lambda f, b, move, now: test(f, b.seats[b.turn], f.kind[move.tile], move.space - 1))


def of_colour(colour: int) -> Due:
    """A tile of a colour is placed."""
    return placed(lambda f, seat, kind, space: f.colour[kind] == colour)


def building(name: str) -> Due:
    """A building is placed."""
    return by("Place") & (lambda engine, before, move, now: move.tile == name)


def knows(number: int) -> Due:
    """The player whose turn it is has a knowledge tile."""
    return where(lambda f, before, move, now: bool(before.seats[before.turn].knowledge >> number & 1))


def completes(f: Facts, seat: Seat, kind: int, space: int) -> bool:
    """Whether a tile fills its region."""
    region = f.region[seat.board][space]
    return all([seat.estate[k] >= 0 for k in range(len(seat.estate)) if region >> k & 1 and k != space])


def last_of_colour(f: Facts, seat: Seat, kind: int, space: int) -> bool:
    """Whether it fills the last space of a colour."""
    for spaces in f.cells[seat.board]:
        if space in spaces:
            return all([seat.estate[k] >= 0 for k in spaces if k != space])
    return False


def mates(f: Facts, seat: Seat, kind: int, space: int) -> tuple[list[int], list[int]]:
    """The spaces with the same animals in the pasture of a space, and outside it."""
    region = f.region[seat.board][space]
    pasture = region if f.spaces[seat.board][ANIMALS] >> space & 1 else 0
    there = [k for k, other in enumerate(seat.estate) if other >= 0 and f.species[other] == f.species[kind]]
    return [k for k in there if pasture >> k & 1], [k for k in there if not pasture >> k & 1]


def shares_a_pasture(f: Facts, seat: Seat, kind: int, space: int) -> bool:
    """Whether it matters what a pasture is: the same animals lie outside it, or in it and not side by side."""
    inside, outside = mates(f, seat, kind, space)
    return bool(outside) or any([not NEIGHBOURS[space] >> k & 1 for k in inside])


def stands_already(f: Facts, seat: Seat, kind: int, space: int) -> bool:
    """Whether a building of the same kind stands in the city."""
    return f.colour[kind] == BUILDING and f.stands_in_city(seat, kind, space)


def left(part: Callable[[Facts, Seat], bool]) -> Due:
    """The game is over, and something holds of somebody."""
    return to("Finished") & where(lambda f, before, move, now: any([part(f, seat) for seat in now.seats]))


def worth(number: int) -> Callable[[Facts, Seat], bool]:
    """Whether a knowledge tile that counts at the end brings a player points."""
    return lambda f, seat: bool(seat.knowledge >> number & 1) and f.worth(seat, number) > 0


def helped(number: int) -> Due:
    """A tile is placed with a die that a knowledge tile changes."""

    def holds(f: Facts, before: Table, move: Any, now: Table) -> bool:
        phase: Any = before.phase
        shown: int = f.die_of_space[move.space - 1]
        return HELP[f.colour[f.kind[move.tile]]] == number and phase.die not in (0, shown)

    return by("Place") & since("Acting") & where(holds)


def stores(f: Facts, seat: Seat) -> bool:
    """Whether stored tiles would bring points at the end if they lay in the estate."""
    knowledge = seat.knowledge
    for kind in seat.storage:
        knowledge |= 1 << f.knowledge[kind] if f.colour[kind] == KNOWLEDGE else 0
    return f.late(changed(seat, estate=seat.estate + seat.storage, knowledge=knowledge)) != f.late(seat)


def fetched(name: str) -> Due:
    """A building lets its owner take a tile."""
    return by("Take") & since("Fetching") & where(lambda f, b, move, now: f.names[b.phase.building] == name)


def mined(*, by_two: bool = False) -> Due:
    """A phase ends and mines bring something, of owners of knowledge 2 if so."""

    def holds(f: Facts, before: Table, move: Any, now: Table) -> bool:
        if type(now.phase) is Finished and not f.last_income:
            return False
        owners = [seat for seat in now.seats if f.mine in seat.estate]
        return any([seat.knowledge >> 2 & 1 for seat in owners]) if by_two else bool(owners)

    return PHASE_ENDS & where(holds)


def won(clause: str) -> Due:
    """The game is over, decided by what a clause says: the points, empty spaces, or the order."""

    def holds(f: Facts, before: Table, move: Any, now: Table) -> bool:
        scores = [f.score(seat) for seat in now.seats]
        best = [seat for seat, points in zip(now.seats, scores, strict=True) if points == max(scores)]
        filled = [seat.filled.bit_count() for seat in best]
        wanted = max(filled) if f.fewer_spaces else min(filled)
        return clause == ("win.most" if len(best) == 1 else "win.empty" if filled.count(wanted) == 1 else "win.last")

    return ENDED & where(holds)


def another_stands(f: Facts, seat: Seat, kind: int, space: int) -> bool:
    """Whether other buildings stand in the city, and none of the kind."""
    city = f.region[seat.board][space] if f.boards[seat.board].colour[space] == BUILDING else 0
    there = [other for k, other in enumerate(seat.estate) if other >= 0 and city >> k & 1]
    is_building = [other for other in there if f.colour[other] == BUILDING]
    return f.colour[kind] == BUILDING and bool(is_building) and kind not in is_building


def die(*, used: bool) -> Due:
    """An action with a die, or one that a castle gives."""
    return since("Acting") & where(lambda f, before, move, now: (before.phase.die > 0) is used)


ENDED: Final = to("Finished")
COMPLETES: Final = placed(completes)
PHASE_ENDS: Final = grows("letter") | ENDED

TOLD: Final = Tellings(
    {
        "animals.again": of_colour(ANIMALS) & placed(lambda *tile: bool(mates(*tile)[0])),
        "animals.points": of_colour(ANIMALS),
        "animals.same-pasture": of_colour(ANIMALS) & placed(shares_a_pasture),
        "bank.silver": building("bank"),
        "boarding-house.workers": building("boarding house"),
        "building.ability": building("bank")
        | building("boarding house")
        | building("watchtower")
        | (by("Take") & since("Fetching"))
        | (by("Sell") & since("Warehouse"))
        | (by("Place") & since("CityHall")),
        "building.once": placed(another_stands),
        "carpenter.take": fetched("carpenter"),
        "castle.action": of_colour(CASTLE) | (by("Take", "Place") & die(used=False)),
        "church.take": fetched("church"),
        "city-hall.place": by("Place") & since("CityHall"),
        "colour.first": grows("seats.large"),
        "colour.later": placed(last_of_colour) & ~(grows("seats.large") | grows("seats.small")),
        "colour.second": grows("seats.small"),
        "end.game": ENDED,
        "end.goods": left(lambda f, seat: any(seat.goods)),
        "end.silver": left(lambda f, seat: seat.silver > 0),
        "end.stored": left(stores),
        "end.workers": left(lambda f, seat: seat.workers >= f.number("end.workers")),
        "estate.storage": to("Discarding"),
        "expert.sheet": by("Deal"),
        "expert.side": by("Side"),
        "knowledge.1": placed(stands_already),
        "knowledge.10": helped(10),
        "knowledge.11": helped(11),
        "knowledge.12": by("Take") & die(used=True) & where(lambda f, b, move, now: move.depot != b.phase.die),
        "knowledge.13": (by("TakeWorkers") | building("boarding house")) & knows(13),
        "knowledge.14": by("TakeWorkers") & knows(14),
        **{f"knowledge.{number}": left(worth(number)) for number in range(15, 27)},
        "knowledge.2": mined(by_two=True),
        "knowledge.3": by("Sell") & knows(3),
        "knowledge.4": by("Sell") & knows(4),
        "knowledge.6": by("Buy") & (lambda engine, before, move, now: move.depot > 0),
        "knowledge.7": of_colour(ANIMALS) & knows(7),
        "knowledge.8": by("Shift") & knows(8),
        "knowledge.9": helped(9),
        "market.take": fetched("market"),
        "mine.income": mined(),
        "mine.nothing": of_colour(MINE),
        "phase.black": by("Draw") & where(lambda f, before, move, now: len(now.black) > len(before.black)),
        "phase.end": PHASE_ENDS,
        "phase.goods": where(lambda f, before, move, now: len(now.offered) > len(before.offered)),
        "phase.number": to("Filling") & ~since("Filling"),
        "place.die": by("Place") & die(used=True),
        "purchase.moment": by("Buy"),
        "purchase.once": by("Buy"),
        "purchase.price": by("Buy", "Pay"),
        "purchase.storage": by("Buy", "Pay") & ~to("Paying"),
        "region.complete": COMPLETES,
        "region.phase": COMPLETES,
        "region.size": COMPLETES,
        "round.first-player": to("Rolling") & ~since("Rolling"),
        "round.order": to("Turn") & changes("turn"),
        "round.roll": by("Roll", "White"),
        "round.white": by("White") & where(lambda f, before, move, now: bool(before.offered)),
        "round.white-only": by("White"),
        "sell.all": by("Sell"),
        "sell.die": by("Sell") & die(used=True),
        "sell.points": by("Sell"),
        "sell.silver": by("Sell"),
        "setup.castle": by("Found"),
        "setup.goods": since("StartGoods"),
        "setup.goods-rest": since("StartGoods") & ~to("StartGoods"),
        "ship.any-depot": by("Goods") & where(lambda f, before, move, now: not before.phase.first),
        "ship.goods": by("Goods") & where(lambda f, before, move, now: bool(before.goods[move.depot - 1])),
        "take.die": by("Take") & die(used=True),
        "take.full": since("Discarding") | to("Discarding"),
        "take.storage": (by("Take", "Buy", "Pay") & ~to("Discarding", "Paying"))
        | (by("Discard") & since("Discarding")),
        "turn.any-action": by("Sell") & die(used=True) & where(lambda f, before, move, now: before.sales > 0),
        "turn.die": by("Use"),
        "turn.two-actions": by("Use") & where(lambda f, before, move, now: len(before.dice[before.turn]) == 1),
        "warehouse.sell": by("Sell") & since("Warehouse"),
        "watchtower.points": building("watchtower"),
        "win.empty": won("win.empty"),
        "win.last": won("win.last"),
        "win.most": won("win.most"),
        "worker.change": by("Shift"),
        "worker.wrap": by("Shift") & (lambda engine, before, move, now: not 1 <= move.die + move.by <= 6),
        "workers.take": by("TakeWorkers"),
    }
)


@after(*TOLD.table, tells=TOLD.table, share=SELDOM)
def what_is_carried_out_is_told(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A step tells of each clause just where its condition holds."""
    yield from TOLD.mistold(engine, before, move, now)
