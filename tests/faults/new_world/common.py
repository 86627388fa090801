"""What the faults share: the engine that they are planted in, in which single steps can be carried out otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, ClassVar, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import final, majority, scoring, settling, surveyors
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.kit import Face, Kit, make_face
from rulecheck.reference_engines.new_world.land import lay, open_places, start_land
from rulecheck.reference_engines.new_world.moves import Move
from rulecheck.reference_engines.new_world.table import (
    AROUND,
    FARMER,
    STEPS,
    Counts,
    Drawing,
    Feature,
    Land,
    On,
    Placing,
    Scoring,
    Settling,
    Table,
    root_of,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.new_world.tiles import PLAIN, Tile
from tests.faults.planting import Planted, swapping

Events = tuple[str, ...]

_completed, _still_due = scoring.completed, scoring.still_due
_points_of, _majority, _pay = scoring.points_of, majority.majority, majority.pay
_score_all, _score_one, _score_rest = scoring.score_all, scoring.score_one, scoring.score_rest
_leave_unoccupied, _end_turn, _end_game = scoring.leave_unoccupied, scoring.end_turn, scoring.end_game
_send_home, _move_one, _remove = surveyors.send_home, surveyors.move_one, surveyors.remove
_bonus_of, _late_step = surveyors.bonus_of, surveyors.late_step
_score, _pay_points, _unfinished_points = final.score, final.pay_points, final.unfinished_points
_farm_points, _plain_points = final.farm_points, final.plain_points

HOOKS: Final[tuple[tuple[str, ModuleType, str, tuple[str, ...]], ...]] = (
    ("ask", settling, "ask", ("spots",)),
    ("settle", settling, "settle", ("spots",)),
    ("completed", scoring, "completed", ("is_complete", "is_farm_complete")),
    ("points_of", scoring, "points_of", ()),
    ("majority", scoring, "majority", ()),
    ("pay", scoring, "pay", ()),
    ("score_all", scoring, "score_all", ()),
    ("score_one", scoring, "score_one", ()),
    ("score_rest", scoring, "score_rest", ()),
    ("leave_unoccupied", scoring, "leave_unoccupied", ()),
    ("end_turn", scoring, "end_turn", ()),
    ("end_game", scoring, "end_game", ()),
    ("next_seat", scoring, "next_seat", ()),
    ("send_home", surveyors, "send_home", ()),
    ("move_one", surveyors, "move_one", ()),
    ("remove", surveyors, "remove", ()),
    ("bonus_of", surveyors, "bonus_of", ()),
    ("late_step", surveyors, "late_step", ()),
    ("final_score", final, "score", ()),
    ("final_majority", final, "majority", ()),
    ("pay_points", final, "pay_points", ()),
    ("unfinished_points", final, "unfinished_points", ()),
    ("final_farm_points", final, "farm_points", ()),
    ("plain_points", final, "plain_points", ()),
)
"""A method, the function for which it stands if a mistake has its own, and other methods that call for it too."""


class Wrong(Planted[Table, Move], NewWorld):
    """The rules' own engine; each of the steps below is carried out as a mistake says that has its own."""

    redraws: ClassVar[bool] = False
    """Whether the land is worked out anew for each position, since tiles or start spaces are read otherwise."""

    def _places_swapped(self) -> Iterator[tuple[Any, Any, Any]]:
        yield from super()._places_swapped()
        for name, module, function, others in HOOKS:
            if self._has(name, *others):
                yield module, function, getattr(self, name)

    def legal_moves(self, state: Table) -> Sequence[Move]:
        state = self.seen(state)
        phase = state.phase
        if isinstance(phase, Placing) and (self.redraws or self._has("ways")):
            return self.ways(state, phase.tile) or phase.moves
        if isinstance(phase, Settling) and (self.redraws or self._has("spots")):
            spots = self.spots(state, phase.at, self.face_at(state, phase.at), phase.roots)
            return self.settlings(spots)
        return super().legal_moves(state)

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Drawing) or not self._has("ways"):
            return super().apply(state, move)
        land = self.seen(state)
        with swapping([(self.g, "placings", lambda kind, _: self.ways(land, kind))]):
            return super().apply(state, move)

    def _has(self, *names: str) -> bool:
        return any(getattr(type(self), name) is not getattr(Wrong, name) for name in names)

    def seen(self, state: Table) -> Table:
        """The position as this engine sees it."""
        t = rebuilt(self.g, state) if self.redraws else state
        if isinstance(t.phase, Settling) and (
            self.redraws or self._has("completed", "is_complete", "is_farm_complete")
        ):
            at, roots = t.phase.at, t.phase.roots
            due, _ = self.completed(self.g, t, at, self.face_at(t, at), roots, ())
            t = changed(t, phase=changed(t.phase, due=due))
        return t

    def face_at(self, t: Table, cell: int) -> Face:
        """The tile on a cell as it lies."""
        return self.g.faces[t.land.grid[cell]]

    # ---- laying

    def ways(self, t: Table, kind: int) -> tuple[Move, ...]:
        """Every way to lay a tile."""
        return self.placings(kind, open_places(self.g, t.land))

    def placings(self, kind: int, places: Counts) -> tuple[Move, ...]:
        """Every way to lay a tile on some places."""
        return Kit.placings(self.g, kind, places)

    # ---- settlers

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        """Where a settler can be placed; nowhere, if the player is not asked."""
        if not t.supply[t.turn]:
            return ()
        return tuple(spot for spot in face.spots if spot == FARMER or roots[face.group_at[spot]] not in t.on)

    def settlings(self, spots: Counts) -> tuple[Move, ...]:
        """The moves that a player has who is asked."""
        return (*(self.g.settle[spot] for spot in sorted(spots)), self.g.no_settler)

    def ask(self, g: Kit, t: Table, cell: int, face: Face, roots: Counts, events: Events) -> Table:
        """The player is asked for a settler, if there is a spot for one."""
        due, events = scoring.completed(g, t, cell, face, roots, events)
        spots = self.spots(t, cell, face, roots)
        if spots:
            return changed(t, phase=Settling(cell, self.settlings(spots), roots, due), events=events)
        return scoring.score_all(g, t, cell, roots, due, events)

    def settle(self, g: Kit, t: Table, phase: Settling, spot: int) -> Table:
        """A settler goes on a spot, where others may stand already."""
        t = self.settled(t, phase, spot)
        return scoring.score_all(g, t, phase.at, phase.roots, phase.due, ())

    def settled(self, t: Table, phase: Settling, spot: int) -> Table:
        """The settler stands there."""
        cell = phase.at
        settler = cell << 8 | spot << 3 | t.turn
        feature = -cell if spot == FARMER else phase.roots[self.face_at(t, cell).group_at[spot]]
        on = t.on | {feature: tuple(sorted((*t.on.get(feature, ()), settler)))}
        supply = plus(t.supply, t.turn, -1)
        return changed(t, settlers=tuple(sorted((*t.settlers, settler))), supply=supply, on=on)

    # ---- scoring

    def is_complete(self, t: Table, feature: Feature) -> bool:
        """Whether a trail or town is complete."""
        return not feature.open

    def is_farm_complete(self, t: Table, cell: int, farm: int, filled: int) -> bool:
        """Whether a farm on the tile just laid or next to it is complete."""
        return filled == self.g.farm_places

    def completed(
        self, g: Kit, t: Table, cell: int, face: Face, roots: Counts, events: Events
    ) -> tuple[Counts, Events]:
        """What the tile just laid has completed."""
        complete = {
            root
            for (kind, _, _, _), root in zip(face.groups, roots, strict=True)
            if kind != PLAIN and self.is_complete(t, t.land.features[root])
        }
        due = [scoring.first_side(face, roots, root) for root in complete]
        due += [
            farm
            for farm, filled in t.land.farms.items()
            if (farm == cell or farm - cell in AROUND) and self.is_farm_complete(t, cell, farm, filled)
        ]
        return tuple(sorted(due)), events

    def points_of(self, g: Kit, feature: Feature, events: Events) -> tuple[int, Events]:
        """What a completed trail or town brings."""
        return _points_of(g, feature, events)

    def majority(self, settlers: Counts, events: Events) -> tuple[list[int], Events]:
        """Who has the points of a completed trail or town."""
        return _majority(settlers, events)

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        """The winners have the points and the bonus."""
        return _pay(g, t, settlers, winners, points, for_all, events)

    def score_all(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events) -> Table:
        """Everything completed is scored, after a settler was placed or not."""
        return _score_all(g, t, cell, roots, due, events)

    def score_one(self, g: Kit, t: Table, cell: int, roots: Counts, where: int, events: Events) -> tuple[Table, Events]:
        """One feature is scored."""
        return _score_one(g, t, cell, roots, where, events)

    def score_rest(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int) -> Table:
        """What has settlers on it is scored."""
        return _score_rest(g, t, cell, roots, due, events, empty)

    def leave_unoccupied(
        self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int
    ) -> tuple[Table, Counts, Events, int]:
        """What has no settlers on it is left out."""
        return _leave_unoccupied(g, t, cell, roots, due, events, empty)

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        """The next player's turn, or the end."""
        return _end_turn(g, t, events)

    def end_game(self, g: Kit, t: Table, events: Events) -> Table:
        """The final scoring and the end."""
        return _end_game(g, t, events)

    def next_seat(self, seat: int, players: int) -> int:
        """Whose turn follows."""
        return (seat + 1) % players

    def send_home(self, t: Table, leaving: list[int]) -> Table:
        """Settlers go back to their players."""
        return _send_home(t, leaving)

    # ---- surveyors

    def move_one(self, g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
        """A surveyor moves after a scoring."""
        return _move_one(g, t, events)

    def remove(self, g: Kit, t: Table, before: Counts, events: Events) -> tuple[Table, Events]:
        """Settlers are left behind."""
        return _remove(g, t, before, events)

    def bonus_of(self, g: Kit, surveyors: Counts, settlers: Counts) -> tuple[int, bool]:
        """The bonus of a player's settlers on a feature."""
        return _bonus_of(g, surveyors, settlers)

    def late_step(self, g: Kit, t: Table, is_scored: bool, events: Events) -> tuple[Table, Events]:
        """The surveyor that waits is moved by a completed feature."""
        return _late_step(g, t, is_scored, events)

    # ---- the final scoring

    def final_score(self, g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
        """The final scoring."""
        return _score(g, t, events)

    def final_majority(self, settlers: Counts, events: Events) -> tuple[list[int], Events]:
        """Who has the points of an unfinished trail or town or of a plain."""
        return _majority(settlers, events)

    def pay_points(self, t: Table, winners: list[int], points: int) -> Table:
        """The winners have points in the final scoring."""
        return _pay_points(t, winners, points)

    def unfinished_points(self, g: Kit, feature: Feature, events: Events) -> tuple[int, Events]:
        """What an unfinished trail or town brings."""
        return _unfinished_points(g, feature, events)

    def final_farm_points(self, g: Kit, t: Table, cell: int, events: Events) -> tuple[int, Events]:
        """What an unfinished farm brings."""
        return _farm_points(g, t, cell, events)

    def plain_points(self, g: Kit, feature: Feature, could_grow: bool, events: Events) -> tuple[int, Events]:
        """What a plain brings."""
        return _plain_points(g, feature, could_grow, events)


def rebuilt(g: Kit, t: Table) -> Table:
    """A position with its land worked out anew from the tiles."""
    land = start_land(g)
    roots: dict[int, Counts] = {}
    for tile in t.tiles:
        cell = tile >> 10
        land, _, roots[cell] = lay(g, land, {}, cell, g.faces[tile & 1023])
    on: On = {}
    for settler in t.settlers:
        cell, spot = settler >> 8, settler >> 3 & 31
        if cell not in roots:
            continue
        group = g.faces[land.grid[cell]].group_at[spot]
        feature = -cell if spot == FARMER else root_of(land.parent, roots[cell][group])
        on[feature] = (*on.get(feature, ()), settler)
    phase = t.phase
    if isinstance(phase, Settling | Scoring):
        phase = changed(phase, roots=tuple(root_of(land.parent, root) for root in roots[phase.at]))
    return changed(t, land=land, on=on, phase=phase)


def reface(g: Kit, change: Callable[[Tile], Tile]) -> None:
    """Tiles show something else."""
    g.faces = {number: make_face(number, change(face.tile)) for number, face in g.faces.items()}


def code_of(g: Kit, land: Land, cell: int) -> int:
    """What a tile on any cell would touch."""
    code = 0
    for side, step in enumerate(STEPS):
        there = land.grid.get(cell + step)
        if there is not None:
            edges = g.start_faces[cell + step - 257].edges if there < 0 else g.faces[there].edges
            code |= (edges[(side + 2) % 4] + 1) << 2 * side
    return code


def seats_on(settlers: Counts) -> list[int]:
    """The players who have settlers there."""
    return sorted({settler & 7 for settler in settlers})


class Stepwise(Wrong):
    """The rules' own engine; what happens when one feature is scored is taken apart."""

    def score_one(self, g: Kit, t: Table, cell: int, roots: Counts, where: int, events: Events) -> tuple[Table, Events]:
        number = scoring.feature_of(g, t, cell, roots, where)
        settlers = t.on[number]
        points, winners = self.worth(t, number, settlers)
        t, _ = self.pay(g, t, settlers, winners, points, g.bonus_for_all, ())
        t = self.go_home(t, cell, settlers, winners)
        return self.move_on(t, number, settlers, winners, (*events, "score.completed"))

    def worth(self, t: Table, number: int, settlers: Counts) -> tuple[int, list[int]]:
        """What a completed feature brings, and whom."""
        if number < 0:
            return self.g.farm_points, [settlers[0] & 7]
        return self.points_of(self.g, t.land.features[number], ())[0], self.majority(settlers, ())[0]

    def go_home(self, t: Table, cell: int, settlers: Counts, winners: list[int]) -> Table:
        """The settlers that were scored go back to their players; the tile just laid is on a cell."""
        return surveyors.send_home(t, list(settlers))

    def move_on(
        self, t: Table, number: int, settlers: Counts, winners: list[int], events: Events
    ) -> tuple[Table, Events]:
        """A surveyor moves, on the score track or on the land."""
        return self.surveyor_moves(t, events)

    def surveyor_moves(self, t: Table, events: Events) -> tuple[Table, Events]:
        """A surveyor moves by the rules."""
        if t.late >= 0:
            t, events = surveyors.late_step(self.g, t, True, events)
            if t.late < 0 and not self.g.entering_moves:
                return t, events
        return surveyors.move_one(self.g, t, events)


def lost(t: Table, leaving: list[int]) -> Table:
    """Settlers leave the land, and nobody has them back."""
    return changed(_send_home(t, leaving), supply=t.supply)
