"""Frontiers: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.scoring import feature_of
from rulecheck.reference_engines.new_world.surveyors import is_trapper, send_home
from rulecheck.reference_engines.new_world.table import (
    CELLS,
    FARMER,
    Counts,
    Feature,
    Finished,
    Scoring,
    Settling,
    Table,
    column_of,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.new_world.tiles import PLAIN, TOWN
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


def scored(g: Kit, state: Table, move: Move, after: Table) -> tuple[int, Counts]:
    """The feature that a move has scored, with the settlers on it; -1 unless it has scored one alone."""
    phase, on = state.phase, dict(state.on)
    if not isinstance(phase, Settling | Scoring) or after.events.count("score.completed") != 1:
        return -1, ()
    if isinstance(phase, Settling) and (spot := g.spot_of.get(move, FARMER)) != FARMER:
        number = phase.roots[g.faces[state.land.grid[phase.at]].group_at[spot]]
        on[number] = (phase.at << 8 | spot << 3 | state.turn,)
    due = {feature_of(g, state, phase.at, phase.roots, where) for where in phase.due}
    gone = [number for number in due if number in on and number not in after.on]
    return (gone[0], on[gone[0]]) if len(gone) == 1 else (-1, ())


def paid(g: Kit, state: Table, move: Move, after: Table) -> list[int]:
    """The settlers on that feature whose players have its points."""
    number, settlers = scored(g, state, move, after)
    if not settlers:
        return []
    winners = [settlers[0] & 7] if number < 0 else majority(settlers, ())[0]
    return [settler for settler in settlers if settler & 7 in winners]


def standing(g: Kit, state: Table, move: Move) -> set[int]:
    """The settlers on the land once a move has placed one, before anything is scored."""
    there = {*state.settlers}
    if isinstance(state.phase, Settling) and move in g.spot_of:
        there.add(state.phase.at << 8 | g.spot_of[move] << 3 | state.turn)
    return there


def plains(state: Table) -> Iterator[tuple[Feature, Counts]]:
    """The plains with trappers, each with these."""
    for number, settlers in state.on.items():
        if number >= 0 and state.land.features[number].kind == PLAIN:
            yield state.land.features[number], settlers


@planted("trail.start-spaces", "town.start-spaces", sort="price", shows="state")
class StartSpacesDoNotCount(NewWorld):
    """The start spaces of a complete trail or town are not counted as tiles."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        number, settlers = scored(self.g, state, move, after)
        if number < 0 or isinstance(after.phase, Finished):
            return after
        feature = state.land.features[number]
        each = self.g.town_tile if feature.kind == TOWN else self.g.trail_tile
        less = each * sum(cell < CELLS for cell in feature.cells)
        winners, _ = majority(settlers, ())
        scores = tuple(score - less * (seat in winners) for seat, score in enumerate(after.scores))
        return changed(after, scores=scores)


@planted("settler.trapper", sort="option", shows="misses")
class TrappersNeedAnimals(NewWorld):
    """A trapper is placed only on a plain with animals."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        phase = after.phase
        if not isinstance(phase, Settling):
            return after
        face = self.g.faces[after.land.grid[phase.at]]
        bare = [
            self.g.settle[spot]
            for (kind, _, marks, _), spot in zip(face.groups, face.spots, strict=False)
            if kind == PLAIN and not marks
        ]
        return changed(after, phase=evolve(phase, moves=tuple(move for move in phase.moves if move not in bare)))


@planted("remove.behind", sort="supply", shows="state")
class TheWesternSurveyorRemoves(NewWorld):
    """Settlers east of the western surveyor are removed, not only those east of both."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.surveyors == state.surveyors or isinstance(after.phase, Finished):
            return after
        western = after.surveyors[-1]
        return send_home(after, [s for s in after.settlers if column_of(s >> 8) < western and not is_trapper(s)])


@planted("farm.complete", sort="price", shows="state turn")
class FarmsNeedSevenTiles(NewWorld):
    """A farm is complete with seven tiles around it."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.farm_places -= 1


class PlainsBringOtherPoints(NewWorld):
    """At the end plains bring some players more or fewer points."""

    def more(self, state: Table, plain: Feature, settlers: Counts) -> Iterator[tuple[int, int]]:
        """Seats, each with the animals of a plain that bring it points besides."""
        raise NotImplementedError

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Finished) or isinstance(state.phase, Finished):
            return after
        scores = after.scores
        for plain, settlers in plains(after):
            for seat, animals in self.more(after, plain, settlers):
                scores = plus(scores, seat, animals * self.g.per_animal)
        return changed(after, scores=scores)


@planted("majority.tie", sort="price", shows="state")
class TiesHaveOneWinner(NewWorld):
    """Where two players tie for a complete trail or town only the first of them has its points."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if not isinstance(phase, Settling | Scoring):
            return super().apply(state, move)
        on = dict(state.on)
        dropped: list[int] = []
        for where in phase.due:
            number = feature_of(self.g, state, phase.at, phase.roots, where)
            settlers: Counts = on.get(number, ())
            winners, _ = majority(settlers, ()) if settlers else ([], ())
            if number >= 0 and len(winners) > 1:
                on[number] = tuple(s for s in settlers if s & 7 not in winners[1:])
                dropped += [s for s in settlers if s & 7 in winners[1:]]
        if not dropped:
            return super().apply(state, move)
        after = super().apply(changed(state, on=on), move)
        standing = set(after.settlers)
        there = {
            number: tuple(s for s in state.on.get(number, left) if s in standing) for number, left in after.on.items()
        }
        after = changed(after, on=there)
        waiting = {s for settlers in there.values() for s in settlers}
        return send_home(after, [s for s in dropped if s in standing - waiting])
