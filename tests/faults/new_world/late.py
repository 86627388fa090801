"""Mistakes in the house rule for the second surveyor."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import surveyors
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import Counts, Table
from tests.faults.new_world.common import Events, Stepwise, Wrong


@breaks("late.wait", "setup.surveyors")
class NoSurveyorWaits(Wrong):
    """Also in the house rule both surveyors begin on the board."""

    def start(self) -> Table:
        return changed(super().start(), surveyors=(0, 0), late=-1)


@breaks("late.wait", "bonus.points")
class TheWaitingSurveyorBringsABonus(Wrong):
    """The surveyor that waits brings a bonus in the column that has the number of its space."""

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        places = t.surveyors if t.late < 0 else (*t.surveyors, t.late)
        after, events = super().pay(g, changed(t, surveyors=places), settlers, winners, points, for_all, events)
        return changed(after, surveyors=t.surveyors), events


@breaks("late.step")
class OneLateStepInATurn(Wrong):
    """The surveyor that waits moves on by one space in a turn, however many features are completed."""

    def late_step(self, g: Kit, t: Table, is_scored: bool, events: Events) -> tuple[Table, Events]:
        return t, events

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        if t.late >= 0 and ("score.completed" in events or "score.unoccupied" in events):
            t, events = super().late_step(g, t, True, events)
        return super().end_turn(g, t, events)


@breaks("late.step")
class TheWaitingSurveyorMovesInEachTurn(Wrong):
    """The surveyor that waits moves on by one space at the end of each turn."""

    def late_step(self, g: Kit, t: Table, is_scored: bool, events: Events) -> tuple[Table, Events]:
        return t, events

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        if t.late >= 0:
            t, events = super().late_step(g, t, True, events)
        return super().end_turn(g, t, events)


@breaks("late.step", "farm.complete")
class FarmsDoNotMoveTheWaitingSurveyor(Stepwise):
    """A completed farm does not move the surveyor that waits."""

    def move_on(
        self, t: Table, number: int, settlers: Counts, winners: list[int], events: Events
    ) -> tuple[Table, Events]:
        if number < 0 and t.late >= 0:
            return surveyors.move_one(self.g, t, events)
        return super().move_on(t, number, settlers, winners, events)


@breaks("late.step", "score.others")
class OnlyOwnScoringsMoveTheWaitingSurveyor(Stepwise):
    """The surveyor that waits moves only if the player whose turn it is has the points."""

    def late_step(self, g: Kit, t: Table, is_scored: bool, events: Events) -> tuple[Table, Events]:
        return super().late_step(g, t, is_scored, events) if is_scored else (t, events)

    def move_on(
        self, t: Table, number: int, settlers: Counts, winners: list[int], events: Events
    ) -> tuple[Table, Events]:
        if t.turn not in winners and t.late >= 0:
            return surveyors.move_one(self.g, t, events)
        return super().move_on(t, number, settlers, winners, events)


class _Entering(Wrong):
    """The surveyor that waited is placed somewhere else."""

    def column(self, t: Table) -> int:
        """Where it is placed."""
        return 0

    def late_step(self, g: Kit, t: Table, is_scored: bool, events: Events) -> tuple[Table, Events]:
        after, events = super().late_step(g, t, is_scored, events)
        if t.late < 0 or after.late >= 0:
            return after, events
        return changed(after, surveyors=tuple(sorted((*t.surveyors, self.column(t))))), events


@breaks("late.enter")
class TheSurveyorEntersTheFirstColumn(_Entering):
    """The surveyor that has waited is placed in column 1, not on a start space."""

    def column(self, t: Table) -> int:
        return 1
