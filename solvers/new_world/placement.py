"""Where tiles can be laid: the text's sentences, written down side by side with other literal readings of them.

`Sentences` is an independent wording of the rules of placement: it looks at the print of the tiles (`spec`), never at
the engine's frontier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.land import lay
from rulecheck.reference_engines.new_world.moves import Place
from rulecheck.reference_engines.new_world.table import AROUND, Placing, Table, column_of, row_of
from rulecheck.solvers.induction import walk
from rulecheck.solvers.new_world.tables import PLAYERS
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, position
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.new_world.tiles import EAST, NORTH, SOUTH, WEST, Tile, looks, turned

BY: Final = {NORTH: (0, -1), EAST: (-1, 0), SOUTH: (0, 1), WEST: (1, 0)}
"""From a place to its neighbour on a side, in columns (counted to the west) and rows (counted to the south)."""

Place_ = tuple[int, int]
Laid = Mapping[Place_, Tile]
"""The tiles on the table by column and row, start spaces in column 0."""


@frozen
class Sentences:
    """One reading of the sentences about placement (notes 4 and 5)."""

    board_attaches: bool = True
    """A start space is enough to lay a tile against; else only tiles laid before are."""
    board_matches: bool = True
    """Segments have to continue those of start spaces too; else only those of tiles."""
    one_side_only: bool = False
    """It touches one tile or start space, and no more."""
    all_continue: bool = False
    """Every segment of the new tile continues one of a tile or start space that it touches."""
    corners_attach: bool = False
    """A corner is enough to lay a tile against."""
    corners_banned: bool = False
    """No corner of the tile may meet a corner of a tile or start space that it does not touch with a side."""
    ban_on_the_east: str = "always"
    """Beyond the board's ends no tile lies in column 0: `always`; `conditional`, if the landscape reaches beyond an end
    and has tiles in the first column, as note 5 has it; `never`."""

    def allow(self, laid: Laid, rows: int, at: Place_, tile: Tile) -> bool:
        """Can this tile be laid here?"""
        column = at[0]
        if at in laid or column < 0 or self._is_banned(laid, rows, at):
            return False
        touching = dict(_touching(laid, at))
        if any(column == 0 and laid_at[0] == 0 and 1 <= laid_at[1] <= rows for laid_at in touching.values()):
            return False  # note 4: not against the board's north or south side
        attached = [side for side, there in touching.items() if self.board_attaches or there[0] > 0]
        if not attached and not (self.corners_attach and _touches_a_corner(laid, at)):
            return False
        if self.corners_banned and _touches_by_a_corner_only(laid, at):
            return False
        if self.one_side_only and len(touching) != 1:
            return False
        for side, there in touching.items():
            if (self.board_matches or there[0] > 0) and tile.edges[side] != laid[there].edges[(side + 2) % 4]:
                return False
        return not self.all_continue or all(sides & set(touching) for sides in _segments(tile))

    def _is_banned(self, laid: Laid, rows: int, at: Place_) -> bool:
        column, row = at
        if column > 0 or self.ban_on_the_east == "never":
            return False
        if 1 <= row <= rows or self.ban_on_the_east == "always":
            return True
        is_beyond = any(there[0] > 0 and not 1 <= there[1] <= rows for there in laid)
        return is_beyond and any(there[0] == 1 for there in laid)


def _touching(laid: Laid, at: Place_) -> Iterator[tuple[int, Place_]]:
    for side, (columns, rows) in BY.items():
        there = (at[0] + columns, at[1] + rows)
        if there in laid:
            yield side, there


def _touches_a_corner(laid: Laid, at: Place_) -> bool:
    return any((at[0] + columns, at[1] + rows) in laid for columns in (-1, 1) for rows in (-1, 1))


def _touches_by_a_corner_only(laid: Laid, at: Place_) -> bool:
    """Whether something lies at a corner, and nothing at either side that leads to it."""
    return any(
        (at[0] + columns, at[1] + rows) in laid
        and (at[0] + columns, at[1]) not in laid
        and (at[0], at[1] + rows) not in laid
        for columns in (-1, 1)
        for rows in (-1, 1)
    )


def _segments(tile: Tile) -> list[set[int]]:
    """The sides that each segment of a tile lies on."""
    plains = [{half // 2 for half in plain.at} for plain in tile.plains]
    return [set(segment.at) for segment in (*tile.towns, *tile.trails)] + plains


AS_READ: Final = Sentences()
"""What the spec makes of the sentences."""


def laid_on(g: Kit, t: Table) -> dict[Place_, Tile]:
    """What lies on the table, from the print alone."""
    laid = {(0, space.row): space.tile for space in g.start}
    for tile in t.tiles:
        kind = g.kinds[tile >> 2 & 255]
        laid[column_of(tile >> 10), row_of(tile >> 10)] = turned(kind.tile, tile & 3)
    return laid


def allowed(sentences: Sentences, g: Kit, t: Table, kind: int) -> set[Place]:
    """Where, and after how many turns, a kind of tile can be laid under some sentences; look-alike turns count once."""
    laid = laid_on(g, t)
    columns = range(-1, max(place[0] for place in laid) + 2)
    rows = range(min(place[1] for place in laid) - 1, max(place[1] for place in laid) + 2)
    places = set()
    seen = set()
    for quarters in range(4):
        tile = turned(g.kinds[kind].tile, quarters)
        if looks(tile) in seen:
            continue
        seen.add(looks(tile))
        places |= {
            Place(column, row, quarters)
            for column in columns
            for row in rows
            if sentences.allow(laid, len(g.start), (column, row), tile)
        }
    return places


def offered(engine: AnyEngine, t: Any) -> set[Place]:
    """Where the engine lays the tile in hand."""
    return set(engine.legal_moves(t))


def in_hand(g: Kit, t: Table, kind: int) -> Table:
    """The same table with a tile of some kind in hand."""
    return changed(t, phase=Placing(kind, g.placings(kind, t.land.frontier)))


def lands(proof: Proof, engine: AnyEngine, games: int) -> Iterator[Table]:
    """The start, then each position of some random games in which a tile is to be laid."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    start: Table = engine.start()
    for kind in range(len(g.kinds)):
        yield in_hand(g, start, kind)
    for before, _, _ in walk(engine, 10**6, seed=11, games=games):
        if isinstance(before.phase, Placing):
            proof.sample()
            yield before


def _differs(sentences: Sentences, engine: AnyEngine, states: Sequence[Any]) -> bool:
    g: Kit = engine.g  # type: ignore[attr-defined]
    t = states[0]
    return allowed(sentences, g, t, t.phase.tile) != offered(engine, t)


def _unlike(sentences: Sentences, engine: AnyEngine, t: Table) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    kind = t.phase.tile  # type: ignore[attr-defined]
    theirs, ours = allowed(sentences, g, t, kind), offered(engine, t)
    odd = min(theirs ^ ours, key=str)
    told = "refused by the sentences, offered by the engine" if odd in ours else "allowed by the sentences, not offered"
    says = f"tile {g.numbers[kind]}: {odd} is {told}"
    return InEngine(says, engine, t, partial(_differs, sentences), by="the sentences, on the engine's position")


@theorem(
    "tile.attach", "tile.corner", "tile.free", "tile.west-side", "tile.beyond", "tile.match", "tile.one-turn",
    bounds="each of the 50 kinds of tiles on the empty board, and each tile drawn in 3 random games; every place on "
    "and next to the land, every turn",
    expected="tied",
)  # fmt: skip
def tiles_are_laid_just_where_the_sentences_allow(proof: Proof, sentences: Sentences = AS_READ) -> Refutation | None:
    """The engine offers exactly the placements that the text's sentences allow, written down on their own.

    At least one side against a tile or the west of a start space, every touching side continued, a free place, nothing
    in column 0. The twins are other literal readings of the same sentences (notes 4 and 5).
    """
    engine = proof.engine(PLAYERS)
    for t in lands(proof, engine, 3):
        proof.case()
        if allowed(sentences, engine.g, t, t.phase.tile) != offered(engine, t):  # type: ignore[attr-defined]
            return _unlike(sentences, engine, t)
    return None


LITERAL: Final = {
    "a tile is laid against tiles only, never against a start space": Sentences(board_attaches=False),
    "start spaces are no tiles, so nothing there has to be continued": Sentences(board_matches=False),
    "a tile touches one single tile or start space": Sentences(one_side_only=True),
    "every segment of the new tile continues one that it touches": Sentences(all_continue=True),
    "corner to corner is enough": Sentences(corners_attach=True),
    "no tile touches another by a corner only": Sentences(corners_banned=True),
    "east of the landscape, beyond the board's ends, tiles may lie in column 0": Sentences(ban_on_the_east="never"),
}
for _name, _sentences in LITERAL.items():
    tiles_are_laid_just_where_the_sentences_allow.twin(_name, sentences=_sentences)


# ---- the first tile


@theorem(
    "tile.attach", "tile.match", "tile.west-side", "land.start-row", "tile.unplaceable",
    bounds=Ranges(
        Axis("start.plymouth", ("plain", "town")), Axis("kind of tile", lambda engine: range(len(engine.g.kinds))),  # type: ignore[attr-defined]
        players=always(PLAYERS), besides="the empty board",
    ),
    readings=("start.plymouth",),
)  # fmt: skip
def any_kind_of_tile_can_be_the_first(proof: Proof, sentences: Sentences = AS_READ) -> Refutation | None:
    """Whatever is drawn first can be laid against the start spaces: nothing goes back into the box at the beginning.

    Every kind is put in hand in the engine's first position. How many kinds could be laid first under other literal
    readings of the sentences is noted.
    """
    for plymouth in ("plain", "town"):
        engine = proof.engine(PLAYERS, readings={"start.plymouth": plymouth})
        g: Kit = engine.g  # type: ignore[attr-defined]
        start = engine.start()
        for kind in range(len(g.kinds)):
            proof.cover(PLAYERS, DEFAULT, plymouth, kind)
            t = in_hand(g, start, kind)
            if not offered(engine, t) & allowed(sentences, g, t, kind):
                says = f"tile {g.numbers[kind]} cannot be laid first"
                return InEngine(
                    says, engine, t, partial(_has_no_place, sentences), by="the sentences, on the engine's position"
                )
    engine = proof.engine(PLAYERS)
    for name, literal in LITERAL.items():
        first = first_kinds(literal, engine)
        told = f" ({', '.join(map(str, first))})" if 0 < len(first) < 10 else ""
        proof.note(f"if {name}: {len(first)} of {len(g.kinds)} kinds can be laid first{told}")
    return None


def first_kinds(sentences: Sentences, engine: AnyEngine) -> list[int]:
    """The kinds of tiles that can be laid first, by number."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    start: Table = engine.start()
    return [number for kind, number in enumerate(g.numbers) if allowed(sentences, g, start, kind)]


def _has_no_place(sentences: Sentences, engine: AnyEngine, states: Sequence[Any]) -> bool:
    g: Kit = engine.g  # type: ignore[attr-defined]
    t = states[0]
    return not offered(engine, t) & allowed(sentences, g, t, t.phase.tile)


any_kind_of_tile_can_be_the_first.twin(
    "a tile is laid against tiles only, never against a start space", sentences=Sentences(board_attaches=False)
).twin("every segment of the new tile continues one that it touches", sentences=Sentences(all_continue=True))


@theorem(
    "tile.attach", "tile.match",
    bounds="seven literal readings of the sentences about placement, each of the 50 kinds of tiles, the empty board",
    expected="refuted",
    because="two parts of the text speak of tiles only: segments continue those of the touching tiles, and what "
    "lies north and south of the board continues tiles, not the board (note 5). Read so everywhere, nobody could lay "
    "the first tile: start spaces must count as tiles to lay against, as another says of them (tile.attach).",
)  # fmt: skip
def a_first_tile_can_be_laid_under_each_literal_reading(proof: Proof) -> Refutation | None:
    """However literally the placement sentences are read, some tile can be laid first. (Under one reading none can.)

    The kinds that could be laid on the empty board are counted under each of seven readings.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    stopped: list[str] = []
    for name, literal in LITERAL.items():
        proof.case(len(g.kinds))
        if not first_kinds(literal, engine):
            stopped.append(name)
    if not stopped:
        return None
    t = in_hand(g, engine.start(), 0)

    def shows(engine: AnyEngine, states: Sequence[Any]) -> bool:
        return bool(offered(engine, states[0])) and not first_kinds(LITERAL[stopped[0]], engine)

    return InEngine(
        f"no first tile if {'; '.join(stopped)}", engine, t, shows, by="the sentences, on the first position"
    )


# ---- beyond the board's ends


@theorem(
    "tile.beyond", "tile.west-side",
    bounds="one tile alone in columns 1 to 3 beside the board's ends and beyond, and each tile drawn in 3 random "
    "games; every place on and next to the land",
    expected="tied",
)  # fmt: skip
def the_condition_of_note_five_changes_nothing(proof: Proof, ban: str = "conditional") -> Refutation | None:
    """Note 5 bans column 0 beyond the board's ends only if there are tiles in the first column: it may as well always.

    A place in column 0 beyond the ends can be touched only by a tile in the first column, so the condition is met
    whenever the ban is needed. The literal sentence, condition and all, is compared with the engine, which knows none.
    """
    engine = proof.engine(PLAYERS)
    sentences = Sentences(ban_on_the_east=ban)
    for t in [*alone(engine), *lands(proof, engine, 3)]:
        proof.case()
        if allowed(sentences, engine.g, t, t.phase.tile) != offered(engine, t):  # type: ignore[attr-defined]
            return _unlike(sentences, engine, t)
    return None


def alone(engine: AnyEngine) -> Iterator[Any]:
    """Positions with a single tile, at and beyond the ends of the board, and another one in hand."""
    last = len(engine.g.start)  # type: ignore[attr-defined]
    for column in (1, 2, 3):
        for row in (-1, 0, 1, last - 1, last + 1, last + 2):
            board = {f"c{column} r{row}": "21 turned 0"}
            yield position(engine, "begin", {"phase": {"name": "placing", "tile": 48}, "board": board})


the_condition_of_note_five_changes_nothing.twin("there is no ban on column 0 at all", ban="never")

# ---- farms


def fillable(g: Kit, around: int) -> list[int]:
    """The cells around a cell that can ever hold a tile, or hold a start space: column 0 ends with the board."""
    return [
        around + step
        for step in AROUND
        if column_of(around + step) >= 1
        or (column_of(around + step) == 0 and 1 <= row_of(around + step) <= len(g.start))
    ]


@theorem(
    "farm.complete", "tile.west-side", "land.columns",
    readings=("farm.start-spaces",),
    bounds=Ranges(Axis("column", range(1, 5)), Axis("row", range(-4, 16)), players=always(PLAYERS)),
)  # fmt: skip
def in_the_first_column_only_eight_places_suit_a_farm(proof: Proof, start_spaces: str = "yes") -> Refutation | None:
    """A farm can be completed everywhere but at the ends of the board's column and beyond: rows 2 to 9 of column 1.

    Column 0 holds ten start spaces and nothing else; a farm in column 1 that looks at another place of column 0 has a
    neighbour that stays empty for ever. For each place the engine's count is asked with all other places filled. The
    text's example completes a farm in the first column, so start spaces must count.
    """
    engine = proof.engine(PLAYERS, readings={"farm.start-spaces": start_spaces})
    g: Kit = engine.g  # type: ignore[attr-defined]
    last = len(g.start)
    farm = g.kind_number[21]
    for column in range(1, 5):
        for row in sorted(range(-4, 16), key=lambda row: abs(row - 7)):
            proof.cover(PLAYERS, "", column, row)
            cell = cell_at(column, row)
            neighbours = [there for there in fillable(g, cell) if column_of(there) >= 1]
            land = engine.start().land
            for there in [*neighbours, cell]:
                land, _, _ = lay(g, land, {}, there, g.faces[farm << 2])
            is_complete = land.farms[cell] == g.farm_places
            if is_complete is not (column > 1 or 2 <= row <= last - 1):
                board = {f"c{column_of(place)} r{row_of(place)}": "21 turned 0" for place in [*neighbours, cell]}
                given = {"board": board, "phase": {"name": "placing", "tile": 21}}
                says = f"the farm in column {column}, row {row} can{'' if is_complete else 'not'} be completed"
                return InEngine(
                    says, engine, position(engine, "begin", given), partial(_is_full, cell, not is_complete)
                )
    proof.note(
        f"a farm in column 1 brings at most {len(fillable(g, cell_at(1, 1))) + 1} points in row 1 or {last}, "
        f"{len(fillable(g, cell_at(1, 0))) + 1} in row 0 or {last + 1}, {len(fillable(g, cell_at(1, -1))) + 1} beyond"
    )
    return None


def _is_full(cell: int, wanted: bool, engine: Any, states: Sequence[Any]) -> bool:
    return (states[0].land.farms[cell] == engine.g.farm_places) is not wanted


in_the_first_column_only_eight_places_suit_a_farm.twin(
    "start spaces do not count around a farm (farm.start-spaces = no)", start_spaces="no"
)
