"""Our data pass their checks; twins with one thing wrong do not."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulecheck.spec.puerto_rico
from rulecheck.spec import SpecError, load
from rulecheck.spec.puerto_rico.board import load_buildings, load_circles, load_prices
from rulecheck.spec.puerto_rico.checks import check_buildings, check_data, check_prices

DATA = Path(rulecheck.spec.puerto_rico.__file__).parent / "data"
BOOK = load("puerto_rico")
Table = dict[str, Any]


def table(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["buildings", "goods", "tiles"])
def test_our_own_data_pass_their_checks(name: str) -> None:
    checks = check_data(DATA / f"{name}.toml")

    assert checks
    assert [str(check) for check in checks if check.holds is not True] == []


def change(name: str, /, **values: object) -> Callable[[Table], None]:
    def do(data: Table) -> None:
        next(row for row in data["building"] if row["name"] == name).update(values)

    return do


@pytest.mark.parametrize(
    ("id", "wrong"),
    [
        ("B1", change("wharf", name="pier")),
        ("B2", change("wharf", count=3)),
        ("B3", change("wharf", kind="small production", good="corn")),
        ("B4", change("wharf", size=2)),
        ("B5", change("harbor", cost=9)),
        ("B6", change("city hall", points=5)),
        ("B7", change("tobacco storage", circles=1)),
        ("B8", change("office", column=3)),
        ("B9", change("small market", cost=2)),
    ],
)
def test_a_board_with_one_thing_wrong_fails_its_check(id: str, wrong: Callable[[Table], None]) -> None:
    data = table("buildings")
    wrong(data)
    checks = check_buildings(load_buildings(data, "twin.toml"), BOOK)

    assert id in [check.id for check in checks if check.holds is False]


def test_prices_outside_the_texts_range_fail() -> None:
    assert [check.id for check in check_prices((1, 2, 3, 4, 5)) if check.holds is False] == ["H1", "H2"]


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("buildings", {"cost": -1}, "expected a whole number of at least 0 for 'cost', found -1"),
        ("buildings", {"kind": "blue"}, "small indigo plant: kind is 'blue'"),
        ("buildings", {"good": "rum"}, "small indigo plant: good is 'rum'"),
        ("buildings", {"name": "wharf"}, "building 'wharf' is listed twice"),
        ("buildings", {"name": ""}, "a [[building]] row without a name"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(name: str, wrong: Table, message: str) -> None:
    data = table(name)
    data["building"][0].update(wrong)

    with pytest.raises(SpecError) as refused:
        load_buildings(data, "mine.toml")
    assert message in str(refused.value)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(SpecError, match="no good 'coffee'"):
        load_prices({"good": table("goods")["good"][:-1]}, "mine.toml")
    with pytest.raises(SpecError, match=r"no \[\[tile\]\] rows"):
        load_circles({}, "mine.toml")
    with pytest.raises(SpecError, match="quarry has 2 circles"):
        load_circles({"tile": [*table("tiles")["tile"][:-1], {"name": "quarry", "circles": 2}]}, "mine.toml")
