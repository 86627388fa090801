"""Mistakes in trails, towns and farms: when they are complete, and what they bring."""

from __future__ import annotations

from typing import ClassVar

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.scoring import first_side
from rulecheck.reference_engines.new_world.table import CELLS, SLOTS, STEPS, Counts, Feature, Table
from rulecheck.spec.new_world.tiles import TOWN, TRAIL
from tests.faults.new_world.common import Events, Stepwise, Wrong


class _Trails(Wrong):
    """Completed trails bring something else."""

    kind: ClassVar[int] = TRAIL

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        """What a trail or town of so many tiles with so many posts or flags brings."""
        return tiles * g.trail_tile + marks * g.trail_post

    def points_of(self, g: Kit, feature: Feature, events: Events) -> tuple[int, Events]:
        if feature.kind != self.kind:
            return super().points_of(g, feature, events)
        return self.worth_of(g, len(feature.cells), feature.marks, feature), events


class _Towns(_Trails):
    """Completed towns bring something else."""

    kind = TOWN

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return tiles * g.town_tile + marks * g.town_flag


def on_board(feature: Feature) -> int:
    """How many start spaces belong to a trail or town."""
    return sum(cell < CELLS for cell in feature.cells)


class _OwnSides(Wrong):
    """What the tile just laid leaves open itself decides what is complete."""

    kind: ClassVar[int] = TRAIL

    def completed(
        self, g: Kit, t: Table, cell: int, face: Face, roots: Counts, events: Events
    ) -> tuple[Counts, Events]:
        due, events = super().completed(g, t, cell, face, roots, events)
        near = {cell + step for step in STEPS}
        left_open = {number for slot, number in t.land.slots.items() if slot // SLOTS in near}
        mine = [root for group, root in zip(face.groups, roots, strict=True) if group[0] == self.kind]
        more = {first_side(face, roots, root) for root in mine if root not in left_open}
        return tuple(sorted({*due, *more})), events


# ---- trails


@breaks("trail.complete")
class OneEndIsEnough(Wrong):
    """A trail is complete as soon as one of its ends is at a crossroads, a town segment, a farm or the sea."""

    def is_complete(self, t: Table, feature: Feature) -> bool:
        return not feature.open or (feature.kind == TRAIL and feature.ends > 0)


@breaks("trail.complete")
class ATrailEndsWithTheTile(_OwnSides):
    """A trail is complete when it does not go on from the tile just laid, wherever its other end is."""


@breaks("trail.loop", "trail.complete")
class LoopsAreNotComplete(Wrong):
    """A trail that forms a loop has no ends, so it is never complete."""

    def is_complete(self, t: Table, feature: Feature) -> bool:
        return not feature.open and not (feature.kind == TRAIL and not feature.ends)


@breaks("trail.tile-once", "trail.tiles")
class TrailsCountSegments(_Trails):
    """Each segment of a completed trail brings a point, so a tile with several of them counts several times."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, feature.segments, marks, feature)


@breaks("trail.posts")
class OnePostCounts(_Trails):
    """Trading posts bring a completed trail the same, however many there are on it."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, tiles, min(1, marks), feature)


@breaks("trail.posts")
class APostTakesThePlaceOfItsTile(_Trails):
    """A tile with a trading post brings a completed trail the points of the post instead of its own."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, tiles, marks, feature) - marks * g.trail_tile


@breaks("trail.start-spaces", "trail.tiles")
class TrailsDoNotCountStartSpaces(_Trails):
    """Start spaces that a completed trail runs over bring nothing."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, tiles - on_board(feature), marks, feature)


# ---- towns


@breaks("town.complete")
class ATownIsClosedByTheTile(_OwnSides):
    """A town is complete when the tile just laid leaves no gap itself, whatever gaps there are elsewhere."""

    kind = TOWN


@breaks("town.tiles", "town.complete")
class SmallTownsBringHalf(_Towns):
    """A completed town of two tiles brings half of what it should for each tile."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, tiles, marks, feature) - (g.town_tile if tiles == 2 else 0)


@breaks("town.tiles", "town.complete")
class SmallTownsAreNotTowns(Wrong):
    """A town of two tiles does not count as complete."""

    def is_complete(self, t: Table, feature: Feature) -> bool:
        return not feature.open and not (feature.kind == TOWN and len(feature.cells) == 2)


@breaks("town.tile-once", "town.tiles")
class TownsCountSegments(_Towns):
    """Each segment of a completed town brings its points, so a tile with several of them counts several times."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, feature.segments, marks, feature)


@breaks("town.flags")
class OneFlagCounts(_Towns):
    """Flags bring a completed town the same, however many there are in it."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, tiles, min(1, marks), feature)


@breaks("town.start-spaces", "town.tiles")
class TownsDoNotCountStartSpaces(_Towns):
    """Start spaces that belong to a completed town bring nothing."""

    def worth_of(self, g: Kit, tiles: int, marks: int, feature: Feature) -> int:
        return super().worth_of(g, tiles - on_board(feature), marks, feature)


# ---- farms


@breaks("farm.complete")
class FarmsNeedFourSides(Wrong):
    """A farm is complete when the four places at its sides are filled, those at its corners do not matter."""

    def is_farm_complete(self, t: Table, cell: int, farm: int, filled: int) -> bool:
        is_new = farm == cell or farm - cell in STEPS or -farm in t.on
        return is_new and all(farm + step in t.land.grid for step in STEPS)


@breaks("farm.complete", "farm.points")
class FarmsNeedSevenPlaces(Wrong):
    """A farm is complete when seven places around it are filled, since its own tile is counted among the eight."""

    def is_farm_complete(self, t: Table, cell: int, farm: int, filled: int) -> bool:
        missing = self.g.farm_places - filled
        return missing == 1 or (missing < 1 and (farm == cell or -farm in t.on))


@breaks("farm.complete", "score.completed")
class FarmsAreCompletedBySideNeighboursOnly(Wrong):
    """A farm is not looked at when the last place around it is filled at one of its corners."""

    def is_farm_complete(self, t: Table, cell: int, farm: int, filled: int) -> bool:
        return filled == self.g.farm_places and (farm == cell or farm - cell in STEPS)


@breaks("farm.complete", "score.others")
class FarmsAreCompletedByTheirFarmerOnly(Wrong):
    """A farm is scored only if its farmer's player fills the last place around it."""

    def is_farm_complete(self, t: Table, cell: int, farm: int, filled: int) -> bool:
        settlers = t.on.get(-farm, ())
        return filled == self.g.farm_places and all(settler & 7 == t.turn for settler in settlers)


class _Farms(Stepwise):
    """Completed farms bring something else, or somebody else."""

    def farm(self, t: Table, cell: int, farmer: int) -> tuple[int, list[int]]:
        """What a completed farm brings, and whom."""
        return self.g.farm_points, [farmer]

    def worth(self, t: Table, number: int, settlers: Counts) -> tuple[int, list[int]]:
        if number >= 0:
            return super().worth(t, number, settlers)
        return self.farm(t, -number, settlers[0] & 7)


@breaks("farm.points", "score.others")
class FarmsBelongToTheTurn(_Farms):
    """A completed farm brings its points to the player who has filled the last place, not to the farmer's."""

    def farm(self, t: Table, cell: int, farmer: int) -> tuple[int, list[int]]:
        return self.g.farm_points, [t.turn]
