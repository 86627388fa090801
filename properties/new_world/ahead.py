"""What a tile would bring where it can be laid, told without laying it: players look at many ways and take one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.table import AROUND, CELLS, FARMER, NORTH_ROW, SLOTS, Placing, Table, root_of
from rulecheck.spec.new_world.tiles import PLAIN, TRAIL

NARROW = tuple(sum([code >> 2 * side & 3 > 0 for side in range(4)]) - 3.0 for code in range(256))
"""For all that a place can touch: how many sides touch something, less three."""
BENT = tuple(sum([code >> 2 * side & 3 == TRAIL + 1 for side in range(4)]) > 1 for code in range(256))
"""For all that a place can touch: whether trails come to it from several sides, so that it may close a loop."""


class Grown(NamedTuple):
    """A feature as it would be with the tile: what it joins, and how many of its sides would be open."""

    kind: int
    roots: Sequence[int]
    """The features it is made of."""
    open: int
    ends: int


class Ahead:
    """What the tile that was drawn would bring; asked by the moves that lay it."""

    def __init__(self, engine: Engine[Any, Any], t: Table) -> None:
        assert isinstance(t.phase, Placing)
        g: Kit = engine.g  # type: ignore[attr-defined]
        self._farm_places = g.farm_places
        self._start_counts = g.farm_counts_start
        self._faces = g.faces
        self._tile = t.phase.tile << 2
        self._on, self._land = t.on, t.land
        self._farmers = [settler >> 8 for settler in t.settlers if settler >> 3 & 31 == FARMER]
        self._codes: dict[int, int] | None = None

    def _face(self, move: m.Place) -> Face:
        return self._faces[self._tile | move.turned]

    def neighbours(self, move: m.Place) -> int:
        """How many places around the tile are filled."""
        grid, cell = self._land.grid, CELLS * move.column + move.row + NORTH_ROW
        return sum([cell + step in grid for step in AROUND])

    def completed(self, move: m.Place) -> int:
        """How many trails, towns and farms it completes."""
        done = sum([not grown.open for grown in self.grown(move)]) if self._can_end(move) else 0
        return done + self._farms(move)

    def closes_a_loop(self, move: m.Place) -> bool:
        """Whether a trail leads back to itself."""
        if not self._can_end(move):
            return False
        return any([grown.kind == TRAIL and not grown.open and not grown.ends for grown in self.grown(move)])

    def _can_end(self, move: m.Place) -> bool:
        """Whether a trail or town of the tile meets others on all its sides: one that goes on is not complete."""
        slots = self._land.slots
        base = SLOTS * (CELLS * move.column + move.row + NORTH_ROW)
        for kind, group_slots, _, _ in self._face(move).groups:
            if kind == PLAIN:
                return False
            for slot in group_slots:
                if base + slot not in slots:
                    break
            else:
                return True
        return False

    def loops(self, moves: Sequence[m.Place]) -> list[m.Place]:
        """Those of some ways that close a loop."""
        bent = {entry >> 8 for entry in self._land.frontier if BENT[entry & 255]}
        if not bent:
            return []
        near = [move for move in moves if CELLS * move.column + move.row + NORTH_ROW in bent]
        return [move for move in near if self.closes_a_loop(move)]

    def _farms(self, move: m.Place) -> int:
        farms, face = self._land.farms, self._face(move)
        if not farms and not face.has_farm:
            return 0
        cell = CELLS * move.column + move.row + NORTH_ROW
        last = self._farm_places - 1
        done = sum([filled == last and farm - cell in AROUND for farm, filled in farms.items()])
        if face.has_farm:
            grid = self._land.grid
            filled = [step for step in AROUND if cell + step in grid and (self._start_counts or cell + step >= CELLS)]
            done += len(filled) == self._farm_places
        return done

    def grown(self, move: m.Place, plains: bool = False) -> list[Grown]:
        """The trails and towns that the tile would join as they would be, or plains too."""
        land, face = self._land, self._face(move)
        slots, features, parent = land.slots, land.features, land.parent
        base = SLOTS * (CELLS * move.column + move.row + NORTH_ROW)
        all_grown: list[Grown] = []
        seen: set[int] = set()
        for kind, group_slots, _, ends in face.groups:
            if kind == PLAIN and not plains:
                break
            roots: list[int] = []
            is_open = 0
            for slot in group_slots:
                feature = slots.get(base + slot, -1)
                if feature < 0:
                    is_open += 1
                    continue
                is_open -= 1
                feature = root_of(parent, feature)
                if feature not in roots:
                    roots.append(feature)
                    is_open += features[feature].open
                    ends += features[feature].ends
            if not roots:
                continue
            grown = Grown(kind, roots, is_open, ends)
            if not seen.isdisjoint(roots):
                grown = self._with_others(all_grown, grown)
            seen.update(roots)
            all_grown.append(grown)
        return all_grown

    def _with_others(self, others: list[Grown], grown: Grown) -> Grown:
        """One that joins a feature again that another segment of the tile joins: all of them are one."""
        features = self._land.features
        for other in [other for other in others if not set(other.roots).isdisjoint(grown.roots)]:
            others.remove(other)
            twice = [features[root] for root in other.roots if root in grown.roots]
            grown = Grown(
                grown.kind,
                [*grown.roots, *(root for root in other.roots if root not in grown.roots)],
                grown.open + other.open - sum([feature.open for feature in twice]),
                grown.ends + other.ends - sum([feature.ends for feature in twice]),
            )
        return grown

    def open_sides_around(self, move: m.Place) -> int:
        """How many trails and towns go on at the places around the tile, its own included."""
        slots, cell = self._land.slots, CELLS * move.column + move.row + NORTH_ROW
        around = sum([SLOTS * (cell + step) + side in slots for step in AROUND for side in range(4)])
        groups = self._face(move).groups
        own = [
            slot for kind, group, _, _ in groups if kind != PLAIN for slot in group if SLOTS * cell + slot not in slots
        ]
        return around + len(own)

    def farms_beside(self, move: m.Place) -> int:
        """How many farms with farmers are around the tile."""
        cell = CELLS * move.column + move.row + NORTH_ROW
        return sum([farm - cell in AROUND for farm in self._farmers])

    def brought_together(self, move: m.Place) -> int:
        """How many features with settlers become part of others that have some."""
        on = self._on
        return sum([max(0, sum([root in on for root in grown.roots]) - 1) for grown in self.grown(move, plains=True)])

    def narrowed(self, move: m.Place) -> float:
        """How much narrower the places at the border would be, and fewer of them."""
        codes = self._codes
        if codes is None:
            codes = self._codes = {entry >> 8: entry & 255 for entry in self._land.frontier}
        grid, cell = self._land.grid, CELLS * move.column + move.row + NORTH_ROW
        more = -NARROW[codes[cell]]
        for step, learns in self._face(move).rim:
            there = cell + step
            if there >= CELLS and there not in grid:
                code = codes.get(there)
                more += NARROW[learns] if code is None else NARROW[code | learns] - NARROW[code]
        return more

    def rivalry(self, move: m.Place) -> float:
        """How much more settlers share trails and towns, most where one player has more of them than another."""
        on, features = self._on, self._land.features
        value = 0.0
        if not on:
            return value
        for grown in self.grown(move):
            sharing = [(on[root], features[root].open) for root in grown.roots if root in on]
            if sharing:
                value += _rivalry(tuple([settler for settlers, _ in sharing for settler in settlers]), grown.open)
                value -= sum([_rivalry(settlers, is_open) for settlers, is_open in sharing])
        return value


def _rivalry(settlers: Sequence[int], is_open: int) -> float:
    if len(settlers) == 1:
        return 0.0
    counts = Counter([settler & 7 for settler in settlers])
    uneven = len(counts) > 1 and len(set(counts.values())) > 1
    value = 6.0 * len(settlers) + (10.0 if uneven else 0.0)
    if not is_open:
        value += 40.0 if uneven else -4.0 * len(settlers)
    return value
