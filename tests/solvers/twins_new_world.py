"""Broken twins of New World's arithmetic: each function has its contract and one thing wrong with it.

CrossHair must refute every one of them; `test_contracts.py` holds the contracts against the originals.
"""

from __future__ import annotations


def next_seat(seat: int, players: int) -> int:
    """Counter-clockwise.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    post: _ == seat + 1 or (_ == 0 and seat == players - 1)
    """
    return (seat - 1) % players


def trail_points(tiles: int, posts: int, per_tile: int, per_post: int) -> int:
    """Posts count once, whatever they bring.

    pre: 0 <= tiles and 0 <= posts and 0 <= per_tile <= 2 and 0 <= per_post <= 2
    post: _ >= 0
    post: _ - posts * per_post == tiles * per_tile
    """
    return tiles * per_tile + posts


def town_points(tiles: int, flags: int, per_tile: int, per_flag: int) -> int:
    """The smallest brings half.

    pre: 0 <= tiles and 0 <= flags and 0 <= per_tile <= 2 and 0 <= per_flag <= 2
    post: _ >= 0
    post: _ - tiles * per_tile == flags * per_flag
    """
    return tiles if tiles == 2 else tiles * per_tile + flags * per_flag


def is_surrounded(filled: int, places: int) -> bool:
    """All but one are enough.

    pre: 0 <= filled <= places
    post: _ == (places - filled == 0)
    """
    return filled >= places - 1


def unfinished_farm(filled: int, itself: int, per_tile: int) -> int:
    """The farm itself does not count.

    pre: 0 <= filled <= 8 and 0 <= itself <= 3 and 0 <= per_tile <= 3
    post: _ >= itself
    post: _ - itself == filled * per_tile
    """
    return filled * per_tile


def open_ends(before: int, used: int, new: int) -> int:
    """Used sides stay open.

    pre: 0 <= used <= before and 0 <= new <= 4
    post: _ >= new
    post: _ - new + used == before
    """
    return before + new


def is_loop(dead_ends: int, open_sides: int) -> bool:
    """Whatever has no open side.

    pre: 0 <= dead_ends and 0 <= open_sides
    post: _ == (dead_ends + open_sides == 0)
    """
    return open_sides == 0


def surveyors_in(column: int, first: int, second: int) -> int:
    """Two in the same column count as one.

    pre: 0 <= first and 0 <= second
    post: 0 <= _ <= 2
    post: (_ == 2) == (first == column and second == column)
    post: (_ == 0) == (first != column and second != column)
    """
    return int(column in (first, second))


def bonus(met: int, each: int) -> int:
    """Paid once, however many meet.

    pre: 0 <= met and 0 <= each <= 5
    post: _ >= 0 and (_ == 0) == (met == 0 or each == 0)
    post: each == 0 or _ // each == met
    """
    return each if met else 0


def is_stuck(eastern: int, western: int, land: int) -> bool:
    """As soon as the western one has no land.

    pre: 0 <= eastern <= western <= eastern + 1 and western <= land
    post: _ == (eastern >= land)
    post: not _ or eastern == western
    """
    return western == land


def eastern_after(eastern: int, western: int) -> int:
    """Always one column on.

    pre: 0 <= eastern <= western <= eastern + 1
    post: eastern <= _ <= western
    post: (_ == eastern) == (eastern == western)
    """
    return eastern + 1


def western_after(eastern: int, western: int) -> int:
    """The western one moves.

    pre: 0 <= eastern <= western <= eastern + 1
    post: western <= _ <= eastern + 1
    post: (_ > western) == (eastern == western)
    """
    return western + 1


def is_left_behind(column: int, eastern: int, is_lying: bool) -> bool:
    """Trappers too.

    pre: 0 <= column and 0 <= eastern
    post: not (_ and is_lying)
    post: is_lying or _ == (column < eastern)
    """
    return column < eastern


def has_majority(mine: int, most: int) -> bool:
    """Also without a settler.

    pre: 0 <= mine <= most
    post: not _ or mine > 0
    post: _ or mine < most or most == 0
    """
    return mine == most


def counted_tiles(tiles: int, start_spaces: int, do_start_spaces_count: bool) -> int:
    """Start spaces never count.

    pre: 0 <= start_spaces <= tiles
    post: 0 <= _ <= tiles
    post: _ == tiles or not do_start_spaces_count
    post: do_start_spaces_count or tiles - _ == start_spaces
    """
    return tiles - start_spaces


def late_space(space: int, last: int) -> int:
    """It waits on the last space.

    pre: 0 <= space < last
    post: _ == -1 or (_ == space + 1 and _ < last)
    post: (_ == -1) == (space + 1 == last)
    """
    return space + 1


def is_winner(score: int, most: int) -> bool:
    """One point less is enough.

    pre: 0 <= score <= most
    post: _ == (most - score <= 0)
    """
    return score >= most - 1


def cell_at(column: int, row: int) -> int:
    """Rows and columns change places.

    pre: 0 <= column and -256 <= row < 256
    post: _ >= 0
    post: _ // 512 == column and _ % 512 - 256 == row
    """
    return 512 * row + column + 256


def is_same_edge(wanted: int, shown: int) -> bool:
    """Nothing is never matched.

    pre: 0 <= wanted <= 3 and 1 <= shown <= 3
    post: _ or (wanted != shown and wanted != 0)
    post: not _ or wanted == 0 or wanted == shown
    """
    return wanted == shown
