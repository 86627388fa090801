"""Positions as JSON in the game's words: docs/notation/new_world.md describes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rulecheck.reference_engines.contract import PositionError, changed
from rulecheck.reference_engines.new_world import scoring, setup
from rulecheck.reference_engines.new_world import table as p
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.land import code_at, lay, open_places, start_land
from rulecheck.reference_engines.new_world.table import (
    AROUND,
    CELLS,
    FARMER,
    STEPS,
    Counts,
    Land,
    On,
    Phase,
    Table,
    cell_name,
    root_of,
)
from rulecheck.reference_engines.values import (
    INT,
    Form,
    Phases,
    Reader,
    read_counts,
    read_list,
    read_name,
    read_table,
    read_whole,
    write_some,
)
from rulecheck.spec.new_world.tiles import PLAIN, SIDES

PARTS: Final = ("turn", "phase", "players", "board", "settlers", "surveyors", "waiting", "pile", "box")
SEAT_PARTS: Final = ("score", "supply")
CELL: Final = re.compile(r"c(\d{1,3}) r(-?\d{1,3})")
LAID: Final = re.compile(r"(\d{1,4}) turned ([0-3])")

# ---- writing


def read_cell(text: Any, path: str) -> int:
    """A place by column and row."""
    cell = CELL.fullmatch(text) if isinstance(text, str) else None
    if cell is None or abs(int(cell[2])) > 255:
        raise PositionError(path, f'{text!r} is not a place; write "c2 r7"')
    return cell_at(int(cell[1]), int(cell[2]))


def write_due(due: Counts) -> list[str]:
    """What is to be scored: sides of the tile just laid, and the places of farms."""
    return [SIDES[where] if where < len(SIDES) else cell_name(where) for where in due]


def read_due(value: Any, path: str) -> Counts:
    """What is to be scored, as `write_due` tells it."""
    names = read_list(value, path)
    due = {
        SIDES.index(name) if name in tuple(SIDES) else read_cell(name, f"{path}.{k}") for k, name in enumerate(names)
    }
    if len(due) < 2:
        raise PositionError(path, "an order is asked for at least two features")
    return tuple(sorted(due))


def read_kind(g: Kit, value: Any, path: str) -> int:
    """A kind of tile, by its number in the data file."""
    return read_name(g.kind_names, str(value), path, "tile")


KIND: Final[Form[Kit]] = Form(lambda g, v: g.numbers[v], read_kind)
PLACE: Final[Form[Kit]] = Form(lambda g, v: cell_name(v), lambda g, v, path: read_cell(v, path))
DUE: Final[Form[Kit]] = Form(lambda g, v: write_due(v), lambda g, v, path: read_due(v, path))
PHASES: Final[Phases[Kit, Phase]] = Phases(
    {
        p.Drawing: ("drawing", {}),
        p.Placing: ("placing", {"tile": KIND}),
        p.Settling: ("settling", {"at": PLACE}),
        p.Scoring: ("scoring", {"at": PLACE, "due": DUE, "empty": INT}),
        p.Finished: ("finished", {}),
    }
)


def to_json(g: Kit, t: Table) -> dict[str, Any]:
    """The whole position: see docs/notation/new_world.md."""
    laid, settled = g.laid, g.settled
    return {
        "turn": g.seats[t.turn],
        "phase": PHASES.write(g, t.phase),
        "players": {
            name: {"score": score, "supply": supply}
            for name, score, supply in zip(g.seats, t.scores, t.supply, strict=True)
        },
        "board": dict([laid[tile] for tile in t.tiles]),
        "settlers": dict([settled[settler] for settler in t.settlers]),
        "surveyors": list(t.surveyors),
        "waiting": t.late,
        "pile": write_some(g.kind_names, t.pile),
        "box": write_some(g.kind_names, t.box),
    }


# ---- reading


def from_json(g: Kit, data: Mapping[str, Any], given: tuple[str, ...], *, partial: bool) -> Table:
    """The position that JSON describes; with `given` paths, what follows from them is worked out again."""
    return _Reader(g, read_table(data, "", PARTS), given, partial).table()


class _Reader(Reader[Kit]):
    def __init__(self, g: Kit, data: dict[str, Any], given: tuple[str, ...], partial: bool) -> None:
        super().__init__(g, data, given, partial)
        self.land: Land = start_land(g)
        self.roots: dict[int, Counts] = {}
        """For each tile the features of its segments, as they were when it was laid."""

    def table(self) -> Table:
        g = self.g
        tiles = self.board()
        settlers = self.settlers()
        players = read_table(self.get("players"), "players", g.seats)
        seats = [read_table(players.get(name, {}), f"players.{name}", SEAT_PARTS) for name in g.seats]
        phase = PHASES.read(g, self.get("phase"), "phase")
        pile, box = self.piles(tiles, phase.tile if isinstance(phase, p.Placing) else -1)
        surveyors, late = self.surveyors()
        t = Table(
            tiles=tiles,
            settlers=settlers,
            supply=tuple(self.supply(k, seat, settlers) for k, seat in enumerate(seats)),
            scores=tuple(
                read_whole(seat.get("score", 0), f"players.{name}.score")
                for name, seat in zip(g.seats, seats, strict=True)
            ),
            pile=pile,
            box=box,
            surveyors=surveyors,
            late=late,
            turn=self.seat_named("turn"),
            land=self.land,
            on=self.on(settlers),
        )
        return changed(t, phase=self.phase(t, phase))

    # the land

    def board(self) -> Counts:
        """The tiles, laid one by one; each must fit, and be joined to the start spaces."""
        g = self.g
        tiles: list[int] = []
        for name, text in read_table(self.get("board"), "board").items():
            path = f"board.{name}"
            cell = read_cell(name, path)
            match = LAID.fullmatch(text) if isinstance(text, str) else None
            if match is None:
                raise PositionError(path, f'{text!r} is not a tile; write "17 turned 1"')
            kind = g.kind_number.get(int(match[1]))
            if kind is None:
                raise PositionError(path, f"no tile {match[1]}; there are {g.numbers[0]} to {g.numbers[-1]}")
            if int(match[2]) not in g.turns[kind]:
                ways = ", ".join(map(str, g.turns[kind]))
                raise PositionError(path, f"tile {match[1]} turned {match[2]} looks like one of {ways}: write that")
            if cell < CELLS:
                raise PositionError(path, "column 0 holds the start spaces")
            if any(tile >> 10 == cell for tile in tiles):
                raise PositionError(path, f"two tiles lie on {cell_name(cell)}")
            tiles.append(cell << 10 | kind << 2 | int(match[2]))
        tiles.sort()
        for tile in tiles:
            self.lay(tile)
        if not self.partial:
            self.all_joined({tile >> 10 for tile in tiles})
        return tuple(tiles)

    def lay(self, tile: int) -> None:
        g, cell, number = self.g, tile >> 10, tile & 1023
        code = code_at(self.land.frontier, cell)
        if code >= 0 and not g.fits(number >> 2, code, number & 3):
            name = f"board.{cell_name(cell)}"
            raise PositionError(name, f"tile {g.numbers[number >> 2]} turned {number & 3} does not fit its neighbours")
        self.land, _, self.roots[cell] = lay(g, self.land, {}, cell, g.faces[number])

    def all_joined(self, cells: set[int]) -> None:
        todo = [cell_at(1, space.row) for space in self.g.start if cell_at(1, space.row) in cells]
        joined = set(todo)
        while todo:
            cell = todo.pop()
            more = [cell + step for step in STEPS if cell + step in cells and cell + step not in joined]
            joined.update(more)
            todo += more
        if joined != cells:
            name = cell_name(min(cells - joined))
            raise PositionError(f"board.{name}", "it is not joined to the start spaces by other tiles")

    # the settlers

    def settlers(self) -> Counts:
        g = self.g
        settlers: list[int] = []
        for name, text in read_table(self.get("settlers"), "settlers").items():
            path = f"settlers.{name}"
            cell = read_cell(name, path)
            if cell not in self.roots:
                raise PositionError(path, "no tile lies there")
            seat, _, spot = text.partition(" ") if isinstance(text, str) else ("", "", "")
            number = read_name(g.seats, seat, path, "seat")
            k = read_name([str(move) for move in g.settle], spot, path, "settler")
            if k not in g.faces[self.land.grid[cell]].spots:
                raise PositionError(path, f"no {spot} on that tile, or its segment is named by another side")
            if any(settler >> 8 == cell for settler in settlers):
                raise PositionError(path, f"two settlers stand on {cell_name(cell)}")
            settlers.append(cell << 8 | k << 3 | number)
        return tuple(sorted(settlers))

    def on(self, settlers: Counts) -> On:
        standing: dict[int, list[int]] = {}
        for settler in settlers:
            cell, spot = settler >> 8, settler >> 3 & 31
            if spot == FARMER:
                feature = -cell
            else:
                group = self.g.faces[self.land.grid[cell]].group_at[spot]
                feature = root_of(self.land.parent, self.roots[cell][group])
            standing.setdefault(feature, []).append(settler)
        return {feature: tuple(there) for feature, there in standing.items()}

    def supply(self, seat: int, data: Mapping[str, Any], settlers: Counts) -> int:
        g = self.g
        path = f"players.{g.seats[seat]}.supply"
        if self.free(path) or (self.given and "supply" not in data):
            used = sum(settler & 7 == seat for settler in settlers)
            return self.fits(path, g.supply - used, f"{used} settlers are on the land, there are {g.supply}")
        return read_whole(data.get("supply", 0), path)

    # the tiles to come

    def piles(self, tiles: Counts, drawn: int) -> tuple[Counts, Counts]:
        """Pile and box: if only one of them is given, the other one has what is left."""
        names = self.g.kind_names
        pile = list(read_counts(names, self.get("pile"), "pile"))
        box = list(read_counts(names, self.get("box"), "box"))
        for kind, copies in enumerate(self.g.copies):
            name = names[kind]
            used = sum(tile >> 2 & 255 == kind for tile in tiles) + (kind == drawn)
            left = self.rest(f"pile.{name}", copies, used, f"tiles {name}")
            if self.free(f"pile.{name}"):
                pile[kind] = max(0, left - box[kind])
            elif self.free(f"box.{name}"):
                box[kind] = max(0, left - pile[kind])
        return tuple(pile), tuple(box)

    def surveyors(self) -> tuple[Counts, int]:
        """Their columns, and where one waits."""
        late = read_whole(self.get("waiting"), "waiting", -1)
        if late >= self.g.late_spaces:
            raise PositionError("waiting", f"on space {self.g.late_spaces} it would be on the board")
        columns = [
            read_whole(value, f"surveyors.{k}") for k, value in enumerate(read_list(self.get("surveyors"), "surveyors"))
        ]
        if self.free("waiting") and self.given and len(columns) == 2:
            late = -1
        if late >= 0 and not self.g.is_late:
            raise PositionError("waiting", "no surveyor waits in this set-up, write -1")
        if len(columns) != (2 if late < 0 else 1):
            raise PositionError("surveyors", f"{len(columns)} on the board and {int(late >= 0)} waiting, there are two")
        columns.sort()
        if columns[-1] > self.land.west and not self.partial:
            raise PositionError("surveyors", f"no tile lies in column {columns[-1]}")
        if columns[-1] - columns[0] > 1 and not self.partial and not self.g.is_late:
            raise PositionError("surveyors", "they are never more than one column apart")
        return tuple(columns), late

    # the phase

    def phase(self, t: Table, phase: Phase) -> Phase:
        """The phase with what follows from the land."""
        g = self.g
        if not self.partial:
            self.nothing_forgotten(t, phase)
        if isinstance(phase, p.Drawing):
            if not any(t.pile) and not self.partial:
                raise PositionError("pile", "no tile is left to draw, so the game is over")
        elif isinstance(phase, p.Placing):
            moves = g.placings(phase.tile, open_places(g, t.land))
            if not moves:
                raise PositionError("phase.tile", f"tile {g.numbers[phase.tile]} can be laid nowhere")
            return p.Placing(phase.tile, moves)
        elif isinstance(phase, p.Settling | p.Scoring):
            return self.after_laying(t, phase)
        return phase

    def nothing_forgotten(self, t: Table, phase: Phase) -> None:
        """Completed trails, towns and farms have settlers only in the turn in which they are to be scored."""
        if isinstance(phase, p.Finished):
            if any(t.pile):
                raise PositionError("pile", "the game is over, so no tile is left to draw")
            return
        may: set[int] = set()
        if isinstance(phase, p.Settling | p.Scoring) and phase.at in self.roots:
            may.update(root_of(t.land.parent, root) for root in self.roots[phase.at])
            may.update(-(phase.at + step) for step in (0, *AROUND))
        for number, there in t.on.items():
            if number not in may and self.is_complete(t.land, number):
                name = cell_name(there[0] >> 8)
                raise PositionError(f"settlers.{name}", "what it stands on is complete, and has been scored already")

    def is_complete(self, land: Land, number: int) -> bool:
        """Whether a feature with settlers is complete and is scored during the game."""
        if number < 0:
            return land.farms[-number] == self.g.farm_places
        feature = land.features[number]
        return feature.kind != PLAIN and not feature.open

    def after_laying(self, t: Table, phase: p.Settling | p.Scoring) -> Phase:
        g, cell = self.g, phase.at
        if cell not in self.roots:
            raise PositionError("phase.at", "no tile lies there")
        face = g.faces[t.land.grid[cell]]
        roots = tuple(root_of(t.land.parent, root) for root in self.roots[cell])
        due, _ = scoring.completed(g, t, cell, face, roots, ())
        if isinstance(phase, p.Scoring):
            with_settlers = scoring.still_due(g, t, cell, roots, due)
            for where in phase.due:
                if where not in with_settlers:
                    raise PositionError("phase.due", f"{write_due((where,))[0]}: nothing completed with settlers on it")
            for where in with_settlers:
                if where not in phase.due and not self.partial:
                    raise PositionError("phase.due", f"{write_due((where,))[0]} is complete too, with settlers on it")
            if phase.empty and (not g.is_late or g.late_empty_first):
                raise PositionError(
                    "phase.empty", "only the house rule, under the reading empty-last, counts them later"
                )
            return p.Scoring(cell, phase.due, roots, phase.empty)
        spots = [k for k, root in enumerate(roots) if root not in t.on]
        if face.has_farm:
            spots.append(len(roots))
        if any(settler >> 8 == cell for settler in t.settlers) or not spots or not t.supply[t.turn]:
            raise PositionError("phase", "no settler can be placed there")
        return p.Settling(cell, g.settlings(face.number, sum(1 << k for k in spots)), roots, due)


# ---- named starts


def starts(g: Kit) -> dict[str, Callable[[], Table]]:
    """Positions that examples may begin with."""

    def last_tile() -> Table:
        """One tile is left to draw, a kind with most copies; all others are in the box."""
        t = setup.start(g)
        kind = g.copies.index(max(g.copies))
        pile = tuple(int(k == kind) for k in range(len(g.copies)))
        box = tuple(count - left for count, left in zip(g.copies, pile, strict=True))
        return changed(t, pile=pile, box=box, events=())

    return {"last tile": last_tile}
