"""Mistakes in reading the tables for the number of players."""

from __future__ import annotations

from attrs import evolve

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.spec.rules import Rules


class _OtherColumn(PowerGrid):
    """Power Grid in which some numbers are those for another number of players."""

    names: tuple[str, ...] = ()
    always = 0
    """The number of players of the column that is read, if it is always the same."""
    more = 0
    """How many players more the column is for."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        players = self.always or min(6, max(2, rules.players + self.more))
        other = Kit(evolve(rules, players=players))
        for name in self.names:
            setattr(self.g, name, getattr(other, name))


@breaks("setup.regions")
class RegionsAreUsedAsForOneMore(_OtherColumn):
    """As many regions are used as the table says for one player more."""

    names = ("regions_used", "region_sets")
    more = 1


@breaks("setup.stack")
class EightPlantsAreAlwaysRemoved(_OtherColumn):
    """Eight cards are removed from the stack however many play, as with two or three players."""

    names = ("removed",)
    always = 3


@breaks("setup.stack")
class PlantsAreRemovedAsForOneMore(_OtherColumn):
    """As many cards are removed from the stack as the table says for one player more."""

    names = ("removed",)
    more = 1


@breaks("refill.amount")
class FuelIsRefilledAsForOneMore(_OtherColumn):
    """The fuel market is refilled by the table's column for one player more."""

    names = ("refill",)
    more = 1


@breaks("refill.amount")
class FuelIsRefilledAsForOneFewer(_OtherColumn):
    """The fuel market is refilled by the table's column for one player fewer."""

    names = ("refill",)
    more = -1


@breaks("step2.start")
class Step2NeedsSevenCities(_OtherColumn):
    """Step 2 begins with seven cities however many play, as with three to five players."""

    names = ("step2_cities",)
    always = 3


@breaks("step2.start")
class Step2NeedsAsManyAsForOneMore(_OtherColumn):
    """Step 2 begins with as many cities as the table says for one player more."""

    names = ("step2_cities",)
    more = 1


@breaks("end.start")
class TheGameAlwaysEndsWithSeventeenCities(_OtherColumn):
    """The game ends with 17 cities however many play, as with three or four players."""

    names = ("end_cities",)
    always = 3


@breaks("end.start")
class TheGameEndsAsForOneMore(_OtherColumn):
    """The game ends with as many cities as the table says for one player more."""

    names = ("end_cities",)
    more = 1


@breaks("end.start")
class TheGameEndsAsForOneFewer(_OtherColumn):
    """The game ends with as many cities as the table says for one player fewer."""

    names = ("end_cities",)
    more = -1
