"""Mistakes in the surveyors' bonus."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.new_world import surveyors
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import FARMER, Counts, Scoring, Settling, Table, column_of
from tests.faults.new_world.common import Events, Wrong


class _Counted(Wrong):
    """The bonus is counted otherwise."""

    def met(self, columns: list[int], places: Counts) -> int:
        """How often a player has the bonus for settlers in some columns."""
        return sum(places.count(column) for column in columns)

    def bonus_of(self, g: Kit, surveyors: Counts, settlers: Counts) -> tuple[int, bool]:
        return g.bonus_each * self.met([column_of(settler >> 8) for settler in settlers], surveyors), False


@breaks("bonus.points")
class TwoSurveyorsBringOneBonus(_Counted):
    """A settler in the same column as both surveyors brings the bonus once."""

    def met(self, columns: list[int], places: Counts) -> int:
        return sum(column in places for column in columns)


@breaks("bonus.points", "surveyor.either")
class TheBonusNeedsBothSurveyors(_Counted):
    """There is a bonus only for settlers in a column where both surveyors are."""

    def met(self, columns: list[int], places: Counts) -> int:
        return super().met(columns, places) if len(set(places)) == 1 else 0


@breaks("bonus.points", "farm.points")
class FarmersBringNoBonus(Wrong):
    """A farmer in a surveyor's column brings no bonus."""

    def bonus_of(self, g: Kit, surveyors: Counts, settlers: Counts) -> tuple[int, bool]:
        return super().bonus_of(g, surveyors, tuple(s for s in settlers if s >> 3 & 31 != FARMER))


@breaks("bonus.points", "score.others")
class OnlyTheTurnHasTheBonus(Wrong):
    """Only the player whose turn it is has a bonus."""

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        own = tuple(settler for settler in settlers if settler & 7 == t.turn)
        return super().pay(g, t, own, winners, points, for_all, events)


@breaks("bonus.points", "majority.tie")
class EveryWinnerHasEveryBonus(Wrong):
    """Each player who has the points has the bonus for all settlers on the feature, also for those of others."""

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        more, _ = surveyors.bonus_of(g, t.surveyors, settlers)
        return super().pay(g, t, (), winners, points + more, for_all, events)


@breaks("bonus.points", "settler.here")
class TheTileJustLaidBringsTheBonus(Wrong):
    """Whoever has the points of a feature has the bonus for each surveyor in the column of the tile just laid."""

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        at = t.phase.at if isinstance(t.phase, Settling | Scoring) else next(reversed(t.land.grid))
        more = g.bonus_each * t.surveyors.count(column_of(at))
        return super().pay(g, t, (), winners, points + more, for_all, events)
