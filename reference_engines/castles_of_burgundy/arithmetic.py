"""The rulebook's arithmetic: small functions of ints, with contracts that CrossHair checks as they stand."""

from __future__ import annotations

from typing import Final

from rulecheck.reference_engines.contract import cites


@cites("worker.change", "worker.wrap", "knowledge.8")
def turned(die: int, by: int) -> int:
    """What a die shows after it was changed, 6 and 1 being neighbours.

    pre: 1 <= die <= 6 and -6 < by < 6
    post: 1 <= _ <= 6
    post: _ == die + by or _ == die + by - 6 or _ == die + by + 6
    """
    return (die + by - 1) % 6 + 1


@cites("worker.several", "place.die")
def steps_between(number: int, other: int) -> int:
    """How many steps lead from one number of a die to another, the shorter way round.

    pre: 1 <= number <= 6 and 1 <= other <= 6
    post: 0 <= _ <= 3
    post: (_ == 0) == (number == other)
    post: _ == abs(number - other) or _ == 6 - abs(number - other)
    """
    apart = abs(number - other)
    return min(apart, 6 - apart)


@cites("depots.neighbours", "knowledge.5")
def are_neighbours(depot: int, other: int, ring: bool) -> bool:
    """Whether two numbered depots lie side by side.

    pre: 1 <= depot <= 6 and 1 <= other <= 6
    post: not _ or depot != other
    post: _ or abs(depot - other) != 1
    post: not _ or abs(depot - other) == 1 or (ring and abs(depot - other) == 5)
    """
    return abs(depot - other) == 1 or (ring and abs(depot - other) == 5)


@cites("phase.three-players", "fill.three-players")
def mine_instead(players: int, phase: int, exception: bool) -> bool:
    """Whether the dark green space of depot 6 takes a mine; phases count from 0.

    pre: 2 <= players <= 4 and 0 <= phase <= 4
    post: not _ or (players == 3 and phase in (1, 3))
    post: _ or not exception or players != 3 or phase in (0, 2, 4)
    """
    return exception and players == 3 and phase % 2 == 1


@cites("estate.storage", "take.full")
def has_room(stored: int, room: int) -> bool:
    """Whether another tile finds an empty space in the storage.

    pre: 0 <= stored <= room
    post: _ == (room - stored >= 1)
    """
    return stored < room


@cites("ship.kinds", "ship.left")
def kinds_left(new: int, held: int, room: int) -> int:
    """How many of the new kinds of goods find no place beside those that the player holds.

    pre: new >= 0 and 0 <= held <= room
    post: 0 <= _ <= new
    post: held + new - _ <= room
    post: _ == 0 or held + new - _ == room
    """
    return max(0, held + new - room)


@cites("animals.points", "animals.again", "knowledge.7")
def animal_points(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """Points for an animal tile: its animals, those of the tiles that score again, and more for each such tile.

    pre: new >= 0 and again >= 0 and tiles_again >= 0 and more_each >= 0
    pre: (tiles_again > 0) or again == 0
    post: _ >= new + again
    post: _ - new - again == more_each * (tiles_again + 1)
    """
    return new + again + more_each * (1 + tiles_again)


@cites("region.complete")
def is_complete(spaces: int, covered: int) -> bool:
    """Whether all spaces of a region are covered.

    pre: 0 <= covered <= spaces
    post: _ == (spaces - covered == 0)
    """
    return covered >= spaces


@cites("region.size", "region.phase")
def region_points(for_size: int, for_phase: int) -> int:
    """Points for a completed region.

    pre: for_size >= 0 and for_phase >= 0
    post: _ >= for_size and _ >= for_phase and _ - for_size == for_phase
    """
    return for_size + for_phase


@cites("colour.first", "colour.second", "colour.later")
def bonus_points(large_there: bool, small_there: bool, large: int, small: int) -> int:
    """Points for a completed colour: the large tile if it is still there, else the small one, else nothing.

    pre: 0 <= small <= large
    post: _ in (0, small, large)
    post: not large_there or _ == large
    post: large_there or not small_there or _ == small
    post: large_there or small_there or _ == 0
    """
    if large_there:
        return large
    return small if small_there else 0


@cites("sell.points")
def sale_points(goods: int, each: int) -> int:
    """Points for a sale.

    pre: 0 <= goods <= 50 and 0 <= each <= 10
    post: _ >= 0
    post: each == 0 or _ // each == goods
    post: goods == 0 or _ // goods == each
    """
    return goods * each


@cites("sell.silver", "knowledge.3")
def sale_silver(usual: int, better: int, has_tile: bool) -> int:
    """Silver for a sale, however many goods are sold.

    pre: usual >= 0 and better >= 0
    post: _ in (usual, better)
    post: _ == better or not has_tile
    post: _ == usual or has_tile
    """
    return better if has_tile else usual


@cites("workers.take", "knowledge.14")
def workers_taken(usual: int, better: int, has_tile: bool) -> int:
    """How many workers the action brings.

    pre: usual >= 0 and better >= 0
    post: _ in (usual, better)
    post: (_ == better) if has_tile else (_ == usual)
    """
    return better if has_tile else usual


@cites("mine.income", "knowledge.2")
def income(mines: int, each: int) -> int:
    """What the mines bring at the end of a phase.

    pre: 0 <= mines <= 10 and 0 <= each <= 10
    post: _ >= 0 and (_ == 0) == (mines == 0 or each == 0)
    post: each == 0 or _ // each == mines
    """
    return mines * each


@cites("purchase.price", "edition.rules")
def can_pay(silver: int, workers: int, price: int, workers_pay: bool) -> bool:
    """Whether a player can pay a price, with workers too if they count.

    pre: silver >= 0 and workers >= 0 and price >= 0
    post: _ or silver < price
    post: not _ or silver >= price or (workers_pay and silver + workers >= price)
    post: _ or not workers_pay or silver + workers < price
    """
    return silver + (workers if workers_pay else 0) >= price


@cites("ship.marker")
def moved(space: int, steps: int, spaces: int) -> int:
    """Where a marker stands after it moved to the right; the track's last space holds it.

    pre: 0 <= space < spaces and steps >= 0
    post: space <= _ < spaces
    post: _ == space + steps or (_ == spaces - 1 and space + steps >= spaces)
    """
    return min(space + steps, spaces - 1)


@cites("end.workers")
def points_for_workers(workers: int, each: int) -> int:
    """Points for workers at the end: one for every so many, the rest brings nothing.

    pre: workers >= 0 and each > 0
    post: _ >= 0
    post: _ * each <= workers < (_ + 1) * each
    """
    return workers // each


@cites("knowledge.15", "knowledge.16", "knowledge.24", "knowledge.25", "knowledge.26")
def for_each(count: int, points: int) -> int:
    """Points for so many things.

    pre: 0 <= count <= 50 and 0 <= points <= 10
    post: _ >= 0
    post: points == 0 or _ // points == count
    post: count == 0 or _ % count == 0
    """
    return count * points


NOBODY: Final = -1
"""The place in the order of whoever plays next when all have played."""


@cites("round.order")
def next_turn(place: int, players: int) -> int:
    """Who plays next in the round, by place in the order; -1 when all have.

    pre: players >= 2 and 0 <= place < players
    post: -1 <= _ < players
    post: _ == place + 1 or (_ == -1 and place == players - 1)
    """
    return place + 1 if place + 1 < players else NOBODY
