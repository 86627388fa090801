"""Our data pass their checks; twins with one thing wrong do not."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulecheck.spec.power_grid
from rulecheck.spec import SpecError, load
from rulecheck.spec.power_grid.board import load_incomes, load_map, load_market, load_plants
from rulecheck.spec.power_grid.checks import check_data, check_incomes, check_map, check_market, check_plants

DATA = Path(rulecheck.spec.power_grid.__file__).parent / "data"
BOOK = load("power_grid")
Table = dict[str, Any]


def table(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["plants", "income", "market", "map-germany", "map-usa"])
def test_our_own_data_pass_their_checks(name: str) -> None:
    checks = check_data(DATA / f"{name}.toml")
    undecided = [check.id for check in checks if check.holds is None]

    assert checks
    assert [str(check) for check in checks if check.holds is False] == []
    assert undecided == (["M6"] if name == "map-usa" else [])


def rows(key: str, wanted: Callable[[Table], bool], **values: object) -> Callable[[Table], None]:
    def do(data: Table) -> None:
        next(row for row in data[key] if wanted(row)).update(values)

    return do


def plant(number: int, /, **values: object) -> Callable[[Table], None]:
    return rows("plant", lambda row: bool(row["number"] == number), **values)


@pytest.mark.parametrize(
    ("id", "wrong"),
    [
        ("P1", plant(50, number=51)),
        ("P2", plant(3, needs=1)),
        ("P2", plant(10, cities=3)),
        ("P3", plant(46, cities=8)),
    ],
)
def test_plants_with_one_thing_wrong_fail_their_check(id: str, wrong: Callable[[Table], None]) -> None:
    data = table("plants")
    wrong(data)

    assert id in [check.id for check in check_plants(load_plants(data, "twin.toml"), BOOK) if check.holds is False]


@pytest.mark.parametrize(
    ("id", "cities", "elektro"),
    [("I1", 6, 74), ("I1", 0, 11), ("I3", 20, 148)],
)
def test_an_income_that_is_wrong_fails_its_check(id: str, cities: int, elektro: int) -> None:
    data = table("income")
    rows("income", lambda row: bool(row["cities"] == cities), elektro=elektro)(data)

    assert id in [check.id for check in check_incomes(load_incomes(data, "twin.toml"), BOOK) if check.holds is False]


def test_a_shorter_table_of_incomes_fails_its_check() -> None:
    incomes = load_incomes({"income": table("income")["income"][:20]}, "twin.toml")

    assert [check.id for check in check_incomes(incomes, BOOK) if check.holds is False] == ["I2"]


@pytest.mark.parametrize(
    ("id", "price", "changes"),
    [("F1", 8, {"coal": 2}), ("F2", 7, {"garbage": 2}), ("F2", 14, {"uranium": 0}), ("F3", 10, {"oil": 3})],
)
def test_a_fuel_market_with_one_space_wrong_fails_its_check(id: str, price: int, changes: Table) -> None:
    data = table("market")
    rows("space", lambda row: bool(row["price"] == price), **changes)(data)

    assert id in [check.id for check in check_market(load_market(data, "twin.toml"), BOOK) if check.holds is False]


def cut(*names: str) -> Callable[[Table], None]:
    """A map without the connections of some cities."""

    def do(data: Table) -> None:
        data["connection"] = [row for row in data["connection"] if not set(names) & set(row["between"])]

    return do


def without_borders(data: Table) -> None:
    region = {row["name"]: row["region"] for row in data["city"]}
    data["connection"] = [row for row in data["connection"] if len({region[end] for end in row["between"]}) == 1]


def three_cities_a_region(data: Table) -> None:
    kept = {row["name"] for k, row in enumerate(data["city"]) if k % 7 < 3}
    data["city"] = [row for row in data["city"] if row["name"] in kept]
    data["connection"] = [row for row in data["connection"] if set(row["between"]) <= kept]


@pytest.mark.parametrize(
    ("id", "wrong"),
    [
        ("M1", rows("city", lambda row: bool(row["name"] == "Kiel"), region="northeast")),
        ("M2", cut("Passau")),
        ("M3", without_borders),
        ("M4", cut("Köln", "Trier")),
        ("M5", three_cities_a_region),
        ("M6", rows("connection", lambda row: row["between"] == ["Duisburg", "Essen"], cost=1)),
        ("M7", rows("connection", lambda row: row["between"] == ["Kiel", "Lübeck"], cost=5)),
    ],
)
def test_a_map_with_one_thing_wrong_fails_its_check(id: str, wrong: Callable[[Table], None]) -> None:
    data = table("map-germany")
    wrong(data)
    checks = check_map(load_map(data, "twin.toml"), BOOK, title="Germany")

    assert id in [check.id for check in checks if check.holds is False]


def test_a_map_of_the_later_edition_is_recognised() -> None:
    data = table("map-germany")
    for row in data["city"]:
        row["name"] = row["name"].replace("Wiesbaden", "Mainz")
    for row in data["connection"]:
        row["between"] = [end.replace("Wiesbaden", "Mainz") for end in row["between"]]

    assert [check.id for check in check_map(load_map(data, "twin.toml"), BOOK) if check.holds is False] == ["M8"]


@pytest.mark.parametrize(
    ("name", "key", "wrong", "message"),
    [
        ("plants", "plant", {"number": 4}, "plant 4 is listed twice"),
        ("plants", "plant", {"fuel": "peat"}, "plant 3: fuel is 'peat'; use one of coal, oil"),
        ("plants", "plant", {"needs": 0}, "plant 3: burns 0 of oil"),
        ("plants", "plant", {"cities": -1}, "plant 3: expected a whole number of at least 0 for 'cities', found -1"),
        ("income", "income", {"cities": 30}, "no income for 0 cities"),
        ("income", "income", {"cities": 1}, "the income for 1 cities is listed twice"),
        ("market", "space", {"price": 9}, "the prices of the spaces do not ascend"),
        ("market", "space", {"coal": "3"}, "space 1: expected a whole number of at least 0 for 'coal', found '3'"),
        ("map-usa", "city", {"name": "Boise"}, "city 'Boise' is listed twice"),
        ("map-usa", "city", {"region": ""}, "Billings: expected a text for 'region', found ''"),
        ("map-usa", "city", {"name": "Bilings"}, "a connection to 'Billings', which is not a city"),
        ("map-usa", "connection", {"between": ["Boise"]}, "a connection between ['Boise']"),
        ("map-usa", "connection", {"between": ["Raleigh", "Atlanta"]}, "Atlanta - Raleigh is listed twice"),
        (
            "map-usa",
            "connection",
            {"cost": -2},
            "Atlanta - Birmingham: expected a whole number of at",
        ),
    ],
)
def test_a_row_that_cannot_be_read_is_named(name: str, key: str, wrong: Table, message: str) -> None:
    data = table(name)
    data[key][0].update(wrong)
    read = {"plants": load_plants, "income": load_incomes, "market": load_market}.get(name, load_map)

    with pytest.raises(SpecError) as refused:
        read(data, "mine.toml")
    assert message in str(refused.value)


def test_what_is_missing_is_named() -> None:
    for key, read in (("plant", load_plants), ("income", load_incomes), ("space", load_market), ("city", load_map)):
        with pytest.raises(SpecError, match=rf"no \[\[{key}\]\] rows"):
            read({}, "mine.toml")


@pytest.mark.parametrize("name", ["map-germany", "map-usa"])
def test_adjacent_regions_by_either_reading(name: str) -> None:
    """setup.adjacent"""
    board = load_map(table(name), "map.toml")
    connected, paired = set(board.region_sets(4)), set(board.region_sets(4, paired=True))

    assert connected < paired  # two pairs that do not touch are `paired` only
    assert len(board.region_sets(6)) == 1
    assert board.region_sets(7) == ()


def test_a_region_alone_is_a_set_of_one() -> None:
    board = load_map(table("map-germany"), "map.toml")

    assert len(board.region_sets(1)) == len(board.region_sets(1, paired=True)) == 6


@pytest.mark.parametrize("name", ["map-germany", "map-usa"])
def test_three_regions_none_of_which_is_alone_hang_together(name: str) -> None:
    """setup.adjacent: the first region of the file counts too, though its number is 0."""
    board = load_map(table(name), "map.toml")

    assert board.region_sets(3, paired=True) == board.region_sets(3)
