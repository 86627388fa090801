"""What the rulebook's text and its worked examples ask of the land tiles (T1-T14) and of the start row (S1-S4).

Both were only pictured.  Whoever puts others in their place (`--data`) learns here, demand by demand, whether they can
be those that the text speaks of.  Line numbers `l.N` are those of the Romanian rulebook text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from rulecheck.spec.data import load_data
from rulecheck.spec.model import Rulebook
from rulecheck.spec.new_world.tiles import (
    EAST,
    EDGES,
    WEST,
    Kind,
    Segment,
    Space,
    load_start,
    load_tiles,
    turned,
)
from rulecheck.spec.registry import load
from rulecheck.spec.rules import own_data

HERE: Final = Path(__file__).parent


@frozen
class Check:
    """One demand on a data file and how the file meets it."""

    id: str
    """T1-T14 for the land tiles, S1-S4 for the start row."""
    holds: bool | None
    what: str
    """A sentence naming what was found."""
    needed: bool
    """True: the set is not the one that the text speaks of if it fails."""


@frozen
class Given:
    """What the demands look at."""

    kinds: Sequence[Kind]
    start: Sequence[Space]
    book: Rulebook

    def number(self, name: str) -> int:
        """A number of the rulebook that is the same for every player count."""
        value = self.book.quantities[name].value
        assert isinstance(value, int)
        return value


Verdict = tuple[bool, str]
_TILES: list[tuple[str, Callable[[Given], Verdict]]] = []
_START: list[tuple[str, Callable[[Given], Verdict]]] = []


def _check(
    id: str, among: list[tuple[str, Callable[[Given], Verdict]]]
) -> Callable[[Callable[[Given], Verdict]], object]:
    def entered(check: Callable[[Given], Verdict]) -> object:
        among.append((id, check))
        return check

    return entered


def _named(kinds: Sequence[int]) -> str:
    shown = ", ".join(map(str, kinds[:6]))
    return f"kinds {shown}{', …' if len(kinds) > 6 else ''}" if kinds else "no kind"


def _kinds(given: Given, wanted: Callable[[Kind], bool]) -> list[int]:
    return [kind.kind for kind in given.kinds if kind.copies and wanted(kind)]


# ---- pieces that can be put together


Piece = tuple[int, int]
"""A segment that can be used: (where it is from, its marks).  Pieces from the same place need two copies of the tile;
-1 - row is a start space, of which there is one."""


def _stock(given: Given) -> Counter[int]:
    stock = Counter({kind.kind: kind.copies for kind in given.kinds})
    stock.update({-space.row: 1 for space in given.start})
    return stock


def _pieces(given: Given, wanted: Callable[[Kind], Iterator[Segment]], *, start: Sequence[Piece] = ()) -> list[Piece]:
    pieces = {(kind.kind, segment.marks) for kind in given.kinds if kind.copies for segment in wanted(kind)}
    return [*start, *sorted(pieces)]


def _chain(slots: Sequence[Sequence[Piece]], marks: int, stock: Counter[int]) -> list[int] | None:
    """A piece for each slot, from different tiles of the stock, with so many marks in all; None if there is none."""
    if not slots:
        return [] if marks == 0 else None
    by_marks: dict[int, list[int]] = {}
    for place, number in slots[0]:
        if number <= marks and stock[place] > 0 and len(by_marks.setdefault(number, [])) < len(slots) + 1:
            by_marks[number].append(place)
    for number, places in by_marks.items():
        for place in places:
            rest = _chain(slots[1:], marks - number, stock - Counter([place]))
            if rest is not None:
                return [place, *rest]
    return None


def _dead_ends(given: Given) -> list[Piece]:
    ends = _pieces(given, lambda kind: (end for end in kind.tile.trails if len(end.at) == 1))
    on_board = [
        (-space.row, trail.marks) for space in given.start for trail in space.tile.trails if trail.at == (WEST,)
    ]
    return [*ends, *on_board]


def _throughs(given: Given) -> list[Piece]:
    return _pieces(given, lambda kind: (trail for trail in kind.tile.trails if len(trail.at) == 2))


def _caps(given: Given) -> list[Piece]:
    """Town segments with a single side, on tiles and on the board."""
    caps = _pieces(given, lambda kind: (cap for cap in kind.tile.towns if len(cap.at) == 1))
    on_board = [(-space.row, town.marks) for space in given.start for town in space.tile.towns if town.at == (WEST,)]
    return [*caps, *on_board]


def _told(places: list[int] | None, what: str) -> str:
    if places is None:
        return f"no {what} can be built"
    return f"{what}: " + ", ".join(f"kind {place}" if place > 0 else f"row {-place}" for place in places)


# ---- the land tiles


@_check("T1", _TILES)
def _copies(given: Given) -> Verdict:
    """l.212-263: 50 kinds; three with four copies, 13 with three, 10 with two, 24 with one; 95 in all."""
    listed = {4: "four", 3: "three", 2: "two", 1: "one"}
    kinds_with = Counter(kind.copies for kind in given.kinds)
    wanted = {copies: given.number(f"kinds.{word}") for copies, word in listed.items()}
    numbered = [kind.kind for kind in given.kinds] == list(range(1, given.number("tiles.kinds") + 1))
    total = sum(kind.copies for kind in given.kinds)
    same = numbered and all(kind.copies == _copies_in_text(given)[kind.kind] for kind in given.kinds)
    told = ", ".join(f"{kinds_with[copies]} with {word}" for copies, word in listed.items())
    return same and kinds_with == wanted, f"{total} tiles of {len(given.kinds)} kinds: {told}"


def _copies_in_text(given: Given) -> dict[int, int]:
    """l.214-263, as our own file lists them, whatever file is being checked."""
    ours = own_data(HERE)["tiles"]
    return {kind.kind: kind.copies for kind in load_tiles(ours.table, ours.path)}


@_check("T2", _TILES)
def _edges(given: Given) -> Verdict:
    """l.61-65: each side shows plain, trail or town, and what the start row shows can be continued."""
    sides = Counter(edge for kind in given.kinds for edge in kind.tile.edges for _ in range(kind.copies))
    told = ", ".join(f"{sides[edge]} of {name}" for edge, name in enumerate(EDGES))
    missing = {space.tile.edges[WEST] for space in given.start} - set(sides)
    return not missing and len(sides) == len(EDGES), f"sides: {told}"


@_check("T3", _TILES)
def _farms(given: Given) -> Verdict:
    """l.98, l.130: some kinds have a farm, and a trail ends at one."""
    farms = _kinds(given, lambda kind: kind.tile.farm)
    ends = _kinds(given, lambda kind: kind.tile.farm and any(len(trail.at) == 1 for trail in kind.tile.trails))
    return bool(farms and ends), f"a farm: {_named(farms)}; a trail that ends at it: {_named(ends)}"


def _is_crossroads(kind: Kind) -> bool:
    return sum(len(trail.at) == 1 for trail in kind.tile.trails) >= 3


@_check("T4", _TILES)
def _crossroads(given: Given) -> Verdict:
    """l.98: some kinds are crossroads, and a trail ends at a town segment."""
    crossroads = _kinds(given, _is_crossroads)
    at_town = _kinds(
        given,
        lambda kind: (
            bool(kind.tile.towns)
            and not kind.tile.farm
            and not _is_crossroads(kind)
            and any(len(trail.at) == 1 for trail in kind.tile.trails)
        ),
    )
    return bool(crossroads and at_town), f"crossroads: {_named(crossroads)}; a trail ends at a town: {_named(at_town)}"


@_check("T5", _TILES)
def _two_towns(given: Given) -> Verdict:
    """l.116-120: some kind has two separate town segments."""
    two = _kinds(given, lambda kind: len(kind.tile.towns) > 1)
    return bool(two), f"two separate town segments: {_named(two)}"


@_check("T6", _TILES)
def _all_at_once(given: Given) -> Verdict:
    """l.83: some kind has a town segment, a trail segment and two plain segments, one smaller than the other."""
    kinds = _kinds(
        given,
        lambda kind: (
            bool(kind.tile.towns and kind.tile.trails) and len({len(plain.at) for plain in kind.tile.plains}) > 1
        ),
    )
    return bool(kinds), f"town, trail and plains of two sizes: {_named(kinds)}"


@_check("T7", _TILES)
def _town_and_plain(given: Given) -> Verdict:
    """l.82: some kind has a town segment and a plain, no trail and no farm."""
    kinds = _kinds(
        given,
        lambda kind: bool(kind.tile.towns and kind.tile.plains) and not kind.tile.trails and not kind.tile.farm,
    )
    return bool(kinds), f"town and plain only: {_named(kinds)}"


@_check("T8", _TILES)
def _trails_of_the_examples(given: Given) -> Verdict:
    """l.104, l.105, l.163: a trail of three tiles without posts, and trails of four with two posts and with one."""
    ends, throughs, stock = _dead_ends(given), _throughs(given), _stock(given)
    told, holds = [], True
    for tiles, posts in ((3, 0), (4, 2), (4, 1)):
        chain = _chain([ends, ends, *[throughs] * (tiles - 2)], posts, stock)
        holds = holds and chain is not None
        told.append(_told(chain, f"trail of {tiles} tiles with {posts or 'no'} posts"))
    return holds, "; ".join(told)


@_check("T9", _TILES)
def _towns_of_the_examples(given: Given) -> Verdict:
    """l.115-120, l.148, l.168: towns of three tiles with one flag, of four without flag around a tile with two of their
    segments, and of two without flag.
    """
    caps, stock = _caps(given), _stock(given)
    middles = _pieces(given, lambda kind: (town for town in kind.tile.towns if len(town.at) == 2))
    small = _chain([caps, caps], 0, stock)
    three = _chain([caps, caps, middles], 1, stock)
    split = _pieces(given, lambda kind: _corner_of_two(kind))
    corners = _pieces(given, lambda kind: (town for town in kind.tile.towns if _is_corner(town.at)))
    square = _chain([split, *[[*corners, *split]] * 3], 0, stock)
    told = [
        _told(small, "town of 2 tiles without flag"),
        _told(three, "town of 3 tiles with 1 flag"),
        _told(square, "town of 4 tiles, one of them with two segments"),
    ]
    return None not in (small, three, square), "; ".join(told)


def _is_corner(at: tuple[int, ...]) -> bool:
    return len(at) == 2 and at[1] - at[0] != 2


def _corner_of_two(kind: Kind) -> Iterator[Segment]:
    """Two separate town segments on sides that meet, as one segment with the flags of both."""
    caps = [town for town in kind.tile.towns if len(town.at) == 1]
    for k, cap in enumerate(caps):
        for other in caps[k + 1 :]:
            at = tuple(sorted(cap.at + other.at))
            if _is_corner(at):
                yield Segment(at, cap.marks + other.marks)


@_check("T10", _TILES)
def _posts_and_flags(given: Given) -> Verdict:
    """l.105, l.115: at least two tiles have trading posts, at least one a flag."""
    posts = sum(kind.copies for kind in given.kinds if any(trail.marks for trail in kind.tile.trails))
    flags = sum(kind.copies for kind in given.kinds if any(town.marks for town in kind.tile.towns))
    return posts >= 2 and flags >= 1, f"{posts} tiles with trading posts, {flags} with flags"


@_check("T11", _TILES)
def _three_at_once(given: Given) -> Verdict:
    """l.164-168: a tile with two towns to close, and a farm that can stand in the first column, not at its ends."""
    two = _kinds(given, lambda kind: len(kind.tile.towns) > 1)
    west = {space.tile.edges[WEST] for space in given.start[1:-1]}
    farms = _kinds(
        given,
        lambda kind: kind.tile.farm and any(turned(kind.tile, quarters).edges[EAST] in west for quarters in range(4)),
    )
    return bool(two and farms), f"closes two towns: {_named(two)}; a farm for the first column: {_named(farms)}"


@_check("T12", _TILES)
def _animals(given: Given) -> Verdict:
    """l.203-206: plains with 3, 2, 4 and 5 animals, those with 4 and 5 at the same time."""
    lots = [plain.marks for kind in given.kinds for _ in range(kind.copies) for plain in kind.tile.plains]
    lots += [plain.marks for space in given.start for plain in space.tile.plains]
    reached = {(0, 0)}
    for lot in filter(None, lots):
        reached |= {(a + lot, b) for a, b in reached if a + lot <= 4} | {
            (a, b + lot) for a, b in reached if b + lot <= 5
        }
    missing = [pair for pair in ((3, 0), (2, 0), (4, 5)) if pair not in reached]
    told = "all can be made" if not missing else f"cannot be made: {missing}"
    return not missing, f"{sum(lots)} animals; plains with 3, 2, and 4 beside 5: {told}"


@_check("T13", _TILES)
def _first_trail(given: Given) -> Verdict:
    """l.163, l.288: a trail of two tiles can be completed."""
    ends = _dead_ends(given)
    chain = _chain([ends, ends], 0, _stock(given))
    return chain is not None, _told(chain, "trail of 2 tiles")


@_check("T14", _TILES)
def _species(given: Given) -> Verdict:
    """l.194: the animals are of three species."""
    listed = {species for kind in given.kinds if kind.copies for species in kind.tile.species}
    wanted = given.number("animals.species")
    return listed == set(range(1, wanted + 1)), f"species {', '.join(map(str, sorted(listed))) or 'none'}"


# ---- the start row


@_check("S1", _START)
def _ten_spaces(given: Given) -> Verdict:
    """l.285: ten start spaces."""
    return len(given.start) == given.number("start.spaces"), f"{len(given.start)} start spaces"


@_check("S2", _START)
def _trail_to_the_sea(given: Given) -> Verdict:
    """l.288: a trail ends at the sea."""
    rows = [space.row for space in given.start if any(trail.at == (WEST,) for trail in space.tile.trails)]
    return bool(rows), f"a trail from the sea to the west: {', '.join(f'row {row}' for row in rows) or 'none'}"


@_check("S3", _START)
def _towns_of_the_coast(given: Given) -> Verdict:
    """l.17, l.289: New York and Jamestown are towns, Jamestown in the south."""
    rows = {space.name: space.row for space in given.start if space.tile.towns}
    holds = {"New York", "Jamestown"} <= set(rows) and rows["New York"] < rows["Jamestown"]
    return holds, f"towns: {', '.join(f'{name} in row {row}' for name, row in rows.items()) or 'none'}"


@_check("S4", _START)
def _continued(given: Given) -> Verdict:
    """l.60-61: at least one tile can be laid against each start space."""
    shown = {edge for kind in given.kinds if kind.copies for edge in kind.tile.edges}
    wrong = [space.row for space in given.start if space.tile.edges[WEST] not in shown]
    return not wrong, f"rows that no tile continues: {', '.join(map(str, wrong)) or 'none'}"


def check_tiles(kinds: Sequence[Kind], start: Sequence[Space]) -> tuple[Check, ...]:
    """T1-T14 for a set of land tiles, beside a start row."""
    given = Given(kinds, start, load("new_world"))
    return tuple(Check(id, *check(given), True) for id, check in _TILES)


def check_start(kinds: Sequence[Kind], start: Sequence[Space]) -> tuple[Check, ...]:
    """S1-S4 for a start row, beside a set of land tiles."""
    given = Given(kinds, start, load("new_world"))
    return tuple(Check(id, *check(given), True) for id, check in _START)


def check_data(path: str | Path) -> tuple[Check, ...]:
    """The checks of a data file of the user's own, the other file being ours; raises `SpecError` if it cannot be read.

    A start row is held against T1-T14 too: trails and towns on it help to build what the examples show.
    """
    file = load_data(path)
    ours = own_data(HERE)
    tiles = file if file.name == "tiles" else ours["tiles"]
    row = file if file.name == "start-row" else ours["start-row"]
    kinds, start = load_tiles(tiles.table, tiles.path), load_start(row.table, row.path)
    if file.name == "tiles":
        return check_tiles(kinds, start)
    if file.name == "start-row":
        return (*check_start(kinds, start), *check_tiles(kinds, start))
    return ()
