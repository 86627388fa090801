"""Pilgrims: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.surveyors import is_trapper, send_home
from rulecheck.reference_engines.new_world.table import Counts, Finished, Scoring, Settling, Table, column_of
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.settlers", "box.settlers", sort="supply", shows="state")
class FourSettlersEach(NewWorld):
    """Of the six settlers two are laid aside, and four played."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.supply -= 1


@planted("remove.behind", sort="supply", shows="state")
class ThoseBesideTheSurveyorGoToo(NewWorld):
    """Settlers in the eastern surveyor's own column are left behind like those east of it."""

    def apply(self, state: Table, move: Move) -> Table:
        return self._left(state.surveyors, super().apply(state, move))

    def _left(self, before: Counts, after: Table) -> Table:
        phase, column = after.phase, after.surveyors[0]
        if after.surveyors == before or isinstance(phase, Finished):
            return after
        beside = [s for s in after.settlers if column_of(s >> 8) == column and not is_trapper(s)]
        home = send_home(after, beside)
        if not isinstance(phase, Scoring):
            return home
        due = scoring.still_due(self.g, home, phase.at, phase.roots, phase.due)
        if due == phase.due:
            return home
        rest = scoring.score_rest(self.g, home, phase.at, phase.roots, due, after.events, phase.empty)
        return self._left(home.surveyors, rest)


@planted("remove.placed-behind", sort="order", shows="state")
class SettlersBehindGoAtOnce(NewWorld):
    """A settler placed east of the surveyors goes back at the end of the turn, whether anything was scored or not."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Settling) or isinstance(after.phase, Settling | Scoring | Finished):
            return after
        cell = state.phase.at
        if column_of(cell) >= after.surveyors[0]:
            return after
        return send_home(after, [s for s in after.settlers if s >> 8 == cell and not is_trapper(s)])


@planted("final.trails", "final.posts", sort="price", shows="state outcome")
class UnfinishedTrailsBringNothing(NewWorld):
    """At the end unfinished trails are worth nothing, their trading posts neither."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_trail_tile = self.g.final_post = 0


@planted("final.plains", sort="price", shows="state outcome")
class AnimalsBringTwo(NewWorld):
    """At the end each animal on a plain brings two points."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.per_animal = 2
