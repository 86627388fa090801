"""Homesteads: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world import scoring, surveyors
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import FARMER, Finished, Scoring, Settling, Table
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


def ground_of(g: Kit, state: Table, phase: Settling, move: Move) -> int:
    """The number of the feature on which a settler is placed; that of a farm is below 0."""
    spot = g.spot_of[move]
    face = g.faces[state.land.grid[phase.at]]
    return -phase.at if spot == FARMER else phase.roots[face.group_at[spot]]


def completed(g: Kit, state: Table, phase: Settling) -> list[int]:
    """The numbers of the features that the tile just laid has completed."""
    return [scoring.feature_of(g, state, phase.at, phase.roots, where) for where in phase.due]


class ListsFewer(NewWorld):
    """What is not listed is not legal, even if no clause forbids it."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and move not in self.legal_moves(state):
            return Refused("turn.then", "this is not open now")
        return refused


@planted("settler.just-completed", "home.same-turn", sort="option", shows="misses")
class NobodyComesToWhatIsComplete(ListsFewer):
    """No settler is placed on a feature that the tile just laid has completed."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal, phase, none = super().legal_moves(state), state.phase, self.g.no_settler
        if not isinstance(phase, Settling):
            return legal
        shut = completed(self.g, state, phase)
        return [move for move in legal if move == none or ground_of(self.g, state, phase, move) not in shut]


@planted("surveyor.not-for-unscored", "score.unoccupied", sort="order", shows="state")
class SurveyorsMoveForEmptyFeatures(NewWorld):
    """A surveyor moves for each feature that is completed, with settlers or without."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if not isinstance(phase, Settling) or isinstance(after.phase, Scoring | Finished):
            return after
        there = set(state.on)
        if move != self.g.no_settler:
            there.add(ground_of(self.g, state, phase, move))
        for feature in completed(self.g, state, phase):
            if feature not in there:
                after, events = surveyors.move_one(self.g, after, after.events)
                after = changed(after, events=events)
        return after


@planted("surveyor.move", "surveyor.either", "surveyor.eastern", sort="order", shows="state")
class BothSurveyorsMove(NewWorld):
    """After a scoring the two surveyors go west together."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.surveyors == state.surveyors or isinstance(after.phase, Scoring | Finished):
            return after
        moved = changed(after, surveyors=(max(after.surveyors),) * len(after.surveyors))
        if moved.surveyors == after.surveyors:
            return after
        moved, events = surveyors.remove(self.g, moved, after.surveyors, after.events)
        return changed(moved, events=events)


@planted("final.posts", sort="price", shows="state outcome")
class PostsOnUnfinishedTrailsDoNotCount(NewWorld):
    """At the end of the game only the tiles of unfinished trails are counted."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_post = 0


@planted("settler.occupied", sort="option", shows="lists")
class OneMayJoinOneself(NewWorld):
    """Only settlers of other players keep a settler away from a feature."""

    def _joined(self, state: Table, phase: Settling) -> dict[Move, int]:
        """The moves to features that carry settlers of this player only."""
        spots = self.g.faces[state.land.grid[phase.at]].spots
        pairs = zip(spots, phase.roots, strict=False)
        on = {root: {settler & 7 for settler in there} for root, there in state.on.items()}
        return {self.g.settle[spot]: root for spot, root in pairs if on.get(root) == {state.turn}}

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal, phase = super().legal_moves(state), state.phase
        return [*self._joined(state, phase), *legal] if isinstance(phase, Settling) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        joined = self._joined(state, phase) if isinstance(phase, Settling) else {}
        if not isinstance(phase, Settling) or move not in joined:
            return super().apply(state, move)
        settler = phase.at << 8 | self.g.spot_of[move] << 3 | state.turn
        settlers, supply = list(state.settlers), list(state.supply)
        insort(settlers, settler)
        supply[state.turn] -= 1
        on = state.on | {joined[move]: tuple(sorted((*state.on[joined[move]], settler)))}
        t = changed(state, settlers=tuple(settlers), supply=tuple(supply), on=on)
        return scoring.score_all(self.g, t, phase.at, phase.roots, phase.due, ("settler.one",))
