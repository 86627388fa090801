"""Mistakes in moving the surveyors and in leaving settlers behind."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring, surveyors
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.surveyors import is_trapper
from rulecheck.reference_engines.new_world.table import FARMER, TRAPPER, Counts, Scoring, Table, column_of
from tests.faults.new_world.common import Events, Stepwise, Wrong


class _Walking(Wrong):
    """The surveyors go somewhere else after a scoring."""

    def walked(self, eastern: int, western: int, land: int) -> tuple[int, int]:
        """Where they stand afterwards; the westernmost column with a tile is given."""
        if eastern < western:
            return eastern + 1, western
        return (eastern, western + 1) if western < land else (eastern, western)

    def move_one(self, g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
        before = t.surveyors
        if len(before) == 1:
            return super().move_one(g, t, events)
        first, second = sorted(self.walked(before[0], before[1], t.land.west))
        return self.remove(g, changed(t, surveyors=(first, second)), before, events)


@breaks("surveyor.move")
class BothSurveyorsMove(_Walking):
    """After each scoring both surveyors move one column west."""

    def walked(self, eastern: int, western: int, land: int) -> tuple[int, int]:
        return min(eastern + 1, max(eastern, land)), min(western + 1, max(western, land))


@breaks("surveyor.eastern", "surveyor.move")
class TheWesternSurveyorMoves(_Walking):
    """If the surveyors do not share a column, the western one moves on as long as there is land."""

    def walked(self, eastern: int, western: int, land: int) -> tuple[int, int]:
        return (eastern, western + 1) if western < land else super().walked(eastern, western, land)


@breaks("surveyor.stuck", "surveyor.eastern")
class NoneMovesIfTheWesternCannot(_Walking):
    """If one surveyor stands in the westernmost column with a tile, none moves, not even the eastern one."""

    def walked(self, eastern: int, western: int, land: int) -> tuple[int, int]:
        return super().walked(eastern, western, land) if western < land else (eastern, western)


@breaks("surveyor.stuck")
class TheWesternmostColumnIsClosed(_Walking):
    """A surveyor never moves to the westernmost column that has a tile."""

    def walked(self, eastern: int, western: int, land: int) -> tuple[int, int]:
        return super().walked(eastern, western, land - 1)


@breaks("surveyor.move")
class OneStepInATurn(Stepwise):
    """Only one surveyor moves in a turn, when everything is scored, however many features there were."""

    def move_on(
        self, t: Table, number: int, settlers: Counts, winners: list[int], events: Events
    ) -> tuple[Table, Events]:
        return t, events

    def score_rest(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int) -> Table:
        if len(due) > 1:
            return changed(t, phase=Scoring(cell, due, roots, empty), events=events)
        for where in due:
            t, events = scoring.score_one(g, t, cell, roots, where, events)
        if "score.completed" in events:
            t, events = self.surveyor_moves(t, events)
        t, events = scoring.late_steps(g, t, empty, events)
        return scoring.end_turn(g, t, events)


@breaks("surveyor.move", "bonus.points", "score.several")
class SurveyorsMoveWhenAllIsScored(Stepwise):
    """If a tile completes several features, all of them are scored first, and the surveyors move only then."""

    def move_on(
        self, t: Table, number: int, settlers: Counts, winners: list[int], events: Events
    ) -> tuple[Table, Events]:
        return t, events

    def score_rest(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int) -> Table:
        for where in due:
            t, events = scoring.score_one(g, t, cell, roots, where, events)
        for _ in range(events.count("score.completed")):
            t, events = self.surveyor_moves(t, events)
        t, events = scoring.late_steps(g, t, empty, events)
        return scoring.end_turn(g, t, events)


@breaks("surveyor.not-for-unscored", "surveyor.move")
class SurveyorsMoveForUnoccupiedTurns(Wrong):
    """A surveyor moves once if a tile completes features and none of them has settlers."""

    def score_all(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events) -> Table:
        is_empty = due and not scoring.still_due(g, t, cell, roots, due)
        if is_empty and t.late < 0:
            t, _ = surveyors.move_one(g, t, ())
        return super().score_all(g, t, cell, roots, due, events)


# ---- settlers left behind


class _Left(Wrong):
    """Other settlers are left behind when a surveyor has moved."""

    def is_left(self, t: Table, settler: int) -> bool:
        """Whether a settler is removed."""
        return column_of(settler >> 8) < t.surveyors[0] and not is_trapper(settler)

    def removed(self, t: Table, leaving: list[int]) -> Table:
        """The position without the settlers that are removed."""
        return surveyors.send_home(t, leaving)

    def remove(self, g: Kit, t: Table, before: Counts, events: Events) -> tuple[Table, Events]:
        if t.surveyors == before and not g.stuck_removes:
            return t, events
        if t.surveyors[0] == before[0] and not g.every_move_removes:
            return t, events
        leaving = [settler for settler in t.settlers if self.is_left(t, settler)]
        return (self.removed(t, leaving) if leaving else t), events


@breaks("remove.behind", "surveyor.eastern")
class TheWesternSurveyorLeavesThemBehind(_Left):
    """All standing settlers east of the western surveyor are removed, not only those east of both."""

    def is_left(self, t: Table, settler: int) -> bool:
        return column_of(settler >> 8) < t.surveyors[-1] and not is_trapper(settler)


@breaks("remove.behind")
class OnlyTheLastColumnIsCleared(_Left):
    """Only settlers in the column next to the eastern surveyor are removed, not those further east."""

    def is_left(self, t: Table, settler: int) -> bool:
        return column_of(settler >> 8) == t.surveyors[0] - 1 and not is_trapper(settler)


@breaks("remove.behind", "remove.trappers")
class FarmersAreNotLeftBehind(_Left):
    """Farmers stay on their farms when the surveyors have passed them, like trappers on their plains."""

    def is_left(self, t: Table, settler: int) -> bool:
        return super().is_left(t, settler) and settler >> 3 & 31 != FARMER


@breaks("remove.behind", "surveyor.move", "score.several")
class SettlersAreLeftBehindAtTheEndOfTheTurn(_Left):
    """Settlers left behind are removed only when all features that the tile has completed are scored."""

    def remove(self, g: Kit, t: Table, before: Counts, events: Events) -> tuple[Table, Events]:
        return t, (*events, "remove.behind") if t.surveyors != before else events

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        if "remove.behind" in events:
            t, events = super().remove(g, t, (-1,), events)
        return super().end_turn(g, t, events)


@breaks("remove.placed-behind", "remove.behind")
class NoSettlerIsPlacedBehind(Wrong):
    """On a tile laid east of the surveyors only a trapper can be placed."""

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        spots = super().spots(t, cell, face, roots)
        if column_of(cell) >= t.surveyors[0]:
            return spots
        return tuple(spot for spot in spots if TRAPPER <= spot < FARMER)


@breaks("remove.placed-behind", "remove.behind")
class SettlersPlacedBehindGoHomeAtOnce(Wrong):
    """A settler placed east of the surveyors goes home at the end of the turn, also if nothing is scored."""

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        eastern = t.surveyors[0]
        behind = [s for s in t.settlers if column_of(s >> 8) < eastern and not is_trapper(s)]
        return super().end_turn(g, surveyors.send_home(t, behind) if behind else t, events)
