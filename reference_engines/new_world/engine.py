"""The engine: which module answers in which phase, who decides, and what the box holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import add
from typing import TYPE_CHECKING, Any, Final

from rulecheck.reference_engines.by_kit import ByKit
from rulecheck.reference_engines.contract import CHANCE, OVER, Outcome, Refused, Tally, cites
from rulecheck.reference_engines.new_world import drawing, final, notation, placing, scoring, settling, setup
from rulecheck.reference_engines.new_world import table as p
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Draw, Move, NoSettler, Place, ScoreFarm, ScoreSide
from rulecheck.reference_engines.new_world.table import CELLS, Counts, Table
from rulecheck.spec.new_world.tiles import SIDES

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

FAR: Final = re.compile(r"(place|score farm) c(\d{1,3}) r(-?\d{1,3})(?: turned ([0-3]))?")
"""Moves on any place, also those that `all_moves` leaves out."""
FARTHEST: Final = 255
"""No row lies farther north or south: there are not as many tiles."""


class NewWorld(ByKit[Kit, Table, Move], kit=Kit, notation=notation, drawing=drawing):
    """New World under one set of rules."""

    game = "new_world"
    unlisted = ("place", "score")

    def __init__(self, rules: Rules) -> None:
        """Make the engine; raises `SpecError` where numbers, readings and data do not fit together."""
        super().__init__(rules)
        self._counted: tuple[tuple[Counts, Counts, Counts, int], Counts] = (((), (), (), -1), ())
        self._laid: tuple[Counts, list[int]] = ((), [0] * len(self.g.kinds))

    def start(self) -> Table:
        """The table before the first tile is drawn."""
        return setup.start(self.g)

    def named_starts(self) -> Mapping[str, Callable[[], Table]]:
        """`begin`, and `last tile`: everything but one tile is in the box."""
        return {"begin": self.start} | notation.starts(self.g)

    def actor(self, state: Table) -> int:
        """Whose decision it is."""
        kind = type(state.phase)
        if kind is p.Drawing:
            return CHANCE
        return OVER if kind is p.Finished else state.turn

    def legal_moves(self, state: Table) -> Sequence[Move]:
        """All moves open now, in a fixed order."""
        phase = state.phase
        if isinstance(phase, p.Placing):
            return phase.moves
        if isinstance(phase, p.Drawing):
            return placing.draws(self.g, state)
        if isinstance(phase, p.Settling):
            return phase.moves
        return scoring.moves(self.g, state, phase) if isinstance(phase, p.Scoring) else ()

    def weights(self, state: Table) -> Sequence[int]:
        """Chance's weights for the legal moves."""
        return placing.weights(state)

    def refusal(self, state: Table, move: Move) -> Refused | None:
        """The clause that forbids a move now."""
        g, phase = self.g, state.phase
        if isinstance(phase, p.Placing):
            if type(move) is Place and placing.is_open(g, state, phase.tile, move):
                return None
            return placing.no_place(g, state, phase, move)
        if isinstance(phase, p.Settling):
            return None if move in phase.moves else settling.no_settler(g, state, phase, move)
        if isinstance(phase, p.Drawing):
            if type(move) is Draw and move.kind in g.kind_number and state.pile[g.kind_number[move.kind]]:
                return None
            return placing.no_draw(g, state, move)
        if isinstance(phase, p.Scoring):
            return None if move in scoring.moves(g, state, phase) else scoring.no_score(g, state, phase, move)
        return Refused("end.last-tile", "the game is over")

    def apply(self, state: Table, move: Move) -> Table:
        """The position after a legal move."""
        g, phase = self.g, state.phase
        if isinstance(phase, p.Placing):
            assert type(move) is Place
            return placing.place(g, state, phase, move)
        if isinstance(phase, p.Drawing):
            assert type(move) is Draw
            return placing.draw(g, state, move)
        if isinstance(phase, p.Settling):
            if type(move) is NoSettler:
                return settling.leave(g, state, phase)
            return settling.settle(g, state, phase, g.spot_of[move])
        assert isinstance(phase, p.Scoring)
        assert isinstance(move, ScoreSide | ScoreFarm)
        if isinstance(move, ScoreSide):
            return scoring.choose(g, state, phase, SIDES.index(move.side))
        return scoring.choose(g, state, phase, CELLS * move.column + move.row + p.NORTH_ROW)

    @cites("win.most", "win.shared")
    def outcome(self, state: Table) -> Outcome | None:
        """Who won, and everyone's points."""
        return final.outcome(self.g, state) if isinstance(state.phase, p.Finished) else None

    @cites("box.tiles", "box.settlers", "box.surveyors")
    def _count_box(self) -> dict[str, int]:
        """How many of each component there are; score markers are counted as scores."""
        g = self.g
        components = [name for tally in self._tallies for name in tally.components]
        return dict(zip(components, (*g.copies, *(g.supply,) * g.players, 2), strict=True))

    def _groups(self) -> tuple[Tally, ...]:
        return (
            Tally(
                tuple(f"tile {kind}" for kind in self.g.numbers),
                ("tiles", "pile", "box", "phase"),
                self._count_tiles,
                clauses=("box.tiles",),
            ),
            Tally(
                tuple(f"{seat} settlers" for seat in self.seats),
                ("settlers", "supply"),
                _count_settlers,
                clauses=("box.settlers",),
            ),
            Tally(
                ("surveyors",),
                ("surveyors", "late"),
                lambda t: (len(t.surveyors) + (t.late >= 0),),
                clauses=("box.surveyors",),
            ),
        )

    def _count_tiles(self, t: Table) -> Sequence[int]:
        drawn = t.phase.tile if isinstance(t.phase, p.Placing) else -1
        (tiles, pile, box, kind), totals = self._counted
        if tiles is t.tiles and pile is t.pile and box is t.box and kind == drawn:
            return totals
        counts = list(map(add, t.pile, self._on_land(t.tiles)))
        if any(t.box):
            counts = list(map(add, counts, t.box))
        if drawn >= 0:
            counts[drawn] += 1
        totals = tuple(counts)
        self._counted = (t.tiles, t.pile, t.box, drawn), totals
        return totals

    def _on_land(self, tiles: Counts) -> list[int]:
        """How many tiles of each kind are laid; most moves lay none."""
        known, counts = self._laid
        if known is not tiles:
            counts = [0] * len(self.g.kinds)
            for tile in tiles:
                counts[tile >> 2 & 255] += 1
            self._laid = (tiles, counts)
        return counts

    def parse(self, text: str) -> Move:
        """The move that a notation names, anywhere on the table; raises `UnknownMove`."""
        near = self._notation.get(text)
        if near is not None:
            return near
        far = FAR.fullmatch(" ".join(text.split()))
        if far is None or (far[1] == "place") is (far[4] is None) or abs(int(far[3])) > FARTHEST:
            return super().parse(text)
        if far[1] == "place":
            return Place(int(far[2]), int(far[3]), int(far[4]))
        return ScoreFarm(int(far[2]), int(far[3]))

    @cites("setup.tiles")
    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        """What a player sees: of the tiles to come only their number."""
        return notation.to_json(self.g, state) | {"pile": sum(state.pile)}


def _count_settlers(t: Table) -> Sequence[int]:
    counts = list(t.supply)
    for settler in t.settlers:
        counts[settler & 7] += 1
    return counts
