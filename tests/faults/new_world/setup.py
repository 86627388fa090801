"""Mistakes in setting up."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.table import Table


@breaks("setup.surveyors", "surveyor.eastern")
class OneSurveyorBeginsAColumnAhead(NewWorld):
    """One surveyor begins on a start space, the other one in column 1."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, surveyors=(0, 1)) if len(t.surveyors) == 2 else t


@breaks("setup.first", "turn.order")
class TheLastSeatBegins(NewWorld):
    """The last seat begins instead of the player who was chosen for it."""

    def start(self) -> Table:
        return changed(super().start(), turn=self.g.players - 1)
