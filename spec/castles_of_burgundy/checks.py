"""What the rulebook's text asks of the boards, depots, tiles, goods, points and sheets, most of which it only pictured.

Whoever puts another file in the place of ours (`--data`) learns here whether it can be what the text speaks of.  Line
numbers `l.N` are those of the Polish rulebook text.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from rulecheck.spec.castles_of_burgundy.board import (
    BUILDINGS,
    COLOURS,
    SPECIES,
    Board,
    load_boards,
    load_depots,
    load_goods,
    load_scoring,
    load_sheets,
    load_tiles,
)
from rulecheck.spec.data import load_data
from rulecheck.spec.model import Rulebook
from rulecheck.spec.registry import load

BUILDING, ANIMALS, KNOWLEDGE, CASTLE, MINE, SHIP = range(6)
IN_TEXT = ("buildings", "animals", "knowledge", "castles", "mines", "ships")
"""COLOURS as the rulebook's quantities name them."""

MIDDLE = 18
"""Index of the space in the middle."""


@frozen
class Check:
    """One demand on a data file and how the file meets it."""

    id: str
    """B for boards, D depots, T tiles, G goods, P points, S sheets."""
    holds: bool | None
    """None: a program cannot decide it with what it was given."""
    what: str
    """A sentence naming what was found."""
    needed: bool = True
    """True: the game cannot be played rightly without it.  False: only the text's description asks for it."""


def _number(book: Rulebook, name: str, players: int | None = None) -> int:
    value = book.quantities[name].at(players)
    assert value is not None
    return value


def check_boards(table: Mapping[str, Any], path: str, book: Rulebook) -> tuple[Check, ...]:
    """l.86, l.138, l.248-259, l.427, l.502-611: numbers, spaces, cities and regions."""
    boards, dice = load_boards(table, path)
    numbers = [board.number for board in boards]
    wrong = [
        f"board {board.number} has {len(board.spaces(c))} {name} spaces"
        for board in boards
        for c, name in enumerate(COLOURS)
        if len(board.spaces(c)) != _number(book, f"estate.{IN_TEXT[c]}")
    ]
    largest = _number(book, "region.largest")
    cities = {board.number: board.sizes(BUILDING) for board in boards}
    few, many = _number(book, "cities.fewest"), _number(book, "cities.most")
    sizes = {size for board in boards for c in range(len(COLOURS)) for size in board.sizes(c)}
    return (
        Check("B1", numbers == list(range(1, _number(book, "board.last") + 1)), f"numbers {_listed(numbers)}"),
        Check("B2", not wrong, f"spaces of a wrong number: {', '.join(wrong) or 'none'}"),
        Check("B3", set(dice) == set(range(1, 7)), f"dice {_listed(sorted(set(dice)))} on the spaces"),
        Check("B4", max(sizes) <= largest, f"regions of up to {max(sizes)} spaces"),
        *_first_board(boards, dice),
        Check(
            "B7",
            {len(city_sizes) for city_sizes in cities.values()} >= {few, many}
            and all(few <= len(city_sizes) <= many for city_sizes in cities.values()),
            f"{min(map(len, cities.values()))} to {max(map(len, cities.values()))} cities on a board",
            needed=False,
        ),
        Check(
            "B8",
            {1, largest} <= {size for city_sizes in cities.values() for size in city_sizes},
            f"cities of {min(map(min, cities.values()))} to {max(map(max, cities.values()))} spaces",
            needed=False,
        ),
    )


def _first_board(boards: tuple[Board, ...], dice: tuple[int, ...]) -> tuple[Check, ...]:
    """l.138, l.238-248, l.610: what the text says of board 1."""
    first = next((board for board in boards if board.number == 1), None)
    if first is None:
        return (Check("B5", False, "there is no board 1"),)
    middle = COLOURS[first.colour[MIDDLE]]
    cities, rivers, pastures = first.sizes(BUILDING), first.sizes(SHIP), first.sizes(ANIMALS)
    told = (
        f"cities of {_listed(cities)}, rivers of {_listed(rivers)}, pastures of {_listed(pastures)} spaces on board 1"
    )
    return (
        Check("B5", middle == "castle" and dice[MIDDLE] == 6, f"{middle} {dice[MIDDLE]} in the middle of board 1"),
        Check("B6", cities == (1, 3, 3, 5) and 3 in rivers and 1 in pastures, told, needed=False),
    )


def check_depots(table: Mapping[str, Any], path: str, book: Rulebook) -> tuple[Check, ...]:
    """l.100, l.272-277: four spaces in each depot, so many of them in use, a dark green one in depot 6."""
    uses = load_depots(table, path)
    in_use = [sum(map(len, use)) for use in uses]
    wanted = [_number(book, "depot.tiles", players) for players in (2, 3, 4)]
    spaces = [len(depot) for depot in uses[2]]
    third = uses[1][5]
    return (
        Check("D1", in_use == wanted, f"{_listed(in_use)} spaces in use with 2, 3 and 4 players"),
        Check("D2", spaces == [4] * 6, f"depots of {_listed(spaces)} spaces"),
        Check("D3", CASTLE in third, f"depot 6 has {' and '.join(COLOURS[c] for c in third)} with three players"),
    )


def check_tiles(table: Mapping[str, Any], path: str, book: Rulebook) -> tuple[Check, ...]:
    """l.55-61: how many tiles there are of each kind, and how many of them with a black back."""
    tiles = load_tiles(table, path)
    kinds = range(len(COLOURS))
    all_ = [sum(t.own + t.black for t in tiles if t.colour == c) for c in kinds]
    black = [sum(t.black for t in tiles if t.colour == c) for c in kinds]
    buildings = {t.name: t.own + t.black for t in tiles if t.colour == BUILDING}
    animals = [sum(t.own + t.black for t in tiles if t.name.startswith(s + " ")) for s in SPECIES]
    shown = sorted({t.animals for t in tiles if t.colour == ANIMALS})
    knowledge = {t.own + t.black for t in tiles if t.colour == KNOWLEDGE}
    helped = sorted(t.number for t in tiles if t.building)
    for_each = {t.building for t in tiles if t.building}
    each = _number(book, "building.each")
    return (
        Check("T1", all_ == [_number(book, f"tiles.{name}") for name in IN_TEXT], f"{_listed(all_)} tiles by kind"),
        Check(
            "T2", black == [_number(book, f"black.{name}") for name in IN_TEXT], f"{_listed(black)} with black backs"
        ),
        Check("T3", set(buildings.values()) == {each}, f"{_listed(sorted(set(buildings.values())))} of a building"),
        Check("T4", set(animals) == {_number(book, "animal.each")}, f"{_listed(animals)} tiles by kind of animal"),
        Check(
            "T5",
            (shown[0], shown[-1]) == (_number(book, "animals.fewest"), _number(book, "animals.most")),
            f"tiles with {_listed(shown)} animals",
        ),
        Check(
            "T6", knowledge == {1}, "one of each knowledge tile" if knowledge == {1} else "knowledge tiles are alike"
        ),
        Check(
            "T7",
            helped == list(range(16, 24)) and for_each == set(BUILDINGS),
            f"knowledge tiles {_listed(helped)} count buildings",
        ),
        Check("T8", _anchors(tiles), "17 counts watchtowers and 22 banks (l.165)", needed=False),
    )


def _anchors(tiles: tuple[Any, ...]) -> bool:
    building = {tile.number: tile.building for tile in tiles}
    return building.get(17) == "watchtower" and building.get(22) == "bank"


def check_scoring(table: Mapping[str, Any], path: str, book: Rulebook) -> tuple[Check, ...]:
    """l.427-432: 1 to 36 points for 1 to 8 spaces, 10 to 2 points for the phases."""
    sizes, phases = load_scoring(table, path)
    ends = (_number(book, "region.one"), _number(book, "region.eight"))
    of_phases = (_number(book, "bonus.phase-a"), _number(book, "bonus.phase-e"))
    grows = list(sizes) == sorted(set(sizes))
    falls = list(phases) == sorted(set(phases), reverse=True)
    return (
        Check("P1", len(sizes) == _number(book, "region.largest"), f"points for 1 to {len(sizes)} spaces"),
        Check("P2", (sizes[0], sizes[-1]) == ends and grows, f"{_listed(sizes)} points by size"),
        Check("P3", (phases[0], phases[-1]) == of_phases and falls, f"{_listed(phases)} points by phase"),
    )


def check_sheets(table: Mapping[str, Any], path: str, book: Rulebook) -> tuple[Check, ...]:
    """l.86, l.258: six boards with two sides, four sides with a 1, the others once."""
    sheets = load_sheets(table, path)
    sides = sorted(side for sheet in sheets for side in sheet)
    wanted = [1] * _number(book, "board.ones") + list(range(2, _number(book, "board.last") + 1))
    return (
        Check("S1", len(sheets) == _number(book, "sheets"), f"{len(sheets)} sheets"),
        Check("S2", sides == wanted, f"sides {_listed(sides)}"),
    )


def check_goods(table: Mapping[str, Any], path: str, book: Rulebook) -> tuple[Check, ...]:
    """l.62: six colours, each sold by another number."""
    dice = load_goods(table, path)
    return (Check("G1", len(dice) == _number(book, "goods.kinds"), f"sold by {_listed(dice)}"),)


def check_data(path: str | Path) -> tuple[Check, ...]:
    """The checks of a data file of the user's own; raises `SpecError` for a file that cannot be read."""
    file = load_data(path)
    checks = {
        "boards": check_boards, "depots": check_depots, "tiles": check_tiles, "goods": check_goods,
        "scoring": check_scoring, "sheets": check_sheets,
    }  # fmt: skip
    check = checks.get(file.name)
    return check(file.table, str(path), load("castles_of_burgundy")) if check else ()


def _listed(numbers: Any) -> str:
    return ", ".join(map(str, numbers)) or "none"
