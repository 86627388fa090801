"""Mistakes in what is in the box."""

from __future__ import annotations

from attrs import evolve

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import Counts, Feature, Table
from rulecheck.spec.new_world.tiles import Segment, Tile
from rulecheck.spec.rules import Rules
from tests.faults.new_world.common import Events, Wrong, reface

_BASE = 100
"""More animals than there are of one species."""


def _by_species(tile: Tile) -> Tile:
    """A tile whose plains tell for each species how many animals they show."""
    species = iter(tile.species)
    plains = tuple(
        Segment(plain.at, sum(_BASE ** (next(species) - 1) for _ in range(plain.marks))) for plain in tile.plains
    )
    return evolve(tile, plains=plains)


class _Species(Wrong):
    """Plains know how many animals of each species they show."""

    redraws = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        reface(self.g, _by_species)

    def counted(self, animals: Counts) -> int:
        """What counts of so many animals of each species."""
        return sum(animals)

    def plain_points(self, g: Kit, feature: Feature, could_grow: bool, events: Events) -> tuple[int, Events]:
        animals = tuple(feature.marks // _BASE**species % _BASE for species in range(3))
        return self.counted(animals) * g.per_animal, events


@breaks("box.tiles", "setup.tiles")
class EachKindIsThereOnce(NewWorld):
    """Each kind of land tile is in the pile once only."""

    def start(self) -> Table:
        return changed(super().start(), pile=(1,) * len(self.g.kinds))


@breaks("box.settlers", "setup.settlers")
class AllSettlersAreSharedOut(NewWorld):
    """The settlers of the colours that nobody plays are shared out among the players."""

    def start(self) -> Table:
        g = self.g
        each = g.supply * 5 // g.players
        return changed(super().start(), supply=(each,) * g.players)


@breaks("box.surveyors", "setup.surveyors")
class ThereIsOneSurveyorOnly(Wrong):
    """There is one surveyor only, and it moves after each scoring."""

    def start(self) -> Table:
        return changed(super().start(), surveyors=(0,), late=-1)

    def move_one(self, g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
        if len(t.surveyors) == 2 or t.late >= 0:
            return super().move_one(g, t, events)
        before = t.surveyors
        after = (min(before[0] + 1, max(before[0], t.land.west)),)
        return self.remove(g, changed(t, surveyors=after), before, events)


@breaks("box.animals", "final.plains")
class SpeciesCountInsteadOfAnimals(_Species):
    """A plain brings a point for each species on it, however many animals there are."""

    def counted(self, animals: Counts) -> int:
        return sum(count > 0 for count in animals)
