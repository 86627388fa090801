"""The land: where a tile can be laid, and how features grow together when one is."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from rulecheck.reference_engines.contract import cites
from rulecheck.reference_engines.new_world.arithmetic import cell_at, open_ends
from rulecheck.reference_engines.new_world.kit import ACROSS, Face, Kit
from rulecheck.reference_engines.new_world.table import AROUND, CELLS, SLOTS, STEPS, Counts, Feature, Land, On, root_of
from rulecheck.spec.new_world.tiles import PLAIN

NO_CELLS: frozenset[int] = frozenset()
CORNERS: Final = tuple(
    tuple(
        STEPS[side] + STEPS[other]
        for side, other in ((0, 1), (1, 2), (2, 3), (3, 0))
        if not code & (3 << 2 * side | 3 << 2 * other)
    )
    for code in range(256)
)
"""For what a place touches the steps to those of its corners to which none of these sides leads."""
_new = tuple.__new__
"""Makes a named tuple without a call of its own `__new__`: a tile brings several features."""


@cites("land.segments", "land.plains", "land.crossroads")
def lay(g: Kit, land: Land, on: On, cell: int, face: Face) -> tuple[Land, On, Counts]:
    """The land with one more tile, the settlers by feature, and for each segment of the tile its feature.

    Every segment takes up the features that go on at its slots: the first of them lives on, the others become part of
    it.  No feature that the tile does not touch is looked at.
    """
    slots, features, parent = land.slots.copy(), land.features.copy(), land.parent.copy()
    base = cell * SLOTS
    here = frozenset((cell,))
    roots: list[int] = []
    joined = False
    for kind, group_slots, marks, ends in face.groups:
        root, used = -1, 0
        new: list[int] = []
        others: list[int] = []
        for slot in group_slots:
            feature = slots.pop(base + slot, -1)
            if feature < 0:
                new.append(base + slot + ACROSS[slot])
                continue
            while (up := parent[feature]) != feature:
                feature = up
            used += 1
            if root < 0:
                root = feature
            elif feature != root and feature not in others:
                others.append(feature)
        if root < 0:
            root = len(features)
            parent.append(root)
            features.append(_new(Feature, (kind, NO_CELLS if kind == PLAIN else here, 1, ends, marks, len(new))))
        else:
            _, cells, segments, dead, sum_of_marks, is_open = features[root]
            for other in others:
                parent[other] = root
                joined = True
                _, more, count, more_dead, more_marks, more_open = features[other]
                cells |= more
                segments, dead = segments + count, dead + more_dead
                sum_of_marks, is_open = sum_of_marks + more_marks, is_open + more_open
                if other in on:
                    on = on.copy()
                    on[root] = tuple(sorted(on.get(root, ()) + on.pop(other)))
            grown = cells if kind == PLAIN else cells | here
            is_open = open_ends(is_open, used, len(new))
            features[root] = _new(Feature, (kind, grown, segments + 1, dead + ends, sum_of_marks + marks, is_open))
        for slot in new:
            slots[slot] = root
        roots.append(root)
    if joined:
        roots = [root_of(parent, root) for root in roots]
    grid = land.grid.copy()
    grid[cell] = face.number
    frontier = grow(land.frontier, grid, cell, face)
    farms = land.farms
    if farms or face.has_farm:
        farms = count_farms(g, farms, grid, cell, face)
    west = cell // CELLS
    if west < land.west:
        west = land.west
    return Land(grid, slots, features, parent, frontier, farms, west), on, tuple(roots)


@cites("tile.attach", "tile.corner", "tile.free", "tile.west-side", "tile.beyond")
def grow(frontier: Counts, grid: dict[int, int], cell: int, face: Face) -> Counts:
    """Where tiles can be laid now: no longer on this cell, but on its free neighbours, never in column 0."""
    entries = list(frontier)
    at = bisect_left(entries, cell << 8)
    if at < len(entries) and entries[at] >> 8 == cell:
        del entries[at]
    for step, learns in face.rim:
        there = cell + step
        if there >= CELLS and there not in grid:
            at = bisect_left(entries, there << 8)
            if at < len(entries) and entries[at] >> 8 == there:
                entries[at] |= learns
            else:
                entries.insert(at, there << 8 | learns)
    return tuple(entries)


@cites("tile.corner", "tile.corners")
def by_a_corner(land: Land) -> Counts:
    """Of the places where a tile can be laid those where it would touch another tile by a corner only."""
    return tuple([entry for entry in land.frontier if meets_a_corner(land.grid, entry)])


def meets_a_corner(grid: dict[int, int], entry: int) -> bool:
    """Whether a tile there would touch another one by a corner only."""
    cell = entry >> 8
    return any([cell + corner in grid for corner in CORNERS[entry & 255]])


@cites("tile.corners")
def can_meet_a_corner(land: Land, masks: Counts) -> bool:
    """Whether one of the ways to lay a tile, told by what places touch, meets another by a corner only."""
    grid = land.grid
    for entry in land.frontier:  # asked at every draw: nothing is called
        touched = entry & 255
        if masks[touched]:
            cell = entry >> 8
            for corner in CORNERS[touched]:
                if cell + corner in grid:
                    return True
    return False


@cites("tile.corners")
def open_places(g: Kit, land: Land) -> Counts:
    """Where tiles can be laid, under the reading for corners."""
    if not g.corners_banned:
        return land.frontier
    banned = set(by_a_corner(land))
    return tuple([entry for entry in land.frontier if entry not in banned])


@cites("farm.complete", "farm.start-spaces")
def count_farms(g: Kit, farms: dict[int, int], grid: dict[int, int], cell: int, face: Face) -> dict[int, int]:
    """How many places around each farm are filled, after a tile was laid."""
    filled_by_farm = {farm: filled + (farm - cell in AROUND) for farm, filled in farms.items()}
    if face.has_farm:
        filled_by_farm[cell] = sum(
            [cell + step in grid for step in AROUND if g.farm_counts_start or cell + step >= CELLS]
        )
    return filled_by_farm


@cites("land.start-row", "setup.board")
def start_land(g: Kit) -> Land:
    """The start spaces, joined along the coast."""
    known = g.start_land
    if known is not None:
        return known
    land = Land({}, {}, [], [], (), {}, 0)
    for space, face in zip(g.start, g.start_faces, strict=True):
        land, _, _ = lay(g, land, {}, cell_at(0, space.row), face)
    g.start_land = land
    return land


def code_at(frontier: Counts, cell: int) -> int:
    """What a tile on a cell would touch, -1 if it cannot be laid there."""
    at = bisect_left(frontier, cell << 8)
    if at < len(frontier) and frontier[at] >> 8 == cell:
        return frontier[at] & 255
    return -1
