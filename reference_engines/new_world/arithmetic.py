"""The rulebook's arithmetic: small functions of ints, with contracts that CrossHair checks as they stand."""

from __future__ import annotations

from typing import Final

from rulecheck.reference_engines.contract import cites


@cites("turn.order")
def next_seat(seat: int, players: int) -> int:
    """The seat whose turn follows, clockwise.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    post: _ == seat + 1 or (_ == 0 and seat == players - 1)
    """
    return (seat + 1) % players


@cites("trail.tiles", "trail.posts")
def trail_points(tiles: int, posts: int, per_tile: int, per_post: int) -> int:
    """What a trail brings.

    pre: 0 <= tiles and 0 <= posts and 0 <= per_tile <= 2 and 0 <= per_post <= 2
    post: _ >= 0
    post: _ - posts * per_post == tiles * per_tile
    """
    return tiles * per_tile + posts * per_post


@cites("town.tiles", "town.flags")
def town_points(tiles: int, flags: int, per_tile: int, per_flag: int) -> int:
    """What a town brings, the smallest as well.

    pre: 0 <= tiles and 0 <= flags and 0 <= per_tile <= 2 and 0 <= per_flag <= 2
    post: _ >= 0
    post: _ - tiles * per_tile == flags * per_flag
    """
    return tiles * per_tile + flags * per_flag


@cites("farm.complete")
def is_surrounded(filled: int, places: int) -> bool:
    """Whether all places around a farm are filled.

    pre: 0 <= filled <= places
    post: _ == (places - filled == 0)
    """
    return filled == places


@cites("final.farms")
def unfinished_farm(filled: int, itself: int, per_tile: int) -> int:
    """What an unfinished farm brings.

    pre: 0 <= filled <= 8 and 0 <= itself <= 3 and 0 <= per_tile <= 3
    post: _ >= itself
    post: _ - itself == filled * per_tile
    """
    return itself + filled * per_tile


@cites("trail.complete", "town.complete")
def open_ends(before: int, used: int, new: int) -> int:
    """How many open sides a feature has after a tile was laid: those that it used are gone, its own are new.

    pre: 0 <= used <= before and 0 <= new <= 4
    post: _ >= new
    post: _ - new + used == before
    """
    return before - used + new


@cites("trail.loop")
def is_loop(dead_ends: int, open_sides: int) -> bool:
    """Whether a trail runs in a loop: no side is open, and it ends nowhere.

    pre: 0 <= dead_ends and 0 <= open_sides
    post: _ == (dead_ends + open_sides == 0)
    """
    return dead_ends == 0 and open_sides == 0


@cites("bonus.points")
def surveyors_in(column: int, first: int, second: int) -> int:
    """How many of two surveyors stand in a column.

    pre: 0 <= first and 0 <= second
    post: 0 <= _ <= 2
    post: (_ == 2) == (first == column and second == column)
    post: (_ == 0) == (first != column and second != column)
    """
    return (column == first) + (column == second)


@cites("bonus.points", "bonus.counts")
def bonus(met: int, each: int) -> int:
    """The bonus for so many meetings of a settler and a surveyor.

    pre: 0 <= met and 0 <= each <= 5
    post: _ >= 0 and (_ == 0) == (met == 0 or each == 0)
    post: each == 0 or _ // each == met
    """
    return met * each


@cites("surveyor.stuck")
def is_stuck(eastern: int, western: int, land: int) -> bool:
    """Whether no surveyor can move: both stand in the westernmost column with a tile.

    pre: 0 <= eastern <= western <= eastern + 1 and western <= land
    post: _ == (eastern >= land)
    post: not _ or eastern == western
    """
    return eastern == western == land


@cites("surveyor.move", "surveyor.eastern", "surveyor.either")
def eastern_after(eastern: int, western: int) -> int:
    """The column of the eastern surveyor after a step: the eastern one moves, or either of two that share a column.

    pre: 0 <= eastern <= western <= eastern + 1
    post: eastern <= _ <= western
    post: (_ == eastern) == (eastern == western)
    """
    return eastern + 1 if eastern < western else eastern


@cites("surveyor.move", "surveyor.either")
def western_after(eastern: int, western: int) -> int:
    """The column of the western surveyor after a step.

    pre: 0 <= eastern <= western <= eastern + 1
    post: western <= _ <= eastern + 1
    post: (_ > western) == (eastern == western)
    """
    return western + 1 if eastern == western else western


@cites("remove.behind", "remove.trappers")
def is_left_behind(column: int, eastern: int, is_lying: bool) -> bool:
    """Whether a settler is removed: it stands in a column east of the eastern surveyor.

    pre: 0 <= column and 0 <= eastern
    post: not (_ and is_lying)
    post: is_lying or _ == (column < eastern)
    """
    return not is_lying and column < eastern


@cites("majority.most", "majority.tie", "final.majority", "final.plains")
def has_majority(mine: int, most: int) -> bool:
    """Whether a player with so many settlers on a feature has its points.

    pre: 0 <= mine <= most
    post: not _ or mine > 0
    post: _ or mine < most or most == 0
    """
    return 0 < mine == most


@cites("final.start-spaces")
def counted_tiles(tiles: int, start_spaces: int, do_start_spaces_count: bool) -> int:
    """How many tiles of an unfinished feature count.

    pre: 0 <= start_spaces <= tiles
    post: 0 <= _ <= tiles
    post: _ == tiles or not do_start_spaces_count
    post: do_start_spaces_count or tiles - _ == start_spaces
    """
    return tiles if do_start_spaces_count else tiles - start_spaces


ON_BOARD: Final = -1
"""Where the waiting surveyor stands when it waits no longer."""


@cites("late.step", "late.enter")
def late_space(space: int, last: int) -> int:
    """Where the waiting surveyor stands after a completed feature: -1, on the board, when it reaches the last space.

    pre: 0 <= space < last
    post: _ == -1 or (_ == space + 1 and _ < last)
    post: (_ == -1) == (space + 1 == last)
    """
    return space + 1 if space + 1 < last else ON_BOARD


@cites("win.most", "win.shared")
def is_winner(score: int, most: int) -> bool:
    """Whether a player has won.

    pre: 0 <= score <= most
    post: _ == (most - score <= 0)
    """
    return score == most


@cites("land.columns")
def cell_at(column: int, row: int) -> int:
    """The number of a place; west of it lies the place 512 higher, south of it the next one.

    pre: 0 <= column and -256 <= row < 256
    post: _ >= 0
    post: _ // 512 == column and _ % 512 - 256 == row
    """
    return 512 * column + row + 256


@cites("tile.match")
def is_same_edge(wanted: int, shown: int) -> bool:
    """Whether a side of a tile goes with what it touches: 0 stands for nothing, then plain, trail and town.

    pre: 0 <= wanted <= 3 and 1 <= shown <= 3
    post: _ or (wanted != shown and wanted != 0)
    post: not _ or wanted == 0 or wanted == shown
    """
    return wanted in (0, shown)
