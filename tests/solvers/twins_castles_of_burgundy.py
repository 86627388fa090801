"""Broken twins of the arithmetic of The Castles of Burgundy: each function, with its contract and one thing wrong.

CrossHair must refute every one of them; `test_contracts.py` holds the contracts against the originals.
"""

from __future__ import annotations


def turned(die: int, by: int) -> int:
    """A 6 is made a 0.

    pre: 1 <= die <= 6 and -6 < by < 6
    post: 1 <= _ <= 6
    post: _ == die + by or _ == die + by - 6 or _ == die + by + 6
    """
    return (die + by) % 6


def steps_between(number: int, other: int) -> int:
    """Only one way round.

    pre: 1 <= number <= 6 and 1 <= other <= 6
    post: 0 <= _ <= 3
    post: (_ == 0) == (number == other)
    post: _ == abs(number - other) or _ == 6 - abs(number - other)
    """
    return abs(number - other)


def are_neighbours(depot: int, other: int, ring: bool) -> bool:
    """The ring is always closed.

    pre: 1 <= depot <= 6 and 1 <= other <= 6
    post: not _ or depot != other
    post: _ or abs(depot - other) != 1
    post: not _ or abs(depot - other) == 1 or (ring and abs(depot - other) == 5)
    """
    return abs(depot - other) in (1, 5)


def mine_instead(players: int, phase: int, exception: bool) -> bool:
    """In the wrong phases.

    pre: 2 <= players <= 4 and 0 <= phase <= 4
    post: not _ or (players == 3 and phase in (1, 3))
    post: _ or not exception or players != 3 or phase in (0, 2, 4)
    """
    return exception and players == 3 and phase % 2 == 0


def has_room(stored: int, room: int) -> bool:
    """A full storage takes one more.

    pre: 0 <= stored <= room
    post: _ == (room - stored >= 1)
    """
    return stored <= room


def kinds_left(new: int, held: int, room: int) -> int:
    """Fewer than none are left.

    pre: new >= 0 and 0 <= held <= room
    post: 0 <= _ <= new
    post: held + new - _ <= room
    post: _ == 0 or held + new - _ == room
    """
    return held + new - room


def animal_points(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """The new tile brings no more.

    pre: new >= 0 and again >= 0 and tiles_again >= 0 and more_each >= 0
    pre: (tiles_again > 0) or again == 0
    post: _ >= new + again
    post: _ - new - again == more_each * (tiles_again + 1)
    """
    return new + again + more_each * tiles_again


def is_complete(spaces: int, covered: int) -> bool:
    """One space early.

    pre: 0 <= covered <= spaces
    post: _ == (spaces - covered == 0)
    """
    return covered >= spaces - 1


def region_points(for_size: int, for_phase: int) -> int:
    """Only the better of the two.

    pre: for_size >= 0 and for_phase >= 0
    post: _ >= for_size and _ >= for_phase and _ - for_size == for_phase
    """
    return max(for_size, for_phase)


def bonus_points(large_there: bool, small_there: bool, large: int, small: int) -> int:
    """Who comes late gets the small one.

    pre: 0 <= small <= large
    post: _ in (0, small, large)
    post: not large_there or _ == large
    post: large_there or not small_there or _ == small
    post: large_there or small_there or _ == 0
    """
    return large if large_there else small


def sale_points(goods: int, each: int) -> int:
    """One good too many.

    pre: 0 <= goods <= 50 and 0 <= each <= 10
    post: _ >= 0
    post: each == 0 or _ // each == goods
    post: goods == 0 or _ // goods == each
    """
    return (goods + 1) * each


def sale_silver(usual: int, better: int, has_tile: bool) -> int:
    """Both together.

    pre: usual >= 0 and better >= 0
    post: _ in (usual, better)
    post: _ == better or not has_tile
    post: _ == usual or has_tile
    """
    return usual + better if has_tile else usual


def workers_taken(usual: int, better: int, has_tile: bool) -> int:
    """Always the better.

    pre: usual >= 0 and better >= 0
    post: _ in (usual, better)
    post: (_ == better) if has_tile else (_ == usual)
    """
    return better


def income(mines: int, each: int) -> int:
    """The first mine brings nothing.

    pre: 0 <= mines <= 10 and 0 <= each <= 10
    post: _ >= 0 and (_ == 0) == (mines == 0 or each == 0)
    post: each == 0 or _ // each == mines
    """
    return max(0, mines - 1) * each


def can_pay(silver: int, workers: int, price: int, workers_pay: bool) -> bool:
    """Workers always count.

    pre: silver >= 0 and workers >= 0 and price >= 0
    post: _ or silver < price
    post: not _ or silver >= price or (workers_pay and silver + workers >= price)
    post: _ or not workers_pay or silver + workers < price
    """
    return silver + workers >= price


def moved(space: int, steps: int, spaces: int) -> int:
    """Off the track.

    pre: 0 <= space < spaces and steps >= 0
    post: space <= _ < spaces
    post: _ == space + steps or (_ == spaces - 1 and space + steps >= spaces)
    """
    return space + steps


def points_for_workers(workers: int, each: int) -> int:
    """What is left over counts.

    pre: workers >= 0 and each > 0
    post: _ >= 0
    post: _ * each <= workers < (_ + 1) * each
    """
    return (workers + each - 1) // each


def for_each(count: int, points: int) -> int:
    """The first brings one more.

    pre: 0 <= count <= 50 and 0 <= points <= 10
    post: _ >= 0
    post: points == 0 or _ // points == count
    post: count == 0 or _ % count == 0
    """
    return count * points + (1 if count else 0)


def next_turn(place: int, players: int) -> int:
    """The first again after the last.

    pre: players >= 2 and 0 <= place < players
    post: -1 <= _ < players
    post: _ == place + 1 or (_ == -1 and place == players - 1)
    """
    return (place + 1) % players
