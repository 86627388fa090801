"""Our data pass their checks; twins with one thing wrong do not."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulecheck.spec.new_world
from rulecheck.spec import SpecError
from rulecheck.spec.new_world.checks import check_data, check_start, check_tiles
from rulecheck.spec.new_world.tiles import OPPOSITE_HALF, Kind, Space, load_start, load_tiles, looks, turned, turns

DATA = Path(rulecheck.spec.new_world.__file__).parent / "data"
Table = dict[str, Any]


def table(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def tiles() -> tuple[Kind, ...]:
    return load_tiles(table("tiles"), "tiles.toml")


def start() -> tuple[Space, ...]:
    return load_start(table("start-row"), "start-row.toml")


@pytest.mark.parametrize("name", ["tiles", "start-row"])
def test_our_own_data_pass_their_checks_and_are_marked_substitute(name: str) -> None:
    checks = check_data(DATA / f"{name}.toml")

    assert [str(check) for check in checks if check.holds is not True] == []
    assert {f"T{k}" for k in range(1, 15)} <= {check.id for check in checks}
    assert table(name)["substitute"] is True


def test_our_tiles_have_the_figures_of_the_data_sheet() -> None:
    kinds = tiles()

    def count(of: Callable[[Kind], int]) -> int:
        return sum(kind.copies * of(kind) for kind in kinds)

    assert count(lambda kind: kind.tile.farm) == 9
    assert count(lambda kind: sum(town.marks for town in kind.tile.towns)) == 10
    assert count(lambda kind: sum(trail.marks for trail in kind.tile.trails)) == 13
    assert count(lambda kind: sum(plain.marks for plain in kind.tile.plains)) == 48
    assert [count(lambda kind, e=edge: kind.tile.edges.count(e)) for edge in range(3)] == [159, 133, 88]  # type: ignore[misc]
    assert len({looks(kind.tile) for kind in kinds}) == 50


Wrong = Callable[[Table], None]


def each(do: Callable[[Table], object]) -> Wrong:
    def change(data: Table) -> None:
        for row in data["tile"]:
            do(row)

    return change


def marks(part: str, mark: str, value: object) -> Wrong:
    return each(lambda row: [feature.update({mark: value}) for feature in row.get(part, []) if mark in feature])


def plain_instead(unwanted: Callable[[Table], bool]) -> Wrong:
    """Kinds that are unwanted become plain all over, with their animals."""

    def change(row: Table) -> None:
        if unwanted(row):
            animals = [animal for plain in row.get("plains", []) for animal in plain.get("animals", [])]
            for key in ("towns", "trails", "farm"):
                row.pop(key, None)
            row["plains"] = [{"halves": "01234567", "animals": animals}]

    return each(change)


def stubs(row: Table) -> int:
    return sum(len(trail["sides"]) == 1 for trail in row.get("trails", []))


def sizes(row: Table) -> set[int]:
    return {len(plain["halves"]) for plain in row.get("plains", [])}


TILE_TWINS: list[tuple[str, Wrong]] = [
    ("T1", lambda data: data["tile"][0].update(copies=3)),
    ("T2", plain_instead(lambda row: bool(row.get("towns")))),
    ("T3", plain_instead(lambda row: bool(row.get("farm") and row.get("trails")))),
    ("T4", plain_instead(lambda row: stubs(row) >= 3)),
    ("T5", plain_instead(lambda row: len(row.get("towns", [])) > 1)),
    ("T6", plain_instead(lambda row: bool(row.get("towns") and row.get("trails")) and len(sizes(row)) > 1)),
    ("T7", plain_instead(lambda row: bool(row.get("towns")) and not row.get("trails"))),
    ("T8", marks("trails", "posts", 3)),
    ("T9", marks("towns", "flags", 2)),
    ("T10", marks("trails", "posts", 0)),
    ("T11", plain_instead(lambda row: len(row.get("towns", [])) > 1)),
    ("T12", lambda data: each(lambda row: [plain.pop("animals", None) for plain in row.get("plains", [])])(data)),
    ("T14", marks("plains", "animals", [1])),
]


@pytest.mark.parametrize(("id", "wrong"), TILE_TWINS)
def test_a_tile_set_with_one_thing_wrong_fails_its_check(id: str, wrong: Wrong) -> None:
    data = table("tiles")
    wrong(data)
    checks = check_tiles(load_tiles(data, "twin.toml"), start())

    assert id in [check.id for check in checks if check.holds is False]


def test_without_dead_ends_no_trail_can_be_completed() -> None:
    """T13"""
    data, row = table("tiles"), table("start-row")
    plain_instead(lambda tile: stubs(tile) > 0)(data)
    row["space"][1] = {"row": 2, "plains": [{"halves": "014567"}]}
    checks = check_tiles(load_tiles(data, "twin.toml"), load_start(row, "twin.toml"))

    assert {"T8", "T13"} <= {check.id for check in checks if check.holds is False}


PLAIN_SPACE = [{"halves": "014567"}]


@pytest.mark.parametrize(
    ("id", "wrong"),
    [
        ("S1", lambda rows: rows.pop()),
        ("S2", lambda rows: rows.__setitem__(1, {"row": 2, "plains": PLAIN_SPACE})),
        ("S3", lambda rows: rows[3].update(name="Boston")),
        ("S3", lambda rows: (rows[3].update(name="Jamestown"), rows[9].update(name="New York"))),
    ],
)
def test_a_start_row_with_one_thing_wrong_fails_its_check(id: str, wrong: Callable[[list[Table]], object]) -> None:
    data = table("start-row")
    wrong(data["space"])
    checks = check_start(tiles(), load_start(data, "twin.toml"))

    assert id in [check.id for check in checks if check.holds is False]


def test_a_file_of_ones_own_is_told_which_demand_it_fails(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = (DATA / "tiles.toml").read_text(encoding="utf-8").replace("posts = 1", "posts = 0")
    mine.write_text(text.replace("title =", 'replaces = "tiles"\ntitle =', 1), encoding="utf-8")

    wrong = {check.id: check.what for check in check_data(mine) if check.holds is False}

    assert set(wrong) == {"T8", "T10"}
    assert wrong["T10"] == "0 tiles with trading posts, 10 with flags"


def test_a_start_row_that_no_tile_continues_fails() -> None:
    """S4"""
    data = table("tiles")
    plain_instead(lambda row: bool(row.get("towns")))(data)

    checks = check_start(load_tiles(data, "twin.toml"), start())

    assert [check.id for check in checks if check.holds is False] == ["S4"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"kind": 0}, "expected a whole number of at least 1 for 'kind', found 0"),
        ({"kind": 2}, "tile 2 is listed twice"),
        ({"copies": -1}, "tile 1: expected a whole number of at least 0 for 'copies'"),
        ({"towns": [{"sides": "X"}]}, "tile 1: towns with the sides 'X'; name some of N, E, S, W"),
        ({"towns": [{"sides": "S"}]}, "tile 1: a side belongs to two segments"),
        ({"trails": [{"sides": "NES"}]}, "tile 1: a trail segment with 3 sides"),
        ({"trails": [{"sides": "S", "posts": -1}]}, "tile 1: expected a whole number of at least 0 for 'posts'"),
        ({"trails": "S"}, "tile 1: trails is 'S'; it is a list of tables"),
        ({"farm": 1}, "tile 1: farm is 1; it is true or false"),
        ({"plains": [{"halves": "0123456"}]}, "tile 1: the plains cover the halves 0123456; each half"),
        ({"plains": [{"halves": "north"}]}, "tile 1: a plain with the halves 'north'"),
        ({"plains": [{"halves": "01234567", "animals": 2}]}, "tile 1: a plain with the animals 2; list the species"),
        ({"plains": [{"halves": "0246"}, {"halves": "1357"}]}, "tile 1: two of its segments cross"),
        ({"trails": [{"sides": "NS"}]}, "tile 1: two of its segments cross"),
    ],
)
def test_a_tile_that_cannot_be_read_is_named(wrong: Table, message: str) -> None:
    data = table("tiles")
    data["tile"][0].update(wrong)

    with pytest.raises(SpecError) as refused:
        load_tiles(data, "mine.toml")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("row", "wrong", "message"),
    [
        (1, {"row": 12}, "the rows of the start spaces have gaps"),
        (1, {"row": 2}, "row 2 is listed twice"),
        (1, {"farm": True}, "row 1: a farm on a start space"),
        (3, {"towns": [{"sides": "E"}]}, "row 3: towns with the sides 'E'; name some of N, S, W"),
        (3, {"trails": [{"sides": "N"}], "plains": [{"halves": "145670"}]}, "between row 2 and row 3: plain against"),
        (10, {"trails": [{"sides": "S"}]}, "at an end of the board: trail against plain"),
    ],
)
def test_a_start_space_that_cannot_be_read_is_named(row: int, wrong: Table, message: str) -> None:
    data = table("start-row")
    data["space"][row - 1].update(wrong)

    with pytest.raises(SpecError) as refused:
        load_start(data, "mine.toml")
    assert message in str(refused.value)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(SpecError, match=r"no \[\[tile\]\] rows"):
        load_tiles({}, "mine.toml")
    with pytest.raises(SpecError, match="no tile has any copies"):
        load_tiles({"tile": [{"kind": 1, "copies": 0, "plains": [{"halves": "01234567"}]}]}, "mine.toml")


def test_four_quarter_turns_are_none_and_opposite_halves_touch_each_other() -> None:
    for kind in tiles():
        assert turned(turned(turned(kind.tile, 1), 1), 2) == kind.tile
    assert all(OPPOSITE_HALF[OPPOSITE_HALF[half]] == half for half in range(8))
    assert all((half // 2 - OPPOSITE_HALF[half] // 2) % 4 == 2 for half in range(8))


@pytest.mark.parametrize(("kind", "ways"), [(5, (0,)), (17, (0, 1)), (2, (0, 1, 2, 3)), (9, (0, 1))])
def test_a_tile_has_as_many_turns_as_look_different(kind: int, ways: tuple[int, ...]) -> None:
    assert turns(tiles()[kind - 1].tile) == ways
