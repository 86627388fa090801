"""Colonies: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.table import Counts, Feature, Settling, Table, column_of
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.new_world.tiles import PLAIN
from rulecheck.spec.rules import Rules
from tests.faults.held_out.new_world.frontiers import PlainsBringOtherPoints, paid, scored, standing
from tests.faults.held_out.planting import planted

Move = m.Move


class SettlersJoin(NewWorld):
    """Some settlers may be placed where others stand."""

    def joining(self, state: Table) -> dict[Move, int]:
        """The moves by which they are, each with the feature."""
        raise NotImplementedError

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        more = self.joining(state)
        return (
            [*(move for move in self.g.settle if move in more or move in legal), self.g.no_settler] if more else legal
        )

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.joining(state) else super().refusal(state, move)


@planted("settler.occupied", sort="option", shows="lists")
class TrappersJoinTheirOwn(SettlersJoin):
    """A player may place a trapper on a plain where all trappers are the player's own."""

    def joining(self, state: Table) -> dict[Move, int]:
        phase = state.phase
        if not isinstance(phase, Settling):
            return {}
        face = self.g.faces[state.land.grid[phase.at]]
        return {
            self.g.settle[spot]: root
            for (kind, _, _, _), spot, root in zip(face.groups, face.spots, phase.roots, strict=False)
            if kind == PLAIN and root in state.on and all(settler & 7 == state.turn for settler in state.on[root])
        }

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        root = self.joining(state).get(move)
        if root is None:
            return after
        return changed(after, on={**after.on, root: tuple(sorted((*state.on[root], *after.on[root])))})


@planted("farm.points", sort="price", shows="state")
class FarmsForgetTheirOwnTile(NewWorld):
    """A complete farm brings the points of the tiles around it only."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.farm_points -= 1


@planted("bonus.points", sort="price", shows="state")
class TheSurveyorMovesFirst(NewWorld):
    """The bonus is for the columns in which the surveyors stand after the scoring has moved one of them."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        scores = after.scores
        for settler in paid(self.g, state, move, after):
            column = column_of(settler >> 8)
            more = after.surveyors.count(column) - state.surveyors.count(column)
            scores = plus(scores, settler & 7, more * self.g.bonus_each)
        return changed(after, scores=scores)


@planted("remove.behind", sort="supply", shows="state")
class WhoIsLeftBehindIsLost(NewWorld):
    """Settlers east of the surveyors leave the game instead of going back to their owners."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        _, settlers = scored(self.g, state, move, after)
        if "remove.behind" not in after.events or not settlers:
            return after
        supply = after.supply
        for settler in standing(self.g, state, move) - {*after.settlers, *settlers}:
            supply = plus(supply, settler & 7, -1)
        return changed(after, supply=supply)


@planted("final.plains", sort="price", shows="state outcome")
class EveryTrapperCounts(PlainsBringOtherPoints):
    """At the end a plain brings its points once for each trapper of the player with the most."""

    def more(self, state: Table, plain: Feature, settlers: Counts) -> Iterator[tuple[int, int]]:
        for seat in majority(settlers, ())[0]:
            yield seat, (sum(settler & 7 == seat for settler in settlers) - 1) * plain.marks


@planted("final.posts", sort="price", shows="state outcome")
class FinalPostsBringOne(NewWorld):
    """In the final scoring a trading post brings one point, like a flag."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_post = self.g.final_flag
