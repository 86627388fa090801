"""Our data pass their checks; twins with one thing wrong do not."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulecheck.spec.castles_of_burgundy
from rulecheck.spec import SpecError, load
from rulecheck.spec.castles_of_burgundy import board as b
from rulecheck.spec.castles_of_burgundy import checks as c

DATA = Path(rulecheck.spec.castles_of_burgundy.__file__).parent / "data"
BOOK = load("castles_of_burgundy")
Table = dict[str, Any]

CITIES = {
    1: (1, 3, 3, 5), 2: (2, 2, 8), 3: (1, 1, 5, 5), 4: (2, 5, 5), 5: (1, 2, 3, 3, 3), 6: (2, 4, 6), 7: (2, 3, 7),
    8: (2, 2, 2, 2, 2, 2), 9: (6, 6),
}  # fmt: skip
REGIONS = {1: 13, 2: 17, 3: 16, 4: 16, 5: 19, 6: 15, 7: 16, 8: 21, 9: 16}


def table(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def boards() -> tuple[b.Board, ...]:
    return b.load_boards(table("boards"), "boards.toml")[0]


@pytest.mark.parametrize("name", ["boards", "depots", "tiles", "goods", "scoring", "sheets"])
def test_our_own_data_pass_their_checks(name: str) -> None:
    checks = c.check_data(DATA / f"{name}.toml")

    assert checks
    assert [str(check) for check in checks if check.holds is not True] == []


def test_an_estate_is_a_hexagon_of_37_spaces() -> None:
    degrees = [degree for _, degree in b.ESTATE.degree]

    assert len(degrees) == b.SPACES == 37
    assert b.ESTATE.number_of_edges() == 90
    assert [degrees.count(n) for n in (3, 4, 6)] == [6, 12, 19]
    assert [k + 1 for k in sorted(b.ESTATE[18])] == [12, 13, 18, 20, 25, 26]


@pytest.mark.parametrize("number", range(1, 10))
def test_the_regions_of_a_board_are_those_of_the_print(number: int) -> None:
    board = boards()[number - 1]

    assert board.number == number
    assert board.sizes(0) == CITIES[number]
    assert len(board.regions) == REGIONS[number]
    assert sum(board.regions) == (1 << 37) - 1


@pytest.mark.parametrize(
    ("players", "needed"), [(2, (20, 10, 10, 5, 5, 10)), (3, (30, 15, 15, 8, 7, 15)), (4, (40, 20, 20, 10, 10, 20))]
)
def test_the_stacks_are_enough_for_five_phases(players: int, needed: tuple[int, ...]) -> None:
    depots = b.load_depots(table("depots"), "depots.toml")[players - 2]
    tiles = b.load_tiles(table("tiles"), "tiles.toml")
    drawn = [5 * sum(depot.count(k) for depot in depots) for k in range(6)]
    if players == 3:  # phase.three-players: twice a mine instead of a castle
        drawn[3], drawn[4] = drawn[3] - 2, drawn[4] + 2
    have = [sum(t.own for t in tiles if t.colour == k) for k in range(6)]
    have[3] -= players

    assert tuple(drawn) == needed
    assert all(d <= h for d, h in zip(drawn, have, strict=True))
    assert (drawn == have) == (players == 4)


def swap_spaces(data: Table) -> None:
    data["board"][0]["rows"][0] = "A A C K"


@pytest.mark.parametrize(
    ("name", "id", "wrong"),
    [
        ("boards", "B1", lambda d: d["board"][8].update(number=10)),
        ("boards", "B2", swap_spaces),
        ("boards", "B3", lambda d: d["dice"].update(rows=[row.replace("6", "5") for row in d["dice"]["rows"]])),
        ("boards", "B4", lambda d: d["board"][1]["rows"].__setitem__(1, "A B B B B")),
        ("boards", "B5", lambda d: d["board"][0].update(rows=d["board"][4]["rows"])),
        ("boards", "B6", lambda d: d["board"][0].update(rows=d["board"][2]["rows"])),
        ("boards", "B7", lambda d: d["board"][7].update(rows=d["board"][8]["rows"])),
        ("boards", "B8", lambda d: d["board"][1].update(rows=d["board"][8]["rows"])),
        ("depots", "D1", lambda d: d["depot"][0].update(three="K K")),
        ("depots", "D2", lambda d: d["depot"][2].update(four="")),
        ("depots", "D3", lambda d: d["depot"][5].update(three="M")),
        ("tiles", "T1", lambda d: d["tile"][-1].update(colour=19)),
        ("tiles", "T2", lambda d: d["tile"][-1].update(black=7)),
        ("tiles", "T3", lambda d: d["tile"][0].update(colour=4)),
        ("tiles", "T4", lambda d: d["tile"][8].update(colour=1)),
        ("tiles", "T5", lambda d: d.update(tile=[row for row in d["tile"] if row.get("animals") != 2])),
        ("tiles", "T6", lambda d: d["tile"][20].update(colour=2)),
        ("tiles", "T7", lambda d: next(r for r in d["tile"] if r.get("number") == 16).pop("building")),
        ("tiles", "T8", lambda d: next(r for r in d["tile"] if r.get("number") == 17).update(building="bank")),
        ("scoring", "P1", lambda d: d["region"].pop()),
        ("scoring", "P2", lambda d: d["region"][0].update(points=2)),
        ("scoring", "P3", lambda d: d["phase"][4].update(points=3)),
        ("sheets", "S1", lambda d: d["sheet"].pop()),
        ("sheets", "S2", lambda d: d["sheet"][0].update(back=9)),
    ],
)
def test_data_with_one_thing_wrong_fail_their_check(name: str, id: str, wrong: Callable[[Table], object]) -> None:
    data = table(name)
    wrong(data)
    checked: Callable[..., tuple[c.Check, ...]] = getattr(c, f"check_{name}")

    assert id in [check.id for check in checked(data, "twin.toml", BOOK) if check.holds is False]


@pytest.mark.parametrize(
    ("read", "name", "wrong", "message"),
    [
        (b.load_boards, "boards", lambda d: d["board"][0]["rows"].pop(), "rows of 4, 5, 6, 7, 6, 5; they have"),
        (b.load_boards, "boards", lambda d: d["board"][0]["rows"].__setitem__(0, "A X C K"), "board 1: 'X' on a space"),
        (b.load_boards, "boards", lambda d: d["board"][1].update(number=1), "board 1 is listed twice"),
        (b.load_boards, "boards", lambda d: d.pop("dice"), "no table [dice]"),
        (b.load_depots, "depots", lambda d: d["depot"][0].update(number=7), "the depots are not numbered 1 to 6"),
        (b.load_depots, "depots", lambda d: d["depot"][0].update(two="B X"), "depot 1: 'X' in 'two'"),
        (b.load_tiles, "tiles", lambda d: d["tile"].pop(), "no tile 'ship'"),
        (b.load_tiles, "tiles", lambda d: d["tile"][0].update(black=-1), "warehouse: expected a whole number"),
        (b.load_tiles, "tiles", lambda d: d["tile"][8].update(name="goat 2"), "no rule for a tile 'goat 2'"),
        (b.load_tiles, "tiles", lambda d: d["tile"][8].update(kind="Q"), "cow 2: kind is 'Q'"),
        (b.load_goods, "goods", lambda d: d["good"][0].update(die=2), "the dice of the goods are (2, 2, 3, 4, 5, 6)"),
        (b.load_goods, "goods", lambda d: d["good"].pop(), "no good 'orange'"),
        (b.load_scoring, "scoring", lambda d: d["region"].pop(0), "a size of region is missing"),
        (b.load_scoring, "scoring", lambda d: d["phase"].pop(), "the phases are A, B, C, D"),
        (b.load_sheets, "sheets", lambda d: d.pop("sheet"), "no [[sheet]] rows"),
    ],
)
def test_what_cannot_be_read_is_named(
    read: Callable[..., object], name: str, wrong: Callable[[Table], object], message: str
) -> None:
    data = table(name)
    wrong(data)

    with pytest.raises(SpecError) as refused:
        read(data, "mine.toml")
    assert message in str(refused.value)
