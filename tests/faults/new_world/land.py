"""Mistakes in the land: what belongs together on tiles and start spaces."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.new_world.table import CELLS, Feature, Table
from rulecheck.spec.new_world.tiles import TRAIL, Segment, Tile
from rulecheck.spec.rules import Rules
from tests.faults.new_world.common import Wrong, reface


def joined(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Some segments of a tile as one."""
    if len(segments) < 2:
        return tuple(segments)
    at = tuple(sorted(place for segment in segments for place in segment.at))
    return (Segment(at, sum(segment.marks for segment in segments)),)


def is_crossroads(tile: Tile) -> bool:
    """Whether trails end at a crossroads of the tile."""
    return len(tile.trails) > 2 and all(len(trail.at) == 1 for trail in tile.trails)


def one_town(tile: Tile) -> Tile:
    """The towns of a tile as one."""
    return evolve(tile, towns=joined(tile.towns))


def one_trail(tile: Tile) -> Tile:
    """The trails of a tile as one, unless they end at its crossroads."""
    return tile if is_crossroads(tile) else evolve(tile, trails=joined(tile.trails))


def straight_on(tile: Tile) -> Tile:
    """The trails that lie opposite one another at a crossroads as one."""
    if not is_crossroads(tile):
        return tile
    lines = [joined([trail for trail in tile.trails if trail.at[0] % 2 == line]) for line in range(2)]
    return evolve(tile, trails=(*lines[0], *lines[1]))


def plains_across_trails(tile: Tile) -> Tile:
    """The plains of a tile with trails as one."""
    return evolve(tile, plains=joined(tile.plains)) if tile.trails else tile


def plains_across_towns(tile: Tile) -> Tile:
    """The plains of a tile without trails as one."""
    return tile if tile.trails else evolve(tile, plains=joined(tile.plains))


@breaks("land.segments", "land.sides")
class TownsOfATileAreOneTown(Wrong):
    """All town segments of a tile belong to the same town, also where they do not touch."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        reface(self.g, one_town)


@breaks("land.segments", "land.sides")
class TrailsOfATileAreOneTrail(Wrong):
    """Two trails that run over a tile past one another belong to the same trail."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        reface(self.g, one_trail)


@breaks("land.crossroads", "trail.complete", "land.segments")
class TrailsRunStraightOnAtACrossroads(Wrong):
    """At a crossroads a trail ends only if none goes on straight ahead."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        reface(self.g, straight_on)


class _OpenStubs(Wrong):
    """Some trails that end on a tile are open there."""

    def is_end(self, tile: Tile) -> bool:
        """Whether a trail ends where it stops on a tile."""
        return True

    def is_complete(self, t: Table, feature: Feature) -> bool:
        if feature.open or feature.kind != TRAIL:
            return not feature.open
        tiles = [self.face_at(t, cell).tile for cell in feature.cells if cell >= CELLS]
        return all(self.is_end(tile) for tile in tiles if [len(trail.at) for trail in tile.trails] == [1])


@breaks("trail.complete", "land.crossroads")
class TrailsDoNotEndAtAFarm(_OpenStubs):
    """A trail that leads to a farm has no end there, so it is never complete."""

    def is_end(self, tile: Tile) -> bool:
        return not tile.farm


@breaks("trail.complete", "land.crossroads")
class TrailsDoNotEndAtATown(_OpenStubs):
    """A trail that leads to a town segment of its tile has no end there, so it is never complete."""

    def is_end(self, tile: Tile) -> bool:
        return tile.farm


@breaks("trail.complete", "land.crossroads", "land.start-row")
class TrailsDoNotEndAtTheSea(Wrong):
    """A trail that leads over a start space to the sea has no end there, so it is never complete."""

    def is_complete(self, t: Table, feature: Feature) -> bool:
        return not feature.open and not (feature.kind == TRAIL and min(feature.cells) < CELLS)


@breaks("land.plains")
class PlainsGoOnAcrossTrails(Wrong):
    """Trails do not bound plains: what a trail parts on a tile is one plain all the same."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        reface(self.g, plains_across_trails)


@breaks("land.plains")
class PlainsGoOnAcrossTowns(Wrong):
    """Towns do not bound plains: what a town alone parts on a tile is one plain all the same."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        reface(self.g, plains_across_towns)
